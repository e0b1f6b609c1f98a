package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameListTest {

    @Test
    void emptyListIsAProblem() {
        assertThat(ValueTypes.NameList.ofEvents().problem(" ")).startsWith("names no event; use \"all\" or some of ");
        assertThat(ValueTypes.NameList.ofConstructs().problem(" ")).startsWith("names no construct; use \"all\"");
    }

    @Test
    void listThatLeavesOnlyWhatItHasNotNamedIsAProblem() {
        String none = "-all,thread,-thread";

        assertThat(ValueTypes.NameList.ofConstructs().problem(none)).contains("leaves no construct");
        assertThat(ValueTypes.NameList.ofConstructs().problem(none + ",fence")).isNull();
    }
}
