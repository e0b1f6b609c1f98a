package org.ompt4j.tools.read;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * One event, or one sample of a thread's state: when and where it happened, and the OMPT 5.1 trace record that says what.
 *
 * @param timeNanos nanoseconds since the trace began
 * @param threadId the thread on which the event happened
 * @param taskId the record's task, or else the task that was current on that thread when the event happened (before a task_schedule
 *     takes effect the prior task, so it equals the prior task there), 0 if none
 * @param event the event; null for a sample
 * @param waitId the mutex, or what is waited for; 0 for none. The records of synchronization regions have no member for it
 * @param body id of the code that a task or region runs, resolved by {@link Trace#body}; 0 for none
 * @param record what the event tells; {@link OmptRecord.Sample} for a sample, null for thread_end, which has no members
 */
public record TraceEvent(
        long timeNanos,
        long threadId,
        long taskId,
        @Nullable Event event,
        Construct construct,
        long waitId,
        int body,
        @Nullable OmptRecord record) {

    /** Whether something begins or ends with the event; null for events that have no such member. */
    public @Nullable ScopeEndpoint endpoint() {
        return record == null ? null : record.endpoint();
    }

    /** The parallel region; 0 for none, and for events that have no such member. */
    public long parallelId() {
        return record == null ? 0 : record.parallelId();
    }

    /** Id of the call site, resolved by {@link Trace#callSite}; 0 for none, and for events that have no such member. */
    public int codeptrRa() {
        return record == null ? 0 : record.codeptrRa();
    }

    /** The kind of a barrier, taskwait, taskgroup or reduction; null for other events. */
    public @Nullable SyncRegionKind syncKind() {
        return record instanceof OmptRecord.SyncRegion region ? region.kind() : null;
    }

    /** The kind of a mutex; null for events that do not tell it. */
    public @Nullable MutexKind mutexKind() {
        if (record instanceof OmptRecord.MutexAcquire acquire) {
            return acquire.kind();
        }
        return record instanceof OmptRecord.Mutex mutex ? mutex.kind() : null;
    }

    /** The state of a sample or of a wait of ours; null for other events. */
    public @Nullable State state() {
        if (record instanceof OmptRecord.Wait wait) {
            return wait.state();
        }
        return record instanceof OmptRecord.Sample sample ? sample.state() : null;
    }

    /** Whether this says that an attempt to acquire a mutex has failed, which a mutex_acquire began. */
    public boolean endsAttempt() {
        return record instanceof OmptRecord.Wait wait && wait.state().isForMutex();
    }

    public @Nullable ThreadType threadType() {
        return record instanceof OmptRecord.ThreadBegin r ? r.threadType() : null;
    }

    public long newTaskId() {
        return record instanceof OmptRecord.TaskCreate r ? r.newTaskId() : 0;
    }

    public boolean hasDependences() {
        return record instanceof OmptRecord.TaskCreate r ? r.hasDependences() : false;
    }

    public long priorTaskId() {
        return record instanceof OmptRecord.TaskSchedule r ? r.priorTaskId() : 0;
    }

    public @Nullable TaskStatus priorTaskStatus() {
        return record instanceof OmptRecord.TaskSchedule r ? r.priorTaskStatus() : null;
    }

    public long nextTaskId() {
        return record instanceof OmptRecord.TaskSchedule r ? r.nextTaskId() : 0;
    }

    public long srcTaskId() {
        return record instanceof OmptRecord.TaskDependence r ? r.srcTaskId() : 0;
    }

    public long sinkTaskId() {
        return record instanceof OmptRecord.TaskDependence r ? r.sinkTaskId() : 0;
    }

    public int requestedParallelism() {
        return record instanceof OmptRecord.ParallelBegin r ? r.requestedParallelism() : -1;
    }

    public int actualParallelism() {
        return record instanceof OmptRecord.ImplicitTask r ? r.actualParallelism() : -1;
    }

    public int index() {
        return record instanceof OmptRecord.ImplicitTask r ? r.index() : -1;
    }

    public @Nullable WorkType wstype() {
        return record instanceof OmptRecord.Work r ? r.wstype() : null;
    }

    public long count() {
        return record instanceof OmptRecord.Work r ? r.count() : -1;
    }

    public long iterations() {
        return record instanceof OmptRecord.Dispatch r ? r.iterations() : -1;
    }

    public @Nullable MutexImpl impl() {
        return record instanceof OmptRecord.MutexAcquire r ? r.impl() : null;
    }

    public int hint() {
        return record instanceof OmptRecord.MutexAcquire r ? r.hint() : 0;
    }

    public @Nullable Severity severity() {
        return record instanceof OmptRecord.RuntimeError r ? r.severity() : null;
    }

    public @Nullable String message() {
        return record instanceof OmptRecord.RuntimeError r ? r.message() : null;
    }

    public int ndeps() {
        return record instanceof OmptRecord.Dependences r ? r.ndeps() : -1;
    }

    public long command() {
        return record instanceof OmptRecord.ControlTool r ? r.command() : -1;
    }

    public long modifier() {
        return record instanceof OmptRecord.ControlTool r ? r.modifier() : -1;
    }

    public @Nullable DispatchKind dispatchKind() {
        return record instanceof OmptRecord.Dispatch r ? r.kind() : null;
    }

    public long start() {
        return record instanceof OmptRecord.Dispatch r ? r.instance() : -1;
    }

    public @Nullable DependenceType dependenceType() {
        return record instanceof OmptRecord.Dependences r ? r.dep().dependenceType() : null;
    }

    public long variable() {
        return record instanceof OmptRecord.Dependences r ? r.dep().variable() : 0;
    }

    public long encounteringTaskId() {
        if (record instanceof OmptRecord.ParallelBegin r) {
            return r.encounteringTaskId();
        }
        if (record instanceof OmptRecord.ParallelEnd r) {
            return r.encounteringTaskId();
        }
        return record instanceof OmptRecord.TaskCreate r ? r.encounteringTaskId() : 0;
    }

    public int flags() {
        if (record instanceof OmptRecord.ParallelBegin r) {
            return r.flags();
        }
        if (record instanceof OmptRecord.ParallelEnd r) {
            return r.flags();
        }
        if (record instanceof OmptRecord.TaskCreate r) {
            return r.flags();
        }
        if (record instanceof OmptRecord.ImplicitTask r) {
            return r.flags();
        }
        return record instanceof OmptRecord.Cancel r ? r.flags() : 0;
    }

    /** The same event with another message. */
    TraceEvent withMessage(String message) {
        OmptRecord changed = record instanceof OmptRecord.RuntimeError error
                ? new OmptRecord.RuntimeError(error.severity(), message, message.length(), error.codeptrRa())
                : record;
        return new TraceEvent(timeNanos, threadId, taskId, event, construct, waitId, body, changed);
    }
}
