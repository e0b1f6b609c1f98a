package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;

/**
 * A thread's wait for a condition, and for the mutex after it; {@link ConditionWaits} has the rules.
 *
 * <p>Thread safety: written by its thread. The thread that signals writes since when this one waits for the mutex, and samplers read that.
 */
final class ConditionWait {
    private static final long MET = Memory.fieldOffset(ConditionWait.class, "metNanos");

    enum Phase {
        NONE,
        CONDITION,
        /** The end of the wait for the condition is reported; the thread may have to wait for the mutex. */
        AWAKE,
        MUTEX
    }

    Phase phase = Phase.NONE;
    Construct construct = Construct.NONE;
    MutexKind kind = MutexKind.CRITICAL;
    MutexImpl impl = MutexImpl.NONE;

    @Nullable
    Object queue;

    long waitId;
    int callSite;
    /** Index of the place where other threads find this wait, -1 if it has none. */
    int place = -1;

    long acquireNanos;

    /** The id of the thread that held the mutex when this one began to wait for it, known because it signalled; else 0. */
    long owner;

    /** Since when the thread waits for the mutex, in nanoseconds; 0 if it does not wait yet, or that is not known. */
    private long metNanos;

    long metNanos() {
        return Memory.UNSAFE.getLongAcquire(this, MET);
    }

    /**
     * @param holder the id of the thread that holds the mutex then; 0 if it is not known
     */
    void met(long nanos, long holder) {
        if (metNanos() == 0) {
            owner = holder;
            Memory.UNSAFE.putLongRelease(this, MET, nanos);
        }
    }

    /** What a sampler reads while the thread's own state is that of a wait for a condition. */
    State state() {
        return metNanos() == 0 ? State.WAIT_CONDITION : kind.waitState();
    }

    void begin(
            Construct itsConstruct,
            MutexKind itsKind,
            MutexImpl itsImpl,
            @Nullable Object itsQueue,
            long id,
            int site) {
        phase = Phase.CONDITION;
        construct = itsConstruct;
        kind = itsKind;
        impl = itsImpl;
        queue = itsQueue;
        waitId = id;
        callSite = site;
    }

    void end() {
        phase = Phase.NONE;
        queue = null;
        owner = 0;
        Memory.UNSAFE.putLongOpaque(this, MET, 0);
    }

    boolean waitsForCondition() {
        return phase == Phase.CONDITION;
    }
}
