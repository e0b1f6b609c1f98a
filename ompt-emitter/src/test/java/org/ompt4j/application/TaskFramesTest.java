package org.ompt4j.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.Inquiries;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Regions;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;

/** Inquiries about ancestor tasks and their frames, with real methods of the JDK on the stack. */
class TaskFramesTest {
    private static final Construct TASK = Construct.FORK_JOIN_TASK;
    private static final String RUN_TASK = "java.util.concurrent.ForkJoinTask.doExec";

    @BeforeAll
    static void initializeTheFamilies() throws ClassNotFoundException {
        for (String each : List.of("forkjoin.TaskRecord", "thread.KnownThreads", "stream.ParallelStreamHooks")) {
            Class.forName("org.ompt4j.emitter." + each);
        }
    }

    private static void onThread(ThreadType type, Consumer<ThreadContext> body) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                Threads.begin(Thread.currentThread(), type);
                ThreadContext c = Objects.requireNonNull(Threads.enter());
                body.accept(c);
                Threads.end(c);
            } catch (Throwable t) {
                thrown[0] = t;
            }
        });
        thread.start();
        thread.join();
        assertThat(thrown[0]).isNull();
    }

    /** Runs code in a task of the JDK, and calls the core like hooks in the rewritten JDK. */
    private static void inTask(ThreadContext c, @Nullable Region team, Runnable code) {
        ForkJoinTask<Void> task = new ForkJoinTask<>() {
            @Override
            public Void getRawResult() {
                return null;
            }

            @Override
            protected void setRawResult(Void value) {
                // The task has no result.
            }

            @Override
            protected boolean exec() {
                // A worker without a task cannot create one: the id stands for a task that another thread has created.
                long id = c.type() == ThreadType.WORKER ? c.newId() : Tasks.create(c, TASK, 0, 1, 0);
                Tasks.begin(c, TASK, id, team);
                code.run();
                Tasks.end(c, id, TaskStatus.COMPLETE);
                return true;
            }
        };
        task.quietlyInvoke();
        if (task.isCompletedAbnormally()) {
            throw new AssertionError(task.getException());
        }
    }

    /** The frames of all tasks on the stack, innermost first; this class is the application. */
    private static List<OmptFrame> walk(ThreadContext c, boolean inRuntime) {
        List<OmptFrame> frames = new ArrayList<>();
        for (int level = 0; Inquiries.task(c, level) != null; level++) {
            frames.add(Inquiries.frame(c, level, inRuntime && level == 0));
        }
        return frames;
    }

    @Test
    void initialTaskThatRunsHasNoFrame() throws InterruptedException {
        onThread(ThreadType.INITIAL, c -> assertThat(walk(c, false)).containsExactly(OmptFrame.NONE));
    }

    @Test
    void taskThatRunsHasTheFrameThatRunsItAndTheInitialTaskBelowOnlyWhereItWentIn() throws InterruptedException {
        onThread(ThreadType.INITIAL, c -> {
            List<OmptFrame> frames = new ArrayList<>();
            inTask(c, null, () -> frames.addAll(walk(c, false)));

            assertThat(frames).hasSize(2);
            assertThat(frames.get(0).exitMethod()).isEqualTo(RUN_TASK);
            assertThat(frames.get(0).exitFrameFlags()).isEqualTo(OmptFrame.RUNTIME);
            assertThat(frames.get(0).enterFrame()).isZero();
            assertThat(frames.get(1).exitFrame()).isZero();
            assertThat(frames.get(1).enterFrame())
                    .isPositive()
                    .isLessThan(frames.get(0).exitFrame());
        });
    }

    @Test
    void suspendedTaskKeepsItsPairWhateverRunsAboveIt() throws InterruptedException {
        onThread(ThreadType.INITIAL, c -> {
            List<OmptFrame> before = new ArrayList<>();
            List<OmptFrame> deep = new ArrayList<>();
            inTask(
                    c,
                    null,
                    () -> inTask(c, null, () -> {
                        before.addAll(walk(c, false));
                        inTask(c, null, () -> deep.addAll(walk(c, false)));
                    }));

            assertThat(before).hasSize(3);
            assertThat(deep).hasSize(4);
            // The frames of the tasks below the innermost one have not changed.
            assertThat(deep.get(2)).isEqualTo(before.get(1));
            assertThat(deep.get(3)).isEqualTo(before.get(2));
            assertThat(deep.get(1).exitFrame()).isEqualTo(before.get(0).exitFrame());
            assertThat(deep.get(1).enterFrame()).isGreaterThan(deep.get(1).exitFrame());
        });
    }

    @Test
    void regionOfAPoolsInvokeIsNotFoundWhereNoPoolInvokes() throws InterruptedException {
        onThread(ThreadType.INITIAL, c -> {
            Region region = Regions.begin(c, Construct.FORK_JOIN_POOL, 2, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            assertThat(walk(c, false))
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(each.exitFrame()).isZero());
            Regions.end(c, region);
        });
    }

    @Test
    void memberInItsRegionsBarrierHasNoFrameEvenUnderATask() throws InterruptedException {
        onThread(ThreadType.INITIAL, opener -> {
            Region open = Regions.begin(opener, Construct.PARALLEL_STREAM, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            onAnotherThread(
                    ThreadType.INITIAL,
                    c -> inTask(
                            c,
                            open,
                            () -> assertThat(Inquiries.frame(c, 1, false).exitFrame())
                                    .as("a member that has not reached its barrier")
                                    .isPositive()));
            onAnotherThread(ThreadType.WORKER, c -> {
                inTask(c, open, () -> {});
                Tasks.outOfTasks(c);
                assertThat(Inquiries.frame(c, 0, false)).isEqualTo(OmptFrame.NONE);
                inTask(c, open, () -> {
                    assertThat(Inquiries.frame(c, 0, false).exitMethod()).isEqualTo(RUN_TASK);
                    assertThat(Inquiries.frame(c, 1, false)).isEqualTo(OmptFrame.NONE);
                });
            });
            Regions.end(opener, open);
        });
    }

    private static void onAnotherThread(ThreadType type, Consumer<ThreadContext> body) {
        try {
            onThread(type, body);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void taskThatWaitsOrCreatesIsInTheRuntime() throws InterruptedException {
        onThread(
                ThreadType.INITIAL,
                c -> inTask(c, null, () -> {
                    assertThat(Inquiries.frame(c, 0, true).enterFrame()).isPositive();
                    SyncRegions.begin(c, TASK, SyncRegionKind.TASKWAIT, 5, 1);
                    assertThat(Inquiries.frame(c, 0, false).enterFrame()).isPositive();
                    SyncRegions.end(c, TASK, SyncRegionKind.TASKWAIT, 5, 1);
                    assertThat(Inquiries.frame(c, 0, false).enterFrame()).isZero();
                }));
    }

    @Test
    void taskOfAThreadIsEnteredByItsRunMethod() throws InterruptedException {
        onThread(ThreadType.INITIAL, c -> {
            Tasks.begin(c, Construct.THREAD, Tasks.create(c, Construct.THREAD, 0, 1, 0), null);
            OmptFrame frame = Inquiries.frame(c, 0, false);
            assertThat(frame.exitMethod()).startsWith("java.lang.Thread.run");
            assertThat(frame.exitFrame()).isBetween(1, 2);
        });
    }

    @Test
    void nobodyHasFramesOnAnotherThread() throws InterruptedException {
        onThread(
                ThreadType.INITIAL,
                c -> inTask(c, null, () -> {
                    assertThat(Inquiries.frame(c, 0, false).exitFrame()).isPositive();
                    onAnotherThread(
                            ThreadType.INITIAL,
                            other -> assertThat(Inquiries.frame(c, 0, false)).isEqualTo(OmptFrame.NONE));
                }));
    }

    @Test
    void undeferredTasksAreKnownAtEveryLevel() throws InterruptedException {
        onThread(ThreadType.INITIAL, c -> {
            for (int i = 0; i < 10; i++) {
                long outer = Tasks.create(c, TASK, TaskFlag.UNDEFERRED, 1, 0);
                Tasks.begin(c, TASK, outer, null);
                Tasks.begin(c, TASK, Tasks.create(c, TASK, 0, 1, 0), null);
                Tasks.begin(c, TASK, Tasks.create(c, TASK, TaskFlag.UNDEFERRED, 1, 0), null);
                int undeferred = TaskFlag.EXPLICIT | TaskFlag.UNDEFERRED;
                assertThat(task(c, 0).flags()).isEqualTo(undeferred);
                assertThat(task(c, 1).flags()).isEqualTo(TaskFlag.EXPLICIT);
                assertThat(task(c, 2).flags()).isEqualTo(undeferred);
                assertThat(task(c, 2).taskId()).isEqualTo(outer);
                Tasks.end(c, TaskStatus.COMPLETE);
                Tasks.end(c, TaskStatus.COMPLETE);
                Tasks.end(c, TaskStatus.COMPLETE);
            }
            assertThat(task(c, 0).flags()).isEqualTo(TaskFlag.INITIAL);
        });
    }

    private static TaskInfo task(ThreadContext c, int level) {
        return Objects.requireNonNull(Inquiries.task(c, level));
    }
}
