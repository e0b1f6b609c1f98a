package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.read.Pause;

/** The pauses of a recording, as time passes. Thread safety: none. */
final class PausesPassed {
    private final List<Pause> pauses;
    private int passed;

    /** @param pauses in their order */
    PausesPassed(List<Pause> pauses) {
        this.pauses = pauses;
    }

    /** When the recording went on last before this, which is not before what was asked for last; 0 if it has not paused. */
    long endBefore(long nanos) {
        while (passed < pauses.size() && pauses.get(passed).toNanos() <= nanos) {
            passed++;
        }
        return passed == 0 ? 0 : pauses.get(passed - 1).toNanos();
    }
}
