package org.ompt4j.emitter.executor;

import java.util.concurrent.CompletableFuture;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Event;

/**
 * Dependences of stages on tasks that are known only after the stages were registered: a function of {@code thenCompose} has returned the future
 * whose result the stages are to get.
 *
 * <p>Thread safety: any thread.
 */
final class LaterDependences {
    /** How many objects of the JDK are looked at for one future: a program can make chains of any length. */
    private static final int MOST = 64;

    private LaterDependences() {}

    /**
     * Tells which stages have to wait for the tasks of another future, too.
     *
     * @param future for which they wait
     * @param source whose result it gets when that is complete
     */
    static void tell(ThreadContext c, CompletableFuture<?> future, CompletableFuture<?> source) {
        if (Events.wanted(Event.TASK_DEPENDENCE) && StageTasks.firstWaiting(future) != null) {
            JoinedTasks tasks = JoinedTasks.of(source);
            if (tasks.count() > 0) {
                c.clock().now();
                tellAll(c, future, tasks, MOST);
            }
        }
    }

    /** Returns how many more objects may be looked at. */
    private static int tellAll(ThreadContext c, CompletableFuture<?> future, JoinedTasks tasks, int most) {
        int left = most;
        Object each = StageTasks.firstWaiting(future);
        while (each != null && left > 0) {
            left = tell(c, StageTasks.ofStage(each), tasks, left - 1);
            each = StageTasks.nextWaiting(each);
        }
        return left;
    }

    private static int tell(ThreadContext c, Object completion, JoinedTasks tasks, int left) {
        CompletableFuture<?> completes = StageTasks.dependent(completion);
        if (completes == null) {
            return left;
        }
        if (StageTasks.passesOn(completion)) {
            return tellAll(c, completes, tasks, left);
        }
        long stage = StageTasks.runsAfterAll(completion) ? StageTasks.pendingIdOf(completes) : 0;
        if (stage != 0) {
            tasks.tellUnfinished(c, stage);
        }
        return left;
    }
}
