package org.ompt4j.emitter.barrier;

import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Called by the rewritten {@link CyclicBarrier}; see {@code docs/mappings/cyclic-barrier.md}.
 *
 * <p>Some of these calls come while the thread holds the barrier's own lock. The tokens are those of {@link BarrierCall}, 0 for a
 * call that is not observed.
 */
public final class CyclicBarrierHooks {
    private static final class Fields {
        static final long PARTIES = Memory.fieldOffset(CyclicBarrier.class, "parties");
        static final long COUNT = Memory.fieldOffset(CyclicBarrier.class, "count");
        static final long ACTION = Memory.fieldOffset(CyclicBarrier.class, "barrierCommand");
    }

    private CyclicBarrierHooks() {}

    /** A party arrives; returns the call's token. */
    public static int arrive(Object barrier) {
        ThreadContext c = Threads.enter();
        if (c == null) {
            return 0;
        }
        try {
            int site = CallSites.takeOrWalk(c, CYCLIC_BARRIER);
            BarrierCall call = BarrierCalls.of(c)
                    .open(
                            c,
                            CYCLIC_BARRIER,
                            SyncRegionKind.BARRIER_EXPLICIT,
                            WaitIds.of(barrier, CYCLIC_BARRIER),
                            site);
            call.begin(c);
            return call.token;
        } catch (Throwable t) {
            Failures.count("arrival at a cyclic barrier", t);
            return 0;
        } finally {
            c.leave();
        }
    }

    /** The last party begins to run the barrier action. */
    public static void actionBegin(int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCall call = BarrierCalls.of(c).at(c, token);
            if (call != null) {
                call.actionBegin(c);
            }
        } catch (Throwable t) {
            Failures.count("action of a cyclic barrier", t);
        } finally {
            c.leave();
        }
    }

    /** The barrier action has returned or thrown. */
    public static void actionEnd(int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCall call = BarrierCalls.of(c).at(c, token);
            if (call != null) {
                call.actionEnd(c);
            }
        } catch (Throwable t) {
            Failures.count("action of a cyclic barrier", t);
        } finally {
            c.leave();
        }
    }

    /** A party that is not the last begins to wait, or goes on waiting after it woke up too early. */
    public static void awaitOthers(Object barrier, int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCall call = BarrierCalls.of(c).at(c, token);
            if (call != null) {
                if (Fields.ACTION >= 0 && Memory.UNSAFE.getReference(barrier, Fields.ACTION) != null) {
                    call.actionElsewhere(c);
                }
                call.waitBegin(c);
            }
        } catch (Throwable t) {
            Failures.count("wait at a cyclic barrier", t);
        } finally {
            c.leave();
        }
    }

    /** This party breaks the barrier: it was interrupted, its time is over, or the action failed. */
    public static void breaks(int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCall call = BarrierCalls.of(c).at(c, token);
            if (call != null) {
                call.broken = BarrierCall.Broken.BY_THIS_CALL;
            }
        } catch (Throwable t) {
            Failures.count("break of a cyclic barrier", t);
        } finally {
            c.leave();
        }
    }

    /** A party leaves the barrier. */
    public static void leave(int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCalls calls = BarrierCalls.of(c);
            if (calls.at(c, token) != null) {
                calls.close(c);
            }
        } catch (Throwable t) {
            Failures.count("end of a cyclic barrier", t);
        } finally {
            c.leave();
        }
    }

    /** A party leaves the barrier by an exception. */
    public static void leaveBroken(Throwable thrown, int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCalls calls = BarrierCalls.of(c);
            BarrierCall call = calls.at(c, token);
            if (call != null) {
                if (call.broken == BarrierCall.Broken.NO && thrown instanceof BrokenBarrierException) {
                    call.broken = BarrierCall.Broken.BY_ANOTHER;
                }
                calls.close(c);
            }
        } catch (Throwable t) {
            Failures.count("end of a broken cyclic barrier", t);
        } finally {
            c.leave();
        }
    }

    /** Whether a reset, which holds the barrier's lock now, breaks a generation that parties wait in. */
    public static void resetBreaks(Object barrier) {
        ThreadContext c = Threads.enter();
        if (c == null) {
            return;
        }
        try {
            int site = CallSites.takeOrWalk(c, CYCLIC_BARRIER);
            if (partiesWaitAt(barrier)) {
                InitialTasks.ensure(c);
                Events.cancel(
                        c,
                        c.clock().now(),
                        CYCLIC_BARRIER,
                        c.taskId(),
                        CancelFlag.PARALLEL | CancelFlag.ACTIVATED,
                        site);
            }
        } catch (Throwable t) {
            Failures.count("reset of a cyclic barrier", t);
        } finally {
            c.leave();
        }
    }

    private static boolean partiesWaitAt(Object barrier) {
        return Fields.PARTIES >= 0
                && Fields.COUNT >= 0
                && Memory.UNSAFE.getInt(barrier, Fields.COUNT) < Memory.UNSAFE.getInt(barrier, Fields.PARTIES);
    }
}
