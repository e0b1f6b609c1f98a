package org.ompt4j.tools.rules;

import java.util.ArrayList;
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
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Locks and monitors are acquired, held and released. */
final class MutexRules implements RuleFamily {
    private static final EnumSet<Event> MUTEX =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED);
    private static final EnumSet<Event> MUTEX_AND_NEST =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.NEST_LOCK);

    private final boolean everyOperation;
    private final Guarantees guarantees;
    private final Findings findings;
    private final DeferredViolations deferred;
    private final Map<Holder, Hold> holds = new HashMap<>();
    private final Map<Long, Hold> exclusiveHold = new HashMap<>();
    /** Holds of shared mutexes by wait id, in the order of acquisition. A thread can have several. */
    private final Map<Long, List<Hold>> sharedHolds = new HashMap<>();

    MutexRules(Guarantees guarantees, Findings findings, DeferredViolations deferred) {
        this.everyOperation = guarantees.hasEveryMutexOperation() && guarantees.hasBeginning();
        this.guarantees = guarantees;
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
                        Precondition.MOUNTS,
                        Precondition.BEGINNING),
                Rule.of(
                        "M2",
                        "only what can fail is acquired in vain: a monitor never is",
                        MUTEX_AND_NEST,
                        Precondition.MUTEXES,
                        Precondition.MOUNTS,
                        Precondition.BEGINNING),
                Rule.of(
                        "M3",
                        "re-entry is mutex_acquire and nest_lock begin, inner release is nest_lock end",
                        MUTEX_AND_NEST,
                        Precondition.EVERY_MUTEX_OPERATION,
                        Precondition.MOUNTS,
                        Precondition.ALL_CALL_SITES,
                        Precondition.BEGINNING),
                Rule.of(
                        "M4",
                        "an exclusive mutex has one holder at a time, and no other thread holds what is shared of it",
                        MUTEX_AND_NEST,
                        Precondition.EVERY_MUTEX_OPERATION,
                        Precondition.MOUNTS,
                        Precondition.ALL_CALL_SITES,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS),
                Rule.of(
                        "M5",
                        "waiting on a condition releases the mutex before and acquires it again after",
                        MUTEX_AND_NEST,
                        Precondition.EVERY_MUTEX_OPERATION,
                        Precondition.MOUNTS,
                        Precondition.ALL_CALL_SITES,
                        Precondition.BEGINNING));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        switch (kind) {
            case MUTEX_ACQUIRED -> acquired(event, pending(event, thread), before);
            case MUTEX_RELEASED -> released(event, thread);
            case NEST_LOCK -> nestLock(event, thread);
            case WAIT -> {
                if (event.endsAttempt()) {
                    givesUp(event, pending(event, thread));
                }
            }
            default -> cannotFail(event, thread);
        }
    }

    /** The mutex_acquire that belongs to this event; null if there is none, which is reported as a violation. */
    private @Nullable TraceEvent pending(TraceEvent event, ThreadModel thread) {
        TraceEvent answered = thread.acquireAnsweredBy(event);
        TraceEvent other = event.construct().has(Trait.ACQUIRED_IN_CODE) ? null : thread.openAcquire();
        if (answered == null && other != null) {
            findings.report("M1", event, "wait id " + other.waitId(), "wait id " + event.waitId());
        } else if (answered == null) {
            findings.report("M1", event, "a mutex_acquire first", "none is open on this thread");
        }
        return answered;
    }

    /* The thread gives up an attempt to acquire a mutex. */
    private void givesUp(TraceEvent event, @Nullable TraceEvent pending) {
        if (pending != null && pending.mutexKind() == MutexKind.CRITICAL) {
            findings.report("M2", event, "mutex_acquired of the monitor " + pending.waitId(), "the thread gives up");
        }
    }

    /* While a monitor is being entered the thread does nothing else, and it cannot give up. */
    private void cannotFail(TraceEvent event, ThreadModel thread) {
        TraceEvent left = thread.acquireGivenUpBefore(event);
        if (left != null
                && left.mutexKind() == MutexKind.CRITICAL
                && !ThreadModel.canBeReportedForAStuckThread(event)) {
            findings.report("M2", event, "mutex_acquired of the monitor " + left.waitId() + " first", "another event");
        }
    }

    private void acquired(TraceEvent event, @Nullable TraceEvent pending, RunModel before) {
        Holder holder = new Holder(event.threadId(), event.waitId());
        if (pending != null) {
            answers(event, pending);
        }
        if (event.construct().has(Trait.RELEASED_BY_ANYONE)) {
            return; // These rules do not apply: no thread holds this mutex.
        }
        if (isShared(pending)) {
            share(event, before);
            return;
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

    private void answers(TraceEvent event, TraceEvent pending) {
        if (pending.codeptrRa() != event.codeptrRa()) {
            findings.report("M1", event, "call site id " + pending.codeptrRa(), "call site id " + event.codeptrRa());
        } else if (plain(pending.mutexKind()) != plain(event.mutexKind())) {
            findings.report("M1", event, "kind " + pending.mutexKind(), "kind " + event.mutexKind());
        }
    }

    /* A release can be delivered after the acquisition that it allows. */
    private void own(TraceEvent event, Hold hold, RunModel before) {
        hold.releasedAtNanos = Long.MAX_VALUE;
        Hold other = exclusiveHold.put(event.waitId(), hold);
        if (other != null) {
            excludes(other, event, before);
        }
        for (Hold each : sharedHolds.getOrDefault(event.waitId(), List.of())) {
            excludes(each, event, before);
        }
    }

    private void share(TraceEvent event, RunModel before) {
        sharedHolds.computeIfAbsent(event.waitId(), any -> new ArrayList<>()).add(new Hold(event));
        Hold owner = exclusiveHold.get(event.waitId());
        if (owner != null) {
            excludes(owner, event, before);
        }
    }

    /* The exclusive holder may also hold the mutex shared. */
    private void excludes(Hold other, TraceEvent event, RunModel before) {
        if (other.acquired.threadId() != event.threadId()) {
            deferred.unlessAtEnd(
                    () -> wasReleasedBefore(other, event, before) || isCutOff(other, event, before),
                    "M4",
                    event,
                    "mutex " + event.waitId() + " to be free",
                    "thread " + other.acquired.threadId() + " holds it");
        }
    }

    private static boolean wasReleasedBefore(Hold hold, TraceEvent acquired, RunModel run) {
        return !run.isInOrderOfTime() && hold.releasedAtNanos <= acquired.timeNanos();
    }

    /* If the JVM was killed or recording was paused, a thread that has released a mutex may not have recorded it. */
    private boolean isCutOff(Hold hold, TraceEvent acquired, RunModel run) {
        ThreadModel holder = run.thread(hold.acquired.threadId());
        return !guarantees.hasEnd() && holder != null && holder.lastTimeNanos() <= acquired.timeNanos();
    }

    /** Removes the thread's latest shared acquisition of the mutex; returns whether there was one. */
    private boolean unshared(TraceEvent event) {
        List<Hold> shared =
                event.mutexKind() == MutexKind.LOCK ? sharedHolds.getOrDefault(event.waitId(), List.of()) : List.of();
        for (int i = shared.size() - 1; i >= 0; i--) {
            if (shared.get(i).acquired.threadId() == event.threadId()) {
                shared.remove(i).releasedAtNanos = event.timeNanos();
                return true;
            }
        }
        return false;
    }

    private void released(TraceEvent event, ThreadModel thread) {
        cannotFail(event, thread);
        if (plain(event.mutexKind()) != event.mutexKind()) {
            findings.report("M1", event, "a kind that is no test", "kind " + event.mutexKind());
        }
        if (event.construct().has(Trait.RELEASED_BY_ANYONE)) {
            return;
        }
        if (unshared(event)) {
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
        boolean isOfItsKind = plain(hold.acquired.mutexKind()) == plain(event.mutexKind());
        if (!isOfItsKind && !everyOperation) {
            return; // This releases a read lock that was acquired without a reported wait.
        }
        if (hold.isSuspended) {
            findings.report("M5", event, "the mutex to be acquired again after the condition", "it is released again");
            holds.remove(holder);
            return;
        }
        if (!isOfItsKind) {
            findings.report("M1", event, "kind " + plain(hold.acquired.mutexKind()), "kind " + event.mutexKind());
        }
        giveUp(holder, hold, event.timeNanos());
    }

    /* A release while nested: the thread waits for a condition, and will hold the mutex with the same nesting afterwards. */
    private void giveUp(Holder holder, Hold hold, long timeNanos) {
        hold.releasedAtNanos = timeNanos;
        exclusiveHold.remove(holder.waitId(), hold);
        if (hold.nesting > 0) {
            hold.isSuspended = true;
        } else {
            holds.remove(holder);
        }
    }

    private void nestLock(TraceEvent event, ThreadModel thread) {
        Hold hold = holds.get(new Holder(event.threadId(), event.waitId()));
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            if (thread.acquireAnsweredBy(event) == null) {
                findings.report("M3", event, "a mutex_acquire of this mutex first", "none is open on this thread");
            }
        } else {
            cannotFail(event, thread);
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

    private static boolean isShared(@Nullable TraceEvent acquire) {
        MutexImpl impl = acquire == null ? null : acquire.impl();
        return impl != null && impl.isShared();
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
