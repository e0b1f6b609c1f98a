package org.ompt4j.apps.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Set;
import java.util.Spliterators;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * What stands out in it is known by construction.
 *
 * <p>Known besides: how long threads waited and held, by the program's own clock, in the file {@code MEASURED} of its directory.
 */
public final class FindingsApp {
    /** Lines of a name and nanoseconds. */
    public static final String MEASURED = "measured";

    /** What {@code deadlock} and {@code starve-for-futures} print once their threads wait for each other, or for ever. */
    public static final String STUCK = "stuck";

    /** As {@link #MEASURED}, of {@code queue}: what each task waited and ran on average. */
    public static final String MEASURED_QUEUE = "measured-queue";

    /** As {@link #MEASURED}, of {@code uneven}: what its longest element took. */
    public static final String MEASURED_UNEVEN = "measured-uneven";

    /** As {@link #MEASURED}, of {@code serial}: what each part of its critical path took. */
    public static final String MEASURED_SERIAL = "measured-serial";

    /** As {@link #MEASURED}, of {@code hand-over}: what each thread did until the next one had the monitor, at least and at most. */
    public static final String MEASURED_HAND_OVER = "measured-hand-over";

    /** As {@link #MEASURED}, of {@code combine}: what the last step of combining took. */
    public static final String MEASURED_COMBINE = "measured-combine";

    /** As {@link #MEASURED}, of {@code source}: what it took to get its elements. */
    public static final String MEASURED_SOURCE = "measured-source";

    /** As {@link #MEASURED}, of {@code parties}: what all of them waited for one another. */
    public static final String MEASURED_PARTIES = "measured-parties";

    /** As {@link #MEASURED}, of {@code shared}: what its threads waited for a connection. */
    public static final String MEASURED_SHARED = "measured-shared";

    /** As {@link #MEASURED}, of {@code late}: when its task was scheduled, and when its last run had ended. */
    public static final String MEASURED_LATE = "measured-late";

    /** As {@link #MEASURED}, of {@code loop}: what its thread slept between two selects. */
    public static final String MEASURED_LOOP = "measured-loop";

    /** As {@link #MEASURED}, of {@code crowd}: when all its threads worked, and from when to when any did. */
    public static final String MEASURED_CROWD = "measured-crowd";

    /** What {@code main} holds the lock, and the monitor, at least while others wait. */
    public static final long FIRST_HOLDS_MILLIS = 600;

    /** What {@code second} holds the lock at least while {@code last} waits. */
    public static final long SECOND_HOLDS_MILLIS = 500;

    public static final int ELEMENTS = 64;
    /** What goes through the queues of {@code stages}. */
    public static final int ITEMS = 14;

    private static final long STAGE_MILLIS = 60;
    private static final long NEIGHBOUR_MILLIS = 8;
    private static final long COMBINE_MILLIS = 400;
    /** Threads of {@code shared}, for which there are so many connections, which each uses so often and for so long at least. */
    public static final int USERS = 6;

    public static final int SHARED = 2;
    private static final int USES = 15;
    private static final long USE_MILLIS = 8;

    /** What {@code loop} serves, and how long it sleeps before each but the first. */
    private static final int SERVED = 20;

    private static final long SERVED_MILLIS = 15;

    private static final int ROUNDS = 30;
    private static final long SLOW_PARTY_MILLIS = 10;

    /** How often the task of {@code late} is due, which takes longer. */
    public static final long PERIOD_MILLIS = 5;
    /** How long each of its runs takes at least, and how many there are. */
    private static final long RUN_MILLIS = 25;

    private static final int LATE_RUNS = 20;

    /** Least time in which a run of {@code late} is due and has not begun: each but the first is due when the first has taken a period. */
    public static final long LEAST_LATE_NANOS = ((LATE_RUNS - 1) * RUN_MILLIS - PERIOD_MILLIS) * 1_000_000;

    /**
     * What all users wait at least: while {@code SHARED} of them use a connection all others wait, but for those that are done at the end and for
     * moments in between.
     */
    public static final long LEAST_WAITED_BY_USERS_NANOS =
            (USERS - SHARED - 1) * (USERS * USES / SHARED) * USE_MILLIS * 900_000;

