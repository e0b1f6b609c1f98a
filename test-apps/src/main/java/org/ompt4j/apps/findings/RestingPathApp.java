package org.ompt4j.apps.findings;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Threads;

/**
 * The main thread works while other threads have nothing to do: one that checks every few milliseconds whether it should end, and the idle
 * workers of a pool. Then it ends them and waits for their end. The critical path is the work of the main thread; there is no finding.
 *
 * <p>The program measures how long the main thread worked.
 */
public final class RestingPathApp {
    private static final long MILLIS = 800;
    private static final long PAUSE_MILLIS = 10;

    private static volatile boolean mayEnd;

    private RestingPathApp() {}

    public static void main(String[] args) throws Exception {
        FirstWaits.make();
        Measured measured = new Measured();
        measured.put("joins", joins());
        measured.put("terminates", terminates());
        measured.write();
        System.out.println("done");
    }

    private static long joins() throws Exception {
        Thread looks = Threads.start("looks", () -> {
            while (!mayEnd) {
                Thread.sleep(PAUSE_MILLIS);
            }
        });
        long worked = Work.spin(MILLIS);
        mayEnd = true;
        looks.join();
        return worked;
    }

    private static long terminates() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> Work.spin(PAUSE_MILLIS));
        pool.execute(() -> Work.spin(PAUSE_MILLIS));
        long worked = Work.spin(MILLIS);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        return worked;
    }
}
