package org.ompt4j.apps.defined;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Constructs that the program implements itself: the agent recognizes them only by definitions in the configuration. */
public final class DefinedApp {

    /** Parties {@code party-0} ... of {@code barrier}. */
    public static final int PARTIES = 3;
    /** Acquisitions of {@code lock} by each of {@code user-0} and {@code user-1}, times the scale. */
    public static final int ACQUISITIONS = 50;
    /** Workers {@code own-0} and {@code own-1} of the pool in {@code pool}. */
    public static final int WORKERS = 2;
    /** Tasks that are queued while each worker has a task, times the scale. */
    public static final int QUEUED = 20;
    /** The least time, in milliseconds, that each of them is queued. */
    public static final int QUEUED_MILLIS = 50;

    private DefinedApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("barrier", scale -> barrier())
                .add("lock", DefinedApp::lock)
                .add("try-lock", scale -> tryLock())
                .add("solver", scale -> "solved " + new Solver().solve(4, 2.0))
                .add("pool", DefinedApp::pool)
                .add("refused", scale -> refused())
                .add("hooked", scale -> hooked())
                .add("failing", scale -> Threads.thrownBy(() -> Solver.failingPart(0)))
                .run(args);
    }

    private static String barrier() throws InterruptedException {
        Gate gate = new Gate(PARTIES);
        Thread[] parties = new Thread[PARTIES];
        for (int i = 0; i < PARTIES; i++) {
            parties[i] = Threads.start("party-" + i, gate::await);
        }
        Threads.join(parties);
        return PARTIES + " parties";
    }

    private static String lock(int scale) throws InterruptedException {
        Latch latch = new Latch();
        int[] count = new int[1];
        Thread[] users = new Thread[2];
        for (int i = 0; i < users.length; i++) {
            users[i] = Threads.start("user-" + i, () -> count(latch, count, ACQUISITIONS * scale));
        }
        Threads.join(users);
        return "counted " + count[0];
    }

    private static void count(Latch latch, int[] count, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            latch.acquire();
            count[0]++;
            latch.release();
        }
    }

    private static String tryLock() {
        Latch latch = new Latch();
        boolean first = latch.acquireNow();
        boolean second = latch.acquireNow();
        latch.release();
        return first + " " + second;
    }

    /** Each worker has a task that does not end before all others are queued. */
    private static String pool(int scale) throws InterruptedException {
        OwnPool pool = new OwnPool("own", WORKERS);
        pool.awaitIdle();
        CountDownLatch begun = new CountDownLatch(WORKERS);
        CountDownLatch queued = new CountDownLatch(1);
        for (int i = 0; i < WORKERS; i++) {
            pool.execute(() -> meet(begun, queued));
        }
        begun.await();
        AtomicInteger sum = new AtomicInteger();
        for (int i = 0; i < QUEUED * scale; i++) {
            int number = i;
            pool.execute(() -> add(sum, number));
        }
        pool.execute(() -> Solver.failingPart(0));
        TimeUnit.MILLISECONDS.sleep(QUEUED_MILLIS);
        queued.countDown();
        pool.close();
        return "sum " + sum.get();
    }

    private static void meet(CountDownLatch begun, CountDownLatch queued) {
        begun.countDown();
        try {
            queued.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(AtomicInteger sum, int number) {
        sum.addAndGet(number);
    }

    private static String refused() throws InterruptedException {
        OwnPool pool = new OwnPool("own", 1);
        pool.close();
        AtomicInteger sum = new AtomicInteger();
        boolean accepted = pool.offer(() -> add(sum, 1));
        return accepted + " "
                + Threads.thrownBy(() -> {
                    pool.execute(() -> add(sum, 2));
                    return true;
                });
    }

    /** Runs a task that is executed, a task that throws, and a task that is submitted. */
    private static String hooked() throws Exception {
        HookedPool pool = new HookedPool("hooked-0");
        AtomicInteger sum = new AtomicInteger();
        pool.execute(() -> add(sum, 1));
        pool.execute(() -> Solver.failingPart(0));
        Future<Integer> future = pool.submit(() -> sum.addAndGet(2));
        int result = future.get();
        pool.shutdown();
        boolean ended = pool.awaitTermination(1, TimeUnit.MINUTES);
        return result + " " + ended;
    }
}
