package org.ompt4j.apps.findings;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Measured;

/**
 * Twice as many workers as processors, which all work at the same time, for a third of the program's time.
 *
 * <p>The program measures when all of them worked, and when the first one began and the last one ended.
 */
public final class OversubscriptionApp {
    public static final int WORKERS = 2 * Runtime.getRuntime().availableProcessors();

    private static final long LEAST_MILLIS = 500;

    private OversubscriptionApp() {}

    public static void main(String[] args) throws Exception {
        Measured measured = new Measured();
        long millis =
                Math.max(LEAST_MILLIS, ManagementFactory.getRuntimeMXBean().getUptime() / 2);
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        AtomicInteger begun = new AtomicInteger();
        measured.now("first");
        for (int i = 0; i < WORKERS; i++) {
            pool.execute(() -> work(millis, begun, measured));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        measured.now("last");
        measured.write();
        System.out.println("done");
    }

    private static void work(long millis, AtomicInteger begun, Measured measured) {
        begun.incrementAndGet();
        while (begun.get() < WORKERS) {
            Thread.onSpinWait();
        }
        measured.nowUnlessRead("all");
        Work.spin(millis);
        measured.nowUnlessRead("ended");
    }
}
