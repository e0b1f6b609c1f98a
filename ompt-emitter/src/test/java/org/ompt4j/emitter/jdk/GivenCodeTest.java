package org.ompt4j.emitter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class GivenCodeTest {

    @Test
    void whatAFutureWasGivenIsFoundAlsoBehindTheJdksAdapter() {
        Callable<String> callable = () -> "done";
        Runnable runnable = () -> {};

        assertThat(GivenCode.of(new FutureTask<>(callable))).isSameAs(callable);
        assertThat(GivenCode.of(new FutureTask<>(runnable, "done"))).isSameAs(runnable);
        assertThat(GivenCode.of(runnable)).isSameAs(runnable);
    }

    @Test
    void whatAFutureRunsCanBeAFuture() throws Exception {
        FutureTask<String> inner = new FutureTask<>(() -> "done");
        FutureTask<String> outer = new FutureTask<>(inner, null);

        assertThat(GivenCode.in(outer)).isSameAs(inner);
        outer.run();
        assertThat(inner.get()).isEqualTo("done");
        assertThat(GivenCode.in(outer)).as("after it has run").isNull();
    }
}
