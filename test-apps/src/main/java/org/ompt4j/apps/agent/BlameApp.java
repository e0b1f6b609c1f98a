package org.ompt4j.apps.agent;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Threads wait for other threads that sleep or compute meanwhile. There are several kinds of waits.
 *
 * <p>The program measures how long threads waited and how long the other threads slept or computed.
 */
public final class BlameApp {
    /** How many items the consumer takes; it waits for each of them. */
    public static final int ITEMS = 20;

    private static final long SHORT_MILLIS = 1;
    private static final long LONG_MILLIS = 500;

    /** How long the late thread sleeps at least, in both rounds together, while the other thread waits. */
    public static final long LEAST_SLEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(SHORT_MILLIS + LONG_MILLIS);

    private static final long PRODUCED_MILLIS = 20;
    private static final long CONSUMED_MILLIS = 4;

    /** How long the producer works at least while the consumer waits. */
    public static final long LEAST_WORKED_NANOS = TimeUnit.MILLISECONDS.toNanos(ITEMS * PRODUCED_MILLIS);

    private final Measured measured;
    private final ThreadFactory threads;
    /** The thread that is about to wait for the late thread. */
    private volatile @Nullable Thread waiter;

    /** The begin of the present wait, by the program's own clock; 0 if there is none. */
    private volatile long waitsSinceNanos;

    private BlameApp(ThreadFactory threads, Measured measured) {
        this.threads = threads;
        this.measured = measured;
    }

    private interface Body {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("platform", scale -> waits(Thread::new))
                .add("virtual", scale -> waits(Threads.virtual()))
                .run(args);
    }

    /** The first wait of each kind loads classes, which adds to the measured time: a short round comes first, since it has little to measure. */
    private static String waits(ThreadFactory threads) throws Exception {
        Measured measured = new Measured();
        for (long millis : new long[] {SHORT_MILLIS, LONG_MILLIS}) {
            Thread[] all = {
                start(threads, measured, app -> app.latch(millis)),
                start(threads, measured, app -> app.future(millis)),
                start(threads, measured, app -> app.condition(millis)),
                start(threads, measured, app -> app.barrier(millis)),
                start(threads, measured, app -> app.permit(millis)),
                start(threads, measured, app -> app.interrupt(millis)),
                start(threads, measured, app -> app.get(millis)),
                start(threads, measured, app -> app.any(millis)),
                start(threads, measured, app -> app.stage(millis)),
                start(threads, measured, app -> app.composed(millis)),
                start(threads, measured, app -> app.supplied(millis))
            };
            Threads.join(all);
        }
        new BlameApp(threads, measured).queue();
        measured.write();
        return "done";
    }

    private interface Kind {
        void run(BlameApp app) throws Exception;
    }

    private static Thread start(ThreadFactory threads, Measured measured, Kind kind) {
        return Threads.start("kind", () -> kind.run(new BlameApp(threads, measured)));
    }

    private void both(Body one, Body other) throws InterruptedException {
        Thread first = threads.newThread(() -> runOrHalt(one));
        Thread second = threads.newThread(() -> runOrHalt(other));
        first.start();
        second.start();
        first.join();
        second.join();
    }

