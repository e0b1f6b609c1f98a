package org.ompt4j.emitter.barrier;

import static org.ompt4j.ompt.Construct.PHASER;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
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
 * Called by the rewritten {@link Phaser}; see {@code docs/mappings/phaser.md}.
 *
 * <p>A phaser with a parent counts as part of its root: they share one wait id, and the calls that go up the tree are reported as one call. The
 * tokens are those of {@link BarrierCall}, 0 for a call that is not observed.
 */
public final class PhaserHooks extends PhaserGuards {
    private static final int MAX_PHASE = Integer.MAX_VALUE;

    private static final class Phasers {
        static final long ROOT = Memory.fieldOffset(Phaser.class, "root");

        /** Whether a class of phasers overrides {@code onAdvance}, so that its action is reported. */
        static final ClassValue<Boolean> HAS_ACTION = new ClassValue<>() {
            @Override
            protected Boolean computeValue(Class<?> type) {
                for (Class<?> each = type; each != null && each != Phaser.class; each = each.getSuperclass()) {
                    if (declaresAction(each)) {
                        return true;
                    }
                }
                return false;
            }
        };

        private static boolean declaresAction(Class<?> type) {
            try {
                return type.getDeclaredMethod("onAdvance", int.class, int.class) != null;
            } catch (NoSuchMethodException inherited) {
                return false;
            } catch (LinkageError unreadable) {
                // A signature of the class names a missing class. The class was probably made to override onAdvance.
                return true;
            }
        }
    }

    private PhaserHooks() {}

    // ---------------------------------------------------------------- waiting calls

    /** {@code arriveAndAwaitAdvance} is entered; returns the call's token. */
    public static int arriveAndAwait(Object phaser) {
        return enter(phaser, true);
    }

    /** One of the {@code awaitAdvance} methods is entered; returns the call's token. */
    public static int await(Object phaser) {
        return enter(phaser, false);
    }

    @Guarded("arrival at a phaser")
    static int enter(ThreadContext c, Object phaser, boolean party) {
        BarrierCalls calls = BarrierCalls.of(c);
        BarrierCall child = innermost(calls);
        if (child != null && child.ascends) {
            child.ascends = false;
            return 0;
        }
        BarrierCall call = open(c, calls, phaser, SyncRegionKind.BARRIER_EXPLICIT);
        call.isParty = party;
        call.begin(c);
        return call.token;
    }

    private static BarrierCall open(ThreadContext c, BarrierCalls calls, Object phaser, SyncRegionKind kind) {
        int callSite = CallSites.takeOrWalk(c, PHASER);
        return calls.open(c, PHASER, kind, WaitIds.of(root(phaser), PHASER), callSite);
    }

    private static Object root(Object phaser) {
        Object root = Phasers.ROOT == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(phaser, Phasers.ROOT);
        return root == null ? phaser : root;
    }

    /** The call that runs the phaser's own code now, or null. */
    private static @Nullable BarrierCall innermost(BarrierCalls calls) {
        BarrierCall call = calls.innermost();
        return call != null && call.construct() == PHASER && !call.isActing() ? call : null;
    }

    /** The last party of a phaser that has a parent arrives there next. */
    @Guarded(value = "arrival at a phaser's parent", begins = false)
    public static void ascend(ThreadContext c) {
        BarrierCall call = innermost(BarrierCalls.of(c));
        if (call != null) {
            call.ascends = true;
        }
    }

    /** The call returns. */
    @Guarded("end of a phase")
    public static void leave(ThreadContext c, @Needed int token) {
        BarrierCalls.of(c).close(c, token);
    }

    /** The call throws: it was interrupted, timed out, or was illegal. */
    @Guarded("end of a phase")
    public static void leaveThrown(ThreadContext c, Throwable thrown, @Needed int token) {
        BarrierCalls calls = BarrierCalls.of(c);
        BarrierCall call = calls.at(c, token);
        if (call != null) {
            if (thrown instanceof InterruptedException || thrown instanceof TimeoutException) {
                call.broken = BarrierCall.Broken.BY_THIS_CALL;
            }
            calls.close(c);
        }
    }

