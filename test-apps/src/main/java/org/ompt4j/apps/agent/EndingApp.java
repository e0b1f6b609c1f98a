package org.ompt4j.apps.agent;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * Ends in the way that its argument names: {@code return}, {@code exit} (status 7), {@code exit-race} (the same by
 * {@link #EXITERS} threads at once that hold locks and monitors), {@code throw} (status 1), {@code worker-throws}, {@code halt}
 * (status 9). A daemon thread still runs then, and a shutdown hook locks and runs a parallel stream, except with {@code halt}.
 */
public final class EndingApp {

    /** The number of threads that end the program at the same time. */
    public static final int EXITERS = 4;

    private EndingApp() {}

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(EndingApp::lastWork, "last-work"));
        Thread daemon = new Thread(EndingApp::sleepForever, "daemon");
        daemon.setDaemon(true);
        daemon.start();
        System.out.println("sum " + IntStream.range(0, 1000).parallel().sum());
        end(args[0]);
    }

    private static void end(String how) {
        switch (how) {
            case "exit":
                System.exit(7);
                break;
            case "exit-race":
                race();
                break;
            case "worker-throws":
                new Thread(EndingApp::fail, "worker").start();
                break;
            case "throw":
                throw new IllegalStateException("thrown on purpose");
            case "halt":
                Runtime.getRuntime().halt(9);
                break;
            default:
                break;
        }
    }

    private static void fail() {
        throw new IllegalStateException("thrown on purpose");
    }

    /** Does not return: a thread that calls exit stays in it. */
    private static void race() {
        CyclicBarrier start = new CyclicBarrier(EXITERS);
        Thread[] exiters = new Thread[EXITERS];
        for (int i = 0; i < EXITERS; i++) {
            exiters[i] = Threads.start("exiter-" + i, () -> exitWhileHolding(start));
        }
        try {
            Threads.join(exiters);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void exitWhileHolding(CyclicBarrier start) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        synchronized (lock) {
            start.await();
            System.exit(7);
        }
    }

    private static void lastWork() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        synchronized (lock) {
            lock.unlock();
        }
        System.out.println("last sum " + IntStream.range(0, 100).parallel().sum());
    }

    private static void sleepForever() {
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
