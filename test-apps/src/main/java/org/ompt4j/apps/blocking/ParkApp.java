package org.ompt4j.apps.blocking;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Threads that park: by calls of {@code LockSupport}, and inside classes of the JDK, some of which are constructs of their own. */
public final class ParkApp {

    /** The number of methods by which threads {@code parker} park, one after the other. */
    public static final int WAYS_TO_PARK = 6;

    /** How often the thread {@code timed} parks until its time is over. */
    public static final int TIMEOUTS = 2;

    /** Rounds of each pair of threads that wait for each other, times the scale. */
    public static final int ROUNDS = 5_000;

    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private ParkApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("ways", scale -> ways())
                .add("permit", scale -> permit())
                .add("interrupted", scale -> interrupted())
                .add("timeout", scale -> timeout())
                .add("inside", scale -> inside())
                .add("hand-overs", ParkApp::handOvers)
                .run(args);
    }

    private static String ways() throws InterruptedException {
        long deadline = System.currentTimeMillis() + HOUR_NANOS / 1_000_000;
        Object blocker = new Object();
        List<Threads.Body> parks = List.of(
                LockSupport::park,
                () -> LockSupport.park(blocker),
                () -> LockSupport.parkNanos(HOUR_NANOS),
                () -> LockSupport.parkNanos(blocker, HOUR_NANOS),
                () -> LockSupport.parkUntil(deadline),
                () -> LockSupport.parkUntil(blocker, deadline));
        for (Threads.Body park : parks) {
            AtomicBoolean go = new AtomicBoolean();
            Thread parker = Threads.start("parker", () -> {
                while (!go.get()) {
                    park.run();
                }
            });
            Threads.awaitState(parker, Thread.State.WAITING, Thread.State.TIMED_WAITING);
            go.set(true);
            LockSupport.unpark(parker);
            parker.join();
        }
        return "parked in " + parks.size() + " ways";
    }

    /** The thread has a permit when it parks, so that it does not wait. */
    private static String permit() throws InterruptedException {
        Thread holder = Threads.start("permit-holder", () -> {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
        });
        holder.join();
        return "passed";
    }

    /** Nobody unparks the thread. */
    private static String timeout() throws InterruptedException {
        Threads.join(Threads.start("timed", () -> {
            LockSupport.parkNanos(1_000_000);
            LockSupport.parkUntil(System.currentTimeMillis() + 1);
        }));
        return "passed";
    }

    private static String interrupted() throws InterruptedException {
        AtomicBoolean still = new AtomicBoolean();
        Thread parker = Threads.start("interrupted", () -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            still.set(Thread.interrupted());
        });
        Threads.awaitState(parker, Thread.State.WAITING);
        parker.interrupt();
        parker.join();
        return "interrupt kept " + still.get();
    }

    /** Threads that wait in another construct park inside of it. */
    private static String inside() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread party = Threads.start("party", barrier::await);
        Threads.awaitState(party, Thread.State.WAITING);
        barrier.await();
        party.join();
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread locker = Threads.start("locker", () -> {
            lock.lock();
            lock.unlock();
        });
        Threads.awaitState(locker, Thread.State.WAITING);
        lock.unlock();
        locker.join();
        return "met and locked";
    }

    /** A thread that misses a single wakeup here waits for ever. */
    private static String handOvers(int scale) throws InterruptedException {
        int rounds = ROUNDS * scale;
        List<Thread> threads = new ArrayList<>();
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Exchanger<Integer> exchanger = new Exchanger<>();
        ReentrantLock lock = new ReentrantLock();
        Thread[] players = new Thread[2];
        AtomicBoolean turn = new AtomicBoolean();
        CountDownLatch made = new CountDownLatch(1);
        threads.add(Threads.start("putter", () -> repeat(rounds, () -> queue.put(1))));
        threads.add(Threads.start("taker", () -> repeat(rounds, queue::take)));
        for (int i = 0; i < 2; i++) {
            boolean mine = i == 1;
            int other = 1 - i;
            threads.add(Threads.start("exchanging-" + i, () -> repeat(rounds, () -> exchanger.exchange(1))));
            players[i] = Threads.start("player-" + i, () -> {
                made.await();
                repeat(rounds, () -> {
                    while (turn.get() != mine) {
                        LockSupport.park();
                    }
                    turn.set(!mine);
                    LockSupport.unpark(players[other]);
                });
            });
            threads.add(players[i]);
            threads.add(Threads.start(
                    "locking-" + i,
                    () -> repeat(rounds, () -> {
                        lock.lock();
                        lock.unlock();
                    })));
        }
        made.countDown();
        Threads.join(threads.toArray(new Thread[0]));
        return rounds + " rounds";
    }

    private static void repeat(int rounds, Threads.Body body) throws Exception {
        for (int i = 0; i < rounds; i++) {
            body.run();
        }
    }
}
