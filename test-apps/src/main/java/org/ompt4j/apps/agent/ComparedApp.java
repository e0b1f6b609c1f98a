package org.ompt4j.apps.agent;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * A program whose duration grows with its scale.
 *
 * <p>It measures with its own clock how long a thread waits for a lock.
 */
public final class ComparedApp {
    /** The file in the working directory with the time of the wait, in nanoseconds. */
    public static final String MEASURED = "measured-wait";

    /** How long the lock is held at least while another thread waits, times the scale. */
    public static final long HOLDS_MILLIS = 100;

    private ComparedApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios().add("lock", ComparedApp::lock).run(args);
    }

    private static String lock(int scale) throws Exception {
        contend(1, ComparedApp::waitsForTheFirstTime);
        Files.writeString(Path.of(MEASURED), String.valueOf(contend(scale * HOLDS_MILLIS, ComparedApp::waits)));
        return "done";
    }

    private static long contend(long millis, ToLongFunction<ReentrantLock> waits) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        long[] waited = new long[1];
        lock.lock();
        Thread waiter = Threads.start("waiter", () -> waited[0] = waits.applyAsLong(lock));
        Threads.awaitQueued(waiter, lock);
        Thread.sleep(millis);
        lock.unlock();
        Threads.join(waiter);
        return waited[0];
    }

    /** The first wait loads classes, which would add to the measured time. */
    private static long waitsForTheFirstTime(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
        return 0;
    }

    private static long waits(ReentrantLock lock) {
        long begun = System.nanoTime();
        lock.lock();
        long acquired = System.nanoTime();
        lock.unlock();
        return acquired - begun;
    }
}
