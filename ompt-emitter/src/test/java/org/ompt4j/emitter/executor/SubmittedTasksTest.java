package org.ompt4j.emitter.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.AnyEvent;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.PendingTask;
import org.ompt4j.emitter.Section;
import org.ompt4j.emitter.Sections;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Construct;

/** Each submission of a Runnable is a task of its own, which begins once or is discarded once. */
class SubmittedTasksTest {

    private static final class Work implements Runnable, Callable<Object> {
        @Override
        public void run() {}

        @Override
        public Object call() {
            return "done";
        }
    }

    /** A tool that wants every event. */
    private static final AnyEvent LISTENER = () -> {};

    @BeforeAll
    static void keepBesideTheClassWhatTheAgentWouldAddToIt() {
        FieldSubstitutes.keepFor(FutureTask.class);
    }

    @Test
    void oldestTaskOfARunnableBeginsFirst() {
        Runnable task = new Work();
        submit(task);
        submit(task);
        submit(task);

        List<Long> begun = List.of(begin(task), begin(task), begin(task));
        assertThat(begun).doesNotContain(0L).doesNotHaveDuplicates().isSorted();
        assertThat(begin(task)).isZero();
    }

    @Test
    void futureThatRunsAFunctionOfACompletableFutureIsInternal() {
        AtomicReference<Runnable> function = new AtomicReference<>();
        CompletableFuture.supplyAsync(() -> "done", function::set);
        StageTasks.isDone(new CompletableFuture<>());

        assertThat(SubmittedTasks.isInternal(new FutureTask<>(function.get(), null)))
                .isTrue();
        assertThat(SubmittedTasks.isInternal(new FutureTask<>(new Work(), null)))
                .isFalse();
    }

    @Test
    void discardedTaskIsTheOneThatWasHandedOverLast() {
        Runnable task = new Work();
        submit(task);
        submit(task);
        submit(task);
        inside(c -> SubmittedTasks.discardLast(c, Construct.THREAD_POOL_EXECUTOR, task));

        assertThat(begin(task)).isLessThan(begin(task));
        assertThat(begin(task)).isZero();
    }

    @Test
    void discardOfWhatIsNotPendingChangesNothing() {
        Runnable task = new Work();
        inside(c -> SubmittedTasks.discardLast(c, Construct.THREAD_POOL_EXECUTOR, task));
        submit(task);

        assertThat(begin(task)).isPositive();
    }

    @Test
    void futureIsDoneOnceItsResultCanBeHadAndCancelledOnlyByACancel() throws InterruptedException {
        FutureTask<Object> task = new FutureTask<>(new Work());
        assertThat(SubmittedTasks.isDone(task)).isFalse();
        task.run();
        assertThat(SubmittedTasks.isDone(task)).isTrue();
        assertThat(SubmittedTasks.isCancelled(task)).isFalse();

        FutureTask<Object> failed = new FutureTask<>(() -> {
            throw new IllegalStateException();
        });
        failed.run();
        assertThat(SubmittedTasks.isDone(failed)).isTrue();
        assertThat(SubmittedTasks.isCancelled(failed)).isFalse();

        for (boolean interrupt : new boolean[] {false, true}) {
            FutureTask<Object> cancelled = new FutureTask<>(new Work());
            cancelled.cancel(interrupt);
            assertThat(SubmittedTasks.isDone(cancelled)).isTrue();
            assertThat(SubmittedTasks.isCancelled(cancelled)).isTrue();
        }
    }

    @Test
    void futureThatRunsIsNotDone() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FutureTask<Object> task = new FutureTask<>(() -> {
            runs.countDown();
            goOn.await();
            return "done";
        });
        Thread runner = new Thread(task);
        runner.start();
        runs.await();
        assertThat(SubmittedTasks.isDone(task)).isFalse();
        goOn.countDown();
        runner.join();

        assertThat(SubmittedTasks.isDone(task)).isTrue();
    }

    @Test
    void bodyIsTheCodeInsideOfFuturesAndAdapters() {
        int body = Bodies.ofClass(Work.class);
        List<Runnable> wrapped = new ArrayList<>(List.of(
                new Work(),
                new FutureTask<>((Callable<Object>) new Work()),
                new FutureTask<>((Runnable) new Work(), "done"),
                new FutureTask<>(Executors.callable(new FutureTask<>((Callable<Object>) new Work())))));

        assertThat(wrapped)
                .allSatisfy(each -> assertThat(SubmittedTasks.body(each)).isEqualTo(body));
    }

    @Test
    void sectionsHaveTheirNumbersAndOnePlace() {
        Runnable task = new Work();
        Events.deliverTo(LISTENER, -1L);
        try {
            inside(c -> {
                Sections.begin(c, Construct.THREAD_POOL_EXECUTOR, 2, 7);
                c.tasks().setSections(0, 1);
                assertThat(SubmittedTasks.site(c, Construct.THREAD_POOL_EXECUTOR))
                        .isEqualTo(7);
                SubmittedTasks.submit(c, Construct.THREAD_POOL_EXECUTOR, new Work(), 7);
                SubmittedTasks.submit(c, Construct.THREAD_POOL_EXECUTOR, task, 7);
                Sections.end(c, Construct.THREAD_POOL_EXECUTOR, 2, 7);
            });
        } finally {
            Events.deliverTo(null, 0);
        }
        PendingTask begun = SubmittedTasks.takeOldest(task);
        assertThat(begun).isNotNull();
        assertThat(Section.numberIn(begun.place())).isEqualTo(1);
    }

    /** Begins a task like the hooks do; returns 0 if there is none. */
    private static long begin(Runnable task) {
        long own = SubmittedTasks.takeOwn(task);
        PendingTask oldest = own == 0 ? SubmittedTasks.takeOldest(task) : null;
        return oldest == null ? own : oldest.id();
    }

    private static void submit(Runnable task) {
        inside(c -> SubmittedTasks.submit(c, Construct.THREAD_POOL_EXECUTOR, task, 0));
    }

    private static void inside(Consumer<ThreadContext> step) {
        ThreadContext c = Threads.enter();
        assertThat(c).isNotNull();
        try {
            step.accept(c);
        } finally {
            c.leave();
        }
    }
}
