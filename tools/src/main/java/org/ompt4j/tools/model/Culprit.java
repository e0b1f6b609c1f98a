package org.ompt4j.tools.model;

/**
 * The thread because of which another one waited for a mutex, in a part of its wait.
 *
 * @param threadId the holder; 0 if there is none, or if it is not known
 * @param codeptrRa the call site that acquired the mutex, or for a releaser the one that released it; 0 if there is none, or it is not known
 */
public record Culprit(Kind kind, long threadId, int codeptrRa) {
    /** What is known about the holder of the mutex. */
    public enum Kind {
        /** The thread held the mutex, and it is known where it had acquired it. */
        HOLDER,
        /** The thread released the mutex at the end of the part; it is not known where it had acquired it. */
        RELEASER,
        /**
         * The thread released the mutex at the end of the part, and had got it before others that had waited since the last release; it is not known
         * when.
         */
        BARGER,
        /** At the end of the part the thread released an object that any thread may release, even without having acquired it. */
        SIGNALLER,
        /** The thread held the mutex when the part began; it is not known when it released it, nor always where it had acquired it. */
        OWNER,
        /** The part is between a release and the next acquisition, without any event in between. */
        HAND_OFF,
        /** The holder is not known. */
        UNKNOWN
    }

    /** Stands for several threads, in place of a thread id. */
    public static final long SEVERAL = -1;

    static final Culprit HAND_OFF = new Culprit(Kind.HAND_OFF, 0, 0);
    static final Culprit UNKNOWN = new Culprit(Kind.UNKNOWN, 0, 0);

    /** The thread, or {@link #SEVERAL}. */
    public static long oneOrSeveral(long one, long other) {
        return one == other ? one : SEVERAL;
    }
}
