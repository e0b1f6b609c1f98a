package org.ompt4j.apps.thread;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Threads that are started in all ways that applications have.
 *
 * <p>Known by construction: {@link #threads} threads are started by {@code Thread.start}; all of them end before {@code main} returns, except
 * {@link #UNENDED_THREADS} daemon.
 */
public final class ThreadApp {

    /** Threads {@code plain-0} ... of the scenario {@code plain}, times the scale; half of them are started by a reference to the method. */
    public static final int PLAIN_THREADS = 4;
    /** Threads {@code overriding-0} ... whose class overrides {@code run}, times the scale. */
    public static final int OVERRIDING_THREADS = 2;
    /** {@code thrower} (default handler) and {@code handled-thrower} (own handler). */
    public static final int THROWING_THREADS = 2;
    /** {@code outer} starts {@code middle}, which starts {@code inner}. */
    public static final int NESTED_THREADS = 3;
    /** {@code interrupted}, {@code slow} and {@code impatient}: joins that time out or are interrupted. */
    public static final int JOIN_THREADS = 3;
    /** Virtual threads of the scenario {@code join-virtual}. */
    public static final int VIRTUAL_THREADS = 3;
    /** {@code twice}, whose second start throws. */
    public static final int TWICE_THREADS = 1;
    /** {@code reflective}, which is started by reflection, and {@code timer}, which the JDK starts. */
    public static final int INDIRECT_THREADS = 2;
    /** {@code daemon}, which still waits when the JVM ends. */
    public static final int UNENDED_THREADS = 1;

    /** {@code worker-0} ... of a pool whose thread factory wraps the pool's runnables in its own. */
    public static final int POOL_WORKERS = 2;

    private ThreadApp() {}

    /** Threads that the application starts, without the shutdown hook. */
    public static int threads(int scale) {
        return (PLAIN_THREADS + OVERRIDING_THREADS) * scale
                + THROWING_THREADS
                + NESTED_THREADS
                + JOIN_THREADS
                + TWICE_THREADS
                + INDIRECT_THREADS
                + UNENDED_THREADS;
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("plain", ThreadApp::plain)
                .add("overriding", ThreadApp::overriding)
                .add("uncaught", scale -> uncaught())
                .add("nested", scale -> nested())
                .add("join", scale -> join())
                .add("join-virtual", scale -> joinVirtual())
                .add("twice", scale -> twice())
                .add("never-started", scale -> neverStarted())
                .add("indirect", scale -> indirect())
                .add("hook", scale -> hook())
                .add("daemon", scale -> daemon())
                .add("pool", scale -> pool())
                .run(args);
    }

    private static String plain(int scale) throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        Thread[] threads = new Thread[PLAIN_THREADS * scale];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> sum.addAndGet(number), "plain-" + i);
        }
        int half = threads.length / 2;
        for (int i = 0; i < half; i++) {
            threads[i].start();
        }
        Arrays.asList(threads).subList(half, threads.length).forEach(Thread::start);
        Threads.join(threads);
        return "sum " + sum.get();
    }

    private static String overriding(int scale) throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Thread[] threads = new Thread[OVERRIDING_THREADS * scale];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Overriding("overriding-" + i, runs);
            threads[i].start();
        }
        Threads.join(threads);
        return "runs " + runs.get();
    }

    /** The default handler writes a stack trace to stderr, which must look the same under the agent. */
    private static String uncaught() throws InterruptedException {
        Thread thrower = new Thread(ThreadApp::fail, "thrower");
        thrower.start();
        thrower.join();
        StringBuilder seen = new StringBuilder();
        Thread handled = new Thread(ThreadApp::fail, "handled-thrower");
        handled.setUncaughtExceptionHandler((thread, e) -> seen.append(thread.getName() + " " + e.getMessage()));
        handled.start();
        handled.join();
        return seen.toString();
    }

    private static void fail() {
        throw new IllegalStateException("on purpose");
    }

    private static String nested() throws InterruptedException {
        AtomicInteger depth = new AtomicInteger();
        Threads.join(Threads.start("outer", () -> {
            depth.incrementAndGet();
            Threads.join(Threads.start("middle", () -> {
                depth.incrementAndGet();
                Threads.join(Threads.start("inner", depth::incrementAndGet));
            }));
        }));
        return "depth " + depth.get();
    }

    private static String join() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread slow = Threads.start("slow", end::await);
        slow.join(1);
        boolean alive = slow.isAlive();
        Thread interrupted = new Thread(
                () -> {
                    String thrown = Threads.thrownBy(() -> {
                        slow.join();
                        return null;
                    });
                    if (!thrown.equals("InterruptedException")) {
                        throw new AssertionError(thrown);
                    }
                },
                "interrupted");
        interrupted.start();
        Threads.awaitState(interrupted, Thread.State.WAITING);
        // Both wait for the same thread.
        Thread impatient = Threads.start("impatient", () -> slow.join(1));
        impatient.join();
        interrupted.interrupt();
        interrupted.join();
        end.countDown();
        slow.join();
        slow.join();
        return "alive after timed join " + alive + ", alive after join " + slow.isAlive();
    }

    /** Each of {@link #VIRTUAL_THREADS} virtual threads is joined twice; does nothing on JDKs without virtual threads. */
    private static String joinVirtual() throws Exception {
        Method start;
        try {
            start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException before21) {
            return "joined";
        }
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            Thread thread = (Thread) start.invoke(null, (Runnable) Thread::yield);
            thread.join();
            thread.join();
        }
        return "joined";
    }

    private static String twice() throws InterruptedException {
        Thread twice = Threads.start("twice", () -> {});
        twice.join();
        return Threads.thrownBy(() -> {
            twice.start();
            return null;
        });
    }

    private static String neverStarted() {
        Thread never = new Thread(ThreadApp::fail, "never-started");
        return never.getState().toString();
    }

    private static String hook() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran"), "hook"));
        return "added";
    }

    private static String daemon() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread daemon = new Thread(
                () -> {
                    started.countDown();
                    Threads.thrownBy(() -> {
                        new CountDownLatch(1).await();
                        return null;
                    });
                },
                "daemon");
        daemon.setDaemon(true);
        daemon.start();
        started.await();
        return "left waiting";
    }

    private static String indirect() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Thread reflective = new Thread(runs::incrementAndGet, "reflective");
        Thread.class.getMethod("start").invoke(reflective);
        reflective.join();
        CountDownLatch hasRun = new CountDownLatch(1);
        Timer timer = new Timer("timer");
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        hasRun.countDown();
                    }
                },
                0);
        hasRun.await();
        timer.cancel();
        return "runs " + runs.get();
    }

    private static String pool() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(
                POOL_WORKERS, worker -> new Thread(() -> worker.run(), "worker-" + made.getAndIncrement()));
        CountDownLatch both = new CountDownLatch(POOL_WORKERS);
        for (int i = 0; i < POOL_WORKERS; i++) {
            pool.execute(both::countDown);
        }
        both.await();
        pool.shutdown();
        return "workers " + made.get() + ", terminated " + pool.awaitTermination(1, TimeUnit.HOURS);
    }

    private static final class Overriding extends Thread {

        private final AtomicInteger runs;

        Overriding(String name, AtomicInteger runs) {
            super(name);
            this.runs = runs;
        }

        @Override
        public void run() {
            runs.incrementAndGet();
        }
    }
}
