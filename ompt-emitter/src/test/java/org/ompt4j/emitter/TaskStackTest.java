package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/** What samplers read from a stack of tasks that changes meanwhile. */
class TaskStackTest {
    private static final Construct K = Construct.FORK_JOIN_TASK;
    private static final int STACKS = 20_000;

    /** More tasks than the initial capacity. */
    private static final int DEEP = 6;

    private volatile TaskStack current = new TaskStack(1);
    private volatile boolean over;

    @Test
    void stackCanBeReadWhileItGrowsAndIsLetGo() throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        CountDownLatch reads = new CountDownLatch(1);
        Thread sampler = new Thread(() -> {
            try {
                while (!over) {
                    read(current);
                    reads.countDown();
                }
            } catch (Throwable t) {
                thrown[0] = t;
                reads.countDown();
            }
        });
        sampler.start();
        reads.await();
        for (int i = 0; i < STACKS && thrown[0] == null; i++) {
            use(current);
            current = new TaskStack(1);
        }
        over = true;
        sampler.join();

        assertThat(thrown[0]).isNull();
    }

    @Test
    void undeferredTasksAreKnownWhileTheyAreOnTheStackHoweverManyHaveEnded() {
        TaskStack stack = new TaskStack(1);
        stack.madeUndeferred(1);
        stack.push(TaskFrame.Kind.EXPLICIT, Construct.FORK_JOIN_TASK, 1, null, 0);
        for (long id = 2; id < 1_000; id++) {
            stack.madeUndeferred(id);
            stack.push(TaskFrame.Kind.EXPLICIT, Construct.FORK_JOIN_TASK, id, null, 0);
            stack.pop();
        }

        assertThat(stack.isUndeferred(1)).isTrue();
        assertThat(stack.isUndeferred(1_000)).isFalse();
    }

    private static void use(TaskStack stack) {
        for (int i = 0; i < DEEP; i++) {
            stack.push(TaskFrame.Kind.MEMBER, K, i + 1, null, 0);
            stack.setState(State.WAIT_BARRIER_IMPLICIT_PARALLEL, 0);
        }
        for (int i = 0; i < DEEP / 2; i++) {
            stack.pop();
        }
        stack.forget();
    }

    private static void read(TaskStack stack) {
        for (int i = 0; i < 100; i++) {
            stack.state();
            stack.waitId();
            stack.taskId();
            stack.parallelId();
            stack.sampledRegion(1);
        }
    }
}
