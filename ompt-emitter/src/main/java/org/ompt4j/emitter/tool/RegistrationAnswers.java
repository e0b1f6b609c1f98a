package org.ompt4j.emitter.tool;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.SetResult;

/**
 * The answers to registrations of callbacks under this run's configuration. An answer is {@code always} only if every occurrence of the event in
 * observed constructs is reported. A {@code join} or {@code get} of a task or future, and an {@code await} of a latch, that does not wait is a
 * taskwait only with {@code mutex.detail=full}.
 *
 * <p>Thread safety: immutable.
 */
final class RegistrationAnswers {
    private static final long MUTEXES =
            Event.MUTEX_ACQUIRE.bit() | Event.MUTEX_ACQUIRED.bit() | Event.MUTEX_RELEASED.bit();
    private static final long LOCKS =
            MUTEXES | Event.NEST_LOCK.bit() | Event.LOCK_INIT.bit() | Event.LOCK_DESTROY.bit();

    /** Events of threads: every thread that reaches a hook begins before its first other event, and ends. */
    private static final long OF_EVERY_THREAD =
            Event.THREAD_BEGIN.bit() | Event.THREAD_END.bit() | Event.IMPLICIT_TASK.bit();

    /** Events that can come from calls in application code, which {@code include} and {@code exclude} can leave out. */
    private static final long FROM_APPLICATION_CODE = LOCKS
            | OF_EVERY_THREAD
            | Event.TASK_CREATE.bit()
            | Event.TASK_SCHEDULE.bit()
            | Event.SYNC_REGION.bit()
            | Event.SYNC_REGION_WAIT.bit()
            | Event.CANCEL.bit()
            | Event.FLUSH.bit()
            | Event.WAIT.bit()
            | Event.WAKEUP.bit();

    /**
     * Events that are incomplete in every run. {@code lock_init} comes only for a {@code ReentrantLock}, and {@code lock_destroy} only after a
     * garbage collection, when the next lock is made. Waits of parking, sleep, queues, input and output have no callbacks. Some queues do not tell
     * which thread wakes which. The processor time of virtual threads is not known.
     */
    private static final long NEVER_ALL = Event.LOCK_INIT.bit()
            | Event.LOCK_DESTROY.bit()
            | Event.WAIT.bit()
            | Event.WAKEUP.bit()
            | Event.TASK_CPU_TIME.bit();

    /** Commands to the tools, and the host's begin and end as device 0: no construct raises them and no setting hides them. */
    private static final long INDEPENDENT =
            Event.CONTROL_TOOL.bit() | Event.DEVICE_INITIALIZE.bit() | Event.DEVICE_FINALIZE.bit();

    private final long enabledEvents;
    private final long reported;
    private final long lost;
    private final boolean filtered;
    private final MutexDetail mutexDetail;
    private final boolean minWait;
    private final boolean knowsCpuTime;

    RegistrationAnswers(ToolEnvironment environment) {
        RunSettings settings = environment.settings();
        enabledEvents = settings.reportedEvents();
        mutexDetail = settings.mutexDetail();
        minWait = settings.minWaitNanos() > 0;
        knowsCpuTime = environment.knowsCpuTime();
        filtered = !settings.include().isEmpty() || !settings.exclude().isEmpty();
        long on = settings.raisedByDefinitions().mask();
        long off = 0;
        for (Construct each : Construct.values()) {
            if (environment.observes(each)) {
                on |= settings.raisedBy(each).mask();
            } else if (!each.has(Construct.Trait.ON_REQUEST)) {
                off |= each.raised().mask();
            }
        }
        reported = on == 0 ? 0 : on | OF_EVERY_THREAD;
        lost = off;
    }

    /** The answer for an event. */
    SetResult of(Event event) {
        if ((INDEPENDENT & event.bit()) != 0) {
            return SetResult.ALWAYS;
        }
        if ((available() & event.bit()) == 0) {
            return SetResult.NEVER;
        }
        boolean every = (NEVER_ALL & event.bit()) == 0
                && (lost & event.bit()) == 0
                && !(filtered && (FROM_APPLICATION_CODE & event.bit()) != 0)
                && ((MUTEXES & event.bit()) == 0 || (mutexDetail == MutexDetail.FULL && !minWait));
        return every ? SetResult.ALWAYS : SetResult.SOMETIMES;
    }

    /** The events that can happen in this run, as a mask. */
    long available() {
        long events = enabledEvents & reported;
        if (!knowsCpuTime) {
            events &= ~Event.TASK_CPU_TIME.bit();
        }
        if (mutexDetail == MutexDetail.OFF) {
            events &= ~LOCKS;
        } else if (mutexDetail != MutexDetail.FULL) {
            // A thread that makes a lock, or re-enters one, does not wait.
            events &= ~(Event.NEST_LOCK.bit() | Event.LOCK_INIT.bit() | Event.LOCK_DESTROY.bit());
        }
        return events;
    }
}
