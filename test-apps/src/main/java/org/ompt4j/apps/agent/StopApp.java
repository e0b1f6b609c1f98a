package org.ompt4j.apps.agent;

import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Stops threads by {@code Thread.stop} at arbitrary instructions: with an agent mostly inside hooks. Needs a JDK before 20.
 *
 * <p>Known by construction: {@link #THREADS} threads times the scale are stopped; all of them end.
 */
public final class StopApp {
    /** Threads that are stopped, times the scale. */
    public static final int THREADS = 300;

    /** A thread that lives longer than this after its stop, in milliseconds, counts as not stopped. */
    private static final long TIMEOUT_MILLIS = 30_000;

    private StopApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios().add("stop", StopApp::stop).run(args);
    }

    private static String stop(int scale) throws InterruptedException {
        // All classes are loaded first: a stop during the initialization of a class makes that class unusable, and
        // during the loading of a
        // class the JDK's library for agents loses it.
        runUnstopped(new Victim());
        int goOn = 0;
        for (int i = 0; i < THREADS * scale; i++) {
            Victim victim = new Victim();
            Thread thread = new Thread(victim, "victim-" + i);
            thread.start();
            while (victim.turns < i) {
                Thread.onSpinWait();
            }
            stop(thread);
            thread.join(TIMEOUT_MILLIS);
            goOn += thread.isAlive() ? 1 : 0;
            victim.isOver = true;
            Threads.join(thread);
        }
        return "stopped " + THREADS * scale + ", went on " + goOn;
    }

    /** Loads all classes that the threads need, also the JDK's class of nodes in the queue of a lock, which compiled code needs. */
    private static void runUnstopped(Victim victim) throws InterruptedException {
        Thread thread = new Thread(victim, "unstopped");
        victim.lock.lock();
        thread.start();
        Threads.awaitState(thread, Thread.State.WAITING);
        victim.lock.unlock();
        while (victim.turns < THREADS) {
            Thread.onSpinWait();
        }
        victim.isOver = true;
        Threads.join(thread);
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread thread) {
        thread.stop();
    }

    /** Acquires and releases its own monitor and lock until it is over. */
    private static final class Victim implements Runnable {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile boolean isOver;
        private volatile int turns;

        @Override
        public void run() {
            while (!isOver) {
                turn();
            }
        }

        private void turn() {
            synchronized (this) {
                turns++;
            }
            lock.lock();
            lock.unlock();
        }
    }
}