    /** What the two quick parties of {@code parties} wait at least, if they come within a tenth of what the slow one takes. */
    public static final long LEAST_WAITED_BY_PARTIES_NANOS = 2 * ROUNDS * SLOW_PARTY_MILLIS * 900_000;

    private static final int SOURCE_ELEMENTS = 20;
    private static final long SOURCE_MILLIS = 10;
    public static final int CROWD = 2 * Runtime.getRuntime().availableProcessors();
    private static final long LONG_MILLIS = 800;
    private static final long SHORT_MILLIS = 1;
    public static final int QUEUED_TASKS = 20;
    private static final int WORKERS = 2;
    private static final long FETCH_MILLIS = 60;
    private static final long ALONE_MILLIS = 900;
    private static final long SHARE_MILLIS = 4;
    private static final long SLOW_MILLIS = 250;
    private static final long FAST_MILLIS = 120;
    private static final long LAST_MILLIS = 150;
    private static final long HELD_MILLIS = 300;

    private FindingsApp() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 1 && args[0].equals("deadlock")) {
            deadlock();
            return;
        }
        if (args.length == 1 && args[0].equals("starve-for-futures")) {
            starveForFutures();
            return;
        }
        new Scenarios()
                .add("held", scale -> held())
                .add("both-orders", scale -> bothOrders())
                .add("queue", scale -> queue())
                .add("uneven", scale -> uneven())
                .add("serial", scale -> serial())
                .add("hand-over", scale -> handOver())
                .add("stages", scale -> stages())
                .add("combine", scale -> combine())
                .add("source", scale -> source())
                .add("crowd", scale -> crowd())
                .add("parties", scale -> parties())
                .add("shared", scale -> shared())
                .add("late", scale -> late())
                .add("loop", scale -> loop())
                .run(args);
    }

    /* The last one in the queue waits for the first holder, then for the second. Another lock is waited for by one thread. */
    private static String held() throws Exception {
        warmUp();
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("begun", System.nanoTime());
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        Thread second = Threads.start("second", () -> second(lock, measured));
        while (!lock.hasQueuedThread(second)) {
            Thread.onSpinWait();
        }
        Thread last = Threads.start("last", () -> last(lock, measured));
        while (!lock.hasQueuedThread(last)) {
            Thread.onSpinWait();
        }
        Thread.sleep(FIRST_HOLDS_MILLIS);
        measured.put("main released", System.nanoTime());
        lock.unlock();
        Threads.join(second, last);
        monitor(measured);
        write(MEASURED, measured);
        return "done";
    }

    /* What waits for the first time loads classes, which takes some of what is measured. */
    private static void warmUp() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        CountDownLatch comes = new CountDownLatch(1);
        lock.lock();
        Thread queued = Threads.start("queued", () -> {
            lock.lock();
            lock.unlock();
        });
        while (!lock.hasQueuedThread(queued)) {
            Thread.onSpinWait();
        }
        lock.unlock();
        Threads.join(queued);
        synchronized (lock) {
            queued = Threads.start("queued", () -> {
                comes.countDown();
                synchronized (lock) {
                    comes.await();
                }
            });
            Threads.awaitBlocked(queued, comes);
        }
        Threads.join(queued);
    }

    private static void second(ReentrantLock lock, ConcurrentSkipListMap<String, Long> measured) throws Exception {
        measured.put("second waits", System.nanoTime());
        lock.lock();
        measured.put("second acquired", System.nanoTime());
        Thread.sleep(SECOND_HOLDS_MILLIS);
        measured.put("second released", System.nanoTime());
        lock.unlock();
    }

    private static void last(ReentrantLock lock, ConcurrentSkipListMap<String, Long> measured) {
        measured.put("last waits", System.nanoTime());
        lock.lock();
        measured.put("last acquired", System.nanoTime());
        lock.unlock();
    }

    private static void monitor(ConcurrentSkipListMap<String, Long> measured) throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch comes = new CountDownLatch(1);
        Thread blocked;
        synchronized (monitor) {
            blocked = Threads.start("blocked", () -> blocked(monitor, comes, measured));
            Threads.awaitBlocked(blocked, comes);
            Thread.sleep(FIRST_HOLDS_MILLIS);
            measured.put("monitor released", System.nanoTime());
        }
        Threads.join(blocked);
    }

    private static void blocked(Object monitor, CountDownLatch comes, ConcurrentSkipListMap<String, Long> measured) {
        comes.countDown();
        measured.put("monitor waited for", System.nanoTime());
        synchronized (monitor) {
            measured.put("monitor acquired", System.nanoTime());
        }
    }

    private static void write(String file, ConcurrentSkipListMap<String, Long> measured) throws IOException {
        StringBuilder lines = new StringBuilder();
        measured.forEach(
                (name, nanos) -> lines.append(name).append('\t').append(nanos).append('\n'));
        Files.writeString(Path.of(file), lines);
    }

    /* Two workers sleep in one task after the other, while all others are in the queue. */
    private static String queue() throws Exception {
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        LongAdder queued = new LongAdder();
        LongAdder ran = new LongAdder();
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        for (int i = 0; i < QUEUED_TASKS; i++) {
            long submitted = System.nanoTime();
            pool.execute(() -> fetch(submitted, queued, ran));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        measured.put("queued", queued.sum() / QUEUED_TASKS);
        measured.put("ran", ran.sum() / QUEUED_TASKS);
        write(MEASURED_QUEUE, measured);
        return "done";
    }

    private static void fetch(long submitted, LongAdder queued, LongAdder ran) {
        long begun = System.nanoTime();
        queued.add(begun - submitted);
        try {
            Thread.sleep(FETCH_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        ran.add(System.nanoTime() - begun);
    }

    /* One element of a stream takes longer than all others together. */
    private static String uneven() throws IOException {
        LongAdder longest = new LongAdder();
        IntStream.range(0, ELEMENTS).parallel().forEach(each -> {
            long nanos = works(each == 0 ? LONG_MILLIS : SHORT_MILLIS);
            longest.add(each == 0 ? nanos : 0);
        });
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("longest", longest.sum());
        write(MEASURED_UNEVEN, measured);
        return "done";
    }

    /** Returns how long it took. */
    private static long works(long millis) {
        long begun = System.nanoTime();
        long end = begun + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - begun;
    }

    /* One thread works, then all, then two, of which a third one waits for the slower, while the caller waits for that; then futures are joined. */
    private static String serial() throws Exception {
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("alone", alone());
        IntStream.range(0, ELEMENTS).parallel().forEach(each -> works(SHARE_MILLIS));
        CompletableFuture<Long> slow = CompletableFuture.supplyAsync(FindingsApp::slow);
        CompletableFuture<Long> fast = CompletableFuture.supplyAsync(FindingsApp::fast);
        measured.put("last", slow.thenCombineAsync(fast, FindingsApp::last).join());
        measured.put("slow", slow.join());
        joined(measured);
        write(MEASURED_SERIAL, measured);
        return "done";
    }

    /* The caller waits for both of two, then for one of two, then for one that comes after another: no function stands between. */
    private static void joined(ConcurrentSkipListMap<String, Long> measured) {
        CompletableFuture<Long> slower = CompletableFuture.supplyAsync(FindingsApp::slower);
        CompletableFuture<Void> both = CompletableFuture.allOf(CompletableFuture.runAsync(FindingsApp::fast), slower);
        both.join();
        measured.put("slower", slower.join());
        CompletableFuture<Long> never = new CompletableFuture<>();
        CompletableFuture<Object> either =
                CompletableFuture.anyOf(never, CompletableFuture.supplyAsync(FindingsApp::first));
        measured.put("first", (long) either.join());
        CompletableFuture<Long> composed = CompletableFuture.supplyAsync(FindingsApp::before)
                .thenCompose(before -> CompletableFuture.supplyAsync(FindingsApp::composed));
        measured.put("composed", composed.join());
    }

    private static long slower() {
        return works(SLOW_MILLIS);
    }

    private static long first() {
        return works(SLOW_MILLIS);
    }

    private static long before() {
        return works(SHORT_MILLIS);
    }

    private static long composed() {
        return works(SLOW_MILLIS);
    }

    /* Nothing but the work lies between the two waits. */
    private static long alone() throws InterruptedException {
        Thread.sleep(1);
        long nanos = works(ALONE_MILLIS);
        Thread.sleep(1);
        return nanos;
    }

    private static long slow() {
        return works(SLOW_MILLIS);
    }

    private static long fast() {
        return works(FAST_MILLIS);
    }

    private static long last(long slow, long fast) {
        return slow > fast ? works(LAST_MILLIS) : 0;
    }

    /* The first holder goes on with something else, the second does what the last one waits for, and the program for that. */
    private static String handOver() throws Exception {
        warmUp();
        MonitorChain chain = new MonitorChain();
        Thread first = new Thread(chain::first, "first");
        Thread second = new Thread(chain::second, "second");
        Thread last = new Thread(chain::last, "last");
        chain.second = second;
        chain.last = last;
        first.start();
        chain.held.await();
        second.start();
        chain.secondHolds.await();
        last.start();
        Threads.join(last, second, first);
        write(MEASURED_HAND_OVER, chain.measured());
        return "done";
    }

    /** Each thread waits for the monitor that the one before it holds. */
    private static final class MonitorChain {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch secondHolds = new CountDownLatch(1);
        private final CountDownLatch secondComes = new CountDownLatch(1);
        private final CountDownLatch lastComes = new CountDownLatch(1);
        private final ConcurrentSkipListMap<String, Long> times = new ConcurrentSkipListMap<>();
        Thread second = Thread.currentThread();
        Thread last = second;

        void first() {
            times.put("begun", System.nanoTime());
            synchronized (this) {
                times.put("first holds", System.nanoTime());
                held.countDown();
                Threads.awaitBlocked(second, secondComes);
                works(HELD_MILLIS);
                times.put("first lets go", System.nanoTime());
            }
            works(HELD_MILLIS / 2);
        }

        void second() {
            secondComes.countDown();
            synchronized (this) {
                times.put("second holds", System.nanoTime());
                secondHolds.countDown();
                Threads.awaitBlocked(last, lastComes);
                works(HELD_MILLIS);
                times.put("second lets go", System.nanoTime());
            }
        }

        void last() {
            lastComes.countDown();
            synchronized (this) {
                times.put("last holds", System.nanoTime());
                works(HELD_MILLIS);
                times.put("last lets go", System.nanoTime());
            }
            times.put("ended", System.nanoTime());
        }

        ConcurrentSkipListMap<String, Long> measured() {
            ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
            measured.put("first at least", between("first holds", "first lets go"));
            measured.put("first at most", between("begun", "second holds"));
            measured.put("second at least", between("second holds", "second lets go"));
            measured.put("second at most", between("first lets go", "last holds"));
            measured.put("last at least", between("last holds", "last lets go"));
            measured.put("last at most", between("second lets go", "ended"));
            return measured;
        }

        private long between(String from, String to) {
            return times.get(to) - times.get(from);
        }
    }

    /* What the reader reads the slow stage transforms, and the writer writes: both are quicker, so that both wait. */
    private static String stages() throws InterruptedException {
        BlockingQueue<Integer> read = new ArrayBlockingQueue<>(1);
        BlockingQueue<Integer> transformed = new ArrayBlockingQueue<>(1);
        Thread[] stages = {
            new Thread(() -> reads(read), "reader"),
            new Thread(() -> transforms(read, transformed), "transformer"),
            new Thread(() -> writes(transformed), "writer")
        };
        for (Thread each : stages) {
            each.start();
        }
        Threads.join(stages);
        return "done";
    }

    private static void reads(BlockingQueue<Integer> to) {
        for (int i = 0; i < ITEMS; i++) {
            works(NEIGHBOUR_MILLIS);
            put(to, i);
        }
    }

    private static void transforms(BlockingQueue<Integer> from, BlockingQueue<Integer> to) {
        for (int i = 0; i < ITEMS; i++) {
            int item = take(from);
            works(STAGE_MILLIS);
            put(to, item);
        }
    }

    private static void writes(BlockingQueue<Integer> from) {
        for (int i = 0; i < ITEMS; i++) {
            take(from);
            works(NEIGHBOUR_MILLIS);
        }
    }

    private static void put(BlockingQueue<Integer> to, int item) {
        try {
            to.put(item);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int take(BlockingQueue<Integer> from) {
        try {
            return from.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /* The last two partial results take long to combine, when nothing else is left to do. */
    private static String combine() throws IOException {
        LongAdder last = new LongAdder();
        int[] count = IntStream.range(0, ELEMENTS)
                .parallel()
                .collect(() -> new int[1], (sum, each) -> sum[0]++, (one, other) -> {
                    one[0] += other[0];
                    last.add(one[0] == ELEMENTS ? works(COMBINE_MILLIS) : 0);
                });
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("last", last.sum());
        write(MEASURED_COMBINE, measured);
        return "" + count[0];
    }

    /* Each element takes work and a wait to get, longer than all that is done with all of them, and they come one after the other. */
    private static String source() throws IOException {
        long[] took = new long[1];
        Iterator<Integer> slow = new Iterator<>() {
            private int given;

            @Override
            public boolean hasNext() {
                return given < SOURCE_ELEMENTS;
            }

            @Override
            public Integer next() {
                long begun = System.nanoTime();
                works(SOURCE_MILLIS);
                sleeps(SOURCE_MILLIS);
                took[0] += System.nanoTime() - begun;
                return given++;
            }
        };
        LongAdder sum = new LongAdder();
        StreamSupport.stream(Spliterators.spliteratorUnknownSize(slow, 0), true).forEach(sum::add);
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("source", took[0]);
        write(MEASURED_SOURCE, measured);
        return "" + sum;
    }

    /** Three parties meet again and again, of which {@code slow} always comes last. */
    private static String parties() throws InterruptedException, IOException {
        CyclicBarrier barrier = new CyclicBarrier(3);
        LongAdder waited = new LongAdder();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            long millis = i == 0 ? SLOW_PARTY_MILLIS : 0;
            threads[i] = Threads.start(i == 0 ? "slow" : "quick-" + i, () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    sleeps(millis);
                    long begun = System.nanoTime();
                    barrier.await();
                    waited.add(System.nanoTime() - begun);
                }
            });
        }
        Threads.join(threads);
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("waited", waited.sum());
        write(MEASURED_PARTIES, measured);
        return "done";
    }

    /** Threads share too few connections. */
    private static String shared() throws InterruptedException, IOException {
        BlockingQueue<Integer> connections = new ArrayBlockingQueue<>(SHARED);
        for (int i = 0; i < SHARED; i++) {
            connections.add(i);
        }
        LongAdder waited = new LongAdder();
        Thread[] threads = new Thread[USERS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Threads.start("user-" + i, () -> {
                for (int use = 0; use < USES; use++) {
                    long begun = System.nanoTime();
                    Integer connection = connections.take();
                    waited.add(System.nanoTime() - begun);
                    sleeps(USE_MILLIS);
                    connections.add(connection);
                }
            });
        }
        Threads.join(threads);
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("waited", waited.sum());
        write(MEASURED_SHARED, measured);
        return "done";
    }

    /** A task takes longer than its period. */
    private static String late() throws InterruptedException, IOException {
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("scheduled", System.nanoTime());
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        CountDownLatch runs = new CountDownLatch(LATE_RUNS);
        Future<?> task = pool.scheduleAtFixedRate(
                () -> {
                    sleeps(RUN_MILLIS);
                    runs.countDown();
                },
                0,
                PERIOD_MILLIS,
                TimeUnit.MILLISECONDS);
        runs.await();
        task.cancel(false);
        pool.shutdown();
        // One more run can have begun before it was cancelled.
        pool.awaitTermination(1, TimeUnit.HOURS);
        measured.put("ended", System.nanoTime());
        write(MEASURED_LATE, measured);
        return "done";
    }

    private static void sleeps(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /* Twice as many workers as processors, all at work at the same time, for a third of the program's time. */
    private static String crowd() throws Exception {
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        long millis = Math.max(500, ManagementFactory.getRuntimeMXBean().getUptime() / 2);
        ExecutorService pool = Executors.newFixedThreadPool(CROWD);
        AtomicInteger begun = new AtomicInteger();
        measured.put("first", System.nanoTime());
        for (int i = 0; i < CROWD; i++) {
            pool.execute(() -> workInCrowd(millis, begun, measured));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        measured.put("last", System.nanoTime());
        write(MEASURED_CROWD, measured);
        return "done";
    }

    private static void workInCrowd(long millis, AtomicInteger begun, ConcurrentSkipListMap<String, Long> measured) {
        begun.incrementAndGet();
        while (begun.get() < CROWD) {
            Thread.onSpinWait();
        }
        measured.putIfAbsent("all", System.nanoTime());
        works(millis);
        measured.putIfAbsent("ended", System.nanoTime());
    }

    /* One after the other, but both threads live all the time. */
    private static String bothOrders() throws InterruptedException {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch isDown = new CountDownLatch(1);
        CountDownLatch isUp = new CountDownLatch(1);
        Thread down = Threads.start("down", () -> {
            begun.countDown();
            begun.await();
            monitorThenLock(monitor, lock);
            isDown.countDown();
            isUp.await();
        });
        Thread up = Threads.start("up", () -> {
            begun.countDown();
            isDown.await();
            lockThenMonitor(lock, monitor);
            isUp.countDown();
        });
        Threads.join(down, up);
        return "done";
    }

    private static void monitorThenLock(Object monitor, ReentrantLock lock) {
        synchronized (monitor) {
            lock.lock();
            lock.unlock();
        }
    }

    private static void lockThenMonitor(ReentrantLock lock, Object monitor) {
        lock.lock();
        synchronized (monitor) {
            lock.unlock();
        }
    }

    /* Each worker has submitted a task and waits for it. */
    private static void starve() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        Set<Thread> workers = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(WORKERS);
        for (int i = 0; i < WORKERS; i++) {
            pool.execute(() -> {
                workers.add(Thread.currentThread());
                awaitInner(pool, all);
            });
        }
        all.await();
        workers.forEach(each -> Threads.awaitWaitIn("awaitDone", each));
    }

    private static void awaitInner(ExecutorService pool, CountDownLatch all) {
        try {
            all.countDown();
            all.await();
            pool.submit(FindingsApp::inner).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void inner() {
        throw new IllegalStateException("no worker is there to run this");
    }

    private static void starveForFutures() throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        BlockingQueue<Thread> worker = new ArrayBlockingQueue<>(1);
        CompletableFuture.runAsync(() -> awaitFuture(pool, worker), pool);
        Threads.awaitWaitIn("waitingGet", worker.take());
        System.out.println(STUCK);
    }

    private static void awaitFuture(ExecutorService pool, BlockingQueue<Thread> worker) {
        worker.add(Thread.currentThread());
        CompletableFuture.runAsync(FindingsApp::inner, pool).join();
    }

    private static void deadlock() throws InterruptedException {
        starve();
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread left = Threads.start("left", () -> left(monitor, lock, both));
        Thread right = Threads.start("right", () -> right(monitor, lock, both));
        Threads.awaitBlocked(right, both);
        while (!lock.hasQueuedThread(left)) {
            Thread.onSpinWait();
        }
        System.out.println(STUCK);
        left.join();
    }

    private static void left(Object monitor, ReentrantLock lock, CountDownLatch both) throws InterruptedException {
        synchronized (monitor) {
            both.countDown();
            both.await();
            lock.lock();
        }
    }

    private static void right(Object monitor, ReentrantLock lock, CountDownLatch both) throws InterruptedException {
        lock.lock();
        both.countDown();
        both.await();
        synchronized (monitor) {
            lock.unlock();
        }
    }

    /* What is sent through a pipe is served by a thread that sleeps each time. The next one is sent when it selects again. */
    private static String loop() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        LongAdder slept = new LongAdder();
        try (Selector selector = Selector.open()) {
            pipe.source().register(selector, SelectionKey.OP_READ);
            Thread loop = Threads.start("loop", () -> serve(selector, pipe.source(), slept));
            for (int i = 0; i < SERVED; i++) {
                Threads.awaitNative(loop, "select");
                pipe.sink().write(ByteBuffer.allocate(1));
            }
            Threads.join(loop);
        }
        ConcurrentSkipListMap<String, Long> measured = new ConcurrentSkipListMap<>();
        measured.put("slept", slept.sum());
        write(MEASURED_LOOP, measured);
        return "done";
    }

    private static void serve(Selector selector, ReadableByteChannel from, LongAdder slept) throws IOException {
        for (int i = 0; i < SERVED; i++) {
            if (i > 0) {
                long begin = System.nanoTime();
                sleeps(SERVED_MILLIS);
                slept.add(System.nanoTime() - begin);
            }
            selector.select();
            selector.selectedKeys().clear();
            from.read(ByteBuffer.allocate(1));
        }
    }
}
