package org.ompt4j.apps.monitor;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Monitors in situations that are difficult for an agent: many threads, a full stack, a full heap, a JVM that ends meanwhile, monitors of the JDK,
 * virtual threads.
 *
 * <p>Known by construction: in {@code jdk} one thread waits for each of two monitors of the JDK's classes, in {@code storm} at
 * least one thread waits, and {@code modifiers} prints the modifiers of the source. In {@code shown} a thread waits for a monitor that {@code main}
 * holds.
 */
public final class MonitorStormApp {

    /** Threads of {@code storm}. */
    public static final int STORM_THREADS = 4;

    /** Entries of each thread of {@code long}. */
    public static final int LONG_ENTRIES = 60;

    private static final int LONG_MILLIS = 2;

    /** Calls of {@code System.gc} in {@code garbage}. */
    public static final int COLLECTIONS = 3;

    /** A system property: {@code shown} does not look at its thread before a tool has changed it from {@code no} to {@code yes}. */
    public static final String TOOL_WAITED = "ompt.test.waited";

    /** How often the virtual thread of {@code virtual-holder} holds a monitor. */
    public static final int VIRTUAL_HOLDS = 6;

    private static final int VIRTUAL_HOLD_MILLIS = 100;

    /** For how long the monitor is held in {@code held-after-wait} after the waits for it as a condition are over. */
    public static final int HELD_AFTER_WAIT_MILLIS = 200;

    private static final int WAIT_MILLIS = 20;

    /** Monitors of {@code fresh}; {@code fresh-holder} holds each of them when {@code fresh-waiter} wants to enter it. */
    public static final int FRESH = 20;

    private static final int FRESH_HOLD_MILLIS = 50;

    private static final int STORM_ENTRIES = 5_000;
    private static final int OVERFLOWS = 20;
    private static final int EXHAUSTIONS = 3;
    private static final int EXIT_CODE = 7;

    private static final int INITIALIZED_FOR = 6;
    private static final int INITIALIZED_ENTRIES = 20;
    private static final int INITIALIZATION_MILLIS = 20;
    private static final int SHOWN_LOOKS = 1_000;
    private static final int SHOWN_PAUSE_MILLIS = 10;

    private static final CountDownLatch INITIALIZING = new CountDownLatch(1);
    private static final CountDownLatch COMES = new CountDownLatch(1);

    private static int sum;

