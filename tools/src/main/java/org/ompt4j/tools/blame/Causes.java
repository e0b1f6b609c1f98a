package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.WaitOutcome;

/** Numbers for causes, by which sums are kept. Memory is bounded: further causes are not distinguished. */
final class Causes {
    private static final int MOST = 20_000;

    static final int HAND_OFF = 0;
    static final int NOBODY = 1;
    static final int UNKNOWN = 2;
    static final int NOT_ENDED = 3;
    static final int NOT_KEPT = 4;
    static final int TIMEOUT = 5;
    static final int INTERRUPT = 6;

    private final List<Cause> all = new ArrayList<>();
    private final Map<Cause, Integer> numbers = new HashMap<>();

    Causes() {
        // In the order of the numbers above.
        number(Cause.of(Cause.Kind.HAND_OFF));
        number(Cause.of(Cause.Kind.NOBODY));
        number(Cause.of(Cause.Kind.UNKNOWN));
        number(Cause.of(Cause.Kind.NOT_ENDED));
        number(Cause.of(Cause.Kind.NOT_KEPT));
        number(Cause.of(Cause.Kind.TIMEOUT));
        number(Cause.of(Cause.Kind.INTERRUPT));
    }

    /** The cause of a wait with this outcome, if its culprit is not known. */
    static int of(WaitOutcome outcome) {
        return switch (outcome) {
            case TIMEOUT -> TIMEOUT;
            case INTERRUPT -> INTERRUPT;
            case NOT_ENDED, BEFORE_TIMEOUT -> NOT_ENDED;
            case UNSPECIFIED -> UNKNOWN;
        };
    }

    int number(Cause cause) {
        Integer known = numbers.get(cause);
        if (known != null) {
            return known;
        }
        if (all.size() == MOST) {
            return NOT_KEPT;
        }
        all.add(cause);
        numbers.put(cause, all.size() - 1);
        return all.size() - 1;
    }

    Cause cause(int number) {
        return all.get(number);
    }
}
