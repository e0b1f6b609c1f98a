package org.ompt4j.tools.rules;

import org.jspecify.annotations.Nullable;

/** What is certain of a run's events as a whole. */
public interface Guarantees {

    /** Whether the beginning of the run is there, and nothing was left out since. */
    boolean hasBeginning();

    /** Whether events run to the end of the run, so that what is open at the end of each part was never closed. */
    boolean hasEnd();

    /** Whether every use of every mutex is reported. */
    boolean hasEveryMutexOperation();

    /** The time after which nothing can happen, or the largest number. */
    long endNanos();

    /** The text of a call site, or null if it has none. */
    @Nullable
    String callSite(int codeptrRa);
}
