package org.ompt4j.tools.rules;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.read.TraceEvent;

/** Locks and monitors are acquired, held and released. */
final class MutexRules implements RuleFamily {
    private static final EnumSet<Event> MUTEX =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED);
    private static final EnumSet<Event> MUTEX_AND_NEST =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.NEST_LOCK);

    private final boolean everyOperation;
    private final Findings findings;
    private final DeferredViolations deferred;
    private final Map<Long, TraceEvent> pendingAcquire = new HashMap<>();
    /** Where code of the application acquires, which may use other mutexes meanwhile. */
    private final Map<Holder, TraceEvent> pendingAcquireInCode = new HashMap<>();

    private final Map<Holder, Hold> holds = new HashMap<>();
    private final Map<Long, Hold> exclusiveHold = new HashMap<>();

    MutexRules(Guarantees guarantees, Findings findings, DeferredViolations deferred) {
        this.everyOperation = guarantees.hasEveryMutexOperation() && guarantees.hasBeginning();
        this.findings = findings;
        this.deferred = deferred;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "M1",
                        "mutex_acquire, mutex_acquired, mutex_released: one wait id, the first two with one call site",
                        MUTEX,
                        Precondition.MUTEXES,
                        Precondition.BEGINNING),
                Rule.of(
                        "M2",
                        "only what can fail is acquired in vain: a monitor never is",
                        MUTEX_AND_NEST,
                        Precondition.MUTEXES,
                        Precondition.BEGINNING),
                Rule.of(
                        "M3",
                        "re-entry is mutex_acquire and nest_lock begin, inner release is nest_lock end",
                        MUTEX_AND_NEST,
                        Precondition.EVERY_MUTEX_OPERATION,
                        Precondition.ALL_CALL_SITES,
                        Precondition.BEGINNING),
                Rule.of(
                        "M4",
                        "an exclusive mutex has one holder at a time",
                        MUTEX_AND_NEST,
                        Precondition.EVERY_MUTEX_OPERATION,
                        Precondition.ALL_CALL_SITES,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS),
                Rule.of(
                        "M5",
                        "waiting on a condition releases the mutex before and acquires it again after",
                        MUTEX_AND_NEST,
                        Precondition.EVERY_MUTEX_OPERATION,
                        Precondition.ALL_CALL_SITES,
                        Precondition.BEGINNING));
    }

    @Override
    public void accept(TraceEvent event, RunModel before) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        switch (kind) {
            case MUTEX_ACQUIRE -> acquire(event);
            case MUTEX_ACQUIRED -> acquired(event, before);
            case MUTEX_RELEASED -> released(event);
            case NEST_LOCK -> nestLock(event);
            case WAIT -> {
                if (event.endsAttempt()) {
                    givesUp(event);
                }
            }
            default -> cannotFail(event);
        }
    }

    /** Whether the thread is acquiring a mutex, as far as its events tell. */
    boolean isAcquiring(long threadId) {
        return pendingAcquire.containsKey(threadId)
                || pendingAcquireInCode.keySet().stream().anyMatch(each -> each.threadId() == threadId);
    }

    private void acquire(TraceEvent event) {
        cannotFail(event);
        if (event.construct().has(Trait.ACQUIRED_IN_CODE)) {
            pendingAcquireInCode.put(new Holder(event.threadId(), event.waitId()), event);
        } else {
            pendingAcquire.put(event.threadId(), event);
        }
    }

    /* The thread does not try any more to acquire what it tried to. */
    private void givesUp(TraceEvent event) {
        TraceEvent pending = event.construct().has(Trait.ACQUIRED_IN_CODE)
                ? pendingAcquireInCode.remove(new Holder(event.threadId(), event.waitId()))
                : pendingAcquire.remove(event.threadId());
        if (pending == null) {
            findings.report("M1", event, "a mutex_acquire first", "none is open on this thread");
        } else if (pending.waitId() != event.waitId()) {
            findings.report("M1", event, "wait id " + pending.waitId(), "wait id " + event.waitId());
        } else if (pending.mutexKind() == MutexKind.CRITICAL) {
            findings.report("M2", event, "mutex_acquired of the monitor " + pending.waitId(), "the thread gives up");
        }
    }

    /* While a monitor is being entered the thread does nothing else, and it cannot give up. */
    private void cannotFail(TraceEvent event) {
        TraceEvent pending = pendingAcquire.get(event.threadId());
        if (pending == null || event.event() == Event.THREAD_END || mayBeReportedForIt(event)) {
            return;
        }
        if (pending.mutexKind() == MutexKind.CRITICAL) {
            pendingAcquire.remove(event.threadId());
            findings.report(
                    "M2", event, "mutex_acquired of the monitor " + pending.waitId() + " first", "another event");
        }
    }

    /** Where the run ends while the thread waits, what it is inside ends on its behalf; if it goes on, that is reported all the same. */
    private static boolean mayBeReportedForIt(TraceEvent event) {
        return event.endpoint() == ScopeEndpoint.END
                || event.event() == Event.PARALLEL_END
                || event.event() == Event.TASK_SCHEDULE && event.priorTaskStatus() == TaskStatus.CANCEL;
    }

    private void acquired(TraceEvent event, RunModel before) {
        Holder holder = new Holder(event.threadId(), event.waitId());
        TraceEvent pending = event.construct().has(Trait.ACQUIRED_IN_CODE)
                ? pendingAcquireInCode.remove(holder)
                : pendingAcquire.remove(event.threadId());
        answers(event, pending);
        if (event.construct().has(Trait.RELEASED_BY_ANYONE)) {
            return; // Nobody holds it in the sense of these rules.
        }
        Hold hold = holds.get(holder);
        boolean exclusive = isExclusive(event, pending);
        if (hold != null && hold.isSuspended) {
            hold.isSuspended = false;
        } else {
            if (hold != null && exclusive) {
                findings.report("M3", event, "nest_lock begin, since the thread holds the mutex", "mutex_acquired");
            }
            hold = new Hold(event);
            holds.put(holder, hold);
        }
        if (exclusive) {
            own(event, hold, before);
        }
    }

    private void answers(TraceEvent event, @Nullable TraceEvent pending) {
        if (pending == null) {
            findings.report("M1", event, "a mutex_acquire first", "none is open on this thread");
        } else if (pending.waitId() != event.waitId()) {
            findings.report("M1", event, "wait id " + pending.waitId(), "wait id " + event.waitId());
        } else if (pending.codeptrRa() != event.codeptrRa()) {
            findings.report("M1", event, "call site id " + pending.codeptrRa(), "call site id " + event.codeptrRa());
        } else if (plain(pending.mutexKind()) != plain(event.mutexKind())) {
            findings.report("M1", event, "kind " + pending.mutexKind(), "kind " + event.mutexKind());
        }
    }

    /* A release can be delivered after the acquisition that it allows. */
    private void own(TraceEvent event, Hold hold, RunModel before) {
        hold.releasedAtNanos = Long.MAX_VALUE;
        Hold other = exclusiveHold.put(event.waitId(), hold);
        if (other != null && other.acquired.threadId() != event.threadId()) {
            deferred.unless(
                    () -> !before.isInOrderOfTime() && other.releasedAtNanos <= event.timeNanos(),
                    "M4",
                    event,
                    "mutex " + event.waitId() + " to be free",
                    "thread " + other.acquired.threadId() + " holds it");
        }
    }

    private void released(TraceEvent event) {
        cannotFail(event);
        if (plain(event.mutexKind()) != event.mutexKind()) {
            findings.report("M1", event, "a kind that is no test", "kind " + event.mutexKind());
        }
        if (event.construct().has(Trait.RELEASED_BY_ANYONE)) {
            return;
        }
        Holder holder = new Holder(event.threadId(), event.waitId());
        Hold hold = holds.get(holder);
        if (hold == null) {
            if (everyOperation) {
                findings.report("M1", event, "a mutex that the thread holds", "it does not hold " + event.waitId());
            }
            return;
        }
        if (hold.isSuspended) {
            findings.report("M5", event, "the mutex to be acquired again after the condition", "it is released again");
            holds.remove(holder);
            return;
        }
        if (plain(hold.acquired.mutexKind()) != plain(event.mutexKind())) {
            findings.report("M1", event, "kind " + plain(hold.acquired.mutexKind()), "kind " + event.mutexKind());
        }
        giveUp(holder, hold, event.timeNanos());
    }

    /* Released while nested: the thread waits on a condition, and will hold the mutex as deeply as before. */
    private void giveUp(Holder holder, Hold hold, long timeNanos) {
        hold.releasedAtNanos = timeNanos;
        exclusiveHold.remove(holder.waitId(), hold);
        if (hold.nesting > 0) {
            hold.isSuspended = true;
        } else {
            holds.remove(holder);
        }
    }

    private void nestLock(TraceEvent event) {
        TraceEvent pending = pendingAcquire.get(event.threadId());
        Hold hold = holds.get(new Holder(event.threadId(), event.waitId()));
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            pendingAcquire.remove(event.threadId());
            if (pending == null || pending.waitId() != event.waitId()) {
                findings.report("M3", event, "a mutex_acquire of this mutex first", "none is open on this thread");
            }
        } else {
            cannotFail(event);
        }
        if (hold != null && hold.isSuspended) {
            findings.report("M5", event, "the mutex to be acquired again after the condition", "nest_lock");
        } else if (hold == null) {
            findings.report("M3", event, "a mutex that the thread holds", "it does not hold " + event.waitId());
        } else {
            nest(event, hold);
        }
    }

    private void nest(TraceEvent event, Hold hold) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            hold.nesting++;
        } else if (hold.nesting > 0) {
            hold.nesting--;
        } else {
            findings.report("M3", event, "mutex_released, since the mutex is held once", "nest_lock end");
        }
    }

    private static boolean isExclusive(TraceEvent acquired, @Nullable TraceEvent acquire) {
        if (acquired.mutexKind() == MutexKind.CRITICAL) {
            return true;
        }
        MutexImpl impl = acquire == null ? null : acquire.impl();
        return impl != null && impl.isExclusive();
    }

    private static @Nullable MutexKind plain(@Nullable MutexKind kind) {
        return kind == null ? null : kind.withoutTest();
    }

    private record Holder(long threadId, long waitId) {}

    private static final class Hold {
        final TraceEvent acquired;
        int nesting;
        boolean isSuspended;
        long releasedAtNanos = Long.MAX_VALUE;

        Hold(TraceEvent acquired) {
            this.acquired = acquired;
        }
    }
}
