package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunEndTest {

    @Test
    void theJvmIsToldOnceAndRunsWhatIsSetThen() {
        Runnable registered = RunEnd.registration();
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();

        assertThat(registered).isNotNull();
        assertThat(RunEnd.registration()).as("a second agent's").isNull();

        RunEnd.set(first::incrementAndGet);
        RunEnd.set(second::incrementAndGet);
        registered.run();
        registered.run();

        assertThat(first).hasValue(0);
        assertThat(second).hasValue(1);
    }

    @Test
    void whoTakesTheActionIsTheOnlyOne() {
        AtomicInteger runs = new AtomicInteger();
        RunEnd.set(runs::incrementAndGet);

        Runnable taken = RunEnd.take();

        assertThat(taken).isNotNull();
        assertThat(RunEnd.take()).isNull();
        taken.run();
        assertThat(runs).hasValue(1);
    }
}