    private MonitorStormApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("storm", MonitorStormApp::storm)
                .add("long", scale -> longHolds())
                .add("deep", scale -> deep())
                .add("memory", scale -> memory())
                .add("garbage", scale -> garbage())
                .add("jdk", scale -> jdk())
                .add("virtual", MonitorStormApp::virtual)
                .add("virtual-holder", scale -> virtualHolder())
                .add("held-after-wait", scale -> heldAfterWait())
                .add("held-after-virtual-wait", scale -> heldAfterVirtualWait())
                .add("fresh", scale -> fresh())
                .add("modifiers", scale -> modifiers())
                .add("initialization", scale -> initialization())
                .add("shown", scale -> shown())
                .run(args);
        // Has no effect without this system property.
        end(System.getProperty("ompt.test.end", ""));
    }

    private static String storm(int scale) throws InterruptedException {
        StormMonitor monitor = new StormMonitor();
        Object first = new Object();
        int[] count = new int[1];
        BlockedCounts blocked = BlockedCounts.ifAskedFor();
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch[] come = new CountDownLatch[STORM_THREADS];
        Thread[] racers = new Thread[STORM_THREADS];
        synchronized (first) {
            for (int i = 0; i < STORM_THREADS; i++) {
                CountDownLatch comes = new CountDownLatch(1);
                come[i] = comes;
                racers[i] = Threads.start("racer-" + i, () -> {
                    comes.countDown();
                    enter(first, count);
                    start.await();
                    blocked.subtractThisThread();
                    for (int entry = 1; entry < STORM_ENTRIES * scale; entry++) {
                        enter(monitor, count);
                    }
                    blocked.addThisThread();
                });
            }
            for (int i = 0; i < STORM_THREADS; i++) {
                Threads.awaitBlocked(racers[i], come[i]);
            }
        }
        start.countDown();
        Threads.join(racers);
        blocked.write();
        return "count " + count[0];
    }

    /** The class of the monitor of {@code storm}. The threads wait for another monitor before, so that all classes of the agent are loaded. */
    public static final class StormMonitor {}

    private static void enter(Object monitor, int[] count) {
        synchronized (monitor) {
            count[0]++;
            if (count[0] % 8 == 0) {
                Thread.yield();
            }
        }
    }

    /** Each thread holds the monitor for some milliseconds, and enters it again at once. */
    private static String longHolds() throws InterruptedException {
        Object monitor = new Object();
        int[] count = new int[1];
        Threads.race(STORM_THREADS, () -> {
            for (int i = 0; i < LONG_ENTRIES; i++) {
                synchronized (monitor) {
                    count[0]++;
                    Thread.sleep(LONG_MILLIS);
                }
            }
        });
        return "count " + count[0];
    }

    /** How often threads were blocked, as counted by the JVM. Written to the file that a system property names, since each run has another number. */
    private record BlockedCounts(@Nullable Path file, AtomicLong sum) {
        static BlockedCounts ifAskedFor() {
            String file = System.getProperty("ompt.test.blocked");
            return new BlockedCounts(file == null ? null : Path.of(file), new AtomicLong());
        }

        void addThisThread() {
            if (file != null) {
                sum.addAndGet(ofThisThread());
            }
        }

        void subtractThisThread() {
            if (file != null) {
                ofThisThread(); // The first call loads classes, for which the thread can be blocked.
                sum.addAndGet(-ofThisThread());
            }
        }

        private static long ofThisThread() {
            return ManagementFactory.getThreadMXBean()
                    .getThreadInfo(Thread.currentThread().getId())
                    .getBlockedCount();
        }

        void write() {
            if (file != null) {
                try {
                    Files.writeString(file, Long.toString(sum.get()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static String garbage() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return "collected";
    }

    /** Threads enter a contended monitor at every depth until their stacks are used up. */
    private static String deep() throws InterruptedException {
        Object monitor = new Object();
        AtomicInteger overflows = new AtomicInteger();
        Threads.race(STORM_THREADS, () -> {
            for (int i = 0; i < OVERFLOWS; i++) {
                try {
                    descend(monitor);
                } catch (StackOverflowError e) {
                    overflows.incrementAndGet();
                }
            }
        });
        synchronized (monitor) {
            return "overflows " + overflows;
        }
    }

    private static int descend(Object monitor) {
        synchronized (monitor) {
            sum++;
        }
        return descend(monitor) + 1;
    }

    /** Threads fill the heap and enter a contended monitor while it is full. */
    private static String memory() throws InterruptedException {
        Object monitor = new Object();
        AtomicInteger exhausted = new AtomicInteger();
        Threads.race(2, () -> {
            for (int i = 0; i < EXHAUSTIONS; i++) {
                try {
                    fill(monitor);
                } catch (OutOfMemoryError e) {
                    exhausted.incrementAndGet();
                }
            }
        });
        return "exhausted " + (exhausted.get() == 2 * EXHAUSTIONS);
    }

    private static void fill(Object monitor) {
        Object[] kept = null;
        while (true) {
            Object[] next = new Object[1 << 14];
            next[0] = kept;
            kept = next;
            synchronized (monitor) {
                sum++;
            }
        }
    }

    private static String jdk() throws InterruptedException {
        Hashtable<String, String> table = new Hashtable<>();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch comes = new CountDownLatch(1);
        Thread reader = Threads.start("table-waiter", () -> {
            held.await();
            comes.countDown();
            table.get("key");
        });
        Thread writer = Threads.start(
                "table-holder",
                () -> table.computeIfAbsent("key", key -> {
                    held.countDown();
                    Threads.awaitBlocked(reader, comes);
                    return "value";
                }));
        Threads.join(writer, reader);
        return "table " + table + ", stream " + stream();
    }

    /** Uses a subclass of {@code PrintStream}, since from JDK 19 on {@code PrintStream} itself has a lock instead of a monitor. */
    private static int stream() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch comes = new CountDownLatch(1);
        Thread[] waiter = new Thread[1];
        int[] bytes = new int[1];
        PrintStream stream = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        bytes[0]++;
                        if (Thread.currentThread().getName().equals("stream-holder") && held.getCount() > 0) {
                            held.countDown();
                            Threads.awaitBlocked(waiter[0], comes);
                        }
                    }
                },
                true) {};
        waiter[0] = Threads.start("stream-waiter", () -> {
            held.await();
            comes.countDown();
            stream.write('w');
        });
        Thread holder = Threads.start("stream-holder", () -> stream.write('h'));
        Threads.join(holder, waiter[0]);
        return bytes[0];
    }

    /** Uses platform threads on JDKs without virtual threads. */
    private static String virtual(int scale) throws Exception {
        Object monitor = new Object();
        int[] count = new int[1];
        Thread[] threads = new Thread[64];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = startVirtual(() -> {
                for (int entry = 0; entry < 200 * scale; entry++) {
                    synchronized (monitor) {
                        count[0]++;
                        if (entry % 50 == 0) {
                            waitShortly(monitor);
                        }
                    }
                }
            });
        }
        Threads.join(threads);
        return "count " + count[0];
    }

    /** A virtual thread holds a monitor that {@code holder-waiter} waits for: one time it computes meanwhile, the next time it sleeps. */
    private static String virtualHolder() throws Exception {
        Object monitor = new Object();
        for (int i = 0; i < VIRTUAL_HOLDS; i++) {
            boolean sleeps = i % 2 == 1;
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch comes = new CountDownLatch(1);
            Thread waiter = Threads.start("holder-waiter", () -> {
                held.await();
                comes.countDown();
                synchronized (monitor) {
                    sum++;
                }
            });
            Thread holder = startVirtual(() -> {
                synchronized (monitor) {
                    held.countDown();
                    Threads.awaitBlocked(waiter, comes);
                    passTime(sleeps, VIRTUAL_HOLD_MILLIS);
                }
            });
            Threads.join(waiter, holder);
        }
        return "held";
    }

    /** One wait times out, and one is interrupted, while another thread holds the monitor. */
    private static String heldAfterWait() throws Exception {
        for (boolean isInterrupted : new boolean[] {false, true}) {
            Object monitor = new Object();
            CountDownLatch comes = new CountDownLatch(1);
            Runnable waits = () -> {
                synchronized (monitor) {
                    comes.countDown();
                    try {
                        monitor.wait(isInterrupted ? 0 : WAIT_MILLIS);
                    } catch (InterruptedException ended) {
                        sum++;
                    }
                }
            };
            holdAfterWait(monitor, comes, isInterrupted, Threads.start("back-waiter", waits::run));
        }
        return "held";
    }

    /** As {@code held-after-wait}, in a virtual thread. */
    private static String heldAfterVirtualWait() throws Exception {
        Object monitor = new Object();
        CountDownLatch comes = new CountDownLatch(1);
        Thread waiter = startVirtual(() -> {
            synchronized (monitor) {
                comes.countDown();
                try {
                    monitor.wait(WAIT_MILLIS);
                } catch (InterruptedException unexpected) {
                    throw new IllegalStateException(unexpected);
                }
            }
        });
        holdAfterWait(monitor, comes, false, waiter);
        return "held";
    }

    private static void holdAfterWait(Object monitor, CountDownLatch comes, boolean interrupts, Thread waiter)
            throws InterruptedException {
        comes.await();
        synchronized (monitor) {
            if (interrupts) {
                waiter.interrupt();
            }
            passTime(true, WAIT_MILLIS + HELD_AFTER_WAIT_MILLIS);
        }
        Threads.join(waiter);
    }

    /** No thread has waited for any of these monitors before. The holder computes with one monitor and sleeps with the next. */
    private static String fresh() throws InterruptedException {
        Object[] monitors = new Object[FRESH];
        CountDownLatch[] held = new CountDownLatch[FRESH];
        CountDownLatch[] comes = new CountDownLatch[FRESH];
        for (int i = 0; i < FRESH; i++) {
            monitors[i] = new Object();
            held[i] = new CountDownLatch(1);
            comes[i] = new CountDownLatch(1);
        }
        Thread waiter = Threads.start("fresh-waiter", () -> {
            for (int i = 0; i < FRESH; i++) {
                held[i].await();
                comes[i].countDown();
                synchronized (monitors[i]) {
                    sum++;
                }
            }
        });
        Thread holder = Threads.start("fresh-holder", () -> {
            for (int i = 0; i < FRESH; i++) {
                synchronized (monitors[i]) {
                    held[i].countDown();
                    Threads.awaitBlocked(waiter, comes[i]);
                    passTime(i % 2 == 1, FRESH_HOLD_MILLIS);
                }
            }
        });
        Threads.join(waiter, holder);
        return "held";
    }

    private static void passTime(boolean sleeps, int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            if (sleeps) {
                sleepFor(millis);
            }
        }
    }

    private static void sleepFor(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitShortly(Object monitor) {
        try {
            monitor.wait(0, 1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread startVirtual(Runnable body) throws ReflectiveOperationException {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
        } catch (NoSuchMethodException olderJdk) {
            return startPlatform(body);
        } catch (java.lang.reflect.InvocationTargetException preview) {
            return startPlatform(body);
        }
    }

    private static Thread startPlatform(Runnable body) {
        return Threads.start("platform", body::run);
    }

    /** Virtual threads wait for a class that another thread initializes, and then for a monitor. */
    private static String initialization() throws Exception {
        Object monitor = new Object();
        int[] count = new int[1];
        Thread initializer = Threads.start("initializer", () -> Slow.use(0));
        INITIALIZING.await();
        Thread[] threads = new Thread[INITIALIZED_FOR];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = startVirtual(() -> {
                COMES.countDown();
                int used = Slow.use(1);
                for (int entry = 0; entry < INITIALIZED_ENTRIES; entry++) {
                    synchronized (monitor) {
                        count[0] += used;
                        Thread.yield();
                    }
                }
            });
        }
        Threads.join(initializer);
        Threads.join(threads);
        return "count " + count[0];
    }

    /** A class whose initialization does not end before another thread needs the class. */
    private static final class Slow {
        private static final int ONE;

        static {
            INITIALIZING.countDown();
            try {
                COMES.await();
                Thread.sleep(INITIALIZATION_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            ONE = 1;
        }

        private Slow() {}

        static int use(int times) {
            return ONE * times;
        }
    }

    /** The owner that the JVM's management interface shows for a monitor that a thread waits for. */
    private static String shown() throws InterruptedException {
        Object monitor = new Object();
        Thread waiter;
        String owner;
        synchronized (monitor) {
            waiter = Threads.start("shown", () -> {
                synchronized (monitor) {
                    sum++;
                }
            });
            owner = ownerShown(waiter, monitor);
        }
        waiter.join();
        return "held by " + owner;
    }

    /**
     * The name of the thread that is shown to hold the monitor; {@code nobody} if the waiter is never shown to wait for this monitor. Before a tool
     * has set {@link #TOOL_WAITED}, the waiter may wait for something else.
     */
    private static String ownerShown(Thread waiter, Object monitor) throws InterruptedException {
        for (int i = 0;
                i < SHOWN_LOOKS && System.getProperty(TOOL_WAITED, "yes").equals("no");
                i++) {
            Thread.sleep(SHOWN_PAUSE_MILLIS);
        }
        for (int i = 0; i < SHOWN_LOOKS; i++) {
            ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(waiter.getId());
            LockInfo lock = info == null ? null : info.getLockInfo();
            if (lock != null && lock.getIdentityHashCode() == System.identityHashCode(monitor)) {
                return info.getLockOwnerName();
            }
            Thread.sleep(SHOWN_PAUSE_MILLIS);
        }
        return "nobody";
    }

    private static synchronized void locked() {
        sum++;
    }

    private static String modifiers() throws NoSuchMethodException {
        locked();
        return "synchronized "
                + Modifier.isSynchronized(
                        MonitorStormApp.class.getDeclaredMethod("locked").getModifiers());
    }

    /** Ends the JVM while threads wait for a monitor that other threads enter and leave. */
    private static void end(String how) {
        if (how.isEmpty()) {
            return;
        }
        Object monitor = new Object();
        CountDownLatch running = new CountDownLatch(STORM_THREADS);
        for (int i = 0; i < STORM_THREADS; i++) {
            Thread thread = new Thread(() -> {
                for (int entry = 0; ; entry++) {
                    synchronized (monitor) {
                        Thread.yield();
                    }
                    if (entry == STORM_ENTRIES) {
                        running.countDown();
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        try {
            running.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (how.equals("halt")) {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
        if (how.equals("exit")) {
            System.exit(EXIT_CODE);
        }
    }
}
