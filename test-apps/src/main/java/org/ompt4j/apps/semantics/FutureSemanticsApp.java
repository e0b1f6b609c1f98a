package org.ompt4j.apps.semantics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** The specified behaviour of {@code CompletableFuture}. */
public final class FutureSemanticsApp {

    private FutureSemanticsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("chain", scale -> chain())
                .add("async-chain", FutureSemanticsApp::asyncChain)
                .add("combine", scale -> combine())
                .add("all-of", FutureSemanticsApp::allOf)
                .add("any-of", scale -> anyOf())
                .add("failures", scale -> failures())
                .add("recover", scale -> recover())
                .add("cancel", scale -> cancel())
                .add("timeouts", scale -> timeouts())
                .add("by-hand", FutureSemanticsApp::byHand)
                .add("waiting-thread", scale -> waitingThread())
                .add("interrupted-get", scale -> interruptedGet())
                .add("own-executor", scale -> ownExecutor())
                .add("each-stage-once", FutureSemanticsApp::eachStageOnce)
                .run(args);
    }

    private static String chain() throws Exception {
        return CompletableFuture.completedFuture(3)
                .thenApply(n -> n + 1)
                .thenCompose(n -> CompletableFuture.supplyAsync(() -> n * 2))
                .thenApply(n -> "value " + n)
                .get();
    }

    private static String asyncChain(int scale) {
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 0);
        for (int i = 0; i < 200 * scale; i++) {
            future = future.thenApplyAsync(n -> n + 1);
        }
        return "value " + future.join();
    }

    private static String combine() {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 22);
        AtomicInteger both = new AtomicInteger();
        one.thenAcceptBoth(two, (a, b) -> both.set(a * b)).join();
        return one.thenCombineAsync(two, Integer::sum).join() + " " + both + " "
                + one.runAfterBoth(two, both::incrementAndGet)
                        .thenApply(nothing -> both.get())
                        .join();
    }

    private static String allOf(int scale) {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 50 * scale; i++) {
            int n = i;
            futures.add(CompletableFuture.supplyAsync(() -> n));
        }
        CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0])).join();
        return "sum "
                + futures.stream().mapToInt(each -> each.getNow(-1_000_000)).sum();
    }

    private static String anyOf() {
        CompletableFuture<Object> never = new CompletableFuture<>();
        return CompletableFuture.anyOf(never, CompletableFuture.completedFuture("first"))
                        .join() + " "
                + never.applyToEither(CompletableFuture.completedFuture("either"), each -> each)
                        .join();
    }

    private static String failures() {
        CompletableFuture<Integer> failed = CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("on purpose");
        });
        CompletableFuture<Integer> dependent = failed.thenApply(n -> n + 1);
        String join = Threads.thrownBy(dependent::join);
        String get = Threads.thrownBy(dependent::get);
        String now = Threads.thrownBy(() -> failed.getNow(1));
        return join + " " + get + " " + now + " " + failed.isCompletedExceptionally() + " "
                + failed.handle((value, thrown) -> thrown.getCause() + "").join() + " "
                + dependent
                        .handle((value, thrown) -> thrown.getClass().getSimpleName())
                        .join();
    }

    private static String recover() {
        CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new java.io.IOException("on purpose"));
        List<String> seen = new ArrayList<>();
        String when = Threads.thrownBy(failed.whenComplete((value, thrown) -> seen.add(thrown.getMessage()))::join);
        return failed.exceptionally(thrown -> 7).join() + " " + when + " " + seen + " "
                + failed.exceptionallyCompose(thrown -> CompletableFuture.completedFuture(8))
                        .join();
    }

    private static String cancel() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Integer> dependent = future.thenApply(n -> n + 1);
        boolean first = future.cancel(true);
        return first + " " + future.cancel(false) + " " + future.isCancelled() + " "
                + Threads.thrownBy(future::join) + " " + Threads.thrownBy(dependent::join) + " "
                + dependent.isCancelled() + " " + future.complete(1);
    }

    private static String timeouts() throws Exception {
        CompletableFuture<Integer> never = new CompletableFuture<>();
        String get = Threads.thrownBy(() -> never.get(1, TimeUnit.MILLISECONDS));
        int value = new CompletableFuture<Integer>()
                .completeOnTimeout(9, 1, TimeUnit.MILLISECONDS)
                .get();
        String late = Threads.thrownBy(never.orTimeout(1, TimeUnit.MILLISECONDS)::join);
        int delayed = CompletableFuture.supplyAsync(
                        () -> 4, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS))
                .get();
        return get + " " + value + " " + late + " " + delayed;
    }

    private static String byHand(int scale) throws InterruptedException {
        int won = 0;
        for (int i = 0; i < 100 * scale; i++) {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            AtomicInteger winners = new AtomicInteger();
            Thread[] racers = new Thread[2];
            for (int k = 0; k < 2; k++) {
                int mine = k;
                racers[k] = Threads.start("racer-" + k, () -> {
                    if (future.complete(mine)) {
                        winners.incrementAndGet();
                    }
                });
            }
            future.join();
            Threads.join(racers);
            won += winners.get();
        }
        return "won " + won;
    }

    private static String waitingThread() throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        List<Integer> got = Collections.synchronizedList(new ArrayList<>());
        Thread[] waiters = new Thread[3];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = Threads.start("waiter-" + i, () -> got.add(future.join()));
        }
        for (Thread each : waiters) {
            Threads.awaitState(each, Thread.State.WAITING);
        }
        future.complete(6);
        Threads.join(waiters);
        return got.toString();
    }

    private static String interruptedGet() throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        StringBuilder result = new StringBuilder();
        Thread getter = Threads.start("getter", () -> {
            result.append(Threads.thrownBy(future::get))
                    .append(Thread.currentThread().isInterrupted());
        });
        Threads.awaitState(getter, Thread.State.WAITING);
        getter.interrupt();
        getter.join();
        return result.toString();
    }

    private static String ownExecutor() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(body -> new Thread(body, "mine"));
        String name = CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), pool)
                .thenApplyAsync(first -> first + " " + Thread.currentThread().getName(), pool)
                .get();
        pool.shutdown();
        return name + " " + pool.awaitTermination(1, TimeUnit.HOURS) + " "
                + Threads.thrownBy(() -> CompletableFuture.runAsync(() -> {}, pool));
    }

    private static String eachStageOnce(int scale) throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 100 * scale; i++) {
            CompletableFuture<Integer> source = new CompletableFuture<>();
            CountDownLatch done = new CountDownLatch(8);
            Thread completer = Threads.start("completer", () -> source.complete(1));
            for (int k = 0; k < 4; k++) {
                source.thenAccept(n -> {
                    runs.addAndGet(n);
                    done.countDown();
                });
                source.thenAcceptAsync(n -> {
                    runs.addAndGet(n);
                    done.countDown();
                });
            }
            done.await();
            completer.join();
        }
        return "runs " + runs;
    }
}
