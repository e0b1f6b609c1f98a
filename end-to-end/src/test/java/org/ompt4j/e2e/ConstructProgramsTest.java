package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.Mappings;

class ConstructProgramsTest {

    @Test
    void everyConstructHasItsProgramAmongThem() {
        assertThat(Stream.concat(ConstructPrograms.ALL.stream(), ConstructPrograms.OTHERS.stream())
                        .map(Class::getSimpleName))
                .containsExactlyInAnyOrderElementsOf(Mappings.all().stream()
                        .map(each -> each.getClass().getSimpleName().replaceFirst("Mapping$", "App"))
                        .toList());
    }
}
