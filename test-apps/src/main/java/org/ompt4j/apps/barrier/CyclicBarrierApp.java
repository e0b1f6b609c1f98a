package org.ompt4j.apps.barrier;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code CyclicBarrier}: generations, action, and every way to break it.
 *
 * <p>Known by construction: {@code await} calls are parties times generations; in each generation one of them is the last and
 * does not wait.
 */
public final class CyclicBarrierApp {

    /** Parties {@code party-0} ... of {@code generations} and {@code action}. */
    public static final int PARTIES = 3;
    /** Generations of {@code generations} and {@code action}, times the scale. */
    public static final int GENERATIONS = 20;
    /** {@code await} calls of {@code reset}: one waiter, then both parties of the next generation. */
    public static final int RESET_AWAITS = 3;
    /** {@code await} calls of {@code failing-action}: the action fails on the last arriver. */
    public static final int FAILING_ACTION_AWAITS = 2;
    /** {@code await} calls of {@code single}, a barrier with one party, times the scale. */
    public static final int SINGLE_AWAITS = 2;

    private CyclicBarrierApp() {}

    /** {@code await} calls of {@code generations} and of {@code action}. */
    public static int awaits(int scale) {
        return PARTIES * GENERATIONS * scale;
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("generations", CyclicBarrierApp::generations)
                .add("action", CyclicBarrierApp::action)
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("reset", scale -> reset())
                .add("failing-action", scale -> failingAction())
                .add("single", CyclicBarrierApp::single)
                .add("nested", scale -> nested())
                .add("left-waiting", scale -> leftWaiting())
                .run(args);
    }

    private static String generations(int scale) throws InterruptedException {
        AtomicInteger last = new AtomicInteger();
        rounds(new CyclicBarrier(PARTIES), GENERATIONS * scale, last);
        return "last arrivals " + last.get();
    }

    private static String action(int scale) throws InterruptedException {
        AtomicInteger last = new AtomicInteger();
        AtomicInteger actions = new AtomicInteger();
        rounds(new CyclicBarrier(PARTIES, actions::incrementAndGet), GENERATIONS * scale, last);
        return "last arrivals " + last.get() + ", actions " + actions.get();
    }

    private static void rounds(CyclicBarrier barrier, int generations, AtomicInteger last) throws InterruptedException {
        Thread[] parties = new Thread[barrier.getParties()];
        for (int i = 0; i < parties.length; i++) {
            parties[i] = Threads.start("party-" + i, () -> {
                for (int generation = 0; generation < generations; generation++) {
                    if (barrier.await() == 0) {
                        last.incrementAndGet();
                    }
                }
            });
        }
        Threads.join(parties);
    }

    private static String timeout() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        StringBuilder thrown = new StringBuilder();
        Threads.join(Threads.start(
                "timed", () -> thrown.append(Threads.thrownBy(() -> barrier.await(1, TimeUnit.MILLISECONDS)))));
        Threads.join(Threads.start("late", () -> thrown.append(' ').append(Threads.thrownBy(barrier::await))));
        return thrown + ", broken " + barrier.isBroken();
    }

    private static String interrupt() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(3);
        String[] thrown = new String[2];
        Thread bystander = Threads.start("bystander", () -> thrown[0] = Threads.thrownBy(barrier::await));
        Threads.awaitState(bystander, Thread.State.WAITING);
        Thread interrupted = Threads.start("interrupted", () -> thrown[1] = Threads.thrownBy(barrier::await));
        Threads.awaitState(interrupted, Thread.State.WAITING);
        interrupted.interrupt();
        Threads.join(bystander, interrupted);
        return thrown[0] + " " + thrown[1];
    }

    private static String reset() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        String[] thrown = new String[1];
        Thread first = Threads.start("reset-waiter", () -> thrown[0] = Threads.thrownBy(barrier::await));
        while (barrier.getNumberWaiting() == 0) {
            Thread.yield();
        }
        barrier.reset();
        first.join();
        rounds(barrier, 1, new AtomicInteger());
        return thrown[0] + ", broken " + barrier.isBroken();
    }

    private static String failingAction() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> {
            throw new IllegalStateException("on purpose");
        });
        String[] thrown = new String[1];
        Thread waiter = Threads.start("action-waiter", () -> thrown[0] = Threads.thrownBy(barrier::await));
        while (barrier.getNumberWaiting() == 0) {
            Thread.yield();
        }
        String byLast = Threads.thrownBy(barrier::await);
        waiter.join();
        return thrown[0] + " " + byLast;
    }

    /** The action of a barrier waits with {@code inner-party} at another barrier. */
    private static String nested() throws InterruptedException {
        CyclicBarrier inner = new CyclicBarrier(2);
        String[] thrown = new String[1];
        CyclicBarrier outer = new CyclicBarrier(2, () -> thrown[0] = Threads.thrownBy(() -> inner.await()));
        Thread innerParty = party("inner-party", inner);
        Thread outerParty = party("outer-party", outer);
        Threads.join(Threads.start("nesting", () -> outer.await()), innerParty, outerParty);
        return thrown[0] + " thrown";
    }

    /** Starts a thread and returns once it waits at the barrier. */
    private static Thread party(String name, CyclicBarrier barrier) {
        Thread party = Threads.start(name, () -> barrier.await());
        while (barrier.getNumberWaiting() == 0) {
            Thread.yield();
        }
        return party;
    }

    private static String single(int scale) throws InterruptedException, BrokenBarrierException {
        CyclicBarrier barrier = new CyclicBarrier(1);
        int sum = 0;
        for (int i = 0; i < SINGLE_AWAITS * scale; i++) {
            sum += barrier.await();
        }
        return "sum " + sum;
    }

    /** The daemon thread {@code left} still waits when the JVM ends. */
    private static String leftWaiting() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread left = new Thread(() -> Threads.thrownBy(barrier::await), "left");
        left.setDaemon(true);
        left.start();
        Threads.awaitState(left, Thread.State.WAITING);
        return "waiting " + barrier.getNumberWaiting();
    }
}
