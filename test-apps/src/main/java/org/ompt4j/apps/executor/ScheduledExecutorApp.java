package org.ompt4j.apps.executor;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Delayed and periodic tasks. The worker of each scenario has the name of the scenario.
 *
 * <p>Known by construction: the numbers below.
 */
public final class ScheduledExecutorApp {

    /** Tasks of {@code once}: a runnable and a callable that are scheduled, one that is executed and one that is submitted; times the scale. */
    public static final int ONCE = 4;
    /** Runs of each periodic task, which cancels itself. */
    public static final int RUNS = 5;
    /** The run in which the task of {@code throws} throws. */
    public static final int THROWING_RUN = 2;
    /** Tasks of {@code cancel} that are not due for a long time: one that stays in the queue, one that is removed. */
    public static final int CANCELLED = 2;
    /** Tasks that {@code shutdown} does not wait for: a delayed one and a periodic one. */
    public static final int DROPPED = 2;
    /** Tasks of {@code shutdown-now} in the queue. */
    public static final int STOPPED = 2;
    /** Tasks that are submitted after the scheduler was shut down. */
    public static final int REJECTED = 1;

    /** Threads that submit tasks to the scheduler of {@code contended} at the same time. */
    public static final int CONTENDERS = 3;
    /** Tasks that each of them submits. */
    public static final int CONTENDED_TASKS = 10;

    /** How late, in ms, the task of {@code late} begins at least, since its worker has another task. */
    public static final long LATE_MILLIS = 5;

