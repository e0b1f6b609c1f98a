package org.ompt4j.emitter.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Construct;

/** Each submission of a task object is a task of its own, which begins once or is discarded once. */
class TaskRecordTest {
    private static final int HAND_OVERS = 20_000;
    private static final int THREADS = 3;

    @BeforeAll
    static void keepBesideTheClassWhatTheAgentWouldAddToIt() {
        FieldSubstitutes.keepFor(ForkJoinTask.class);
    }

    @Test
    void oldestTaskOfAnObjectBeginsFirst() {
        ForkJoinTask<?> task = task();
        submit(task);
        long first = TaskRecord.id(task);
        submit(task);
        submit(task);

        List<Long> begun = List.of(begin(task), begin(task), begin(task));
        assertThat(begun).startsWith(first).doesNotHaveDuplicates().isSorted();
        assertThat(begin(task)).isZero();
    }

    @Test
    void rejectedTaskIsTheOneThatWasSubmittedLast() {
        ForkJoinTask<?> task = task();
        submit(task);
        long first = TaskRecord.id(task);
        submit(task);
        inside(c -> TaskRecord.discardLast(c, task));

        assertThat(begin(task)).isEqualTo(first);
        assertThat(begin(task)).isZero();
    }

    @Test
    void taskThatIsForkedBeforeItsSubmissionHasBegunIsTwoTasks() {
        ForkJoinTask<?> task = task();
        submit(task);
        inside(c -> TaskRecord.create(c, Construct.FORK_JOIN_TASK, task, 0, 0));

        List<Long> begun = List.of(begin(task), begin(task));
        assertThat(begun).doesNotContain(0L).doesNotHaveDuplicates();
        assertThat(begin(task)).isZero();
    }

    @Test
    void threadsThatSubmitAndBeginTasksOfOneObjectLoseNoneAndBeginNoneTwice() throws InterruptedException {
        ForkJoinTask<?> task = task();
        Queue<Long> begun = new ConcurrentLinkedQueue<>();
        Semaphore queued = new Semaphore(0);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> {
                for (int n = 0; n < HAND_OVERS; n++) {
                    submit(task);
                    queued.release();
                }
            }));
            threads.add(new Thread(() -> {
                for (int n = 0; n < HAND_OVERS; n++) {
                    queued.acquireUninterruptibly();
                    begun.add(begin(task));
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }

        assertThat(begun).hasSize(THREADS * HAND_OVERS).doesNotContain(0L).doesNotHaveDuplicates();
        assertThat(begin(task)).isZero();
    }

    /** Begins a task like the hooks do; returns 0 if there is none. */
    private static long begin(ForkJoinTask<?> task) {
        long raw = TaskRecord.raw(task);
        if (TaskRecord.beginOnly(task, raw)) {
            return TaskRecord.idOf(raw);
        }
        TaskRecord.Intent oldest = TaskRecord.begin(task);
        return oldest == null ? 0 : TaskRecord.idOf(oldest.raw());
    }

    private static void submit(ForkJoinTask<?> task) {
        inside(c -> TaskRecord.submit(c, Construct.FORK_JOIN_POOL, task, null, 0, 0));
    }

    private interface Step {
        void run(ThreadContext c);
    }

    private static void inside(Step step) {
        ThreadContext c = Threads.enter();
        assertThat(c).isNotNull();
        try {
            step.run(c);
        } finally {
            c.leave();
        }
    }

    private static ForkJoinTask<?> task() {
        return ForkJoinTask.adapt(() -> {});
    }
}
