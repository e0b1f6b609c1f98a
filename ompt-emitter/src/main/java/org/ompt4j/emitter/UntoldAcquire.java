package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/** An acquisition of which it is known only once it is over whether it waited, or for how long. */
final class UntoldAcquire extends OpenMutexCall {
    /** Who held the mutex when it began; 0 where that is not known. */
    long owner;

    /** Whether the thread is about to acquire what looked free, of which nothing else is noted here. */
    private boolean atOnce;

    /** @param itsOwner who holds the mutex; 0 where that is not known */
    void begin(
            Construct itsConstruct,
            MutexKind itsKind,
            MutexImpl itsImpl,
            long itsWaitId,
            int itsCallSite,
            long nanos,
            long itsOwner) {
        owner = itsOwner;
        begin(itsConstruct, itsKind, itsImpl, itsWaitId, itsCallSite, nanos);
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
}