    private ScheduledExecutorApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("once", ScheduledExecutorApp::once)
                .add("fixed-rate", scale -> periodic("fixed-rate", true))
                .add("fixed-delay", scale -> periodic("fixed-delay", false))
                .add("throws", scale -> throwing())
                .add("awaited", scale -> awaited())
                .add("cancel", scale -> cancel())
                .add("shutdown", scale -> shutdown())
                .add("shutdown-now", scale -> shutdownNow())
                .add("rejected", scale -> rejected())
                .add("functions", scale -> functions())
                .add("contended", scale -> contended())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("nested", scale -> nested())
                .add("late", scale -> late())
                .run(args);
    }

    private static ScheduledThreadPoolExecutor scheduler(String name) {
        return new ScheduledThreadPoolExecutor(1, body -> new Thread(body, name + "-1"));
    }

    private static String end(ScheduledExecutorService scheduler) throws InterruptedException {
        scheduler.shutdown();
        return "terminated " + scheduler.awaitTermination(1, TimeUnit.HOURS);
    }

    private static String once(int scale) throws Exception {
        ScheduledThreadPoolExecutor scheduler = scheduler("once");
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < scale; i++) {
            scheduler.schedule((Runnable) runs::incrementAndGet, 1, TimeUnit.MILLISECONDS);
            scheduler
                    .schedule(() -> runs.incrementAndGet(), 1, TimeUnit.MILLISECONDS)
                    .get();
            scheduler.execute(runs::incrementAndGet);
            scheduler.submit(runs::incrementAndGet).get();
        }
        String ended = end(scheduler);
        return runs + " runs, " + ended;
    }

    private static String periodic(String name, boolean atFixedRate) throws Exception {
        ScheduledThreadPoolExecutor scheduler = scheduler(name);
        AtomicInteger runs = new AtomicInteger();
        AtomicReference<Future<?>> self = new AtomicReference<>();
        CountDownLatch known = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Runnable task = () -> {
            if (runs.incrementAndGet() == RUNS) {
                await(known);
                self.get().cancel(false);
                over.countDown();
            }
        };
        ScheduledFuture<?> future = atFixedRate
                ? scheduler.scheduleAtFixedRate(task, 0, 1, TimeUnit.MILLISECONDS)
                : scheduler.scheduleWithFixedDelay(task, 0, 1, TimeUnit.MILLISECONDS);
        self.set(future);
        known.countDown();
        over.await();
        String ended = end(scheduler);
        return runs + " runs, " + ended;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String throwing() throws Exception {
        ScheduledThreadPoolExecutor scheduler = scheduler("throws");
        AtomicInteger runs = new AtomicInteger();
        Future<?> future = scheduler.scheduleAtFixedRate(
                () -> {
                    if (runs.incrementAndGet() == THROWING_RUN) {
                        throw new IllegalStateException("on purpose");
                    }
                },
                0,
                1,
                TimeUnit.MILLISECONDS);
        String thrown = Threads.thrownBy(() -> future.get());
        String ended = end(scheduler);
        return thrown + " after " + runs + " runs, " + ended;
    }

    /** Two threads wait for a periodic task. The first task throws, the other one is cancelled by the main thread, which then asks for it; each has run before. */
    private static String awaited() throws Exception {
        ScheduledThreadPoolExecutor scheduler = scheduler("awaited");
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch waits = new CountDownLatch(1);
        Runnable throwing = () -> {
            if (runs.incrementAndGet() > RUNS && waits.getCount() == 0) {
                throw new IllegalStateException("on purpose");
            }
        };
        Future<?> thrown = scheduler.scheduleAtFixedRate(throwing, 0, 1, TimeUnit.MILLISECONDS);
        Thread first = Threads.start("first", () -> Threads.thrownBy(thrown::get));
        Threads.awaitWaitIn("awaitDone", first);
        waits.countDown();
        first.join();
        CountDownLatch again = new CountDownLatch(RUNS);
        Future<?> cancelled = scheduler.scheduleAtFixedRate(again::countDown, 1, 1, TimeUnit.MILLISECONDS);
        Thread second = Threads.start("second", () -> Threads.thrownBy(cancelled::get));
        Threads.awaitWaitIn("awaitDone", second);
        again.await();
        cancelled.cancel(false);
        second.join();
        try {
            cancelled.get();
        } catch (CancellationException expected) {
            // It has no result.
        }
        return end(scheduler);
    }

    private static String cancel() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("cancel");
        boolean stays = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS).cancel(false);
        scheduler.setRemoveOnCancelPolicy(true);
        boolean goes = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS).cancel(false);
        int queued = scheduler.getQueue().size();
        return "cancelled " + stays + " " + goes + ", queued " + queued + ", " + end(scheduler);
    }

    private static String shutdown() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("shutdown");
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        Future<?> delayed = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        Future<?> periodic = scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS);
        String ended = end(scheduler);
        return "cancelled " + delayed.isCancelled() + " " + periodic.isCancelled() + ", " + ended;
    }

    private static String shutdownNow() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("shutdown-now");
        for (int i = 0; i < STOPPED; i++) {
            scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        }
        int stopped = scheduler.shutdownNow().size();
        return stopped + " stopped, " + end(scheduler);
    }

    /** Functions of futures: two run, and one is still in the queue when the pool is stopped. */
    private static String functions() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("functions");
        String ran = CompletableFuture.supplyAsync(() -> "ran", scheduler).join();
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> last = CompletableFuture.runAsync(
                () -> {
                    running.countDown();
                    while (!scheduler.isShutdown()) {
                        Thread.onSpinWait();
                    }
                },
                scheduler);
        running.await();
        CompletableFuture.runAsync(() -> {}, scheduler);
        int stopped = scheduler.shutdownNow().size();
        last.join();
        return ran + ", " + stopped + " stopped, " + end(scheduler);
    }

    private static String contended() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("contended");
        AtomicInteger runs = new AtomicInteger();
        Threads.race(CONTENDERS, () -> {
            for (int i = 0; i < CONTENDED_TASKS; i++) {
                scheduler.schedule(() -> runs.incrementAndGet(), 1, TimeUnit.MILLISECONDS);
            }
        });
        String ended = end(scheduler);
        return runs + " runs, " + ended;
    }

    /** {@code awaitTermination} times out, since the scheduler has a task that is not due for a long time. */
    private static String timeout() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("timeout");
        scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        scheduler.shutdown();
        boolean ended = scheduler.awaitTermination(1, TimeUnit.MILLISECONDS);
        int stopped = scheduler.shutdownNow().size();
        return "terminated " + ended + ", " + stopped + " stopped, " + end(scheduler);
    }

    /** A task that waits is cancelled and interrupted. */
    private static String interrupt() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("interrupt");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        String[] thrown = new String[1];
        Future<?> future = scheduler.schedule(
                () -> {
                    begun.countDown();
                    thrown[0] = Threads.thrownBy(() -> {
                        new CountDownLatch(1).await();
                        return null;
                    });
                    over.countDown();
                },
                0,
                TimeUnit.SECONDS);
        begun.await();
        boolean cancelled = future.cancel(true);
        over.await();
        String ended = end(scheduler);
        return "cancelled " + cancelled + ", " + thrown[0] + ", " + ended;
    }

    /** A task submits another one. */
    private static String nested() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("nested");
        CountDownLatch ran = new CountDownLatch(1);
        scheduler.schedule(
                () -> {
                    scheduler.schedule(() -> ran.countDown(), 1, TimeUnit.MILLISECONDS);
                },
                0,
                TimeUnit.SECONDS);
        ran.await();
        return end(scheduler);
    }

    /** The first task of the only worker ends only when the second one has been due for some time. */
    private static String late() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("late");
        CountDownLatch over = new CountDownLatch(1);
        scheduler.execute(() -> await(over));
        scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS);
        long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        while (System.nanoTime() - due < TimeUnit.MILLISECONDS.toNanos(LATE_MILLIS)) {
            Thread.onSpinWait();
        }
        over.countDown();
        return end(scheduler);
    }

    private static String rejected() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = scheduler("rejected");
        String ended = end(scheduler);
        return Threads.thrownBy(() -> scheduler.schedule(() -> {}, 0, TimeUnit.SECONDS)) + ", " + ended;
    }
}
