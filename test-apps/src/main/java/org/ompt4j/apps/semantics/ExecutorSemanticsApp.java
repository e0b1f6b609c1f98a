package org.ompt4j.apps.semantics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** The specified behaviour of executors, their futures and blocking queues. */
public final class ExecutorSemanticsApp {

    private ExecutorSemanticsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("submit", ExecutorSemanticsApp::submit)
                .add("failing-task", scale -> failingTask())
                .add("thread-names", scale -> threadNames())
                .add("rejection", scale -> rejection())
                .add("caller-runs", scale -> callerRuns())
                .add("cancel", scale -> cancel())
                .add("timed-get", scale -> timedGet())
                .add("invoke-all-timed", scale -> invokeAllTimed())
                .add("invoke-any", scale -> invokeAny())
                .add("completion-service", scale -> completionService())
                .add("shutdown-now", scale -> shutdownNow())
                .add("hooks-of-the-pool", scale -> hooksOfThePool())
                .add("scheduled", scale -> scheduled())
                .add("periodic-failure", scale -> periodicFailure())
                .add("future-task", scale -> futureTask())
                .add("keep-alive", scale -> keepAlive())
                .add("queues", ExecutorSemanticsApp::queues)
                .add("thread-locals", scale -> threadLocals())
                .add("uncaught", scale -> uncaught())
                .run(args);
    }

    private static boolean stop(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        return pool.awaitTermination(1, TimeUnit.HOURS);
    }

    private static String submit(int scale) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 200 * scale; i++) {
            int n = i;
            futures.add(pool.submit(() -> n));
        }
        long sum = 0;
        for (Future<Integer> each : futures) {
            sum += each.get();
        }
        return "sum " + sum + " " + stop(pool);
    }

    private static String failingTask() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> failed = pool.submit(() -> {
            throw new IllegalStateException("on purpose");
        });
        String cause;
        try {
            cause = "got " + failed.get();
        } catch (ExecutionException e) {
            cause = e.getCause().toString();
        }
        return cause + " " + failed.isDone() + failed.isCancelled() + " "
                + pool.submit(() -> 1).get() + " " + stop(pool);
    }

    private static String threadNames() throws Exception {
        AtomicInteger made = new AtomicInteger();
        ExecutorService pool =
                Executors.newFixedThreadPool(1, body -> new Thread(body, "factory-" + made.incrementAndGet()));
        String name = pool.submit(() -> Thread.currentThread().getName()).get();
        return name + " " + stop(pool);
    }

    private static String rejection() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        CountDownLatch latch = new CountDownLatch(1);
        Future<?> running = pool.submit(() -> {
            latch.await();
            return 1;
        });
        Future<?> queued = pool.submit(() -> 2);
        String thrown = Threads.thrownBy(() -> pool.submit(() -> 3));
        latch.countDown();
        return thrown + " " + running.get() + queued.get() + " " + stop(pool) + " "
                + Threads.thrownBy(() -> pool.submit(() -> 4));
    }

    private static String callerRuns() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        CountDownLatch latch = new CountDownLatch(1);
        pool.execute(() -> Threads.thrownBy(() -> {
            latch.await();
            return 1;
        }));
        String ran = pool.submit(() -> Thread.currentThread().getName()).get();
        latch.countDown();
        return ran + " " + stop(pool);
    }

    private static String cancel() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Future<?> running = pool.submit(() -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        Future<?> queued = pool.submit(() -> 1);
        started.await();
        boolean one = queued.cancel(false);
        boolean two = running.cancel(true);
        interrupted.await();
        return one + " " + two + " " + Threads.thrownBy(running::get) + " " + Threads.thrownBy(queued::get) + " "
                + running.cancel(true) + " " + stop(pool);
    }

    private static String timedGet() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch latch = new CountDownLatch(1);
        Future<Integer> slow = pool.submit(() -> {
            latch.await();
            return 1;
        });
        String early = Threads.thrownBy(() -> slow.get(2, TimeUnit.MILLISECONDS));
        latch.countDown();
        return early + " " + slow.get(1, TimeUnit.HOURS) + " " + stop(pool);
    }

    private static String invokeAllTimed() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> calls = List.of(() -> 1, () -> {
            new CountDownLatch(1).await();
            return 2;
        });
        List<Future<Integer>> futures;
        do {
            futures = pool.invokeAll(calls, 500, TimeUnit.MILLISECONDS);
            // On a busy machine the time can be over before a worker runs the first task: then try again.
        } while (futures.get(0).isCancelled());
        return futures.get(0).get() + " " + futures.get(1).isCancelled() + " " + stop(pool);
    }

    private static String invokeAny() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> bad = () -> {
            throw new java.io.IOException("on purpose");
        };
        return pool.invokeAny(List.of(bad, () -> 7)) + " " + Threads.thrownBy(() -> pool.invokeAny(List.of(bad, bad)))
                + " " + Threads.thrownBy(() -> pool.invokeAny(List.of())) + " " + stop(pool);
    }

    private static String completionService() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 10; i++) {
            int n = i;
            service.submit(() -> n);
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += service.take().get();
        }
        return "sum " + sum + " " + service.poll() + " " + stop(pool);
    }

    private static String shutdownNow() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch started = new CountDownLatch(1);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        pool.submit(() -> {
            started.countDown();
            seen.add(Threads.thrownBy(() -> {
                new CountDownLatch(1).await();
                return 1;
            }));
        });
        pool.submit(() -> seen.add("never"));
        pool.submit(() -> seen.add("never"));
        started.await();
        int dropped = pool.shutdownNow().size();
        return dropped + " " + pool.awaitTermination(1, TimeUnit.HOURS) + " " + seen;
    }

    private static String hooksOfThePool() throws Exception {
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void beforeExecute(Thread thread, Runnable body) {
                calls.add("before");
            }

            @Override
            protected void afterExecute(Runnable body, Throwable thrown) {
                calls.add("after " + (thrown == null ? "nothing" : thrown.getMessage()));
            }

            @Override
            protected void terminated() {
                calls.add("terminated");
            }
        };
        pool.submit(() -> calls.add("body")).get();
        boolean stopped = stop(pool);
        return calls + " " + stopped;
    }

    private static String scheduled() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        int later = pool.schedule(() -> 5, 1, TimeUnit.MILLISECONDS).get();
        CountDownLatch thrice = new CountDownLatch(3);
        ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(thrice::countDown, 0, 100, TimeUnit.MICROSECONDS);
        ScheduledFuture<?> delayed = pool.scheduleWithFixedDelay(thrice::countDown, 1, 1, TimeUnit.HOURS);
        thrice.await();
        boolean cancelled = periodic.cancel(false);
        return later + " " + cancelled + " " + Threads.thrownBy(periodic::get) + " " + delayed.cancel(true) + " "
                + stop(pool);
    }

    private static String periodicFailure() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> failing = pool.scheduleAtFixedRate(
                () -> {
                    if (runs.incrementAndGet() == 3) {
                        throw new IllegalStateException("on purpose");
                    }
                },
                0,
                1,
                TimeUnit.MILLISECONDS);
        return Threads.thrownBy(failing::get) + " runs " + runs + " " + stop(pool);
    }

    private static String futureTask() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        FutureTask<Integer> task = new FutureTask<>(runs::incrementAndGet);
        Thread getter = Threads.start("getter", task::get);
        task.run();
        task.run();
        getter.join();
        FutureTask<Integer> cancelled = new FutureTask<>(runs::incrementAndGet);
        cancelled.cancel(false);
        cancelled.run();
        return task.get() + " " + runs + " " + Threads.thrownBy(cancelled::get);
    }

    private static String keepAlive() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, 4, 1, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
        pool.submit(() -> 1).get();
        while (pool.getPoolSize() > 0) {
            Thread.yield();
        }
        int again = pool.submit(() -> 2).get();
        return again + " completed " + stop(pool) + " " + pool.getCompletedTaskCount();
    }

    private static String queues(int scale) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        SynchronousQueue<Integer> handOver = new SynchronousQueue<>();
        int items = 300 * scale;
        long[] sum = new long[2];
        Thread producer = Threads.start("producer", () -> {
            for (int i = 0; i < items; i++) {
                queue.put(i);
            }
        });
        Thread relay = Threads.start("relay", () -> {
            for (int i = 0; i < items; i++) {
                int item = queue.take();
                sum[0] += item;
                handOver.put(item);
            }
        });
        Thread consumer = Threads.start("consumer", () -> {
            for (int i = 0; i < items; i++) {
                sum[1] += handOver.take();
            }
        });
        Threads.join(producer, relay, consumer);
        return sum[0] + " " + sum[1] + " " + queue.poll(1, TimeUnit.MILLISECONDS) + " " + handOver.offer(1);
    }

    private static String threadLocals() throws Exception {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
        InheritableThreadLocal<Integer> inherited = new InheritableThreadLocal<>();
        inherited.set(5);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> local.set(2)).get();
        String result = pool.submit(local::get).get() + " " + local.get() + " "
                + pool.submit(inherited::get).get();
        return result + " " + stop(pool);
    }

    private static String uncaught() throws InterruptedException {
        List<String> caught = Collections.synchronizedList(new ArrayList<>());
        Thread failing = new Thread(
                () -> {
                    throw new IllegalStateException("on purpose");
                },
                "failing");
        failing.setUncaughtExceptionHandler(
                (thread, thrown) -> caught.add(thread.getName() + " " + thrown.getMessage()));
        failing.start();
        failing.join();
        return caught + " " + failing.getState() + " "
                + Threads.thrownBy(() -> {
                    failing.start();
                    return 1;
                });
    }
}
