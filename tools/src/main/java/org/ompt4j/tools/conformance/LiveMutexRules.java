package org.ompt4j.tools.conformance;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * M1 to M5. Called with the thread's monitor held; what concerns several threads relies on that an acquisition is reported once the
 * mutex is held and a release while it still is.
 */
final class LiveMutexRules {
    private final LiveFindings findings;
    private final boolean everyOperation;
    private final ConcurrentMap<Long, LiveThread> exclusiveOwner = new ConcurrentHashMap<>();

    /** @param everyOperation whether uncontended mutexes are reported too */
    LiveMutexRules(LiveFindings findings, boolean everyOperation) {
        this.findings = findings;
        this.everyOperation = everyOperation;
    }

    /** M2, at every event but those that answer an acquire: a monitor that is being entered is entered next. */
    void anyEvent(Heard at) {
        Acquire pending = at.thread().pendingAcquire;
        boolean answers = at.event() == Event.MUTEX_ACQUIRED
                || (at.event() == Event.NEST_LOCK && at.begins())
                || at.event() == Event.THREAD_END;
        if (pending != null && pending.kind() == MutexKind.CRITICAL && !answers && at.isOwn()) {
            at.thread().pendingAcquire = null;
            findings.report(LiveRule.M2, at, "mutex_acquired of the monitor " + pending.waitId(), "another event");
        }
    }

    void acquire(Heard at, MutexKind kind, MutexImpl impl, long waitId) {
        Acquire acquire = new Acquire(kind, impl, waitId, at.site());
        if (at.construct() == Construct.DEFINED) {
            at.thread().pendingDefined.put(waitId, acquire);
        } else {
            at.thread().pendingAcquire = acquire;
        }
    }

    void acquired(Heard at, MutexKind kind, long waitId) {
        LiveThread thread = at.thread();
        Acquire pending = takePending(at, waitId);
        answers(at, kind, waitId, pending);
        Map<Long, Hold> holds = thread.holds;
        Hold hold = holds.get(waitId);
        boolean exclusive = kind == MutexKind.CRITICAL || (pending != null && isExclusive(pending.impl()));
        if (hold != null && hold.isSuspended) {
            hold.isSuspended = false;
        } else {
            if (hold != null && exclusive) {
                findings.report(LiveRule.M3, at, "nest_lock begin, since the thread holds the mutex", "mutex_acquired");
            }
            holds.put(waitId, new Hold(kind));
        }
        LiveThread owner = exclusive ? exclusiveOwner.put(waitId, thread) : null;
        if (owner != null && owner != thread) {
            findings.report(LiveRule.M4, at, "mutex " + waitId + " to be free", owner + " holds it");
        }
    }

    private static @Nullable Acquire takePending(Heard at, long waitId) {
        if (at.construct() == Construct.DEFINED) {
            return at.thread().pendingDefined.remove(waitId);
        }
        Acquire pending = at.thread().pendingAcquire;
        at.thread().pendingAcquire = null;
        return pending;
    }

    private void answers(Heard at, MutexKind kind, long waitId, @Nullable Acquire pending) {
        if (pending == null) {
            findings.report(LiveRule.M1, at, "a mutex_acquire first", "none is open on this thread");
        } else if (pending.waitId() != waitId) {
            findings.report(LiveRule.M1, at, "wait id " + pending.waitId(), "wait id " + waitId);
        } else if (pending.site() != at.site()) {
            findings.report(LiveRule.M1, at, "call site id " + pending.site(), "call site id " + at.site());
        } else if (plain(pending.kind()) != plain(kind)) {
            findings.report(LiveRule.M1, at, "kind " + pending.kind().specName(), "kind " + kind.specName());
        }
    }

    void released(Heard at, MutexKind kind, long waitId) {
        if (plain(kind) != kind) {
            findings.report(LiveRule.M1, at, "a kind that is no test", "kind " + kind.specName());
        }
        Hold hold = at.thread().holds.get(waitId);
        if (hold == null) {
            if (everyOperation) {
                findings.report(LiveRule.M1, at, "a mutex that the thread holds", "it does not hold " + waitId);
            }
            return;
        }
        if (hold.isSuspended) {
            findings.report(LiveRule.M5, at, "the mutex to be acquired again after the condition", "released again");
            at.thread().holds.remove(waitId);
            return;
        }
        if (plain(hold.kind) != plain(kind)) {
            findings.report(LiveRule.M1, at, "kind " + plain(hold.kind).specName(), "kind " + kind.specName());
        }
        exclusiveOwner.remove(waitId, at.thread());
        if (hold.nesting > 0) {
            hold.isSuspended = true;
        } else {
            at.thread().holds.remove(waitId);
        }
    }

    void nestLock(Heard at, long waitId) {
        Acquire pending = at.thread().pendingAcquire;
        Hold hold = at.thread().holds.get(waitId);
        if (at.begins()) {
            at.thread().pendingAcquire = null;
            if (pending == null || pending.waitId() != waitId) {
                findings.report(LiveRule.M3, at, "a mutex_acquire of this mutex first", "none is open on this thread");
            }
        }
        if (hold == null) {
            findings.report(LiveRule.M3, at, "a mutex that the thread holds", "it does not hold " + waitId);
        } else if (hold.isSuspended) {
            findings.report(LiveRule.M5, at, "the mutex to be acquired again after the condition", "nest_lock");
        } else if (at.begins()) {
            hold.nesting++;
        } else if (hold.nesting > 0) {
            hold.nesting--;
        } else {
            findings.report(LiveRule.M3, at, "mutex_released, since the mutex is held once", "nest_lock end");
        }
    }

    private static boolean isExclusive(MutexImpl impl) {
        return switch (impl) {
            case MONITOR, REENTRANT_NONFAIR, REENTRANT_FAIR, WRITE_NONFAIR, WRITE_FAIR, STAMPED_WRITE -> true;
            default -> false;
        };
    }

    private static MutexKind plain(MutexKind kind) {
        if (kind == MutexKind.TEST_LOCK) {
            return MutexKind.LOCK;
        }
        return kind == MutexKind.TEST_NEST_LOCK ? MutexKind.NEST_LOCK : kind;
    }
}
