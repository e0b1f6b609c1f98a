package org.ompt4j.apps.findings;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.ompt4j.apps.Measured;

/**
 * A periodic task takes longer than its period.
 *
 * <p>The program measures when the task was scheduled, and when its last run had ended.
 */
public final class LateTasksApp {
    private static final long PERIOD_MILLIS = 5;
    /** The least duration of a run. */
    private static final long RUN_MILLIS = 25;

    private static final int RUNS = 20;

    /** The least time during which a run is due but has not begun: from one period after the begin until the last run begins. */
    public static final long LEAST_LATE_NANOS = ((RUNS - 1) * RUN_MILLIS - PERIOD_MILLIS) * 1_000_000;

    private LateTasksApp() {}

    public static void main(String[] args) throws Exception {
        Measured measured = new Measured();
        measured.now("scheduled");
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        CountDownLatch runs = new CountDownLatch(RUNS);
        Future<?> task = pool.scheduleAtFixedRate(() -> run(runs), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        runs.await();
        task.cancel(false);
        pool.shutdown();
        // Another run can have begun before the task was cancelled.
        pool.awaitTermination(1, TimeUnit.HOURS);
        measured.now("ended");
        measured.write();
        System.out.println("done");
    }

    private static void run(CountDownLatch runs) {
        try {
            Thread.sleep(RUN_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        runs.countDown();
    }
}
