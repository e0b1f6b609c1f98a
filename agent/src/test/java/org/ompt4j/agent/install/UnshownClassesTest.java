package org.ompt4j.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnshownClassesTest {
    private static final Class<?>[] LOADED = {Thread.class, String.class, UnshownClassesTest.class};
    private static final Set<String> WANTED =
            Set.of("java/lang/Thread", "java/util/concurrent/Exchanger", "org/ompt4j/agent/install/UnshownClassesTest");

    @Test
    void loadedClassOfTheJdkThatTheJvmHasNotShownIsNamed() {
        List<String> sentences = UnshownClasses.among(LOADED, WANTED, name -> false);

        assertThat(sentences)
                .containsExactly("java.lang.Thread is not observed: it was loaded while another class was rewritten");
    }

    @Test
    void nothingIsSaidOfClassesThatWereShown() {
        assertThat(UnshownClasses.among(LOADED, WANTED, "java/lang/Thread"::equals))
                .isEmpty();
    }
}
