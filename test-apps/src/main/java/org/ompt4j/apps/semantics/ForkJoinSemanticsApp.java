package org.ompt4j.apps.semantics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;
import org.ompt4j.apps.forkjoin.Fibonacci;

/** The specified behaviour of {@code ForkJoinPool} and its tasks. */
public final class ForkJoinSemanticsApp {

    private ForkJoinSemanticsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("recursive", scale -> recursive())
                .add("ways-to-wait", scale -> waysToWait())
                .add("exceptions", scale -> exceptions())
                .add("same-exception", scale -> sameException())
                .add("cancel-before-run", scale -> cancelBeforeRun())
                .add("cancel-while-running", scale -> cancelWhileRunning())
                .add("cancel-races-run", ForkJoinSemanticsApp::cancelRacesRun)
                .add("timed-get", scale -> timedGet())
                .add("interrupted-get", scale -> interruptedGet())
                .add("invoke-all", scale -> invokeAll())
                .add("invoke-all-fails", scale -> invokeAllFails())
                .add("invoke-any", scale -> invokeAny())
                .add("complete-by-hand", scale -> completeByHand())
                .add("reinitialize", scale -> reinitialize())
                .add("unfork", scale -> unfork())
                .add("adapted", scale -> adapted())
                .add("completers", scale -> completers())
                .add("managed-blocker", scale -> managedBlocker())
                .add("shutdown", scale -> shutdown())
                .add("async-mode", scale -> asyncMode())
                .add("handler", scale -> handler())
                .add("quiescence", ForkJoinSemanticsApp::quiescence)
                .run(args);
    }

    private static final class Failing extends RecursiveAction {
        private static final long serialVersionUID = 1;

        @Override
        protected void compute() {
            throw new IllegalStateException("on purpose");
        }
    }

    private static ForkJoinTask<Integer> waitingFor(CountDownLatch latch, AtomicInteger ran) {
        return ForkJoinTask.adapt(() -> {
            ran.incrementAndGet();
            latch.await();
            return 1;
        });
    }

    private static String recursive() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        try {
            return pool.invoke(new Fibonacci(15)) + " " + new Fibonacci(12).invoke() + " "
                    + pool.submit(new Fibonacci(10)).get() + " "
                    + new Fibonacci(11).fork().join();
        } finally {
            pool.shutdown();
        }
    }

    private static String waysToWait() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            ForkJoinTask<Integer> quiet = pool.submit(new Fibonacci(8));
            quiet.quietlyJoin();
            ForkJoinTask<Integer> invoked = new Fibonacci(7);
            invoked.quietlyInvoke();
            ForkJoinTask<Integer> helped = new Fibonacci(6).fork();
            ForkJoinTask.helpQuiesce();
            return quiet.getRawResult() + " " + invoked.isCompletedNormally() + " " + helped.join() + " "
                    + pool.submit(new Fibonacci(9)).get(1, TimeUnit.HOURS);
        } finally {
            pool.shutdown();
        }
    }

    private static String exceptions() {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            ForkJoinTask<Void> task = pool.submit((ForkJoinTask<Void>) new Failing());
            task.quietlyJoin();
            return Threads.thrownBy(task::join) + " " + Threads.thrownBy(task::get) + " "
                    + task.isCompletedAbnormally() + task.isCompletedNormally() + task.isCancelled() + " "
                    + Threads.thrownBy(() -> pool.invoke(new Failing())) + " " + Threads.thrownBy(new Failing()::invoke)
                    + " " + task.getException().getMessage();
        } finally {
            pool.shutdown();
        }
    }

    private static String sameException() {
        Failing inner = new Failing();
        RecursiveAction outer = new RecursiveAction() {
            private static final long serialVersionUID = 1;

            @Override
            protected void compute() {
                inner.fork();
                inner.join();
            }
        };
        return Threads.thrownBy(outer::invoke) + " " + Threads.thrownBy(inner::join);
    }

    private static String cancelBeforeRun() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            CountDownLatch busy = new CountDownLatch(1);
            AtomicInteger ran = new AtomicInteger();
            ForkJoinTask<Integer> first = pool.submit(waitingFor(busy, ran));
            ForkJoinTask<Integer> second = pool.submit(waitingFor(busy, ran));
            while (ran.get() == 0) {
                Thread.yield();
            }
            boolean cancelled = second.cancel(true);
            busy.countDown();
            return cancelled + " " + first.get() + " " + Threads.thrownBy(second::get) + " "
                    + Threads.thrownBy(second::join) + " " + second.isCancelled() + second.isDone() + " "
                    + second.cancel(false) + " " + first.cancel(true) + " " + stop(pool) + " ran " + ran;
        } finally {
            pool.shutdownNow();
        }
    }

    private static boolean stop(ForkJoinPool pool) throws InterruptedException {
        pool.shutdown();
        return pool.awaitTermination(1, TimeUnit.HOURS);
    }

    private static String cancelWhileRunning() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        RecursiveAction task = new RecursiveAction() {
            private static final long serialVersionUID = 1;

            @Override
            protected void compute() {
                ran.incrementAndGet();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                ended.countDown();
            }
        };
        pool.execute(task);
        while (ran.get() == 0) {
            Thread.yield();
        }
        boolean cancelled = task.cancel(false);
        release.countDown();
        ended.await();
        return cancelled + " " + task.isCancelled() + " " + Threads.thrownBy(task::join) + " " + stop(pool);
    }

    private static String cancelRacesRun(int scale) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        int done = 0;
        for (int i = 0; i < 500 * scale; i++) {
            AtomicInteger ran = new AtomicInteger();
            ForkJoinTask<?> task = pool.submit(() -> {
                ran.incrementAndGet();
            });
            task.cancel(true);
            task.quietlyJoin();
            // The result of cancel is not checked: in JDK 25 it differs between runs if the task is just ending, even
            // without an agent.
            done += task.isDone() && ran.get() <= 1 ? 1 : 0;
        }
        return "done " + done + " " + stop(pool);
    }

    private static String timedGet() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch latch = new CountDownLatch(1);
        ForkJoinTask<Integer> task = pool.submit(waitingFor(latch, new AtomicInteger()));
        String early = Threads.thrownBy(() -> task.get(2, TimeUnit.MILLISECONDS));
        latch.countDown();
        return early + " " + task.get(1, TimeUnit.HOURS) + " " + stop(pool);
    }

    private static String interruptedGet() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch latch = new CountDownLatch(1);
        ForkJoinTask<Integer> task = pool.submit(waitingFor(latch, new AtomicInteger()));
        StringBuilder result = new StringBuilder();
        Thread getter = Threads.start("getter", () -> {
            result.append(Threads.thrownBy(task::get))
                    .append(Thread.currentThread().isInterrupted());
        });
        Threads.awaitState(getter, Thread.State.WAITING);
        getter.interrupt();
        getter.join();
        Thread joiner = Threads.start("joiner", () -> {
            result.append(' ').append(task.join()).append(Thread.interrupted());
        });
        Threads.awaitState(joiner, Thread.State.WAITING);
        joiner.interrupt();
        latch.countDown();
        joiner.join();
        return result + " " + stop(pool);
    }

    private static String invokeAll() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int n = i;
            calls.add(() -> n * n);
        }
        int sum = 0;
        for (Future<Integer> each : pool.invokeAll(calls)) {
            sum += each.get();
        }
        List<Fibonacci> tasks = List.of(new Fibonacci(3), new Fibonacci(4), new Fibonacci(5));
        ForkJoinTask.invokeAll(tasks);
        Fibonacci one = new Fibonacci(6);
        Fibonacci two = new Fibonacci(7);
        ForkJoinTask.invokeAll(one, two);
        return sum + " " + tasks.stream().mapToInt(Fibonacci::join).sum() + " " + one.join() + two.join() + " "
                + stop(pool);
    }

    private static String invokeAllFails() throws Exception {
        Failing failing = new Failing();
        String thrown = Threads.thrownBy(() -> {
            ForkJoinTask.invokeAll(new Failing(), failing, new Failing());
            return 1;
        });
        ForkJoinPool pool = new ForkJoinPool(2);
        List<Future<Object>> futures = pool.invokeAll(List.of(
                () -> {
                    throw new java.io.IOException("on purpose");
                },
                () -> 1));
        String get = Threads.thrownBy(futures.get(0)::get);
        return thrown + " " + get + " " + futures.get(1).get() + " " + stop(pool);
    }

    private static String invokeAny() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        Callable<Integer> bad = () -> {
            throw new IllegalStateException("on purpose");
        };
        int any = pool.invokeAny(List.of(bad, () -> 5, bad));
        String none;
        try {
            none = "got " + pool.invokeAny(List.of(bad, bad));
        } catch (ExecutionException e) {
            none = "ExecutionException";
        }
        return any + " " + none + " " + stop(pool);
    }

    private static String completeByHand() {
        Fibonacci completed = new Fibonacci(30);
        completed.complete(5);
        Failing failed = new Failing();
        failed.completeExceptionally(new ArithmeticException("on purpose"));
        Failing checked = new Failing();
        checked.completeExceptionally(new java.io.IOException("on purpose"));
        return completed.join() + " " + completed.invoke() + " " + Threads.thrownBy(failed::join) + " "
                + Threads.thrownBy(failed::get) + " " + Threads.thrownBy(checked::join);
    }

    private static String reinitialize() {
        AtomicInteger runs = new AtomicInteger();
        RecursiveAction task = new RecursiveAction() {
            private static final long serialVersionUID = 1;

            @Override
            protected void compute() {
                runs.incrementAndGet();
            }
        };
        for (int i = 0; i < 5; i++) {
            task.fork();
            task.join();
            task.invoke();
            task.reinitialize();
        }
        return "runs " + runs + " done " + task.isDone();
    }

    private static String unfork() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        int result = pool.invoke(new RecursiveTask<Integer>() {
            private static final long serialVersionUID = 1;

            @Override
            protected Integer compute() {
                Fibonacci one = new Fibonacci(5);
                Fibonacci two = new Fibonacci(6);
                one.fork();
                two.fork();
                boolean first = two.tryUnfork();
                boolean second = one.tryUnfork();
                return one.invoke() * 10_000 + two.invoke() * 100 + (first ? 10 : 0) + (second ? 1 : 0);
            }
        });
        return result + " outside " + new Fibonacci(1).tryUnfork() + " " + stop(pool);
    }

    private static String adapted() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<String> value = ForkJoinTask.adapt(() -> {}, "value");
        ForkJoinTask<Object> failing = ForkJoinTask.adapt(() -> {
            throw new java.io.IOException("on purpose");
        });
        return pool.invoke(value) + " " + Threads.thrownBy(() -> pool.invoke(failing)) + " "
                + pool.submit(() -> 3).get() + " " + pool.submit(() -> {}, 4).get() + " "
                + Threads.thrownBy(() -> pool.submit((Runnable) null)) + " "
                + Threads.thrownBy(() -> pool.invoke(null)) + " " + stop(pool);
    }

    private static final class Sum extends CountedCompleter<Long> {
        private static final long serialVersionUID = 1;
        private final int from;
        private final int to;
        private final List<Sum> parts = new ArrayList<>();
        private long sum;

        Sum(CountedCompleter<?> parent, int from, int to) {
            super(parent);
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from > 16) {
                int middle = (from + to) >>> 1;
                parts.add(new Sum(this, from, middle));
                parts.add(new Sum(this, middle, to));
                setPendingCount(2);
                parts.get(0).fork();
                parts.get(1).fork();
            } else {
                for (int i = from; i < to; i++) {
                    sum += i;
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            for (Sum each : parts) {
                sum += each.sum;
            }
        }

        @Override
        public Long getRawResult() {
            return sum;
        }
    }

    private static String completers() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        CountedCompleter<Void> failing = new CountedCompleter<>() {
            private static final long serialVersionUID = 1;

            @Override
            public void compute() {
                throw new IllegalStateException("on purpose");
            }
        };
        return pool.invoke(new Sum(null, 0, 10_000)) + " " + new Sum(null, 0, 1_000).invoke() + " "
                + Threads.thrownBy(() -> pool.invoke(failing)) + " " + stop(pool);
    }

    private static String managedBlocker() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch released = new CountDownLatch(1);
        ForkJoinTask<?> blocking = pool.submit(() -> {
            try {
                ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                    @Override
                    public boolean block() throws InterruptedException {
                        released.await();
                        return true;
                    }

                    @Override
                    public boolean isReleasable() {
                        return released.getCount() == 0;
                    }
                });
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        pool.submit(released::countDown).get(1, TimeUnit.HOURS);
        blocking.get();
        return "compensated " + stop(pool);
    }

    private static String shutdown() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch latch = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        ForkJoinTask<Integer> running = pool.submit(waitingFor(latch, ran));
        while (ran.get() == 0) {
            Thread.yield();
        }
        pool.shutdown();
        String rejected = Threads.thrownBy(() -> pool.submit(() -> 1));
        boolean early = pool.awaitTermination(2, TimeUnit.MILLISECONDS);
        latch.countDown();
        return rejected + " " + early + " " + running.get() + " " + pool.awaitTermination(1, TimeUnit.HOURS) + " "
                + pool.isTerminated() + " " + pool.shutdownNow();
    }

    private static String asyncMode() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        List<Integer> order = new ArrayList<>();
        pool.submit(() -> {
                    List<ForkJoinTask<?>> tasks = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        int n = i;
                        tasks.add(ForkJoinTask.adapt(() -> {
                                    order.add(n);
                                })
                                .fork());
                    }
                    ForkJoinTask.helpQuiesce();
                })
                .get();
        return order + " " + stop(pool);
    }

    private static String handler() throws Exception {
        List<String> caught = java.util.Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        ForkJoinPool pool = new ForkJoinPool(
                1,
                ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                (thread, thrown) -> {
                    caught.add(thrown.getMessage());
                    done.countDown();
                },
                false);
        pool.execute((Runnable) () -> {
            throw new IllegalStateException("on purpose");
        });
        done.await();
        return caught + " " + stop(pool);
    }

    private static String quiescence(int scale) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 200 * scale; i++) {
            pool.execute((Runnable) ran::incrementAndGet);
        }
        boolean quiet = pool.awaitQuiescence(1, TimeUnit.HOURS);
        return ran + " " + quiet + " " + pool.isQuiescent() + " " + stop(pool);
    }
}
