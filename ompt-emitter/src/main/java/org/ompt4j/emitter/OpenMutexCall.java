package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * An acquisition or release of a mutex that its thread is in, and that is reported only when it is over.
 *
 * <p>Thread safety: written by its thread. Other threads may read the begin at any time, and the rest while the thread is stuck in the call.
 */
class OpenMutexCall {
    private static final long BEGIN = Memory.fieldOffset(OpenMutexCall.class, "beginNanos");

    Construct construct = Construct.NONE;
    MutexKind kind = MutexKind.CRITICAL;
    MutexImpl impl = MutexImpl.NONE;
    long waitId;
    int callSite;

    /** Whether the call was reported before it was over. */
    private boolean told;

    /** When the call began; 0 if the thread is in none. */
    private long beginNanos;

    /** References that do not change are not stored again, see {@link TaskFrame#become}. */
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

    /** Notes that the call was reported, though it goes on. */
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

    /** When the call began, in nanoseconds; 0 if the thread is in none. */
    final long beginNanos() {
        return Memory.UNSAFE.getLongAcquire(this, BEGIN);
    }
}
