package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * A call into tools that is no event of a construct: what the tools do in it is not observed.
 *
 * <p>Thread safety: {@link #enter} and {@link #leave} on one thread, in pairs.
 */
public final class QuietCall {
    /** The call that a thread without a context of its own is in. */
    private static final ThreadLocal<QuietCall> UNOBSERVED = new ThreadLocal<>();

    /** The context to leave; null on a thread that is not observed, where nothing has to be kept out. */
    private final @Nullable ThreadContext context;

    private QuietCall(@Nullable ThreadContext context) {
        this.context = context;
    }

    /**
     * Begins the call on the current thread.
     *
     * @return null if the thread is in a callback of a tool already
     */
    public static @Nullable QuietCall enter() {
        ThreadContext current = ThreadContext.currentInRound();
        if (current == null || current.isNeverObserved() || current.hasEnded()) {
            return enterUnobserved();
        }
        return current.tryEnter() ? new QuietCall(current) : null;
    }

    /** Begins the call on a thread that nothing is reported about, be it observed or not; null if it is in one already. */
    static @Nullable QuietCall enterUnobserved() {
        if (UNOBSERVED.get() != null) {
            return null;
        }
        QuietCall call = new QuietCall(null);
        UNOBSERVED.set(call);
        return call;
    }

    /** Reports the command that the tools have just carried out, if the thread is one of the OMPT runtime. */
    public void controlled(long command, long modifier, int codeptrRa) {
        ThreadContext thread = context;
        if (thread != null && Rounds.running != Rounds.NONE) {
            Events.controlTool(thread, thread.now(), Construct.NONE, command, modifier, codeptrRa);
        }
    }

    /** Ends the call. */
    public void leave() {
        if (context != null) {
            context.leave();
        } else {
            UNOBSERVED.remove();
        }
    }
}
