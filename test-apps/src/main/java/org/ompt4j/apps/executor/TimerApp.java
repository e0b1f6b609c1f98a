package org.ompt4j.apps.executor;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Tasks of timers. The thread of each scenario's timer has the name of the scenario.
 *
 * <p>Known by construction: the numbers below.
 */
public final class TimerApp {

    /** Tasks of {@code once}, times the scale. */
    public static final int ONCE = 3;
    /** Runs of each periodic task, which cancels itself in the last one. */
    public static final int RUNS = 4;
    /** Tasks that are not due for a long time and are cancelled in {@code cancel}. */
    public static final int CANCELLED = 1;
    /** Tasks that are not due for a long time when their timer is cancelled. */
    public static final int DROPPED = 2;
    /** Tasks that a timer rejects: one that was scheduled before, and one after the timer was cancelled. */
    public static final int REJECTED = 2;

    /** Threads that schedule tasks of the timer of {@code contended} at the same time. */
    public static final int CONTENDERS = 3;
    /** Tasks that each of them schedules. */
    public static final int CONTENDED_TASKS = 10;
    /** Tasks of {@code interrupt}: one that interrupts the timer's thread, and the next one, which runs nevertheless. */
    public static final int INTERRUPT_TASKS = 2;

    /** How late, in ms, the task of {@code late} begins at least, since its timer has another task. This is also its period. */
    public static final long LATE_MILLIS = 5;

    private static final long LONG = TimeUnit.HOURS.toMillis(1);

    private TimerApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("once", TimerApp::once)
                .add("delay", scale -> periodic("delay", false))
                .add("rate", scale -> periodic("rate", true))
                .add("nested", scale -> nested())
                .add("cancel", scale -> cancel())
                .add("dropped", scale -> dropped())
                .add("rejected", scale -> rejected())
                .add("throws", scale -> throwing())
                .add("contended", scale -> contended())
                .add("interrupt", scale -> interrupt())
                .add("late", scale -> late())
                .add("idle", scale -> idle())
                .run(args);
    }

    private static TimerTask task(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }

    /** Cancels the timer and waits until its thread has ended, so that all events of the thread have occurred. */
    private static void end(Timer timer, Thread[] thread) throws InterruptedException {
        timer.cancel();
        thread[0].join();
    }

    /** The timer's thread never has a task. */
    private static String idle() throws InterruptedException {
        Timer timer = new Timer("idle");
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().equals("idle")) {
                Threads.awaitState(each, Thread.State.WAITING);
                timer.cancel();
                each.join();
            }
        }
        return "ended";
    }

    private static String once(int scale) throws InterruptedException {
        Timer timer = new Timer("once");
        Thread[] thread = new Thread[1];
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch ran = new CountDownLatch(ONCE * scale);
        for (int i = 0; i < ONCE * scale; i++) {
            timer.schedule(
                    task(() -> {
                        thread[0] = Thread.currentThread();
                        runs.incrementAndGet();
                        ran.countDown();
                    }),
                    1);
        }
        ran.await();
        end(timer, thread);
        return runs + " runs";
    }

    private static String periodic(String name, boolean atFixedRate) throws InterruptedException {
        Timer timer = new Timer(name);
        Thread[] thread = new Thread[1];
        CountDownLatch ran = new CountDownLatch(RUNS);
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                thread[0] = Thread.currentThread();
                if (ran.getCount() == 1) {
                    cancel();
                }
                ran.countDown();
            }
        };
        if (atFixedRate) {
            timer.scheduleAtFixedRate(task, 0, 1);
        } else {
            timer.schedule(task, 0, 1);
        }
        ran.await();
        end(timer, thread);
        return RUNS + " runs";
    }

    /** A task schedules another one. */
    private static String nested() throws InterruptedException {
        Timer timer = new Timer("nested");
        Thread[] thread = new Thread[1];
        CountDownLatch ran = new CountDownLatch(1);
        timer.schedule(
                task(() -> {
                    thread[0] = Thread.currentThread();
                    timer.schedule(task(ran::countDown), 0);
                }),
                0);
        ran.await();
        end(timer, thread);
        return "ran";
    }

    private static String contended() throws InterruptedException {
        Timer timer = new Timer("contended");
        Thread[] thread = new Thread[1];
        CountDownLatch ran = new CountDownLatch(CONTENDERS * CONTENDED_TASKS);
        Threads.race(CONTENDERS, () -> {
            for (int i = 0; i < CONTENDED_TASKS; i++) {
                timer.schedule(
                        task(() -> {
                            thread[0] = Thread.currentThread();
                            ran.countDown();
                        }),
                        1);
            }
        });
        ran.await();
        end(timer, thread);
        return "ran";
    }

    private static String interrupt() throws InterruptedException {
        Timer timer = new Timer("interrupt");
        Thread[] thread = new Thread[1];
        CountDownLatch ran = new CountDownLatch(INTERRUPT_TASKS);
        timer.schedule(
                task(() -> {
                    thread[0] = Thread.currentThread();
                    Thread.currentThread().interrupt();
                    ran.countDown();
                }),
                0);
        timer.schedule(task(ran::countDown), 1);
        ran.await();
        end(timer, thread);
        return "ran";
    }

    /** The first task ends only when the second one, which is periodic, has been due for some time. */
    private static String late() throws InterruptedException {
        Timer timer = new Timer("late");
        Thread[] thread = new Thread[1];
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        timer.schedule(
                task(() -> {
                    thread[0] = Thread.currentThread();
                    await(over);
                }),
                0);
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                cancel();
                ran.countDown();
            }
        };
        timer.schedule(task, 1, LATE_MILLIS);
        // The timer has read the clock before, so that its task was due at this time or earlier.
        long due = System.currentTimeMillis() + 1;
        while (System.currentTimeMillis() - due <= LATE_MILLIS) {
            Thread.onSpinWait();
        }
        over.countDown();
        ran.await();
        end(timer, thread);
        return "ran";
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String cancel() {
        Timer timer = new Timer("cancel", true);
        TimerTask task = task(() -> {});
        timer.schedule(task, LONG);
        String cancelled = task.cancel() + " " + task.cancel();
        timer.cancel();
        return cancelled;
    }

    private static String dropped() {
        Timer timer = new Timer("dropped", true);
        for (int i = 0; i < DROPPED; i++) {
            timer.schedule(task(() -> {}), LONG, LONG);
        }
        timer.cancel();
        return "cancelled";
    }

    private static String rejected() {
        Timer timer = new Timer("rejected", true);
        TimerTask task = task(() -> {});
        timer.schedule(task, LONG);
        String again = thrownBy(timer, task);
        timer.cancel();
        return again + " " + thrownBy(timer, task(() -> {}));
    }

    private static String thrownBy(Timer timer, TimerTask task) {
        return Threads.thrownBy(() -> {
            timer.schedule(task, LONG);
            return null;
        });
    }

    private static String throwing() throws InterruptedException {
        Timer timer = new Timer("throws");
        Thread[] thread = new Thread[1];
        CountDownLatch uncaught = new CountDownLatch(1);
        timer.schedule(
                task(() -> {
                    thread[0] = Thread.currentThread();
                    Thread.currentThread().setUncaughtExceptionHandler((of, thrown) -> uncaught.countDown());
                    throw new IllegalStateException("on purpose");
                }),
                0);
        uncaught.await();
        thread[0].join();
        return thrownBy(timer, task(() -> {}));
    }
}
