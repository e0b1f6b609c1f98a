package org.ompt4j.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OmptControlTest {

    @Test
    void everyCommandAnswersThatNoToolRunsWhereThereIsNoAgent() {
        assertThat(OmptControl.start()).isEqualTo(OmptControl.NO_TOOL);
        assertThat(OmptControl.pause()).isEqualTo(OmptControl.NO_TOOL);
        assertThat(OmptControl.flush()).isEqualTo(OmptControl.NO_TOOL);
        assertThat(OmptControl.end()).isEqualTo(OmptControl.NO_TOOL);
        assertThat(OmptControl.control(OmptControl.FIRST_TOOL_SPECIFIC, 7, "arg"))
                .isEqualTo(OmptControl.NO_TOOL);
    }
}
