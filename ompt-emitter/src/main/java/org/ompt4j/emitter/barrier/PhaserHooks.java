package org.ompt4j.emitter.barrier;

import static org.ompt4j.ompt.Construct.PHASER;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
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
 * Called by the rewritten {@link Phaser}; see {@code docs/mappings/phaser.md}.
 *
 * <p>A phaser with a parent is a part of its root: they share one wait id, and the calls that go up the tree are one call. The
 * tokens are those of {@link BarrierCall}, 0 for a call that is not observed.
 */
public final class PhaserHooks {
    private static final int MAX_PHASE = Integer.MAX_VALUE;

    private static final class Phasers {
        static final long ROOT = Memory.fieldOffset(Phaser.class, "root");

        /** Phasers of classes that override {@code onAdvance}: theirs is an action that is worth showing. */
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
                // A signature of the class names a class that is missing; onAdvance is what it was made for.
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

    private static int enter(Object phaser, boolean party) {
        ThreadContext c = Threads.enter();
        if (c == null) {
            return 0;
        }
        try {
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
        } catch (Throwable t) {
            Failures.count("arrival at a phaser", t);
            return 0;
        } finally {
            c.leave();
        }
    }

    private static BarrierCall open(ThreadContext c, BarrierCalls calls, Object phaser, SyncRegionKind kind) {
        int site = CallSites.takeOrWalk(c, PHASER);
        return calls.open(c, PHASER, kind, WaitIds.of(root(phaser), PHASER), site);
    }

    private static Object root(Object phaser) {
        Object root = Phasers.ROOT < 0 ? null : Memory.UNSAFE.getReference(phaser, Phasers.ROOT);
        return root == null ? phaser : root;
    }

    /** The call that runs the phaser's own code now, or null. */
    private static @Nullable BarrierCall innermost(BarrierCalls calls) {
        BarrierCall call = calls.innermost();
        return call != null && call.construct() == PHASER && !call.isActing() ? call : null;
    }

    /** The last party of a phaser that has a parent arrives there next. */
    public static void ascend() {
        ThreadContext c = Threads.enterIfBegun();
        if (c == null) {
            return;
        }
        try {
            BarrierCall call = innermost(BarrierCalls.of(c));
            if (call != null) {
                call.ascends = true;
            }
        } catch (Throwable t) {
            Failures.count("arrival at a phaser's parent", t);
        } finally {
            c.leave();
        }
    }

    /** The call returns. */
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
            Failures.count("end of a phase", t);
        } finally {
            c.leave();
        }
    }

    /** The call throws: it was interrupted or its time is over, or it was wrong. */
    public static void leaveThrown(Throwable thrown, int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCalls calls = BarrierCalls.of(c);
            BarrierCall call = calls.at(c, token);
            if (call != null) {
                if (thrown instanceof InterruptedException || thrown instanceof TimeoutException) {
                    call.broken = BarrierCall.Broken.BY_THIS_CALL;
                }
                calls.close(c);
            }
        } catch (Throwable t) {
            Failures.count("end of a phase", t);
        } finally {
            c.leave();
        }
    }

    // ---------------------------------------------------------------- arriving without a wait

    /** {@code arrive} or {@code arriveAndDeregister} is entered; returns the call's token. */
    public static int arrive(Object phaser) {
        ThreadContext c = Threads.enter();
        if (c == null) {
            return 0;
        }
        try {
            BarrierCall call = open(c, BarrierCalls.of(c), phaser, SyncRegionKind.BARRIER_EXPLICIT);
            call.arriveOnly(c);
            return call.token;
        } catch (Throwable t) {
            Failures.count("arrival at a phaser", t);
            return 0;
        } finally {
            c.leave();
        }
    }

    /** {@code arrive} or {@code arriveAndDeregister} returns the phase, negative if the phaser has terminated. */
    public static void arrived(int phase, Object phaser, int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
            BarrierCalls calls = BarrierCalls.of(c);
            BarrierCall call = calls.at(c, token);
            if (call != null) {
                if (phase >= 0 && Phasers.HAS_ACTION.get(root(phaser).getClass())) {
                    call.actionElsewhere(c);
                }
                calls.close(c);
            }
        } catch (Throwable t) {
            Failures.count("arrival at a phaser", t);
        } finally {
            c.leave();
        }
    }

    // ---------------------------------------------------------------- inside

    /**
     * The thread waits for the phase to end.
     *
     * @return the token of the call that waits; its negative if this is the wait of a registration, a call of its own
     */
    public static int waitBegin(Object root) {
        ThreadContext c = Threads.enter();
        if (c == null) {
            return 0;
        }
        try {
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
        } catch (Throwable t) {
            Failures.count("wait at a phaser", t);
            return 0;
        } finally {
            c.leave();
        }
    }

    /**
     * The wait is over.
     *
     * @param reached the phase now; negative, with the same number, if the phaser was terminated by force
     * @param awaited the phase whose end was waited for
     */
    public static void waitEnd(int reached, int awaited, int token) {
        ThreadContext c = token == 0 ? null : Threads.enter();
        if (c == null) {
            return;
        }
        try {
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
        } catch (Throwable t) {
            Failures.count("wait at a phaser", t);
        } finally {
            c.leave();
        }
    }

    /** The wait ended with an exception, of a class that could not be loaded or a stack that is exhausted. */
    public static void waitThrew(int token) {
        waitEnd(0, 0, token);
    }

    /** The last party runs {@code onAdvance}. */
    public static void actionBegin(Object root) {
        ThreadContext c = Threads.enterIfBegun();
        if (c == null) {
            return;
        }
        try {
            BarrierCall call = innermost(BarrierCalls.of(c));
            if (call != null && Phasers.HAS_ACTION.get(root.getClass())) {
                call.actionBegin(c);
            }
        } catch (Throwable t) {
            Failures.count("action of a phaser", t);
        } finally {
            c.leave();
        }
    }

    /** {@code onAdvance} returned or threw. */
    public static void actionEnd() {
        ThreadContext c = Threads.enterIfBegun();
        if (c == null) {
            return;
        }
        try {
            BarrierCall call = BarrierCalls.of(c).innermost();
            if (call != null && call.construct() == PHASER) {
                call.actionEnd(c);
            }
        } catch (Throwable t) {
            Failures.count("action of a phaser", t);
        } finally {
            c.leave();
        }
    }

    /** {@code forceTermination} is entered: it sends away whoever waits, unless the phaser has terminated before. */
    public static void forceTermination(Object phaser) {
        ThreadContext c = Threads.enter();
        if (c == null) {
            return;
        }
        try {
            int site = CallSites.takeOrWalk(c, PHASER);
            if (((Phaser) phaser).getPhase() >= 0) {
                InitialTasks.ensure(c);
                Events.cancel(c, c.clock().now(), PHASER, c.taskId(), CancelFlag.PARALLEL | CancelFlag.ACTIVATED, site);
            }
        } catch (Throwable t) {
            Failures.count("termination of a phaser", t);
        } finally {
            c.leave();
        }
    }
}
