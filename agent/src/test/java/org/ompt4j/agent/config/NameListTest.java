package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameListTest {

    private final ValueTypes.NameList names = new ValueTypes.NameList("colour", List.of("red", "green", "blue"));

    @Test
    void emptyListIsAProblem() {
        assertThat(names.problem(" ")).isEqualTo("names no colour; use \"all\" or some of red, green, blue");
    }
}
