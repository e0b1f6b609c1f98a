package org.ompt4j.emitter.barrier;

import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;

/** One call of a barrier's method that a thread is in. Objects are reused, so that a barrier allocates nothing. Owner thread only. */
final class BarrierCall {
    /** Which thread broke the barrier, as far as this call can tell. */
    enum Broken {
        NO,
        BY_THIS_CALL,
        BY_ANOTHER
    }

    /** Index in the thread's stack of calls, from 1; rewritten code uses it as the token of the call. */
    final int token;

    private Construct construct = Construct.NONE;
    private SyncRegionKind kind = SyncRegionKind.BARRIER_EXPLICIT;
    private long waitId;
    private int callSite;
    private boolean waited;
    private boolean waiting;
    private boolean acting;
    private boolean acted;
    private boolean arrivalOnly;
    Broken broken = Broken.NO;

    /** Whether the caller is a party of the barrier; false if it only waits for the barrier. */
    boolean isParty;

    /** Whether the barrier is about to call the same method of its parent, which is not a call by the application. */
    boolean ascends;

    BarrierCall(int token) {
        this.token = token;
    }

    void start(Construct ofConstruct, SyncRegionKind ofKind, long id, int codeptrRa) {
        construct = ofConstruct;
        kind = ofKind;
        waitId = id;
        callSite = codeptrRa;
        waited = false;
        waiting = false;
        acting = false;
        acted = false;
        arrivalOnly = false;
        broken = Broken.NO;
        isParty = true;
        ascends = false;
    }

    Construct construct() {
        return construct;
    }

    /** Whether the thread runs the barrier's action: application code, which can reach barriers of its own. */
    boolean isActing() {
        return acting;
    }

    void begin(ThreadContext c) {
        SyncRegions.begin(c, construct, kind, waitId, callSite);
    }

    /** Arrival without a wait: the region begins and ends at once. */
    void arriveOnly(ThreadContext c) {
        arrivalOnly = true;
        SyncRegions.beginEnd(c, construct, kind, waitId, callSite);
    }

    void waitBegin(ThreadContext c) {
        if (!waited) {
            waited = true;
            waiting = true;
            SyncRegions.waitBegin(c, construct, kind, waitId, callSite);
        }
    }

    /** The call's thread is the last one, which does not wait, and lets the others go now. */
    void opens(ThreadContext c) {
        if (!waited) {
            waited = true;
            c.clock().now();
            SyncRegions.emptyWait(c, construct, kind, waitId, callSite);
        }
    }

    void waitEnd(ThreadContext c) {
        if (waiting) {
            waiting = false;
            SyncRegions.waitEnd(c, construct, kind, waitId, callSite);
        }
    }

    /** The call's thread is the one that runs the barrier's action. */
    void actionBegin(ThreadContext c) {
        acting = true;
        acted = true;
        Events.work(c, c.clock().now(), construct, WorkType.SINGLE_EXECUTOR, ScopeEndpoint.BEGIN, 1, callSite);
    }

    void actionEnd(ThreadContext c) {
        if (acting) {
            acting = false;
            Events.work(c, c.clock().now(), construct, WorkType.SINGLE_EXECUTOR, ScopeEndpoint.END, 1, callSite);
        }
    }

    /** Another party runs the barrier's action, unless this one did. */
    void actionElsewhere(ThreadContext c) {
        if (!waited && !acted) {
            Events.work(c, c.clock().lastNow(), construct, WorkType.SINGLE_OTHER, ScopeEndpoint.BEGINEND, 1, callSite);
        }
    }

    /** Reports the ends of the wait (an empty one if there was none) and of the region, and the cancellation if the barrier was broken. */
    void end(ThreadContext c) {
        actionEnd(c);
        if (!arrivalOnly) {
            endRegion(c);
        }
        cancel(c);
    }

    private void endRegion(ThreadContext c) {
        if (waiting) {
            waitEnd(c);
            SyncRegions.end(c, construct, kind, waitId, callSite);
        } else {
            if (!waited) {
                SyncRegions.emptyWait(c, construct, kind, waitId, callSite);
            }
            SyncRegions.endNow(c, construct, kind, waitId, callSite);
        }
    }

    private void cancel(ThreadContext c) {
        if (broken != Broken.NO) {
            int how = broken == Broken.BY_THIS_CALL ? CancelFlag.ACTIVATED : CancelFlag.DETECTED;
            Events.cancel(c, c.clock().lastNow(), construct, c.taskId(), CancelFlag.PARALLEL | how, callSite);
        }
    }
}
