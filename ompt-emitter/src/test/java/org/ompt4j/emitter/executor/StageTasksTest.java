package org.ompt4j.emitter.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.TaskStatus;

/** Each function of a stage is a task, which begins once or never and is found by its future. */
class StageTasksTest {
    private static final long STACK = Memory.fieldOffset(CompletableFuture.class, "stack");

    @BeforeAll
    static void keepBesideTheClassWhatTheAgentWouldAddToIt() {
        FieldSubstitutes.keepFor(CompletableFuture.class);
    }

    @Test
    void stageThatIsLeftWithItsSourceIsATaskThatBeginsOnce() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> stage = source.thenApply(n -> n + 1);
        Object left = leftWith(source);
        inside(c -> StageTasks.register(c, left));
        long id = StageTasks.idOf(stage);

        assertThat(id).isPositive();
        assertThat(StageTasks.isPending(stage, null)).isTrue();
        assertThat(begin(stage)).isEqualTo(id);
        assertThat(StageTasks.isPending(stage, null)).isFalse();
        assertThat(begin(stage)).isZero();
        assertThat(StageTasks.idOf(stage)).as("known after it has begun").isEqualTo(id);
    }

    @Test
    void stageThatIsLeftWithTwoSourcesIsOneTask() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> stage = source.thenCombine(new CompletableFuture<Integer>(), Integer::sum);
        Object left = leftWith(source);
        inside(c -> StageTasks.register(c, left));
        long id = StageTasks.idOf(stage);
        inside(c -> StageTasks.register(c, left));

        assertThat(id).isPositive();
        assertThat(StageTasks.idOf(stage)).isEqualTo(id);
    }

    @Test
    void suppliersOfOneFutureAreATaskEach() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        List<Runnable> given = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int result = i;
            future.completeAsync(() -> result, given::add);
        }
        given.forEach(each -> inside(c -> StageTasks.handOver(c, each, given::add)));

        List<Long> ids = given.stream().map(StageTasks::takePending).toList();
        assertThat(ids).doesNotContain(0L).doesNotHaveDuplicates();
        assertThat(StageTasks.idOf(future)).as("the first").isEqualTo(ids.get(0));
        assertThat(given.stream().mapToLong(StageTasks::takePending)).containsOnly(0L);
    }

    @Test
    void futureThatGetsTheResultOfAnotherOneIsCompletedByItsTask() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> stage = source.thenApply(n -> n + 1);
        Object left = leftWith(source);
        inside(c -> StageTasks.register(c, left));
        CompletableFuture<Integer> copy = stage.copy();
        Object relay = leftWith(stage);
        inside(c -> StageTasks.register(c, relay));

        assertThat(StageTasks.idOf(copy)).isPositive().isEqualTo(StageTasks.idOf(stage));
        assertThat(StageTasks.isPending(copy, null)).isFalse();
    }

    @Test
    void joinedFuturesHaveTheTasksOfAllOfThem() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> stage = source.thenApply(n -> n + 1);
        Object left = leftWith(source);
        inside(c -> StageTasks.register(c, left));
        CompletableFuture<Void> inner = CompletableFuture.allOf(source, stage);
        JoinedTasks.keep(inner, new CompletableFuture<?>[] {source, stage});
        CompletableFuture<Void> outer = CompletableFuture.allOf(inner, stage);
        JoinedTasks.keep(outer, new CompletableFuture<?>[] {inner, stage});

        assertThat(JoinedTasks.of(source).count()).isZero();
        assertThat(JoinedTasks.of(inner).count()).isEqualTo(1);
        assertThat(JoinedTasks.of(outer).count()).isEqualTo(2);
        OmptDependence[] deps = new OmptDependence[3];
        JoinedTasks.of(outer).addTo(deps, 1);
        assertThat(deps[0]).isNull();
        assertThat(deps).endsWith(deps[1], deps[1]);
        assertThat(deps[1]).isEqualTo(new OmptDependence(StageTasks.idOf(stage), DependenceType.IN));
    }

    @Test
    void joinedFutureHasTheTaskThatIsKnownLater() {
        CompletableFuture<Integer> inner = new CompletableFuture<Integer>().thenApply(n -> n);
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> composed = source.thenCompose(n -> inner);
        inside(c -> StageTasks.register(c, leftWith(source)));
        CompletableFuture<Void> all = CompletableFuture.allOf(composed);
        JoinedTasks.keep(all, new CompletableFuture<?>[] {composed});
        StageTasks.keepBegun(inner, 7);
        begin(composed);
        source.complete(1);
        inside(c -> StageTasks.register(c, leftWith(inner)));

        OmptDependence[] deps = new OmptDependence[1];
        JoinedTasks.of(all).addTo(deps, 0);
        assertThat(deps).containsExactly(new OmptDependence(7, DependenceType.IN));
    }

    @Test
    void futureThatGetsTheResultOfJoinedOnesHasTheirTasks() {
        CompletableFuture<Integer> part = new CompletableFuture<>();
        StageTasks.keepBegun(part, 7);
        CompletableFuture<Void> inner = CompletableFuture.allOf(part);
        JoinedTasks.keep(inner, new CompletableFuture<?>[] {part});
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Void> composed = source.thenCompose(n -> inner);
        inside(c -> StageTasks.register(c, leftWith(source)));
        long function = begin(composed);
        source.complete(1);
        inside(c -> StageTasks.register(c, leftWith(inner)));

        OmptDependence[] deps = new OmptDependence[1];
        JoinedTasks.of(composed).addTo(deps, 0);
        assertThat(deps).containsExactly(new OmptDependence(7, DependenceType.IN));
        assertThat(StageTasks.awaited(composed))
                .as("threads wait under this id")
                .isEqualTo(function);
        assertThat(StageTasks.isPending(composed, null)).isFalse();
    }

    @Test
    void futureIsWaitedForWhileAThreadIsInItsStack() throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenApply(n -> n + 1);
        assertThat(StageTasks.isWaitedFor(future)).isFalse();
        assertThat(StageTasks.awaitedIfKnown(future)).isZero();

        Thread waiter = new Thread(future::join);
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(StageTasks.isWaitedFor(future)).isTrue();
        assertThat(StageTasks.awaited(future)).isPositive().isEqualTo(StageTasks.awaitedIfKnown(future));
        future.complete(1);
        waiter.join();
    }

    @Test
    void futureIsDoneOnceItHasAResultOrAnException() {
        assertThat(StageTasks.isDone(new CompletableFuture<>())).isFalse();
        assertThat(StageTasks.isDone(CompletableFuture.completedFuture(null))).isTrue();
        assertThat(StageTasks.isDone(CompletableFuture.failedFuture(new Exception())))
                .isTrue();
    }

    /** The JDK's object for the stage that was added last. */
    private static Object leftWith(CompletableFuture<?> source) {
        return Memory.UNSAFE.getReference(source, STACK);
    }

    private static long begin(CompletableFuture<?> future) {
        return ask(c -> {
            long id = StageTasks.begin(c, future, null);
            if (id != 0) {
                Tasks.end(c, id, TaskStatus.COMPLETE);
            }
            return id;
        });
    }

    private static void inside(Consumer<ThreadContext> step) {
        ask(c -> {
            step.accept(c);
            return 0;
        });
    }

    private static long ask(ToLongFunction<ThreadContext> question) {
        ThreadContext c = Threads.enter();
        assertThat(c).isNotNull();
        try {
            return question.applyAsLong(c);
        } finally {
            c.leave();
        }
    }
}
