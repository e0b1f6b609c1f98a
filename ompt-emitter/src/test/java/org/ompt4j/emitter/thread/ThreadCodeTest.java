package org.ompt4j.emitter.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class ThreadCodeTest {

    @Test
    void whatAFutureWasGivenIsFoundAlsoBehindTheJdksAdapter() {
        Callable<String> callable = () -> "done";
        Runnable runnable = () -> {};

        assertThat(ThreadCode.given(new FutureTask<>(callable))).isSameAs(callable);
        assertThat(ThreadCode.given(new FutureTask<>(runnable, "done"))).isSameAs(runnable);
        assertThat(ThreadCode.given(runnable)).isSameAs(runnable);
    }
}
