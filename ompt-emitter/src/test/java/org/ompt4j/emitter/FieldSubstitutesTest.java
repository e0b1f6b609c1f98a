package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FieldSubstitutesTest {

    @Test
    void areKeptForRegisteredClassesOnly() {
        FieldSubstitutes.keepFor(FieldSubstitutesTest.class);

        assertThat(FieldSubstitutes.areKeptFor(FieldSubstitutesTest.class)).isTrue();
        assertThat(FieldSubstitutes.areKeptFor(Object.class)).isFalse();
    }
}
