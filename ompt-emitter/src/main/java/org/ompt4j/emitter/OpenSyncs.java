package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WaitOutcome;

/**
 * The sync regions, and waits of other kinds, that a thread is inside, innermost last, so that they can be closed on behalf of a thread that is still inside
 * when the runtime ends. Reused; owner thread only, like the stack of tasks.
 */
final class OpenSyncs {
    private static final int FIRST = 4;

    /** One open sync region. */
    static final class Open {
        Construct construct = Construct.NONE;

        /** Null for a wait that is no sync region, see {@link Waits}. */
        @Nullable
        SyncRegionKind kind = SyncRegionKind.TASKWAIT;

        /** The thread's state while it waits in it. */
        State state = State.WAIT_TASKWAIT;

        long waitId;
        /** What its present wait, or its last one, is for: itself, or one of the tasks of a group. */
        long awaited;

        int callSite;
        /** Place of its task in the thread's stack. */
        int frame;

        boolean waiting;
        boolean waited;

        /** What its present wait, or its last one, ended by. */
        WaitOutcome outcome = WaitOutcome.UNSPECIFIED;

        /** Since when a virtual thread could go on that has left its carrier in it, in nanoseconds; 0 if that is not known. */
        long canGoOnNanos;

        /** When a wait began that tools were not told of, in nanoseconds; 0 if they were. */
        long unreportedNanos;

        /** What is there already is not stored again, see {@link TaskFrame#become}. */
        void become(
                int itsFrame,
                Construct itsConstruct,
                @Nullable SyncRegionKind itsKind,
                State itsState,
                long itsWaitId,
                int itsCallSite) {
            frame = itsFrame;
            waitId = itsWaitId;
            awaited = itsWaitId;
            callSite = itsCallSite;
            waiting = false;
            waited = false;
            unreportedNanos = 0;
            outcome = WaitOutcome.UNSPECIFIED;
            if (construct != itsConstruct) {
                construct = itsConstruct;
            }
            if (kind != itsKind) {
                kind = itsKind;
            }
            if (state != itsState) {
                state = itsState;
            }
        }
    }

    private Open[] open = new Open[0];
    private WaitOutcome lastOutcome = WaitOutcome.UNSPECIFIED;
    private int depth;
    /** How many of them are waiting. */
    private int waits;

    void begin(int frame, Construct construct, @Nullable SyncRegionKind kind, State state, long waitId, int callSite) {
        dropAbove(frame);
        if (depth == open.length) {
            grow();
        }
        Open begun = open[depth++];
        begun.become(frame, construct, kind, state, waitId, callSite);
    }

    private void grow() {
        int before = open.length;
        open = Arrays.copyOf(open, Math.max(FIRST, before * 2));
        for (int i = before; i < open.length; i++) {
            open[i] = new Open();
        }
    }

    /** Whether the region is known. */
    boolean waiting(@Nullable SyncRegionKind kind, long waitId, boolean waits) {
        int at = find(kind, waitId);
        if (at >= 0) {
            this.waits += waits == open[at].waiting ? 0 : waits ? 1 : -1;
            open[at].waiting = waits;
            open[at].waited = true;
            if (waits) {
                open[at].outcome = WaitOutcome.UNSPECIFIED;
            }
        }
        return at >= 0;
    }

    /** The wait that is under way, if any, is about to end by this, or to go on. */
    void keepOutcome(WaitOutcome outcome) {
        lastOutcome = outcome;
        if (depth > 0 && open[depth - 1].waiting) {
            open[depth - 1].outcome = outcome;
        }
    }

    /** What has been kept last, for a wait that is in no sync region; forgotten as such a wait begins. */
    WaitOutcome lastOutcome() {
        return lastOutcome;
    }

    void forgetLastOutcome() {
        lastOutcome = WaitOutcome.UNSPECIFIED;
    }

    /** All waits that are under way are about to end by this. */
    void keepOutcomeOfAll(WaitOutcome outcome) {
        for (int i = 0; i < depth; i++) {
            if (open[i].waiting) {
                open[i].outcome = outcome;
            }
        }
    }

    /** What the last wait in the region ended by. */
    WaitOutcome outcome(@Nullable SyncRegionKind kind, long waitId) {
        int at = find(kind, waitId);
        return at < 0 ? WaitOutcome.UNSPECIFIED : open[at].outcome;
    }

    /** What the wait is for from now on that has just begun in the region. */
    void awaits(@Nullable SyncRegionKind kind, long waitId, long awaited) {
        int at = find(kind, waitId);
        if (at >= 0) {
            open[at].awaited = awaited;
        }
    }

    /** What the last wait in the region was for; its own id if the region is not known. */
    long awaited(@Nullable SyncRegionKind kind, long waitId) {
        int at = find(kind, waitId);
        return at < 0 ? waitId : open[at].awaited;
    }

    /** When the wait without a sync region that tools were not told of began, in nanoseconds; 0 if there is none. */
    long unreportedNanos(long waitId) {
        int at = find(null, waitId);
        return at < 0 ? 0 : open[at].unreportedNanos;
    }

    /** Whether the region was known. */
    boolean end(@Nullable SyncRegionKind kind, long waitId) {
        int at = find(kind, waitId);
        if (at >= 0) {
            dropTo(at);
        }
        return at >= 0;
    }

    private int find(@Nullable SyncRegionKind kind, long waitId) {
        for (int i = depth - 1; i >= 0; i--) {
            if (open[i].waitId == waitId && open[i].kind == kind) {
                return i;
            }
        }
        return -1;
    }

    /** Whether any is waiting, for the price of one comparison. */
    boolean anyWaits() {
        return waits != 0;
    }

    /** The innermost one in which the task at this place of the stack waits, though its code runs; null if none. */
    @Nullable
    Open waitingIn(int frame) {
        for (int i = depth - 1; i >= 0 && open[i].frame >= frame; i--) {
            if (open[i].waiting && open[i].frame == frame) {
                return open[i];
            }
        }
        return null;
    }

    /** Whether one is open that belongs to the task at this place of the stack. */
    boolean isOpenIn(int frame) {
        dropAbove(frame);
        return depth > 0 && open[depth - 1].frame == frame;
    }

    boolean isEmpty() {
        return depth == 0;
    }

    /** The only one that is open, if that is a wait without a sync region; else null. */
    @Nullable
    Open onlyWait() {
        return depth == 1 && open[0].kind == null && open[0].waiting ? open[0] : null;
    }

    void clear() {
        dropTo(0);
    }

    Open innermost() {
        return open[depth - 1];
    }

    /** Tasks that are gone took what was open in them with them. */
    private void dropAbove(int frame) {
        int keep = depth;
        while (keep > 0 && open[keep - 1].frame > frame) {
            keep--;
        }
        dropTo(keep);
    }

    private void dropTo(int keep) {
        while (depth > keep) {
            depth--;
            waits -= open[depth].waiting ? 1 : 0;
            open[depth].waiting = false;
        }
    }
}
