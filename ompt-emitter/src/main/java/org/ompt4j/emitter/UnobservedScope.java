package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * A call into tools that is not an event of a construct. The code of the tools in this call is not observed.
 *
 * <p>Thread safety: {@link #enter} and {@link #leave} on one thread, in pairs.
 */
public final class UnobservedScope {
    /** The open call of a thread that has no context. */
    private static final ThreadLocal<UnobservedScope> UNOBSERVED = new ThreadLocal<>();

    /** The context to leave; null on a thread that is not observed, which needs none. */
    private final @Nullable ThreadContext context;

    private UnobservedScope(@Nullable ThreadContext context) {
        this.context = context;
    }

    /**
     * Begins the call on the current thread.
     *
     * @return null if the thread is in a callback of a tool already
     */
    public static @Nullable UnobservedScope enter() {
        ThreadContext current = Threads.currentOfEpoch();
        if (current == null || ThreadRegistry.isNeverObserved(current) || current.hasEnded()) {
            return Carriers.inside() == null ? enterWithoutContext() : null;
        }
        return current.enterUnobserved() ? new UnobservedScope(current) : null;
    }

    /** Begins the call on any thread, observed or not, without using its context; null if the thread is in such a call already. */
    static @Nullable UnobservedScope enterWithoutContext() {
        if (UNOBSERVED.get() != null) {
            return null;
        }
        UnobservedScope call = new UnobservedScope(null);
        UNOBSERVED.set(call);
        return call;
    }

    /** Reports the command that the tools have just carried out, if the thread is observed. */
    public void controlled(long command, long modifier, int codeptrRa) {
        ThreadContext thread = context;
        if (thread != null && AttachEpoch.isOpen()) {
            Events.controlTool(thread, thread.clock().now(), Construct.NONE, command, modifier, codeptrRa);
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
