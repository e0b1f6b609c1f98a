package org.ompt4j.apps.agent;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Scenarios;

/**
 * Prints, after each scenario and a garbage collection, {@code name: HEAP METASPACE THREADS}: bytes in use and live platform threads. Unlike
 * other test programs it does not print the same in every run.
 */
public final class MemoryApp {

    /** Threads that live at the end of {@code threads}. */
    public static final int LIVE_THREADS = 300;
    /** Threads that {@code churn} starts and joins, one after the other. */
    public static final int ENDED_THREADS = 3_000;
    /** Virtual threads that live at the end of {@code virtual}, on JDKs that have them. */
    public static final int LIVE_VIRTUAL_THREADS = 20_000;

    /** Virtual threads that {@code virtual-churn} runs, times the scale: if a word were kept of each, this would exceed the differences between runs. */
    public static final int ENDED_VIRTUAL_THREADS = 300_000;

    /** Tasks that a pool runs in {@code task-churn}, times the scale. */
    public static final int ENDED_TASKS = 1_000_000;

    private static final int AT_A_TIME = 1_000;

    /** Locks that {@code objects} makes and drops. */
    public static final int DROPPED_LOCKS = 25_000;

    private static final int MONITORS = 40_000;
    /** Elements of a stream: enough that it is split into as many tasks as a larger one. */
    private static final int ELEMENTS = 1_000;

    private static final int MOST_COLLECTIONS = 40;
    private static final int STABLE_COLLECTIONS = 6;
    private static final int MOMENT_MILLIS = 20;
    private static final long STABLE_BYTES = 2_048;

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final List<Thread> LIVE = new ArrayList<>();
    private static final CountDownLatch END_OF_VIRTUAL = new CountDownLatch(1);
    private static volatile boolean ends;

    private MemoryApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("rest", scale -> rest())
                .add("threads", scale -> threads())
                .add("threads-ended", scale -> ended())
                .add("churn", scale -> churn())
                .add("objects", scale -> objects())
                .add("virtual", scale -> virtual())
                .add("virtual-ended", scale -> ended())
                .add("virtual-churn", MemoryApp::virtualChurn)
                .add("task-churn", MemoryApp::taskChurn)
                .run(args);
    }

    /** Uses everything once, so that objects and classes that stay in memory exist before the measurement. */
    private static String rest() throws Exception {
        openClassPath();
        use();
        IntStream.range(0, ELEMENTS).parallel().forEach(i -> {});
        Thread thread = new Thread(MemoryApp::use);
        thread.start();
        thread.join();
        return inUse();
    }

    /** The JVM opens every jar of the class path when a service is looked up, and keeps their directories in memory. */
    private static void openClassPath() {
        ClassLoader.getSystemResource("META-INF/services/" + MemoryApp.class.getName());
    }

    private static void use() {
        LOCK.lock();
        LOCK.unlock();
        synchronized (LOCK) {
            LOCK.isFair();
        }
    }

    private static String threads() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(LIVE_THREADS);
        ends = false;
        for (int i = 0; i < LIVE_THREADS; i++) {
            Thread thread = new Thread(() -> liveOn(begun), "live-" + i);
            thread.start();
            LIVE.add(thread);
        }
        begun.await();
        return inUse();
    }

    private static void liveOn(CountDownLatch begun) {
        use();
        begun.countDown();
        while (!ends) {
            LockSupport.park();
        }
    }

    private static String ended() throws InterruptedException {
        ends = true;
        END_OF_VIRTUAL.countDown();
        for (Thread each : LIVE) {
            LockSupport.unpark(each);
        }
        for (Thread each : LIVE) {
            each.join();
        }
        LIVE.clear();
        return inUse();
    }

    private static String churn() throws InterruptedException {
        for (int i = 0; i < ENDED_THREADS; i++) {
            Thread thread = new Thread(MemoryApp::use);
            thread.start();
            thread.join();
        }
        return inUse();
    }

    private static String objects() throws InterruptedException {
        for (int i = 0; i < MONITORS; i++) {
            Object monitor = new Object();
            synchronized (monitor) {
                monitor.hashCode();
            }
        }
        for (int i = 0; i < DROPPED_LOCKS; i++) {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            lock.unlock();
        }
        for (int i = 0; i < 100; i++) {
            IntStream.range(0, ELEMENTS).parallel().forEach(each -> {});
        }
        return inUse();
    }

    private static String virtual() throws Exception {
        CountDownLatch begun = new CountDownLatch(LIVE_VIRTUAL_THREADS);
        ends = false;
        Method start = startOfVirtual();
        if (start == null) {
            return inUse();
        }
        Runnable[] ways = {() -> liveOn(begun), () -> awaitEnd(begun)};
        for (int i = 0; i < LIVE_VIRTUAL_THREADS; i++) {
            LIVE.add((Thread) start.invoke(null, ways[i % ways.length]));
            awaitCount(begun, LIVE_VIRTUAL_THREADS - i - 1);
        }
        return inUse();
    }

    private static void awaitEnd(CountDownLatch begun) {
        use();
        begun.countDown();
        try {
            END_OF_VIRTUAL.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The threads begin one after the other, since the memory of a virtual thread that has waited for the lock depends on which threads waited. */
    private static void awaitCount(CountDownLatch latch, long count) {
        while (latch.getCount() > count) {
            Thread.yield();
        }
    }

    /** Null on JDKs without virtual threads. */
    private static @Nullable Method startOfVirtual() {
        try {
            return Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException olderJdk) {
            return null;
        }
    }

    private static String virtualChurn(int scale) throws Exception {
        Method start = startOfVirtual();
        if (start != null) {
            inBatches(scale * ENDED_VIRTUAL_THREADS, each -> start.invoke(null, each));
        }
        return inUse();
    }

    private static String taskChurn(int scale) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        inBatches(scale * ENDED_TASKS, pool::execute);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        return inUse();
    }

    private interface Starter {
        void start(Runnable task) throws Exception;
    }

    private static void inBatches(int tasks, Starter starter) throws Exception {
        for (int i = 0; i < tasks; i += AT_A_TIME) {
            CountDownLatch ended = new CountDownLatch(AT_A_TIME);
            for (int n = 0; n < AT_A_TIME; n++) {
                starter.start(ended::countDown);
            }
            ended.await();
        }
    }

    /** Collects garbage until the heap no longer changes: some objects become unreachable only when cleared references are processed. */
    private static String inUse() throws InterruptedException {
        long heap = Long.MAX_VALUE;
        int stable = 0;
        for (int i = 0; i < MOST_COLLECTIONS && stable < STABLE_COLLECTIONS; i++) {
            collect();
            long now = afterCollection();
            stable = Math.abs(heap - now) <= STABLE_BYTES ? stable + 1 : 0;
            heap = now;
        }
        return heap + " " + metaspace() + " "
                + ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** Returns some milliseconds after the JVM has queued the references that the collection has cleared, so that others can read their queues. */
    private static void collect() throws InterruptedException {
        ReferenceQueue<Object> cleared = new ReferenceQueue<>();
        WeakReference<Object> last = new WeakReference<>(new Object(), cleared);
        System.gc();
        while (cleared.remove(MOMENT_MILLIS) != last) {
            System.gc();
        }
        cleared.remove(MOMENT_MILLIS);
    }

    private static long afterCollection() {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                bytes += pool.getCollectionUsage().getUsed();
            }
        }
        return bytes;
    }

    /** Includes the compressed class space. */
    private static long metaspace() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) {
                return pool.getUsage().getUsed();
            }
        }
        return 0;
    }
}
