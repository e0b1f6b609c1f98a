package org.ompt4j.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OmpToolVariableTest {

    @ParameterizedTest
    @ValueSource(strings = {"disabled", "DISABLED", " disabled "})
    void disabledInAnyCaseAndWithBlanksSwitchesOff(String value) {
        assertThat(OmpToolVariable.isDisabled(value)).isTrue();
        assertThat(OmpToolVariable.warning(value)).isNull();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "enabled", "Enabled"})
    void enabledAndUnsetAreOnWithoutAWord(String value) {
        assertThat(OmpToolVariable.isDisabled(value)).isFalse();
        assertThat(OmpToolVariable.warning(value)).isNull();
    }

    @Test
    void anyOtherValueIsOnWithAWarning() {
        assertThat(OmpToolVariable.isDisabled("off")).isFalse();
        assertThat(OmpToolVariable.warning("off"))
                .isEqualTo("environment variable OMP_TOOL: \"off\" is neither enabled nor disabled; taken as enabled");
    }
}
