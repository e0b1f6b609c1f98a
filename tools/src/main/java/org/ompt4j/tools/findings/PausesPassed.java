package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.read.Pause;

/** Walks through the pauses of a recording in the order of time. Thread safety: none. */
final class PausesPassed {
    private final List<Pause> pauses;
    private int passed;

    /** @param pauses in their order */
    PausesPassed(List<Pause> pauses) {
        this.pauses = pauses;
    }

    /** The end of the last pause before this time; 0 if there is none. Times must not decrease from call to call. */
    long endBefore(long nanos) {
        while (passed < pauses.size() && pauses.get(passed).toNanos() <= nanos) {
            passed++;
        }
        return passed == 0 ? 0 : pauses.get(passed - 1).toNanos();
    }
}
