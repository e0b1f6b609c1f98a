package org.ompt4j.ompt;

/**
 * Times in which garbage collections stopped all threads of the program, as far as they are over.
 *
 * @param first how many there were before the first of these; more than was asked for if some were too many to be kept
 * @param beginsAndEnds when each began and ended, in order, as {@code System.nanoTime} counts; not to be changed
 */
public record CollectionPauses(long first, long[] beginsAndEnds) {
    /** Where nobody tells of them, or there were none. */
    public static final CollectionPauses NONE = new CollectionPauses(0, new long[0]);

    /** How many there are. */
    public int count() {
        return beginsAndEnds.length / 2;
    }
}