    // ---------------------------------------------------------------- arriving without a wait

    /** {@code arrive} or {@code arriveAndDeregister} is entered; returns the call's token. */
    @Guarded("arrival at a phaser")
    public static int arrive(ThreadContext c, Object phaser) {
        BarrierCall call = open(c, BarrierCalls.of(c), phaser, SyncRegionKind.BARRIER_EXPLICIT);
        call.arriveOnly(c);
        return call.token;
    }

    /** {@code arrive} or {@code arriveAndDeregister} returns the phase, negative if the phaser has terminated. */
    @Guarded("arrival at a phaser")
    public static void arrived(ThreadContext c, int phase, Object phaser, @Needed int token) {
        BarrierCalls calls = BarrierCalls.of(c);
        BarrierCall call = calls.at(c, token);
        if (call != null) {
            if (phase >= 0 && Phasers.HAS_ACTION.get(root(phaser).getClass())) {
                call.actionElsewhere(c);
            }
            calls.close(c);
        }
    }

    // ---------------------------------------------------------------- inside

    /**
     * The thread waits for the phase to end.
     *
     * @return the token of the call that waits; negative if it is the wait of a registration, which is reported as a call of its own
     */
    @Guarded("wait at a phaser")
    public static int waitBegin(ThreadContext c, Object root) {
        BarrierCalls calls = BarrierCalls.of(c);
        BarrierCall call = innermost(calls);
        if (call == null) {
            BarrierCall registration = open(c, calls, root, SyncRegionKind.BARRIER_IMPLEMENTATION);
            registration.begin(c);
            registration.waitBegin(c);
            return -registration.token;
        }
        if (call.isParty && Phasers.HAS_ACTION.get(root.getClass())) {
            call.actionElsewhere(c);
        }
        call.waitBegin(c);
        return call.token;
    }

    /**
     * The wait is over.
     *
     * @param reached the phase now; negative, with the same number, if the phaser was terminated by force
     * @param awaited the phase whose end was waited for
     */
    @Guarded("wait at a phaser")
    public static void waitEnd(ThreadContext c, int reached, int awaited, @Needed int token) {
        BarrierCalls calls = BarrierCalls.of(c);
        BarrierCall call = calls.at(c, Math.abs(token));
        if (call != null) {
            call.waitEnd(c);
            if (reached < 0 && (reached & MAX_PHASE) == awaited) {
                call.broken = BarrierCall.Broken.BY_ANOTHER;
            }
            if (token < 0) {
                calls.close(c);
            }
        }
    }

    /** The wait ended with an exception: a class could not be loaded, or the stack is exhausted. */
    public static void waitThrew(int token) {
        waitEnd(0, 0, token);
    }

    /** The last party runs {@code onAdvance}. */
    @Guarded(value = "action of a phaser", begins = false)
    public static void actionBegin(ThreadContext c, Object root) {
        BarrierCall call = innermost(BarrierCalls.of(c));
        if (call != null && Phasers.HAS_ACTION.get(root.getClass())) {
            call.actionBegin(c);
        }
    }

    /** {@code onAdvance} returned or threw. */
    @Guarded(value = "action of a phaser", begins = false)
    public static void actionEnd(ThreadContext c) {
        BarrierCall call = BarrierCalls.of(c).innermost();
        if (call != null && call.construct() == PHASER) {
            call.actionEnd(c);
        }
    }

    /** {@code forceTermination} is entered: it ends the waits of all threads, unless the phaser has terminated before. */
    @Guarded("termination of a phaser")
    public static void forceTermination(ThreadContext c, Object phaser) {
        int callSite = CallSites.takeOrWalk(c, PHASER);
        if (((Phaser) phaser).getPhase() >= 0) {
            InitialTasks.ensure(c);
            Events.cancel(c, c.clock().now(), PHASER, c.taskId(), CancelFlag.PARALLEL | CancelFlag.ACTIVATED, callSite);
        }
    }
}
