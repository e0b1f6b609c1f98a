package org.ompt4j.ompt;

/**
 * Times in which garbage collections stopped all threads of the program. Only pauses that have ended are included.
 *
 * @param first the number of pauses before the first of these; higher than requested if some are no longer kept, because there were too many
 * @param beginsAndEnds begin and end of each pause in turn, as values of {@code System.nanoTime}; not to be changed
 */
public record CollectionPauses(long first, long[] beginsAndEnds) {
    /** The value if pauses are not reported, or if there were none. */
    public static final CollectionPauses NONE = new CollectionPauses(0, new long[0]);

    /** The number of pauses. */
    public int count() {
        return beginsAndEnds.length / 2;
    }
}
