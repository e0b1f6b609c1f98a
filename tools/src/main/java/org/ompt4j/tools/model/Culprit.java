package org.ompt4j.tools.model;

/**
 * Because of whom a thread waited for a mutex, in a part of its wait.
 *
 * @param threadId the holder; 0 if there is none, or if it is not known
 * @param codeptrRa where it acquired the mutex, or of a releaser where it released it; 0 if there is no holder, or nobody knows where
 */
public record Culprit(Kind kind, long threadId, int codeptrRa) {
    /** What is known of who held the mutex. */
    public enum Kind {
        /** It held the mutex, and where it had acquired it is known. */
        HOLDER,
        /** It released the mutex at the end of that part; where it had acquired it is not known. */
        RELEASER,
        /** It released the mutex at the end of that part, and had got it before those that had waited since the last release: when is not known. */
        BARGER,
        /** It released at the end of that part what any thread may release, also one that has acquired nothing. */
        SIGNALLER,
        /** It held the mutex when that part began; when it released it is not known, nor always where it had acquired it. */
        OWNER,
        /** A release was seen before that part, an acquisition after it, and nothing between. */
        HAND_OFF,
        /** Nothing tells who held it. */
        UNKNOWN
    }

    /** Stands for several threads where one could be meant. */
    public static final long SEVERAL = -1;

    static final Culprit HAND_OFF = new Culprit(Kind.HAND_OFF, 0, 0);
    static final Culprit UNKNOWN = new Culprit(Kind.UNKNOWN, 0, 0);

    /** The thread, or {@link #SEVERAL}. */
    public static long oneOrSeveral(long one, long other) {
        return one == other ? one : SEVERAL;
    }
}
