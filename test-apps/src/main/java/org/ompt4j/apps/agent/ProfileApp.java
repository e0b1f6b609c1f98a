package org.ompt4j.apps.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Computes in a tree of forked tasks, a parallel stream, an executor and futures, each in a method of its own, as soon as the Flight Recorder
 * records. With the argument {@code stay} it then prints {@link #STAYS} and goes on. The arguments {@link #PAUSES} and {@link #WAITS} run something
 * else.
 */
public final class ProfileApp {
    public static final String STAYS = "stays";

    /** Argument: the program calls {@code System.gc()} until these calls have taken a third of its time. */
    public static final String PAUSES = "pauses";

    /** File in the working directory with two lines: the number of calls of {@code System.gc()}, and how many nanoseconds these took. */
    public static final String MEASURED_PAUSES = "measured-pauses";

    /**
     * Argument: two threads, each with a method of its own, wait for each other at a lock, a monitor and the monitor of a {@link Hashtable}, and the
     * main thread waits for items of a queue.
     */
    public static final String WAITS = "waits";

    private static final int HOLDS = 10;
    private static final long HELD_MILLIS = 20;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Hashtable<String, String> TABLE = new Hashtable<>();
    private static final Object MONITOR = new Object();
    private static final BlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();
    private static final int PARTS = 64;
    private static final int OBJECTS = 500_000;
    private static volatile double result;

    private ProfileApp() {}

    public static void main(String[] args) throws Exception {
        Recordings.await();
        if (args.length > 0 && args[0].equals(PAUSES)) {
            pauses();
            return;
        }
        if (args.length > 0 && args[0].equals(WAITS)) {
            waits();
            return;
        }
        tree();
        stream();
        executor();
        futures();
        System.out.println("done");
        while (args.length > 0) {
            System.out.println(STAYS);
            stream();
        }
    }

    private static void pauses() throws IOException {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            objects.add(new Object[] {i});
        }
        long count = 0;
        long nanos = 0;
        while (3 * nanos
                < TimeUnit.MILLISECONDS.toNanos(
                        ManagementFactory.getRuntimeMXBean().getUptime())) {
            long begin = System.nanoTime();
            System.gc();
            nanos += System.nanoTime() - begin;
            count++;
        }
        result = objects.size();
        Files.write(Path.of(MEASURED_PAUSES), List.of(Long.toString(count), Long.toString(nanos)));
    }

    private static void waits() throws Exception {
        Thread first = new Thread(() -> first());
        Thread second = new Thread(() -> second());
        first.start();
        second.start();
        for (int i = 0; i < HOLDS; i++) {
            item();
        }
        first.join();
        second.join();
    }

    private static void first() {
        guarded();
    }

    private static void second() {
        guarded();
    }

    private static void guarded() {
        for (int i = 0; i < HOLDS; i++) {
            LOCK.lock();
            try {
                hold();
            } finally {
                LOCK.unlock();
            }
        }
        for (int i = 0; i < HOLDS; i++) {
            synchronized (MONITOR) {
                hold();
            }
            QUEUE.add(i);
        }
        for (int i = 0; i < HOLDS; i++) {
            TABLE.compute("key", (key, value) -> {
                hold();
                return key;
            });
        }
    }

    private static void hold() {
        try {
            Thread.sleep(HELD_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void item() throws InterruptedException {
        QUEUE.take();
    }

    private static void tree() {
        new Tree(PARTS).invoke();
    }

    private static void stream() {
        IntStream.range(0, PARTS).parallel().forEach(i -> workOfStream());
    }

    private static void executor() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            futures.add(pool.submit(ProfileApp::workOfExecutor));
        }
        for (Future<?> each : futures) {
            each.get();
        }
        pool.shutdown();
    }

    private static void futures() {
        CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
        for (int i = 0; i < PARTS; i++) {
            last = last.thenRunAsync(ProfileApp::workOfFuture);
        }
        last.join();
    }

    private static void workOfTree() {
        work();
    }

    private static void workOfStream() {
        work();
    }

    private static void workOfExecutor() {
        work();
    }

    private static void workOfFuture() {
        work();
    }

    /** Computes for some milliseconds. */
    private static void work() {
        double sum = result;
        for (int i = 0; i < 1_500_000; i++) {
            sum += Math.sqrt(i + sum);
        }
        result = sum;
    }

    private static final class Tree extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int parts;

        Tree(int parts) {
            this.parts = parts;
        }

        @Override
        protected void compute() {
            if (parts == 1) {
                workOfTree();
            } else {
                invokeAll(new Tree(parts / 2), new Tree(parts - parts / 2));
            }
        }
    }
}
