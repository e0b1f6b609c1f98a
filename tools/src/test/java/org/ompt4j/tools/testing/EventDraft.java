package org.ompt4j.tools.testing;

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
import org.ompt4j.tools.read.TraceEvent;

/** A trace event whose members can still be set; what is not set has the value that stands for none. */
public final class EventDraft {
    public long timeNanos;
    public long threadId;
    public long taskId;
    public @Nullable Event event;
    public Construct construct = Construct.NONE;
    public @Nullable ScopeEndpoint endpoint;
    public @Nullable ThreadType threadType;
    public long parallelId;
    public long encounteringTaskId;
    public long newTaskId;
    public long priorTaskId;
    public @Nullable TaskStatus priorTaskStatus;
    public long nextTaskId;
    public long srcTaskId;
    public long sinkTaskId;
    public int requestedParallelism = -1;
    public int actualParallelism = -1;
    public int index = -1;
    public int flags;
    public boolean hasDependences;
    public @Nullable WorkType wstype;
    public long count = -1;
    public @Nullable DispatchKind dispatchKind;
    public long start = -1;
    public long iterations = -1;
    public @Nullable SyncRegionKind syncKind;
    public @Nullable MutexKind mutexKind;
    public @Nullable MutexImpl impl;
    public int hint = -1;
    public long waitId;
    public @Nullable Severity severity;
    public @Nullable String message;
    public @Nullable State state;
    public @Nullable DependenceType dependenceType;
    public long variable;
    public int ndeps = -1;
    public long command = -1;
    public long modifier = -1;
    public int codeptrRa;
    public int body;

    /** A draft with all members of this event. */
    public static EventDraft of(TraceEvent from) {
        EventDraft draft = new EventDraft();
        draft.timeNanos = from.timeNanos();
        draft.threadId = from.threadId();
        draft.taskId = from.taskId();
        draft.event = from.event();
        draft.construct = from.construct();
        draft.endpoint = from.endpoint();
        draft.threadType = from.threadType();
        draft.parallelId = from.parallelId();
        draft.encounteringTaskId = from.encounteringTaskId();
        draft.newTaskId = from.newTaskId();
        draft.priorTaskId = from.priorTaskId();
        draft.priorTaskStatus = from.priorTaskStatus();
        draft.nextTaskId = from.nextTaskId();
        draft.srcTaskId = from.srcTaskId();
        draft.sinkTaskId = from.sinkTaskId();
        draft.requestedParallelism = from.requestedParallelism();
        draft.actualParallelism = from.actualParallelism();
        draft.index = from.index();
        draft.flags = from.flags();
        draft.hasDependences = from.hasDependences();
        draft.wstype = from.wstype();
        draft.count = from.count();
        draft.dispatchKind = from.dispatchKind();
        draft.start = from.start();
        draft.iterations = from.iterations();
        draft.syncKind = from.syncKind();
        draft.mutexKind = from.mutexKind();
        draft.impl = from.impl();
        draft.hint = from.hint();
        draft.waitId = from.waitId();
        draft.severity = from.severity();
        draft.message = from.message();
        draft.state = from.state();
        draft.dependenceType = from.dependenceType();
        draft.variable = from.variable();
        draft.ndeps = from.ndeps();
        draft.command = from.command();
        draft.modifier = from.modifier();
        draft.codeptrRa = from.codeptrRa();
        draft.body = from.body();
        return draft;
    }

    public TraceEvent toEvent() {
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
