package org.ompt4j.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnshownClassesTest {
    private static final Class<?>[] LOADED = {Thread.class, String.class, UnshownClassesTest.class};

    @Test
    void loadedClassOfTheJdkThatTheJvmHasNotShownIsNamed() {
        List<String> sentences = UnshownClasses.among(
                LOADED,
                Set.of("java.lang.Thread", "java.util.concurrent.Exchanger", UnshownClassesTest.class.getName()));

        assertThat(sentences)
                .containsExactly("java.lang.Thread is not observed: it was loaded while another class was rewritten");
    }

    @Test
    void nothingIsSaidOfClassesThatWereShown() {
        assertThat(UnshownClasses.among(LOADED, Set.of("java.util.concurrent.Exchanger")))
                .isEmpty();
    }
}
