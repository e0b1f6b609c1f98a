package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** In this test the emitter is on the class path, so that the bootstrap loader, in which hooks are looked up, does not have it. */
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