    private static void runOrHalt(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(3);
        }
    }

    private void awaits(String name, Body wait) throws Exception {
        measure(name, () -> {
            waiter = Thread.currentThread();
            wait.run();
        });
    }

    /** Sleeps or works as soon as the other thread waits, and measures how long. */
    private void isLate(String name, Body sleep) throws Exception {
        Thread waits = waiter;
        while (waits == null) {
            Thread.yield();
            waits = waiter;
        }
        Threads.awaitState(waits, Thread.State.WAITING);
        waiter = null;
        long begun = System.nanoTime();
        sleep.run();
        measured.add(name, System.nanoTime() - begun);
    }

    private void measure(String name, Body wait) throws Exception {
        long begun = System.nanoTime();
        waitsSinceNanos = begun;
        wait.run();
        waitsSinceNanos = 0;
        measured.add(name, System.nanoTime() - begun);
    }

    // ---------------------------------------------------------------- a thread waits for a thread that is late

    private void latch(long millis) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        both(() -> awaitLatch(latch), () -> countDownLate(latch, millis));
    }

    private void awaitLatch(CountDownLatch latch) throws Exception {
        awaits("latch", () -> latch.await());
    }

    private void countDownLate(CountDownLatch latch, long millis) throws Exception {
        isLate("latch slept", () -> Thread.sleep(millis));
        latch.countDown();
    }

    private void future(long millis) throws InterruptedException {
        CompletableFuture<String> future = new CompletableFuture<>();
        both(() -> awaitFuture(future), () -> completeLate(future, millis));
    }

    private void awaitFuture(CompletableFuture<String> future) throws Exception {
        awaits("future", () -> future.get());
    }

    private void completeLate(CompletableFuture<String> future, long millis) throws Exception {
        isLate("future slept", () -> Thread.sleep(millis));
        future.complete("done");
    }

    private void condition(long millis) throws InterruptedException {
        Object monitor = new Object();
        boolean[] isMet = new boolean[1];
        both(() -> awaitCondition(monitor, isMet), () -> notifyLate(monitor, isMet, millis));
    }

    private void awaitCondition(Object monitor, boolean[] isMet) throws Exception {
        synchronized (monitor) {
            while (!isMet[0]) {
                awaits("condition", () -> monitor.wait());
            }
        }
    }

    private void notifyLate(Object monitor, boolean[] isMet, long millis) throws Exception {
        isLate("condition slept", () -> Thread.sleep(millis));
        synchronized (monitor) {
            isMet[0] = true;
            monitor.notify();
        }
    }

    private void barrier(long millis) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        both(() -> awaitBarrier(barrier), () -> arriveLate(barrier, millis));
    }

    private void awaitBarrier(CyclicBarrier barrier) throws Exception {
        awaits("barrier", () -> barrier.await());
    }

    private void arriveLate(CyclicBarrier barrier, long millis) throws Exception {
        isLate("barrier slept", () -> Thread.sleep(millis));
        barrier.await();
    }

    private void permit(long millis) throws InterruptedException {
        AtomicReference<@Nullable Thread> parker = new AtomicReference<>();
        both(() -> awaitPermit(parker), () -> unparkLate(parker, millis));
    }

    private void awaitPermit(AtomicReference<@Nullable Thread> parker) throws Exception {
        parker.set(Thread.currentThread());
        while (parker.get() != null) {
            awaits("permit", () -> LockSupport.park());
        }
    }

    private void unparkLate(AtomicReference<@Nullable Thread> parker, long millis) throws Exception {
        isLate("permit slept", () -> Thread.sleep(millis));
        LockSupport.unpark(parker.getAndSet(null));
    }

    private void interrupt(long millis) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<@Nullable Thread> interrupted = new AtomicReference<>();
        both(() -> awaitInterrupt(never, interrupted), () -> interruptLate(interrupted, millis));
    }

    private void awaitInterrupt(CountDownLatch never, AtomicReference<@Nullable Thread> interrupted) throws Exception {
        interrupted.set(Thread.currentThread());
        awaits("interrupt", () -> {
            try {
                never.await();
            } catch (InterruptedException expected) {
                // This wait ends by an interrupt only.
            }
        });
    }

    private void interruptLate(AtomicReference<@Nullable Thread> interrupted, long millis) throws Exception {
        isLate("interrupt slept", () -> Thread.sleep(millis));
        interrupted.get().interrupt();
    }

    // ---------------------------------------------------------------- a task

    /** The awaited task is queued until the only worker has run another task, which does not end before a thread waits. */
    private void get(long millis) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        both(() -> awaitTask(pool, millis), () -> {});
        pool.shutdown();
    }

    private void awaitTask(ExecutorService pool, long millis) throws Exception {
        pool.submit(() -> runOrHalt(() -> isLate("first slept", () -> Thread.sleep(millis))));
        Future<?> second = pool.submit(() -> {
            measured.add("get queued", System.nanoTime() - waitsSinceNanos);
            runSecond(millis);
        });
        awaits("get", () -> second.get());
    }

    private void runSecond(long millis) {
        long begun = System.nanoTime();
        runOrHalt(() -> Thread.sleep(millis));
        measured.add("get slept", System.nanoTime() - begun);
    }

    // ---------------------------------------------------------------- stages of futures

    /** The awaited stage runs on the thread that completes the previous stage, late. */
    private void stage(long millis) throws InterruptedException {
        CompletableFuture<String> future = new CompletableFuture<>();
        both(() -> awaitStage(future.thenApply(String::trim)), () -> completeAfterWork(future, millis));
    }

    private void awaitStage(CompletableFuture<String> stage) throws Exception {
        awaits("stage", () -> stage.get());
    }

    private void completeAfterWork(CompletableFuture<String> future, long millis) throws Exception {
        isLate("stage worked", () -> work(millis));
        future.complete("done");
    }

    /** The awaited stage depends on a future that the function of {@code thenCompose} has returned; another thread completes it late. */
    private void composed(long millis) throws InterruptedException {
        CompletableFuture<String> inner = new CompletableFuture<>();
        both(() -> awaitComposed(inner), () -> completeInnerLate(inner, millis));
    }

    private void awaitComposed(CompletableFuture<String> inner) throws Exception {
        CompletableFuture<String> outer = new CompletableFuture<>();
        CompletableFuture<String> stage = outer.thenCompose(any -> inner).thenApply(String::trim);
        outer.complete("begun");
        awaits("composed", () -> stage.get());
    }

    private void completeInnerLate(CompletableFuture<String> inner, long millis) throws Exception {
        isLate("composed slept", () -> Thread.sleep(millis));
        inner.complete("done");
    }

    /** As {@link #composed}, but a task of a pool completes the future late. */
    private void supplied(long millis) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        both(() -> awaitSupplied(pool, millis), () -> {});
        pool.shutdown();
    }

    private void awaitSupplied(ExecutorService pool, long millis) throws Exception {
        CompletableFuture<String> stage = CompletableFuture.supplyAsync(() -> "begun", pool)
                .thenCompose(any -> CompletableFuture.supplyAsync(() -> supplyLate(millis), pool))
                .thenApply(String::trim);
        awaits("supplied", () -> stage.get());
    }

    private String supplyLate(long millis) {
        runOrHalt(() -> isLate("supplied slept", () -> Thread.sleep(millis)));
        return "done";
    }

    // ---------------------------------------------------------------- the first of several tasks

    /** One of the tasks is late, and the other one does not end before it is cancelled. */
    private void any(long millis) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CountDownLatch never = new CountDownLatch(1);
        both(() -> awaitAny(pool, List.of(() -> endLate(millis), () -> neverEnd(never))), () -> {});
        pool.shutdown();
    }

    private void awaitAny(ExecutorService pool, List<Callable<String>> tasks) throws Exception {
        awaits("any", () -> pool.invokeAny(tasks));
    }

    private String endLate(long millis) throws Exception {
        isLate("any slept", () -> Thread.sleep(millis));
        return "done";
    }

    private static String neverEnd(CountDownLatch never) throws InterruptedException {
        never.await();
        return "never";
    }

    // ---------------------------------------------------------------- a queue

    /** Nothing is produced before the consumer waits. */
    private void queue() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        both(() -> consume(queue), () -> produce(queue));
    }

    private void consume(BlockingQueue<Integer> queue) throws Exception {
        for (int i = 0; i < ITEMS; i++) {
            awaits("queue", () -> queue.take());
            work(CONSUMED_MILLIS);
        }
    }

    private void produce(BlockingQueue<Integer> queue) throws Exception {
        for (int i = 0; i < ITEMS; i++) {
            isLate("queue worked", () -> work(PRODUCED_MILLIS));
            queue.put(i);
        }
    }

    private static void work(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
