package org.ompt4j.apps.executor;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Threads that wait for results of tasks.
 *
 * <p>Known by construction: which calls have to wait, since a task ends only after a thread was seen waiting for it.
 */
public final class FutureTaskApp {

    /** Calls of {@code done} for results that exist already; times the scale. */
    public static final int DONE = 3;
    /** Calls of {@code waits} that have to wait; times the scale. */
    public static final int WAITS = 2;

    /** Threads {@code waiter-0} ... of {@code several}, which wait for one result. */
    public static final int SEVERAL = 3;

    /** The method of {@link java.util.concurrent.FutureTask} in which threads wait for a result. */
    private static final String WAITING_METHOD = "awaitDone";

    private FutureTaskApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("done", FutureTaskApp::done)
                .add("waits", FutureTaskApp::waits)
                .add("thread", scale -> thread())
                .add("several", scale -> several())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("exception", scale -> exception())
                .add("cancelled", scale -> cancelled())
                .add("nested", scale -> nested())
                .add("invoke-all", scale -> invokeAll())
                .run(args);
    }

    private static ExecutorService pool(String name, int workers) {
        int[] made = {0};
        return Executors.newFixedThreadPool(workers, body -> new Thread(body, name + "-" + ++made[0]));
    }

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
    }

    /** The body of a task for which a thread has to wait: it ends once the thread waits. */
    private static <T> Callable<T> onceWaiting(Thread waiter, T result) {
        return () -> {
            Threads.awaitWaitIn(WAITING_METHOD, waiter);
            return result;
        };
    }

    private static String done(int scale) throws Exception {
        ExecutorService pool = pool("done", 1);
        Future<Integer> future = pool.submit(() -> 1);
        end(pool);
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
            sum += pool.submit(onceWaiting(Thread.currentThread(), 1)).get();
        }
        end(pool);
        return "sum " + sum;
    }

    /** A task that was not submitted to a pool. */
    private static String thread() throws Exception {
        FutureTask<Integer> task = new FutureTask<>(onceWaiting(Thread.currentThread(), 1));
        Thread runner = new Thread(task, "runner");
        runner.start();
        int result = task.get();
        runner.join();
        return "result " + result;
    }

    private static String several() throws Exception {
        ExecutorService pool = pool("several", 1);
        Thread[] waiters = new Thread[SEVERAL];
        CountDownLatch made = new CountDownLatch(1);
        Future<Integer> future = pool.submit(() -> {
            made.await();
            for (Thread each : waiters) {
                Threads.awaitWaitIn(WAITING_METHOD, each);
            }
            return 1;
        });
        AtomicInteger sum = new AtomicInteger();
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = Threads.start("waiter-" + i, () -> sum.addAndGet(future.get()));
        }
        made.countDown();
        Threads.join(waiters);
        end(pool);
        return "sum " + sum;
    }

    private static String timeout() throws Exception {
        ExecutorService pool = pool("timeout", 1);
        CountDownLatch gate = new CountDownLatch(1);
        Future<Integer> future = pool.submit(() -> {
            gate.await();
            return 1;
        });
        String first;
        try {
            first = "got " + future.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            first = "timed out";
        }
        gate.countDown();
        String result = first + ", then " + future.get(1, TimeUnit.HOURS);
        end(pool);
        return result;
    }

    private static String interrupt() throws Exception {
        ExecutorService pool = pool("interrupt", 1);
        CountDownLatch gate = new CountDownLatch(1);
        Future<?> future = pool.submit(() -> {
            gate.await();
            return 1;
        });
        String[] thrown = new String[1];
        Thread waiter = Threads.start("interrupted", () -> thrown[0] = Threads.thrownBy(future::get));
        Thread asking = Threads.start("asking", () -> thrown[0] = Threads.thrownBy(() -> future.get()));
        for (Thread each : List.of(waiter, asking)) {
            Threads.awaitState(each, Thread.State.WAITING);
            each.interrupt();
            each.join();
        }
        gate.countDown();
        end(pool);
        return thrown[0];
    }

    private static String exception() throws Exception {
        ExecutorService pool = pool("exception", 1);
        Thread main = Thread.currentThread();
        Future<?> future = pool.submit(() -> {
            Threads.awaitWaitIn(WAITING_METHOD, main);
            throw new IllegalStateException("on purpose");
        });
        String thrown = Threads.thrownBy(() -> future.get());
        end(pool);
        return thrown;
    }

    private static String cancelled() throws Exception {
        ExecutorService pool = pool("cancelled", 1);
        CountDownLatch gate = new CountDownLatch(1);
        Future<?> future = pool.submit(() -> {
            gate.await();
            return 1;
        });
        Thread asking = Threads.start("cancelled", () -> {
            try {
                future.get();
            } catch (CancellationException expected) {
                gate.countDown();
            }
        });
        Threads.awaitState(asking, Thread.State.WAITING);
        boolean cancelled = future.cancel(false);
        asking.join();
        end(pool);
        return "cancelled " + cancelled;
    }

    /** A task waits for another task of its pool. */
    private static String nested() throws Exception {
        ExecutorService pool = pool("nested", 2);
        Future<Integer> outer = pool.submit(() -> {
            Thread waiter = Thread.currentThread();
            return pool.submit(onceWaiting(waiter, 1)).get() + 1;
        });
        int result = outer.get();
        end(pool);
        return "result " + result;
    }

    private static String invokeAll() throws Exception {
        ExecutorService pool = pool("invoke-all", 1);
        Thread main = Thread.currentThread();
        Callable<Integer> task = () -> {
            Threads.awaitWaitIn(WAITING_METHOD, main);
            return 1;
        };
        int sum = 0;
        for (Future<Integer> each : pool.invokeAll(List.of(task, () -> 1))) {
            sum += each.get();
        }
        end(pool);
        return "sum " + sum;
    }
}
