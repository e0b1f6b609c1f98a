package org.ompt4j.apps.findings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.ompt4j.apps.Threads;

/**
 * A virtual thread sleeps while another one computes for longer. With one carrier, with which the program has to run, the first thread continues
 * only when the other one has ended.
 */
public final class CarrierWaitsApp {
    /** The file in the working directory with the time, in nanoseconds, that the thread slept too long. */
    public static final String FILE = "lateness";

    private static final long SLEEP_MILLIS = 100;
    private static final long COMPUTE_MILLIS = 700;

    private CarrierWaitsApp() {}

    public static void main(String[] args) throws Exception {
        ThreadFactory virtual = Threads.virtual();
        CountDownLatch sleeps = new CountDownLatch(1);
        AtomicLong late = new AtomicLong();
        Thread heartbeat = virtual.newThread(() -> beat(sleeps, late));
        heartbeat.start();
        sleeps.await();
        Thread computing = virtual.newThread(CarrierWaitsApp::compute);
        computing.start();
        Threads.join(heartbeat);
        Threads.join(computing);
        Files.writeString(Path.of(FILE), late.toString());
    }

    private static void beat(CountDownLatch sleeps, AtomicLong late) {
        sleeps.countDown();
        long begun = System.nanoTime();
        try {
            Thread.sleep(SLEEP_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        late.set(System.nanoTime() - begun - SLEEP_MILLIS * 1_000_000);
    }

    private static void compute() {
        Work.spin(COMPUTE_MILLIS);
    }
}
