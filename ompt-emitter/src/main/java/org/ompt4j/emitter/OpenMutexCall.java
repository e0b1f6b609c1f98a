package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * An acquisition or a release of a mutex that its thread is in and that is reported only once it is over.
 *
 * <p>Thread safety: written by its thread; others may read since when it lasts, and the rest while the thread is stuck in it.
 */
class OpenMutexCall {
    private static final long BEGIN = Memory.fieldOffset(OpenMutexCall.class, "beginNanos");

    Construct construct = Construct.NONE;
    MutexKind kind = MutexKind.CRITICAL;
    MutexImpl impl = MutexImpl.NONE;
    long waitId;
    int callSite;

    /** Whether it was told before it was over. */
    private boolean told;

    /** 0 while there is none. */
    private long beginNanos;

    /** A reference that is there already is not stored again, see {@link TaskFrame#become}. */
    final void begin(
            Construct itsConstruct, MutexKind itsKind, MutexImpl itsImpl, long itsWaitId, int itsCallSite, long nanos) {
        waitId = itsWaitId;
        callSite = itsCallSite;
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

    /** It is told, though it goes on. */
    final void tell() {
        told = true;
    }

    final boolean isTold() {
        return told;
    }

    final void end() {
        Memory.UNSAFE.putLongOpaque(this, BEGIN, 0);
    }

    final boolean isOpen() {
        return beginNanos() != 0;
    }

    /** Since when the thread is in it; 0 if it is in none. */
    final long beginNanos() {
        return Memory.UNSAFE.getLongAcquire(this, BEGIN);
    }
}
