package org.ompt4j.tools.read;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * One event of a trace, or one sample of a thread's state, with the members of the event's OMPT 5.1 trace record.
 *
 * <p>Members that the event does not have are null, 0 (ids, {@code codeptrRa}, {@code body}) or -1 (numbers that can be 0).
 *
 * @param timeNanos nanoseconds since the trace began
 * @param threadId the thread on which the event happened
 * @param taskId the task that was current on that thread when the event happened (before a task_schedule takes effect the
 *     prior task, so it equals the prior task there), 0 if none
 * @param event the event; null for a sample, which has {@code state}, {@code waitId}, {@code taskId} and {@code parallelId}
 * @param codeptrRa call-site id, resolved by {@link Trace#callSite}
 * @param body id of the code that a task or region runs, resolved by {@link Trace#body}
 */
public record TraceEvent(
        long timeNanos,
        long threadId,
        long taskId,
        @Nullable Event event,
        Construct construct,
        @Nullable ScopeEndpoint endpoint,
        @Nullable ThreadType threadType,
        long parallelId,
        long encounteringTaskId,
        long newTaskId,
        long priorTaskId,
        @Nullable TaskStatus priorTaskStatus,
        long nextTaskId,
        long srcTaskId,
        long sinkTaskId,
        int requestedParallelism,
        int actualParallelism,
        int index,
        int flags,
        boolean hasDependences,
        @Nullable WorkType wstype,
        long count,
        @Nullable DispatchKind dispatchKind,
        long start,
        long iterations,
        @Nullable SyncRegionKind syncKind,
        @Nullable MutexKind mutexKind,
        @Nullable MutexImpl impl,
        int hint,
        long waitId,
        @Nullable Severity severity,
        @Nullable String message,
        @Nullable State state,
        @Nullable DependenceType dependenceType,
        long variable,
        int ndeps,
        long command,
        long modifier,
        int codeptrRa,
        int body) {

    /** The same event with another message. */
    TraceEvent withMessage(String newMessage) {
        return new TraceEvent(
                timeNanos,
                threadId,
                taskId,
                event,
                construct,
                endpoint,
                threadType,
                parallelId,
                encounteringTaskId,
                newTaskId,
                priorTaskId,
                priorTaskStatus,
                nextTaskId,
                srcTaskId,
                sinkTaskId,
                requestedParallelism,
                actualParallelism,
                index,
                flags,
                hasDependences,
                wstype,
                count,
                dispatchKind,
                start,
                iterations,
                syncKind,
                mutexKind,
                impl,
                hint,
                waitId,
                severity,
                newMessage,
                state,
                dependenceType,
                variable,
                ndeps,
                command,
                modifier,
                codeptrRa,
                body);
    }
}
