package org.ompt4j.tools.rules;

import org.jspecify.annotations.Nullable;

/** What is guaranteed about a run's events as a whole. */
public interface Guarantees {

    /** Whether the begin of the run is there, and no event has been left out since. */
    boolean hasBeginning();

    /** Whether the events cover the end of the run, so that everything open at the end of a part was never closed. */
    boolean hasEnd();

    /** Whether every use of every mutex is reported. */
    boolean hasEveryMutexOperation();

    /** The time after which no event can happen; {@link Long#MAX_VALUE} if it is not known. */
    long endNanos();

    /** The text of a call site, or null if it has none. */
    @Nullable
    String callSite(int codeptrRa);
}
