package org.ompt4j.apps.findings;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.apps.Measured;

/**
 * Two workers run tasks that sleep, while all other tasks are queued. The first two tasks are not queued: a worker is created for each.
 *
 * <p>The program measures how long the queued tasks waited, and how long all tasks ran, on average, at least and at most. A task waits at least for
 * those before it, and the workers run tasks for no longer than they exist.
 */
public final class QueueWaitsApp {
    private static final int TASKS = 20;
    public static final int WORKERS = 2;
    public static final int QUEUED = TASKS - WORKERS;
    private static final long FETCH_MILLIS = 60;

    private final Measured times = new Measured();
    private final LongAdder waitedAtLeast = new LongAdder();
    private final LongAdder waitedAtMost = new LongAdder();
    private final LongAdder ran = new LongAdder();

    private QueueWaitsApp() {}

    public static void main(String[] args) throws Exception {
        QueueWaitsApp app = new QueueWaitsApp();
        app.run();
        app.measured().write();
        System.out.println("done");
    }

    private void run() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        times.now("begun");
        for (int i = 0; i < TASKS; i++) {
            int before = i / WORKERS;
            long submitted = System.nanoTime();
            pool.execute(() -> fetch(before, submitted));
            if (before > 0) {
                waitedAtLeast.add(-System.nanoTime());
            }
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        times.now("ended");
    }

    /** @param before how many tasks each worker has run before this one */
    private void fetch(int before, long submitted) {
        long begun = System.nanoTime();
        times.nowUnlessRead("first");
        if (before > 0) {
            waitedAtLeast.add(times.get("first") + before * TimeUnit.MILLISECONDS.toNanos(FETCH_MILLIS));
            waitedAtMost.add(begun - submitted);
        }
        try {
            Thread.sleep(FETCH_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        ran.add(System.nanoTime() - begun);
    }

    private Measured measured() {
        Measured measured = new Measured();
        measured.put("waited at least", waitedAtLeast.sum() / QUEUED);
        measured.put("waited at most", waitedAtMost.sum() / QUEUED);
        measured.put("ran at least", ran.sum() / TASKS);
        measured.put("ran at most", WORKERS * times.between("begun", "ended") / TASKS);
        return measured;
    }
}
