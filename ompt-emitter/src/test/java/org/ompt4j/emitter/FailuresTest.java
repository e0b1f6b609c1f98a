package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("removal")
class FailuresTest {

    @BeforeEach
    @AfterEach
    void forget() {
        Failures.forget();
    }

    @Test
    void whateverFailsIsCountedAndGoesNoFurther() {
        Failures.count("hook", new IllegalStateException("on purpose"));
        Failures.count("hook", new StackOverflowError());

        assertThat(Failures.counts()).hasSize(2);
    }

    @Test
    void whatThreadStopHasThrownIsThrownOnAndIsNoFailure() {
        ThreadDeath stop = new ThreadDeath();
        stop.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("java.lang.Thread", "stop", "Thread.java", 942),
            new StackTraceElement("com.acme.App", "main", "App.java", 1)
        });

        assertThatThrownBy(() -> Failures.count("hook", stop)).isSameAs(stop);

        assertThat(Failures.counts()).isEmpty();
    }

    @Test
    void threadDeathThatAToolThrowsIsAFailureLikeOthers() {
        Failures.count("tool", new ThreadDeath());

        assertThat(Failures.counts()).hasSize(1);
    }
}
