package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.executor.CompletableFutureHooks;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.OmptDependence;

/** Stages whose sources are complete, which run before the program has their futures. */
class CompletableFutureHooksTest {
    private static final UnaryOperator<Object> FUNCTION = any -> any;

    private final RecordedEvents events = new RecordedEvents();

    @BeforeAll
    static void keepBesideTheClassWhatTheAgentWouldAddToIt() {
        FieldSubstitutes.keepFor(CompletableFuture.class);
    }

    @BeforeEach
    void clean() {
        events.forget();
    }

    @AfterEach
    void stop() {
        events.close();
    }

    @Test
    void dependOnTheTaskOfTheirSource() throws InterruptedException {
        long[] ids = new long[2];
        ThreadContext c = ObservedThread.run(t -> {
            CompletableFuture<Object> future = done();
            ids[0] = runAtOnce(t, done(), future);
            ids[1] = runAtOnce(t, future, done());
        });

        assertThat(dependences(c)).containsExactly(out(ids[1]), in(ids[0]));
    }

    @Test
    void dependOnBothSourcesThatWereNoted() throws InterruptedException {
        long[] ids = new long[3];
        ThreadContext c = ObservedThread.run(t -> {
            CompletableFuture<Object> first = done();
            CompletableFuture<Object> second = done();
            ids[0] = runAtOnce(t, done(), first);
            ids[1] = runAtOnce(t, done(), second);
            CompletableFutureHooks.noteSources(t, first, second);
            ids[2] = CompletableFutureHooks.begin(t, done(), FUNCTION);
            CompletableFutureHooks.end(t, ids[2]);
            CompletableFutureHooks.forgetSources(t);
        });

        assertThat(dependences(c)).containsExactly(out(ids[2]), in(ids[0]), in(ids[1]));
    }

    /** Its function did not match the outcome, so nothing has run. */
    @Test
    void sourceOfAStageThatNeedNotRunIsForgotten() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            CompletableFuture<Object> future = done();
            runAtOnce(t, done(), future);
            CompletableFutureHooks.noteSource(t, future);
            CompletableFutureHooks.forgetSources(t);
            CompletableFutureHooks.end(t, CompletableFutureHooks.begin(t, done(), FUNCTION));
        });

        assertThat(dependences(c)).isEmpty();
    }

    /** As {@code thenCompose} does if the inner future is not complete. */
    @Test
    void futureThatIsNotCompleteIsLeftToTheTaskThatCompletesIt() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            CompletableFuture<Object> open = new CompletableFuture<>();
            runAtOnce(t, done(), open);
            open.complete(1);
            runAtOnce(t, open, done());
        });

        assertThat(dependences(c)).isEmpty();
    }

    private static CompletableFuture<Object> done() {
        return CompletableFuture.completedFuture(1);
    }

    private static long runAtOnce(ThreadContext c, CompletableFuture<Object> source, CompletableFuture<Object> made) {
        long id = CompletableFutureHooks.beginAtOnce(c, FUNCTION, source);
        CompletableFutureHooks.endAtOnce(c, id);
        CompletableFutureHooks.madeAtOnce(c, made);
        return id;
    }

    private static OmptDependence out(long task) {
        return new OmptDependence(task, DependenceType.OUT);
    }

    private static OmptDependence in(long task) {
        return new OmptDependence(task, DependenceType.IN);
    }

    /** The dependences of the one task that has some. */
    private List<OmptDependence> dependences(ThreadContext c) {
        List<OmptDependence> all = new ArrayList<>();
        for (RecordedEvents.Delivered each : events.of(c)) {
            if (each.event().equals("dependences")) {
                assertThat(all).isEmpty();
                OmptDependence[] deps = (OmptDependence[]) each.arguments().get(1);
                all.addAll(Arrays.asList(deps).subList(0, (int) each.arguments().get(2)));
            }
        }
        return all;
    }
}
