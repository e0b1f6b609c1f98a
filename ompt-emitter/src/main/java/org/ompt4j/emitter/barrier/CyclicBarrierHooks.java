package org.ompt4j.emitter.barrier;

import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Called by the rewritten {@link CyclicBarrier}; see {@code docs/mappings/cyclic-barrier.md}.
 *
 * <p>Some of these calls come while the thread holds the barrier's own lock. The tokens are those of {@link BarrierCall}, 0 for a
 * call that is not observed.
 */
public final class CyclicBarrierHooks extends CyclicBarrierGuards {
    private static final class Fields {
        static final long PARTIES = Memory.fieldOffset(CyclicBarrier.class, "parties");
        static final long COUNT = Memory.fieldOffset(CyclicBarrier.class, "count");
        static final long ACTION = Memory.fieldOffset(CyclicBarrier.class, "barrierCommand");
    }

    private CyclicBarrierHooks() {}

    /** A party arrives; returns the call's token. */
    @Guarded("arrival at a cyclic barrier")
    public static int arrive(ThreadContext c, Object barrier) {
        int callSite = CallSites.takeOrWalk(c, CYCLIC_BARRIER);
        BarrierCall call = BarrierCalls.of(c)
                .open(
                        c,
                        CYCLIC_BARRIER,
                        SyncRegionKind.BARRIER_EXPLICIT,
                        WaitIds.of(barrier, CYCLIC_BARRIER),
                        callSite);
        call.begin(c);
        return call.token;
    }

    /** The last party begins to run the barrier action. */
    @Guarded("action of a cyclic barrier")
    public static void actionBegin(ThreadContext c, @Needed int token) {
        BarrierCall call = BarrierCalls.of(c).at(c, token);
        if (call != null) {
            call.actionBegin(c);
        }
    }

    /** The barrier action has returned or thrown. */
    @Guarded("action of a cyclic barrier")
    public static void actionEnd(ThreadContext c, @Needed int token) {
        BarrierCall call = BarrierCalls.of(c).at(c, token);
        if (call != null) {
            call.actionEnd(c);
        }
    }

    /** The last party lets the others go, after the barrier action. It may have waited for the barrier's own lock since it arrived. */
    @Guarded("opening of a cyclic barrier")
    public static void opens(ThreadContext c, @Needed int token) {
        BarrierCall call = BarrierCalls.of(c).at(c, token);
        if (call != null) {
            call.opens(c);
        }
    }

    /** A party that is not the last begins to wait, or goes on waiting after it woke up too early. */
    @Guarded("wait at a cyclic barrier")
    public static void awaitOthers(ThreadContext c, Object barrier, @Needed int token) {
        BarrierCall call = BarrierCalls.of(c).at(c, token);
        if (call != null) {
            if (Fields.ACTION != Memory.NO_FIELD && Memory.UNSAFE.getReference(barrier, Fields.ACTION) != null) {
                call.actionElsewhere(c);
            }
            call.waitBegin(c);
        }
    }

    /** This party breaks the barrier: it was interrupted, its time is over, or the action failed. */
    @Guarded("break of a cyclic barrier")
    public static void breaks(ThreadContext c, @Needed int token) {
        BarrierCall call = BarrierCalls.of(c).at(c, token);
        if (call != null) {
            call.broken = BarrierCall.Broken.BY_THIS_CALL;
        }
    }

    /** A party leaves the barrier. */
    @Guarded("end of a cyclic barrier")
    public static void leave(ThreadContext c, @Needed int token) {
        BarrierCalls.of(c).close(c, token);
    }

    /** A party leaves the barrier by an exception. */
    @Guarded("end of a broken cyclic barrier")
    public static void leaveBroken(ThreadContext c, Throwable thrown, @Needed int token) {
        BarrierCalls calls = BarrierCalls.of(c);
        BarrierCall call = calls.at(c, token);
        if (call != null) {
            if (call.broken == BarrierCall.Broken.NO && thrown instanceof BrokenBarrierException) {
                call.broken = BarrierCall.Broken.BY_ANOTHER;
            }
            calls.close(c);
        }
    }

    /**
     * A reset, which holds the barrier's lock now, begins. Reports a cancellation if parties wait in the present generation, which the reset breaks.
     */
    @Guarded("reset of a cyclic barrier")
    public static void resetBreaks(ThreadContext c, Object barrier) {
        if (!partiesWaitAt(barrier)) {
            CallSites.take(c, CYCLIC_BARRIER);
        } else {
            int callSite = CallSites.takeOrWalk(c, CYCLIC_BARRIER);
            InitialTasks.ensure(c);
            Events.cancel(
                    c,
                    c.clock().now(),
                    CYCLIC_BARRIER,
                    c.taskId(),
                    CancelFlag.PARALLEL | CancelFlag.ACTIVATED,
                    callSite);
        }
    }

    private static boolean partiesWaitAt(Object barrier) {
        return Fields.PARTIES != Memory.NO_FIELD
                && Fields.COUNT != Memory.NO_FIELD
                && Memory.UNSAFE.getInt(barrier, Fields.COUNT) < Memory.UNSAFE.getInt(barrier, Fields.PARTIES);
    }
}
