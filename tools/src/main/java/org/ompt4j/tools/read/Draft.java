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

/** A {@link TraceEvent} in the making; members begin as that class says for events that lack them. */
final class Draft {
    final long timeNanos;
    long threadId;
    long taskId;

    @Nullable
    Event event;

    Construct construct;

    @Nullable
    ScopeEndpoint endpoint;

    @Nullable
    ThreadType threadType;

    long parallelId;
    long encounteringTaskId;
    long newTaskId;
    long priorTaskId;

    @Nullable
    TaskStatus priorTaskStatus;

    long nextTaskId;
    long srcTaskId;
    long sinkTaskId;
    int requestedParallelism = -1;
    int actualParallelism = -1;
    int index = -1;
    int flags;
    boolean hasDependences;

    @Nullable
    WorkType wstype;

    long count = -1;

    @Nullable
    DispatchKind dispatchKind;

    long start = -1;
    long iterations = -1;

    @Nullable
    SyncRegionKind syncKind;

    @Nullable
    MutexKind mutexKind;

    @Nullable
    MutexImpl impl;

    int hint;
    long waitId;

    @Nullable
    Severity severity;

    @Nullable
    String message;

    @Nullable
    State state;

    @Nullable
    DependenceType dependenceType;

    long variable;
    int ndeps = -1;
    long command = -1;
    long modifier = -1;

    int codeptrRa;
    int body;

    Draft(long timeNanos, long threadId, long taskId, Construct construct) {
        this.timeNanos = timeNanos;
        this.threadId = threadId;
        this.taskId = taskId;
        this.construct = construct;
    }

    TraceEvent finish() {
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
                message,
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
