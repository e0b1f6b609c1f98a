package org.ompt4j.emitter.barrier;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * The calls of barriers that a thread is in, innermost last. There is more than one if a barrier's action calls another barrier.
 *
 * <p>Thread safety: owner thread only.
 */
final class BarrierCalls {
    private static final int SLOT = ThreadContext.newSlot();
    private static final int FIRST_CALLS = 2;

    private BarrierCall[] calls = new BarrierCall[0];
    private int depth;

    static BarrierCalls of(ThreadContext c) {
        Object held = c.slot(SLOT);
        if (held == null) {
            held = new BarrierCalls();
            c.setSlot(SLOT, held);
        }
        return (BarrierCalls) held;
    }

    /** Begins a call. Only a barrier's action can call another barrier: other open calls were left behind when the stack was exhausted. */
    BarrierCall open(ThreadContext c, Construct construct, SyncRegionKind kind, long waitId, int callSite) {
        while (depth > 0 && !calls[depth - 1].isActing()) {
            close(c);
        }
        if (depth == calls.length) {
            grow();
        }
        BarrierCall call = calls[depth++];
        call.start(construct, kind, waitId, callSite);
        return call;
    }

    private void grow() {
        int before = calls.length;
        BarrierCall[] larger = Arrays.copyOf(calls, Math.max(FIRST_CALLS, before * 2));
        for (int i = before; i < larger.length; i++) {
            larger[i] = new BarrierCall(i + 1);
        }
        calls = larger;
    }

    /** The innermost call, or null. */
    @Nullable
    BarrierCall innermost() {
        return depth == 0 ? null : calls[depth - 1];
    }

    /**
     * The call with this token, which becomes the innermost one: calls inside it that were left behind when the stack was exhausted are ended first.
     */
    @Nullable
    BarrierCall at(ThreadContext c, int token) {
        while (depth > token) {
            close(c);
        }
        return token != 0 && depth == token ? calls[token - 1] : null;
    }

    /** Ends the call with this token, if it is open, and all calls inside it. */
    void close(ThreadContext c, int token) {
        if (at(c, token) != null) {
            close(c);
        }
    }

    /** Ends the innermost call. */
    void close(ThreadContext c) {
        calls[--depth].end(c);
    }
}
