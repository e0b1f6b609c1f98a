package org.ompt4j.views.early;

import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.SetResult;

/**
 * The result of a registration: one number less than in 5.1, and another order.
 *
 * <p>Spec: OMPT TR2, table 3; OMPT v2, chapter 4, table of return codes. The documents give numbers and meanings; the names are those of
 * later generations.
 */
public enum OmptSetResult implements Enumerator {
    /** Callbacks cannot be registered at this time, or not this one. */
    ERROR,
    /** The event may occur, no callback is possible. */
    IMPOSSIBLE,
    /** The event will never occur in this run. */
    NEVER,
    /** The event may occur, the callback is invoked when convenient. */
    SOMETIMES,
    /** The event may occur, the callback is always invoked when it does. */
    ALWAYS;

    @Override
    public int value() {
        return ordinal();
    }

    /** The enumerator of this generation for a result of the present one. */
    static OmptSetResult of(SetResult answer) {
        return answer == SetResult.SOMETIMES_PAIRED ? SOMETIMES : valueOf(answer.name());
    }
}
