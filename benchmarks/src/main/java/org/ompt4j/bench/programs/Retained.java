package org.ompt4j.bench.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Measures memory: {@code Retained THREADS platform|virtual} prints how many bytes of heap and metaspace are in use after a garbage collection, how
 * many more per thread while so many threads live, each of which has used a lock and a monitor, and after they have ended, and how many threads the
 * JVM has without them.
 */
public final class Retained {
    private static final int COLLECTIONS = 3;
    private static final int WARM_UP = 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Object monitor = new Object();
    private long turns;

    private Retained() {}

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        boolean virtual = args[1].equals("virtual");
        Retained retained = new Retained();
        retained.run(WARM_UP, virtual);
        usedBytes();
        long base = usedBytes();
        double[] perThread = retained.run(threads, virtual);
        int own = ManagementFactory.getThreadMXBean().getThreadCount();
        System.out.println("@base " + base + " @threads " + own + " @live " + perThread[0] + " @ended " + perThread[1]);
    }

    private double[] run(int count, boolean virtual) throws Exception {
        long before = usedBytes();
        CountDownLatch ready = new CountDownLatch(count);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            threads.add(start(() -> takeTurn(ready, end), virtual));
        }
        ready.await();
        double live = (double) (usedBytes() - before) / count;
        end.countDown();
        for (Thread each : threads) {
            each.join();
        }
        threads.clear();
        return new double[] {live, (double) (usedBytes() - before) / count};
    }

    private void takeTurn(CountDownLatch ready, CountDownLatch end) {
        lock.lock();
        try {
            turns++;
        } finally {
            lock.unlock();
        }
        synchronized (monitor) {
            turns++;
        }
        ready.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Uses reflection, since this class is compiled for JDKs without virtual threads. */
    private static Thread start(Runnable body, boolean virtual) throws ReflectiveOperationException {
        if (virtual) {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            return (Thread) start.invoke(null, body);
        }
        Thread thread = new Thread(body);
        thread.start();
        return thread;
    }

    private static long usedBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        long used = 0;
        for (MemoryPoolMXBean each : ManagementFactory.getMemoryPoolMXBeans()) {
            if (each.getType() == MemoryType.HEAP || isMetaspace(each.getName())) {
                used += each.getUsage().getUsed();
            }
        }
        return used;
    }

    private static boolean isMetaspace(String pool) {
        return pool.equals("Metaspace") || pool.equals("Compressed Class Space");
    }
}
