package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/** An acquisition that is reported when it is over, since only then it is known whether it waited, or for how long. */
final class UntoldAcquire extends OpenMutexCall {
    /** The id of the thread that held the mutex when the acquisition began; 0 if it is not known. */
    long owner;

    /** Whether the thread is about to acquire a mutex that looked free; then no other field is set. */
    private boolean atOnce;

    /**
     * @param itsOwner the id of the thread that holds the mutex; 0 if it is not known
     */
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

    /** The thread is about to acquire a mutex that looks free; it may have to wait nevertheless. */
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
