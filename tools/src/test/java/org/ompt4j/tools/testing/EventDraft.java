package org.ompt4j.tools.testing;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.read.TraceEvent;

/** A trace event whose members can be set; members that are not set have the value that means none. */
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
    public long owner;
    public long poolId;
    public @Nullable Severity severity;
    public @Nullable String message;
    public @Nullable State state;
    public WaitOutcome outcome = WaitOutcome.UNSPECIFIED;
    public @Nullable DependenceType dependenceType;
    public long variable;
    public int ndeps = -1;
    public long cpuTime;
    public long lateness;
    public long period;
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
        draft.hasDependences = from.value(Member.HAS_DEPENDENCES) != 0;
        draft.wstype = (WorkType) from.enumerator(Member.WSTYPE);
        draft.count = from.value(Member.COUNT);
        draft.dispatchKind = (DispatchKind) from.enumerator(Member.DISPATCH_KIND);
        draft.start = from.value(Member.START);
        draft.iterations = from.value(Member.ITERATIONS);
        draft.syncKind = from.syncKind();
        draft.mutexKind = from.mutexKind();
        draft.impl = from.impl();
        draft.hint = (int) from.value(Member.HINT);
        draft.waitId = from.waitId();
        draft.owner = from.owner();
        draft.severity = from.severity();
        draft.message = from.message();
        draft.state = from.state();
        draft.outcome = from.outcome();
        draft.dependenceType = (DependenceType) from.enumerator(Member.DEPENDENCE_TYPE);
        draft.variable = from.value(Member.VARIABLE);
        draft.ndeps = (int) from.value(Member.NDEPS);
        draft.cpuTime = from.value(Member.CPU_TIME);
        draft.lateness = from.value(Member.LATENESS);
        draft.period = from.value(Member.PERIOD);
        draft.command = from.value(Member.COMMAND);
        draft.modifier = from.value(Member.MODIFIER);
        draft.poolId = from.poolId();
        draft.codeptrRa = from.codeptrRa();
        draft.body = from.body();
        return draft;
    }

    public TraceEvent toEvent() {
        Event kind = event;
        if (kind == null) {
            long details = construct.ordinal() | Member.STATE.bits(number(state));
            return new TraceEvent(timeNanos, threadId, taskId, null, details, parallelId, waitId, 0, 0, 0, null);
        }
        long[] values = kind.members().stream().mapToLong(this::value).toArray();
        return TraceEvent.of(timeNanos, threadId, taskId, kind, construct, message, values);
    }

    private long value(Member member) {
        return switch (member) {
            case THREAD_TYPE -> number(threadType);
            case WSTYPE -> number(wstype);
            case DISPATCH_KIND -> number(dispatchKind);
            case SYNC_KIND -> number(syncKind);
            case MUTEX_KIND -> number(mutexKind);
            case PRIOR_TASK_STATUS -> number(priorTaskStatus);
            case DEPENDENCE_TYPE -> number(dependenceType);
            case SEVERITY -> number(severity);
            case STATE -> number(state);
            case IMPL -> number(impl);
            case OUTCOME -> number(outcome);
            case HAS_DEPENDENCES -> hasDependences ? 1 : 0;
            case ENDPOINT -> number(endpoint);
            case PARALLEL_FLAGS, TASK_FLAGS, CANCEL_FLAGS -> flags;
            case HINT -> hint;
            case TASK_ID -> taskId;
            case ENCOUNTERING_TASK_ID -> encounteringTaskId;
            case PRIOR_TASK_ID -> priorTaskId;
            case NEXT_TASK_ID -> nextTaskId;
            case SRC_TASK_ID -> srcTaskId;
            case SINK_TASK_ID -> sinkTaskId;
            case NEW_TASK_ID -> newTaskId;
            case PARALLEL_ID -> parallelId;
            case WAIT_ID -> waitId;
            case OWNER -> owner;
            case POOL_ID -> poolId;
            case REQUESTED_PARALLELISM -> requestedParallelism;
            case ACTUAL_PARALLELISM -> actualParallelism;
            case INDEX -> index;
            case COUNT -> count;
            case START -> start;
            case ITERATIONS -> iterations;
            case VARIABLE -> variable;
            case NDEPS -> ndeps;
            case CPU_TIME -> cpuTime;
            case LATENESS -> lateness;
            case PERIOD -> period;
            case COMMAND -> command;
            case MODIFIER -> modifier;
            case MESSAGE, NAME -> message == null ? 0 : message.length();
            case CODEPTR_RA -> codeptrRa;
            case BODY -> body;
        };
    }

    private static int number(@Nullable Enumerator member) {
        if (member == null) {
            throw new IllegalArgumentException("a member of the record is missing");
        }
        return member.value();
    }
}
