package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WaitOutcome;

/**
 * The sync regions and other waits that a thread is in, innermost last. They are kept so that they can be closed on behalf of a thread that is still
 * in them when the runtime ends. Entries are reused. Owner thread only, like the stack of tasks.
 */
final class OpenSyncs {
    private static final int FIRST = 4;

    /** One open sync region. */
    static final class Open {
        Construct construct = Construct.NONE;

        /** Null for a wait that is no sync region, see {@link Waits}. */
        @Nullable
        SyncRegionKind kind = SyncRegionKind.TASKWAIT;

        /** The thread's state while it waits in the region. */
        State state = State.WAIT_TASKWAIT;

        long waitId;
        /** The wait id of its present or last wait: the region's own, or that of one task of a group. */
        long awaited;

        int callSite;
        /** Index of its task in the thread's stack of tasks. */
        int frame;

        boolean waiting;
        boolean waited;

        /** Whether its present or last wait has a timeout, as far as is known. */
        boolean isLimited;

        /** The outcome of its present or last wait. */
        WaitOutcome outcome = WaitOutcome.UNSPECIFIED;

        /** Since when a virtual thread that has left its carrier in this wait could go on, in nanoseconds; 0 if that is not known. */
        long canGoOnNanos;

        /** When an unreported wait began, in nanoseconds; 0 if the wait was reported. */
        long unreportedNanos;

        /** Values that do not change are not stored again, see {@link TaskFrame#become}. */
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
            isLimited = false;
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
                open[at].isLimited = false;
            }
        }
        return at >= 0;
    }

    /** Sets the outcome of the open wait, if any. The wait is about to end, or goes on. */
    void keepOutcome(WaitOutcome outcome) {
        lastOutcome = outcome;
        if (depth > 0 && open[depth - 1].waiting) {
            open[depth - 1].outcome = outcome;
        }
    }

    /** The last outcome that was set, for a wait without a sync region; reset when such a wait begins. */
    WaitOutcome lastOutcome() {
        return lastOutcome;
    }

    void forgetLastOutcome() {
        lastOutcome = WaitOutcome.UNSPECIFIED;
    }

    /** The innermost open wait, if any, has a timeout. */
    void limit() {
        if (depth > 0 && open[depth - 1].waiting) {
            open[depth - 1].isLimited = true;
        }
    }

    /** The recording ends, and with it all open waits. */
    void remainAtEnd() {
        for (int i = 0; i < depth; i++) {
            if (open[i].waiting) {
                open[i].outcome = open[i].isLimited ? WaitOutcome.BEFORE_TIMEOUT : WaitOutcome.NOT_ENDED;
            }
        }
    }

    /** The outcome of the last wait in the region. */
    WaitOutcome outcome(@Nullable SyncRegionKind kind, long waitId) {
        int at = find(kind, waitId);
        return at < 0 ? WaitOutcome.UNSPECIFIED : open[at].outcome;
    }

    /** Sets the wait id of the wait that has just begun in the region. */
    void awaits(@Nullable SyncRegionKind kind, long waitId, long awaited) {
        int at = find(kind, waitId);
        if (at >= 0) {
            open[at].awaited = awaited;
        }
    }

    /** The wait id of the last wait in the region; the region's own id if the region is not known. */
    long awaited(@Nullable SyncRegionKind kind, long waitId) {
        int at = find(kind, waitId);
        return at < 0 ? waitId : open[at].awaited;
    }

    /** When the unreported wait without a sync region began, in nanoseconds; 0 if there is none. */
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

    /** Whether the thread waits in any of them; costs one comparison. */
    boolean anyWaits() {
        return waits != 0;
    }

    /** The innermost region or wait in which the task at this index of the stack waits, though its code runs; null if there is none. */
    @Nullable
    Open waitingIn(int frame) {
        for (int i = depth - 1; i >= 0 && open[i].frame >= frame; i--) {
            if (open[i].waiting && open[i].frame == frame) {
                return open[i];
            }
        }
        return null;
    }

    /** Whether a region or wait of the task at this index of the stack is open. */
    boolean isOpenIn(int frame) {
        dropAbove(frame);
        return depth > 0 && open[depth - 1].frame == frame;
    }

    boolean isEmpty() {
        return depth == 0;
    }

    /** The only open entry, if it is a taskwait, or a wait without a sync region; else null. */
    @Nullable
    Open onlyWait() {
        boolean isWait = depth == 1 && open[0].waiting;
        return isWait && (open[0].kind == null || open[0].kind == SyncRegionKind.TASKWAIT) ? open[0] : null;
    }

    void clear() {
        dropTo(0);
    }

    Open innermost() {
        return open[depth - 1];
    }

    /** Drops what was open in tasks that are no longer on the stack. */
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
