package org.ompt4j.apps.findings;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.apps.Measured;

/**
 * Two workers run tasks that sleep, while all other tasks are queued. The first two tasks are not queued: a worker is created for each.
 *
 * <p>The program measures how long the queued tasks waited, and how long all tasks ran, on average.
 */
public final class QueueWaitsApp {
    private static final int TASKS = 20;
    public static final int WORKERS = 2;
    public static final int QUEUED = TASKS - WORKERS;
    private static final long FETCH_MILLIS = 60;

    private QueueWaitsApp() {}

    public static void main(String[] args) throws Exception {
        LongAdder queued = new LongAdder();
        LongAdder ran = new LongAdder();
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        for (int i = 0; i < TASKS; i++) {
            long submitted = System.nanoTime();
            LongAdder waited = i < WORKERS ? new LongAdder() : queued;
            pool.execute(() -> fetch(submitted, waited, ran));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        Measured measured = new Measured();
        measured.put("queued", queued.sum() / QUEUED);
        measured.put("ran", ran.sum() / TASKS);
        measured.write();
        System.out.println("done");
    }

    private static void fetch(long submitted, LongAdder waited, LongAdder ran) {
        long begun = System.nanoTime();
        waited.add(begun - submitted);
        try {
            Thread.sleep(FETCH_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        ran.add(System.nanoTime() - begun);
    }
}
