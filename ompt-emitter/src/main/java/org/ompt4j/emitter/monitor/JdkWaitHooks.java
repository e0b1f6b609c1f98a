package org.ompt4j.emitter.monitor;

import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/**
 * Called around {@code Object.wait} where no application code calls it; see {@code docs/mappings/synchronized.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class JdkWaitHooks {

    private JdkWaitHooks() {}

    /** The thread begins to wait; the answer is for {@link #ends}. */
    public static boolean begins() {
        return JdkWaits.begin(Construct.SYNCHRONIZED, State.WAIT_CONDITION, 0);
    }

    /** It waits no more. */
    public static void ends(boolean begun) {
        JdkWaits.end(begun, Construct.SYNCHRONIZED, State.WAIT_CONDITION, 0);
    }
}
