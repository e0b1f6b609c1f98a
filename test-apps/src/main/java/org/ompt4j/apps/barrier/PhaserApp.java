package org.ompt4j.apps.barrier;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code Phaser}: every method, tiers, and termination by {@code onAdvance}.
 *
 * <p>Known by construction: the number of calls of each method in each scenario; a call on a phaser with a parent counts
 * once.
 */
public final class PhaserApp {

    /** Parties {@code party-0} ... of {@code phases} and {@code on-advance}. */
    public static final int PARTIES = 3;
    /** Phases of {@code phases}, times the scale. */
    public static final int PHASES = 20;
    /** Phases until {@code onAdvance} of {@code on-advance} terminates the phaser. */
    public static final int PHASES_UNTIL_TERMINATION = 4;
    /** {@code arrive} calls of {@code arrive}. */
    public static final int ARRIVALS = 2;
    /** {@code arriveAndDeregister} calls of {@code arrive}. */
    public static final int DEREGISTRATIONS = 1;
    /** {@code awaitAdvance*} calls of {@code await-advance}: of a past phase, plain, interruptibly, timed. */
    public static final int AWAIT_ADVANCES = 4;
    /** {@code arrive} calls of {@code await-advance}, one phase each. */
    public static final int AWAIT_ADVANCE_ARRIVALS = 3;
    /** {@code awaitAdvanceInterruptibly} calls of {@code await-fails}: one times out, one is interrupted. */
    public static final int FAILING_AWAITS = 2;
    /** Children of {@code tiered}, with {@link #PARTIES_PER_CHILD} parties each. */
    public static final int CHILDREN = 2;
    /** Parties {@code tier-0-0} ... of one child of {@code tiered}. */
    public static final int PARTIES_PER_CHILD = 2;
    /** Phases of {@code tiered}, times the scale. */
    public static final int TIERED_PHASES = 10;

    private PhaserApp() {}

    /** {@code arriveAndAwaitAdvance} calls of {@code phases}. */
    public static int phasesCalls(int scale) {
        return PARTIES * PHASES * scale;
    }

    /** {@code arriveAndAwaitAdvance} calls of {@code on-advance}. */
    public static int onAdvanceCalls() {
        return PARTIES * PHASES_UNTIL_TERMINATION;
    }

    /** {@code arriveAndAwaitAdvance} calls of {@code tiered}. */
    public static int tieredCalls(int scale) {
        return CHILDREN * PARTIES_PER_CHILD * TIERED_PHASES * scale;
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("phases", PhaserApp::phases)
                .add("on-advance", scale -> onAdvance())
                .add("arrive", scale -> arrive())
                .add("await-advance", scale -> awaitAdvance())
                .add("await-fails", scale -> awaitFails())
                .add("tiered", PhaserApp::tiered)
                .add("force-termination", scale -> forceTermination())
                .add("exception", scale -> exception())
                .add("nested", scale -> nested())
                .run(args);
    }

    private static String phases(int scale) throws InterruptedException {
        Phaser phaser = new Phaser(PARTIES);
        AtomicInteger calls = new AtomicInteger();
        Thread[] parties = new Thread[PARTIES];
        for (int i = 0; i < PARTIES; i++) {
            parties[i] = Threads.start("party-" + i, () -> {
                for (int phase = 0; phase < PHASES * scale; phase++) {
                    phaser.arriveAndAwaitAdvance();
                    calls.incrementAndGet();
                }
            });
        }
        Threads.join(parties);
        return "phase " + phaser.getPhase() + ", calls " + calls.get();
    }

    private static String onAdvance() throws InterruptedException {
        AtomicInteger advances = new AtomicInteger();
        Phaser phaser = new Phaser(PARTIES) {
            @Override
            protected boolean onAdvance(int phase, int registeredParties) {
                return advances.incrementAndGet() == PHASES_UNTIL_TERMINATION;
            }
        };
        Thread[] parties = new Thread[PARTIES];
        for (int i = 0; i < PARTIES; i++) {
            parties[i] = Threads.start("party-" + i, () -> {
                while (!phaser.isTerminated()) {
                    phaser.arriveAndAwaitAdvance();
                }
            });
        }
        Threads.join(parties);
        return "advances " + advances.get() + ", terminated " + phaser.isTerminated();
    }

