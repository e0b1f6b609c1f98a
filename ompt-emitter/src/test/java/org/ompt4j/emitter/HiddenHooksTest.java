package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Here the emitter is on the class path, so that the bootstrap loader, which is asked, has none of it. */
class HiddenHooksTest {

    @Test
    void findsNothingThatIsNotOfTheEmitter() {
        assertThat(HiddenHooks.find("java.lang.String")).isNull();
        assertThat(HiddenHooks.find(null)).isNull();
    }

    @Test
    void leavesToTheLoaderWhatTheBootstrapLoaderHasNot() {
        assertThat(HiddenHooks.find(HiddenHooks.class.getName())).isNull();
        assertThat(HiddenHooks.find("org.ompt4j.emitter.Missing")).isNull();
    }
}
