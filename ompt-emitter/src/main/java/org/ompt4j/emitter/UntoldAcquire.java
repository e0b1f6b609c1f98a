package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * An acquisition of a mutex that its thread is in and that is reported only once it is over, if at all: whether it waits, or for how
 * long, is not known before.
 *
 * <p>Thread safety: written by its thread; others may read since when it lasts, and the rest while the thread is stuck in it.
 */
final class UntoldAcquire {
    private static final long BEGIN = Memory.fieldOffset(UntoldAcquire.class, "beginNanos");

    Construct construct = Construct.NONE;
    MutexKind kind = MutexKind.CRITICAL;
    MutexImpl impl = MutexImpl.NONE;
    long waitId;
    int callSite;

    /** Who held the mutex when that began; 0 where that is not known. */
    long owner;

    /** Whether the acquire was told before it was over. */
    private boolean told;

    /** Whether the thread is about to acquire what looked free, of which nothing else is noted here. */
    private boolean atOnce;

    /** 0 while there is none. */
    private long beginNanos;

    /** A reference that is there already is not stored again, see {@link TaskFrame#become}. */
    void begin(
            Construct itsConstruct, MutexKind itsKind, MutexImpl itsImpl, long itsWaitId, int itsCallSite, long nanos) {
        waitId = itsWaitId;
        callSite = itsCallSite;
        owner = 0;
        if (construct != itsConstruct) {
            construct = itsConstruct;
        }
        if (kind != itsKind) {
            kind = itsKind;
        }
        if (impl != itsImpl) {
            impl = itsImpl;
        }
        told = false;
        Memory.UNSAFE.putLongRelease(this, BEGIN, nanos);
    }

    /** The acquire is told, though it goes on. */
    void tell() {
        told = true;
    }

    boolean isTold() {
        return told;
    }

    void end() {
        Memory.UNSAFE.putLongOpaque(this, BEGIN, 0);
    }

    /** The thread is about to acquire what looks free; it may have to wait all the same. */
    void beginAtOnce() {
        atOnce = true;
    }

    void endAtOnce() {
        atOnce = false;
    }

    boolean isAtOnce() {
        return atOnce;
    }

    boolean isOpen() {
        return beginNanos() != 0;
    }

    /** Since when the thread is in it; 0 if it is in none. */
    long beginNanos() {
        return Memory.UNSAFE.getLongAcquire(this, BEGIN);
    }
}