    private static String arrive() {
        Phaser phaser = new Phaser();
        phaser.register();
        phaser.bulkRegister(2);
        int first = phaser.arrive();
        int second = phaser.arrive();
        int third = phaser.arriveAndDeregister();
        return first + " " + second + " " + third + ", phase " + phaser.getPhase() + ", parties "
                + phaser.getRegisteredParties();
    }

    /** The first call waits for a past phase and returns at once; each of the others begins before the arrival that ends it. */
    private static String awaitAdvance() throws InterruptedException {
        Phaser phaser = new Phaser(1);
        int past = phaser.awaitAdvance(3);
        int[] reached = new int[3];
        Thread plain = Threads.start("plain-waiter", () -> reached[0] = phaser.awaitAdvance(0));
        Threads.awaitState(plain, Thread.State.WAITING);
        phaser.arrive();
        plain.join();
        Thread interruptible =
                Threads.start("interruptible-waiter", () -> reached[1] = phaser.awaitAdvanceInterruptibly(1));
        Threads.awaitState(interruptible, Thread.State.WAITING);
        phaser.arrive();
        interruptible.join();
        Thread timed = Threads.start(
                "timed-waiter", () -> reached[2] = phaser.awaitAdvanceInterruptibly(2, 1, TimeUnit.HOURS));
        Threads.awaitState(timed, Thread.State.TIMED_WAITING);
        phaser.arrive();
        timed.join();
        return past + " " + reached[0] + " " + reached[1] + " " + reached[2];
    }

    private static String awaitFails() throws InterruptedException {
        Phaser phaser = new Phaser(1);
        String timeout = Threads.thrownBy(() -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS));
        String[] thrown = new String[1];
        Thread interrupted = Threads.start(
                "interrupted-waiter", () -> thrown[0] = Threads.thrownBy(() -> phaser.awaitAdvanceInterruptibly(0)));
        Threads.awaitState(interrupted, Thread.State.WAITING);
        interrupted.interrupt();
        interrupted.join();
        return timeout + " " + thrown[0];
    }

    private static String tiered(int scale) throws InterruptedException {
        Phaser root = new Phaser();
        Thread[] parties = new Thread[CHILDREN * PARTIES_PER_CHILD];
        Phaser[] children = new Phaser[CHILDREN];
        for (int child = 0; child < CHILDREN; child++) {
            children[child] = new Phaser(root, PARTIES_PER_CHILD);
        }
        for (int i = 0; i < parties.length; i++) {
            Phaser phaser = children[i / PARTIES_PER_CHILD];
            parties[i] = Threads.start("tier-" + i / PARTIES_PER_CHILD + "-" + i % PARTIES_PER_CHILD, () -> {
                for (int phase = 0; phase < TIERED_PHASES * scale; phase++) {
                    phaser.arriveAndAwaitAdvance();
                }
            });
        }
        Threads.join(parties);
        return "phase " + root.getPhase();
    }

    /** An arrival at a phaser without parties throws, and an {@code onAdvance} throws. */
    private static String exception() throws InterruptedException {
        Phaser none = new Phaser();
        Phaser failing = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int registeredParties) {
                throw new IllegalArgumentException("on purpose");
            }
        };
        StringBuilder thrown = new StringBuilder();
        Threads.join(Threads.start("unregistered", () -> thrown.append(Threads.thrownBy(() -> none.arrive()))));
        Threads.join(Threads.start(
                "failing", () -> thrown.append(' ').append(Threads.thrownBy(() -> failing.arriveAndAwaitAdvance()))));
        return thrown.toString();
    }

    /** {@code onAdvance} arrives at another phaser. */
    private static String nested() throws InterruptedException {
        Phaser inner = new Phaser(1);
        Phaser outer = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int registeredParties) {
                return inner.arriveAndAwaitAdvance() < 0;
            }
        };
        Threads.join(Threads.start("nesting", () -> outer.arriveAndAwaitAdvance()));
        return "phases " + outer.getPhase() + " " + inner.getPhase();
    }

    private static String forceTermination() throws InterruptedException {
        Phaser phaser = new Phaser(1);
        boolean[] negative = new boolean[1];
        Thread waiter = Threads.start("forced-waiter", () -> negative[0] = phaser.awaitAdvance(0) < 0);
        Threads.awaitState(waiter, Thread.State.WAITING);
        phaser.forceTermination();
        waiter.join();
        return "negative phase " + negative[0];
    }
}
