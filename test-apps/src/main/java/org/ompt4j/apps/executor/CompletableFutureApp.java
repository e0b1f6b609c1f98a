package org.ompt4j.apps.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Futures and stages that are completed by functions, on all kinds of threads, and threads that wait for their results.
 *
 * <p>Known by construction: how many functions there are and how many of them run, the stages that each depends on, and which calls have to
 * wait: a future is completed only after the thread that asks for its result was seen waiting.
 */
public final class CompletableFutureApp {

    /** Asynchronous tasks of {@code async} and {@code pool}; times the scale. */
    public static final int ASYNC = 4;
    /** Stages of {@code stages}, whose source is incomplete, and of {@code ready}; as many more are made by {@code Async} methods. */
    public static final int STAGES = 12;
    /** Stages of {@code chain}, the last of them asynchronous. */
    public static final int CHAIN = 9;
    /** Calls of {@code done} for results that exist already; times the scale. */
    public static final int DONE = 3;
    /** Calls of {@code waits} that have to wait; times the scale. */
    public static final int WAITS = 2;
    /** Tasks that {@code joined} combines by {@code allOf}. */
    public static final int JOINED = 3;
    /** Threads {@code asking} of {@code by-hand}, whose futures {@code main} completes, with a value, an exception and a cancel. */
    public static final int BY_HAND = 3;
    /** Threads {@code waiter-0} ... of {@code several}. */
    public static final int SEVERAL = 3;

    /** Threads {@code asking} of {@code relayed}: each waits for a future that is completed with others, one by a task and the rest by {@code main}. */
    public static final int RELAYED = 6;

    /** The least time, in ms, that the stages of {@code queued} are queued, and the delay of the second one. */
    public static final int LATE_MILLIS = 30;

    /** Stages of {@code composed} that are registered before it is known which tasks they wait for. */
    public static final int COMPOSED = 4;

    /** Futures of {@code races}: for each of them two threads submit a task that completes it. */
    public static final int RACES = 200;

