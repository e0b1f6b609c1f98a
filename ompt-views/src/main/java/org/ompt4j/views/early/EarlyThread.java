package org.ompt4j.views.early;

/**
 * What the translation remembers about one observed thread.
 *
 * <p>Thread safety: the observed thread only, and the one that reports its last events for it.
 */
final class EarlyThread {
    /** How far the wait of the present barrier, taskwait or taskgroup has been told. */
    enum Wait {
        NONE,
        /** Begun, but nobody knows yet whether it is one. */
        HELD,
        TOLD
    }

    OmptThreadType type = OmptThreadType.OTHER;

    Wait wait = Wait.NONE;

    /** When a held wait began. */
    long waitFromNanos;

    /** The mutex whose acquisition may turn out to have been a wait; 0 for none. */
    long heldMutex;

    /** When that acquisition began. */
    long acquireFromNanos;
}
