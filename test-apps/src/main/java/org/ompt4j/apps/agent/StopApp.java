package org.ompt4j.apps.agent;

import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Stops threads by {@code Thread.stop}, which JDKs before 20 can, at whatever instruction they are: with an agent mostly inside hooks.
 *
 * <p>Known by construction: {@link #THREADS} threads times the scale are stopped; none of them goes on.
 */
public final class StopApp {
    /** Threads that are stopped, times the scale. */
    public static final int THREADS = 300;

    /** How long a thread may take to die before it counts as one that goes on, in milliseconds. */
    private static final long TIMEOUT_MILLIS = 30_000;

    private StopApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios().add("stop", StopApp::stop).run(args);
    }

    private static String stop(int scale) throws InterruptedException {
        // A stop inside the initializer of a class makes that class unusable, the JDK's as well as ours, and one that
        // comes while a class is loaded is lost in the JDK's own library for agents: not what is tried here.
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

    /** What such a thread needs is loaded then; the JIT compiler's code needs the class of what waits for a lock. */
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

    /** Takes and releases its own monitor and lock for ever. */
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