    private CompletableFutureApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("async", CompletableFutureApp::async)
                .add("pool", CompletableFutureApp::pool)
                .add("caller", scale -> caller())
                .add("stages", scale -> stages(new CompletableFuture<>()))
                .add("ready", scale -> stages(CompletableFuture.completedFuture(1)))
                .add("chain", scale -> chain())
                .add("dependent", scale -> dependent())
                .add("joined", scale -> joined())
                .add("either", scale -> either())
                .add("delayed", scale -> delayed())
                .add("queued", scale -> queued())
                .add("compose", scale -> compose())
                .add("composed", scale -> composed())
                .add("composed-of-all", scale -> composedOfAll())
                .add("skipped", scale -> skipped())
                .add("done", CompletableFutureApp::done)
                .add("waits", CompletableFutureApp::waits)
                .add("helps", scale -> helps())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("exception", scale -> exception())
                .add("cancelled", scale -> cancelled())
                .add("nested", scale -> nested())
                .add("rejected", scale -> rejected())
                .add("stopped", scale -> stopped())
                .add("again", scale -> again())
                .add("races", scale -> races())
                .add("by-hand", scale -> byHand())
                .add("relayed", scale -> relayed())
                .add("several", scale -> several())
                .run(args);
    }

    private static ExecutorService pool(String name, int workers) {
        AtomicInteger made = new AtomicInteger();
        return Executors.newFixedThreadPool(workers, body -> new Thread(body, name + "-" + made.incrementAndGet()));
    }

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
    }

    /** The body of a task for which a thread has to wait: it ends once the thread waits. */
    private static Supplier<Integer> onceWaiting(Thread waiter) {
        return () -> {
            Threads.awaitWaitIn("waitingGet", waiter);
            return 1;
        };
    }

    private static int awaited(CountDownLatch gate) {
        try {
            gate.await();
            return 1;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without an executor: in the common pool or, without parallelism, on new threads. */
    private static String async(int scale) {
        AtomicInteger ran = new AtomicInteger();
        int sum = 0;
        for (int i = 0; i < ASYNC * scale; i += 2) {
            CompletableFuture<Void> run = CompletableFuture.runAsync(ran::incrementAndGet);
            CompletableFuture<Integer> supplied = CompletableFuture.supplyAsync(() -> 1);
            run.join();
            sum += supplied.join();
        }
        return "ran " + ran + ", sum " + sum;
    }

    /** Both stages, one of them delayed, are in the queue when the worker becomes free. */
    private static String queued() throws Exception {
        ExecutorService pool = pool("queued", 1);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> awaited(gate), pool);
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> stage = source.thenApplyAsync(n -> n + 1, pool);
        Thread.sleep(LATE_MILLIS);
        source.complete(1);
        Executor later = CompletableFuture.delayedExecutor(LATE_MILLIS, TimeUnit.MILLISECONDS, pool);
        CompletableFuture<Integer> delayed = source.thenApplyAsync(n -> n + 2, later);
        while (((ThreadPoolExecutor) pool).getQueue().size() < 2) {
            Thread.sleep(1);
        }
        Thread.sleep(LATE_MILLIS);
        gate.countDown();
        int sum = first.join() + stage.join() + delayed.join();
        end(pool);
        return "sum " + sum;
    }

    private static String pool(int scale) throws Exception {
        ExecutorService pool = pool("pool", 1);
        int sum = 0;
        for (int i = 0; i < ASYNC * scale; i += 2) {
            CountDownLatch gate = new CountDownLatch(1);
            CompletableFuture<Integer> future =
                    CompletableFuture.supplyAsync(() -> awaited(gate), pool).thenApplyAsync(n -> n + 1, pool);
            gate.countDown();
            sum += future.join();
        }
        end(pool);
        return "sum " + sum;
    }

    /** The executor runs tasks on the calling thread. */
    private static String caller() {
        return "sum " + CompletableFuture.supplyAsync(() -> 1, Runnable::run).join();
    }

    /** Each stage comes after the one before, which is complete; the first after the task of a pool. */
    private static String chain() throws Exception {
        ExecutorService pool = pool("chain", 1);
        CompletableFuture<Integer> task = CompletableFuture.supplyAsync(() -> 1, pool);
        task.join();
        CompletableFuture<Integer> end = task.thenApply(n -> n + 1)
                .handle((n, thrown) -> n + 1)
                .whenComplete((n, thrown) -> {})
                .thenCompose(n -> CompletableFuture.completedFuture(n + 1))
                .thenCombine(task, Integer::sum);
        end = end.applyToEither(new CompletableFuture<>(), n -> n + 1);
        CompletableFuture<Integer> failed = end.thenApply(n -> n / 0);
        String result = failed.exceptionally(thrown -> 0)
                        .thenApplyAsync(n -> n + 1, pool)
                        .join() + " " + end.join();
        end(pool);
        return result;
    }

    /** Each kind of stage with a function that runs on the thread that completes the source, and on a worker of a pool. */
    private static String stages(CompletableFuture<Integer> source) throws Exception {
        ExecutorService pool = pool("stages", 1);
        AtomicInteger ran = new AtomicInteger();
        CompletableFuture<Integer> never = new CompletableFuture<>();
        List<CompletableFuture<?>> all = new ArrayList<>();
        all.add(source.thenApply(n -> ran.incrementAndGet()));
        all.add(source.thenAccept(n -> ran.incrementAndGet()));
        all.add(source.thenRun(ran::incrementAndGet));
        all.add(source.thenCombine(source, (a, b) -> ran.incrementAndGet()));
        all.add(source.thenAcceptBoth(source, (a, b) -> ran.incrementAndGet()));
        all.add(source.runAfterBoth(source, ran::incrementAndGet));
        all.add(source.applyToEither(never, n -> ran.incrementAndGet()));
        all.add(source.acceptEither(never, n -> ran.incrementAndGet()));
        all.add(source.runAfterEither(never, ran::incrementAndGet));
        all.add(source.thenCompose(n -> CompletableFuture.completedFuture(ran.incrementAndGet())));
        all.add(source.handle((n, thrown) -> ran.incrementAndGet()));
        all.add(source.whenComplete((n, thrown) -> ran.incrementAndGet()));
        all.add(source.thenApplyAsync(n -> ran.incrementAndGet(), pool));
        all.add(source.thenAcceptAsync(n -> ran.incrementAndGet(), pool));
        all.add(source.thenRunAsync(ran::incrementAndGet, pool));
        all.add(source.thenCombineAsync(source, (a, b) -> ran.incrementAndGet(), pool));
        all.add(source.thenAcceptBothAsync(source, (a, b) -> ran.incrementAndGet(), pool));
        all.add(source.runAfterBothAsync(source, ran::incrementAndGet, pool));
        all.add(source.applyToEitherAsync(never, n -> ran.incrementAndGet(), pool));
        all.add(source.acceptEitherAsync(never, n -> ran.incrementAndGet(), pool));
        all.add(source.runAfterEitherAsync(never, ran::incrementAndGet, pool));
        all.add(source.thenComposeAsync(n -> CompletableFuture.completedFuture(ran.incrementAndGet()), pool));
        all.add(source.handleAsync((n, thrown) -> ran.incrementAndGet(), pool));
        all.add(source.whenCompleteAsync((n, thrown) -> ran.incrementAndGet(), pool));
        source.complete(1);
        for (CompletableFuture<?> each : all) {
            each.join();
        }
        end(pool);
        return "ran " + ran;
    }

    /** A stage that depends on two tasks. */
    private static String dependent() throws Exception {
        ExecutorService pool = pool("dependent", 2);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> awaited(gate), pool);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> awaited(gate), pool);
        CompletableFuture<Integer> both = one.thenCombine(two, Integer::sum);
        gate.countDown();
        String result = "sum " + both.join();
        end(pool);
        return result;
    }

    /** A stage that depends on {@link #JOINED} tasks, by nested calls of {@code allOf}, and on a future that {@code main} completes. */
    private static String joined() throws Exception {
        ExecutorService pool = pool("joined", 2);
        CountDownLatch gate = new CountDownLatch(1);
        List<CompletableFuture<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < JOINED; i++) {
            tasks.add(CompletableFuture.supplyAsync(() -> awaited(gate), pool));
        }
        CompletableFuture<Integer> byHand = new CompletableFuture<>();
        CompletableFuture<Void> first = CompletableFuture.allOf(tasks.get(0), byHand);
        CompletableFuture<Void> all = CompletableFuture.allOf(first, tasks.get(1), tasks.get(2));
        CompletableFuture<Integer> after = all.thenApply(
                none -> tasks.stream().mapToInt(CompletableFuture::join).sum());
        byHand.complete(1);
        gate.countDown();
        String result = "sum " + after.join();
        end(pool);
        return result;
    }

    /** Functions that depend on no future, two of them delayed. */
    private static String delayed() throws Exception {
        ExecutorService pool = pool("delayed", 1);
        Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, pool);
        CompletableFuture<Integer> atOnce = CompletableFuture.supplyAsync(() -> 1, pool);
        CompletableFuture<Integer> supplied = CompletableFuture.supplyAsync(() -> 2, later);
        CompletableFuture<Integer> completed = new CompletableFuture<Integer>().completeAsync(() -> 3, later);
        String result = "result " + (atOnce.join() + supplied.join() + completed.join());
        end(pool);
        return result;
    }

    /** A stage that depends on the first of two tasks that completes. */
    private static String either() throws Exception {
        ExecutorService pool = pool("either", 2);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> awaited(gate), pool);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> awaited(last), pool);
        CompletableFuture<Integer> either = one.applyToEither(two, n -> n + 1);
        gate.countDown();
        String result = "result " + either.join();
        last.countDown();
        end(pool);
        return result;
    }

    /** A stage that is completed by a future that its function returns. */
    private static String compose() throws Exception {
        ExecutorService pool = pool("compose", 2);
        Thread main = Thread.currentThread();
        CompletableFuture<Integer> outer = CompletableFuture.supplyAsync(() -> 1, pool);
        outer.join();
        CompletableFuture<Integer> composed =
                outer.thenCompose(n -> CompletableFuture.supplyAsync(onceWaiting(main), pool));
        String result = "result " + composed.join();
        end(pool);
        return result;
    }

    /**
     * Stages that are registered before the function of a {@code thenCompose} returns the future that they have to wait for: right after it, after a
     * copy, after {@code allOf}, and with a second source; and one that is registered with it later.
     */
    private static String composed() throws Exception {
        ExecutorService pool = pool("composed", 2);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> composed = source.thenCompose(n -> inner(gate, pool));
        CompletableFuture<Integer> after = composed.thenApply(n -> n + 1);
        CompletableFuture<Integer> afterCopy = composed.copy().thenApply(n -> n + 2);
        CompletableFuture<Void> all = CompletableFuture.allOf(composed, source);
        CompletableFuture<Integer> afterAll = all.thenApply(none -> 3);
        CompletableFuture<Integer> both = source.thenCombine(composed, Integer::sum);
        CompletableFuture<Integer> either = composed.applyToEither(new CompletableFuture<>(), n -> n);
        source.complete(1);
        CompletableFuture<Integer> later = all.thenApply(none -> 4);
        gate.countDown();
        String result = "sum " + (after.join() + afterCopy.join() + afterAll.join() + both.join() + later.join());
        result += ' ' + either.join();
        end(pool);
        return result;
    }

    private static CompletableFuture<Integer> inner(CountDownLatch gate, ExecutorService pool) {
        return CompletableFuture.supplyAsync(() -> awaited(gate), pool);
    }

    /** As {@code composed}, where the function returns what {@code allOf} makes of two futures. */
    private static String composedOfAll() throws Exception {
        ExecutorService pool = pool("composedOfAll", 2);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Void> composed =
                source.thenCompose(n -> CompletableFuture.allOf(inner(gate, pool), inner(gate, pool)));
        CompletableFuture<Integer> before = composed.thenApply(none -> 1);
        source.complete(1);
        CompletableFuture<Integer> later = composed.thenApply(none -> 2);
        gate.countDown();
        String result = "sum " + (before.join() + later.join());
        end(pool);
        return result;
    }

    /** Functions that do not run, because their source has completed normally or exceptionally. */
    private static String skipped() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> recovered = source.exceptionally(thrown -> 2);
        CompletableFuture<Integer> composed =
                source.exceptionallyCompose(thrown -> CompletableFuture.completedFuture(3));
        source.complete(1);
        CompletableFuture<Integer> failed = new CompletableFuture<>();
        CompletableFuture<Integer> applied = failed.thenApply(n -> n + 1);
        failed.completeExceptionally(new IllegalStateException("on purpose"));
        return recovered.join() + " " + composed.join() + " " + Threads.thrownBy(() -> applied.join());
    }

    private static String done(int scale) throws Exception {
        CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
        int sum = 0;
        for (int i = 0; i < DONE * scale; i++) {
            sum += future.get();
        }
        return "sum " + sum;
    }

    private static String waits(int scale) throws Exception {
        ExecutorService pool = pool("waits", 1);
        int sum = 0;
        for (int i = 0; i < WAITS * scale; i++) {
            sum += CompletableFuture.supplyAsync(onceWaiting(Thread.currentThread()), pool)
                    .join();
        }
        end(pool);
        return "sum " + sum;
    }

    /** A worker of a fork/join pool runs tasks of its pool while it waits. */
    private static String helps() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        int sum = CompletableFuture.supplyAsync(
                        () -> CompletableFuture.supplyAsync(() -> 1, pool).join() + 1, pool)
                .get();
        end(pool);
        return "sum " + sum;
    }

    private static String timeout() throws Exception {
        ExecutorService pool = pool("timeout", 1);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> awaited(gate), pool);
        String first;
        try {
            first = "got " + future.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            first = "timed out";
        }
        CompletableFuture<Integer> timed = new CompletableFuture<Integer>().orTimeout(1, TimeUnit.MILLISECONDS);
        String second = Threads.thrownBy(() -> timed.get());
        second += ' '
                + new CompletableFuture<Integer>()
                        .completeOnTimeout(2, 1, TimeUnit.MILLISECONDS)
                        .join();
        gate.countDown();
        String result = first + ", " + second + ", then " + future.get(1, TimeUnit.HOURS);
        end(pool);
        return result;
    }

    private static String interrupt() throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        String[] thrown = new String[1];
        Thread asking = Threads.start("asking", () -> thrown[0] = Threads.thrownBy(() -> future.get()));
        Threads.awaitState(asking, Thread.State.WAITING);
        asking.interrupt();
        asking.join();
        return thrown[0];
    }

    private static String exception() throws Exception {
        ExecutorService pool = pool("exception", 1);
        Thread main = Thread.currentThread();
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(
                () -> {
                    Threads.awaitWaitIn("waitingGet", main);
                    throw new IllegalStateException("on purpose");
                },
                pool);
        String thrown = Threads.thrownBy(() -> future.get());
        end(pool);
        return thrown;
    }

    /** Cancels the future of a task that runs, and of a task that has not begun. */
    private static String cancelled() throws Exception {
        ExecutorService pool = pool("cancelled", 1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> running = CompletableFuture.supplyAsync(
                () -> {
                    begun.countDown();
                    return awaited(gate);
                },
                pool);
        CompletableFuture<Integer> queued = CompletableFuture.supplyAsync(() -> 1, pool);
        begun.await();
        boolean both = running.cancel(false) && queued.cancel(false);
        gate.countDown();
        end(pool);
        return "cancelled " + both;
    }

    /** A task waits for another task of its pool. */
    private static String nested() throws Exception {
        ExecutorService pool = pool("nested", 2);
        CompletableFuture<Integer> outer = CompletableFuture.supplyAsync(
                () -> CompletableFuture.supplyAsync(onceWaiting(Thread.currentThread()), pool)
                                .join()
                        + 1,
                pool);
        String result = "result " + outer.join();
        end(pool);
        return result;
    }

    /** A pool rejects a task when a future is created, and another one when the source of its stage completes. */
    private static String rejected() throws Exception {
        ExecutorService pool = pool("rejected", 1);
        Executor asIfOpen = pool;
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> later = source.thenApplyAsync(n -> n + 1, asIfOpen);
        end(pool);
        String atOnce;
        try {
            atOnce = "made " + CompletableFuture.runAsync(() -> {}, asIfOpen).isDone();
        } catch (RejectedExecutionException e) {
            atOnce = "rejected";
        }
        source.complete(1);
        return atOnce + ", later " + later.isCompletedExceptionally();
    }

    /** {@code shutdownNow} drops a queued task: its future is never completed. */
    private static String stopped() throws Exception {
        ExecutorService pool = pool("stopped", 1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            boolean interrupted = false;
            while (gate.getCount() > 0) {
                interrupted |= Thread.interrupted();
            }
        });
        CompletableFuture<Integer> queued = CompletableFuture.supplyAsync(() -> 1, pool);
        begun.await();
        int dropped = pool.shutdownNow().size();
        gate.countDown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        return "dropped " + dropped + ", done " + queued.isDone();
    }

    /**
     * Starts a thread for each future that waits for its result, and returns once all of them wait.
     *
     * @param thrown receives the name of the exception that each thread gets, or {@code nothing}
     */
    private static Thread[] ask(List<? extends CompletableFuture<?>> futures, String[] thrown) {
        Thread[] asking = new Thread[thrown.length];
        for (int i = 0; i < asking.length; i++) {
            int number = i;
            asking[i] = Threads.start(
                    "asking",
                    () -> thrown[number] =
                            Threads.thrownBy(() -> futures.get(number).get()));
            Threads.awaitState(asking[i], Thread.State.WAITING);
        }
        return asking;
    }

    private static String byHand() throws Exception {
        List<CompletableFuture<Integer>> futures =
                List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());
        String[] thrown = new String[BY_HAND];
        Thread[] asking = ask(futures, thrown);
        futures.get(0).complete(1);
        futures.get(1).completeExceptionally(new IllegalStateException("on purpose"));
        futures.get(2).cancel(false);
        Threads.join(asking);
        return String.join(", ", thrown) + ", again " + futures.get(0).complete(2);
    }

    /** Several threads wait for one future before it is completed. */
    private static String several() throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        AtomicInteger sum = new AtomicInteger();
        Thread[] waiters = new Thread[SEVERAL];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = Threads.start("waiter-" + i, () -> sum.addAndGet(future.get()));
            Threads.awaitState(waiters[i], Thread.State.WAITING);
        }
        future.complete(1);
        Threads.join(waiters);
        return "sum " + sum;
    }

    /** Two tasks of {@code completeAsync} for the same future. */
    private static String again() throws Exception {
        ExecutorService pool = pool("again", 1);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.completeAsync(() -> awaited(gate), pool);
        future.completeAsync(() -> 2, pool);
        gate.countDown();
        String result = "result " + future.join();
        end(pool);
        return result;
    }

    /** Two threads call {@code completeAsync} for the same future at the same time. */
    private static String races() throws Exception {
        ExecutorService pool = pool("races", 2);
        int sum = 0;
        for (int i = 0; i < RACES; i++) {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            Threads.race(2, () -> future.completeAsync(() -> 1, pool));
            sum += future.join();
        }
        end(pool);
        return "sum " + sum;
    }

    /** Futures that depend on others: on all, on one, or on the one that a function returns. A task completes the last of them. */
    private static String relayed() throws Exception {
        ExecutorService pool = pool("relayed", 1);
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> other = new CompletableFuture<>();
        CompletableFuture<Integer> inner = new CompletableFuture<>();
        List<CompletableFuture<?>> futures = List.of(
                CompletableFuture.allOf(one, CompletableFuture.allOf(other, one, other)),
                CompletableFuture.allOf(one, CompletableFuture.failedFuture(new IllegalStateException("on purpose"))),
                CompletableFuture.anyOf(other, new CompletableFuture<>()),
                one.thenCompose(n -> inner),
                other.copy(),
                one.thenCompose(n -> CompletableFuture.supplyAsync(() -> awaited(gate), pool)));
        String[] thrown = new String[RELAYED];
        Thread[] asking = ask(futures, thrown);
        one.complete(1);
        other.complete(2);
        inner.complete(3);
        gate.countDown();
        Threads.join(asking);
        end(pool);
        return String.join(", ", thrown);
    }
}
