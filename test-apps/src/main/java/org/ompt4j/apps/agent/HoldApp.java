package org.ompt4j.apps.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Threads;

/**
 * A thread holds a lock while another thread waits for it. The holder computes, sleeps, or reads from a socket, each in a method and with a lock
 * of its own; then, with platform threads only, it computes in a monitor. Argument: {@code platform} or {@code virtual} threads.
 */
public final class HoldApp {
    private static final long HELD_MILLIS = 600;

    /** How long each activity lasts at least while the other thread waits. */
    public static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(HELD_MILLIS);

    /** How many steps of a computation lie between two readings of the clock, in which the Flight Recorder cannot walk the stack. */
    private static final int BETWEEN_READINGS = 10_000;

    private static volatile double result;

    private HoldApp() {}

    public static void main(String[] args) throws Exception {
        boolean isVirtual = args[0].equals("virtual");
        ThreadFactory threads = isVirtual ? Threads.virtual() : Thread::new;
        Recordings.await();
        held(threads, HoldApp::computes);
        held(threads, HoldApp::sleeps);
        held(threads, HoldApp::receives);
        if (!isVirtual) {
            monitor(threads);
        }
        System.out.println("done");
    }

    private static void held(ThreadFactory threads, Threads.Body body) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch isHeld = new CountDownLatch(1);
        Thread holder = Threads.start(threads, () -> {
            lock.lock();
            try {
                isHeld.countDown();
                while (!lock.hasQueuedThreads()) {
                    Thread.yield();
                }
                body.run();
            } finally {
                lock.unlock();
            }
        });
        Thread waiter = Threads.start(threads, () -> {
            isHeld.await();
            lock.lock();
            lock.unlock();
        });
        Threads.join(holder, waiter);
    }

    private static void monitor(ThreadFactory threads) throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch isHeld = new CountDownLatch(1);
        Thread waiter = threads.newThread(() -> {
            awaits(isHeld);
            synchronized (monitor) {
                result++;
            }
        });
        Thread holder = Threads.start(threads, () -> {
            synchronized (monitor) {
                isHeld.countDown();
                Threads.awaitState(waiter, Thread.State.BLOCKED);
                computesInMonitor();
            }
        });
        waiter.start();
        Threads.join(holder, waiter);
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void computes() {
        long begin = System.nanoTime();
        double sum = result;
        while (System.nanoTime() - begin < HELD_NANOS) {
            for (int i = 0; i < BETWEEN_READINGS; i++) {
                sum += Math.sqrt(i + sum);
            }
        }
        result = sum;
    }

    /** The same as {@link #computes}, in a method of its own, since samples distinguish the two only by the method. */
    private static void computesInMonitor() {
        long begin = System.nanoTime();
        double sum = result;
        while (System.nanoTime() - begin < HELD_NANOS) {
            for (int i = 0; i < BETWEEN_READINGS; i++) {
                sum += Math.sqrt(i + sum);
            }
        }
        result = sum;
    }

    private static void sleeps() throws InterruptedException {
        Thread.sleep(HELD_MILLIS);
    }

    /** Reads from a socket whose other side writes late. */
    private static void receives() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            Thread sender = Threads.start("sender", () -> {
                Thread.sleep(HELD_MILLIS);
                accepted.getOutputStream().write(1);
            });
            reads(client);
            sender.join();
        }
    }

    private static void reads(Socket socket) throws IOException {
        result += socket.getInputStream().read();
    }
}
