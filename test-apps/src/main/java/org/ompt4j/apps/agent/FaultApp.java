package org.ompt4j.apps.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Runs out of stack or heap inside constructs, so that hooks throw errors too, and shows that everything works afterwards.
 *
 * <p>The stack overflows in monitors only: an overflow in a lock or a fork/join task leaves locks held and pools inconsistent even without
 * an agent.
 */
public final class FaultApp {
    /** How often each scenario runs out of stack, times the scale; the stack begins at another depth each time. */
    private static final int TIMES = 20;

    /** How often a thread that ran out of stack then enters a monitor and acquires a lock. */
    public static final int AFTERWARDS = 10;

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static int count;
    private static volatile boolean failsOnPurpose;

    private FaultApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("stack-in-monitors", scale -> overflow(scale, FaultApp::diveInMonitors))
                .add("stack-in-methods", scale -> overflow(scale, FaultApp::diveInMethods))
                .add("stack-unprepared", FaultApp::unprepared)
                .add("heap", FaultApp::heap)
                .run(args);
    }

    private interface Dives {
        int dive(int depth);
    }

    private static String overflow(int scale, Dives dives) throws InterruptedException {
        warmUp();
        return dive(scale, dives);
    }

    /** The classes that the agent needs to handle an error are not loaded before; errors can still be reported afterwards. */
    private static String unprepared(int scale) throws InterruptedException {
        String overflows = dive(scale, FaultApp::diveInMonitors);
        List<String> trace =
                Threads.traceOf(() -> Integer.parseInt("none")).lines().limit(2).toList();
        boolean hasFrames = StackWalker.getInstance().walk(Stream::findFirst).isPresent();
        return overflows + ", " + trace + ", " + hasFrames;
    }

    private static String dive(int scale, Dives dives) throws InterruptedException {
        int[] overflows = new int[1];
        count = 0;
        for (int i = 0; i < TIMES * scale; i++) {
            int first = i;
            Thread diver = new Thread(null, () -> overflows[0] += descend(first, dives), "diver", 256 * 1024);
            diver.start();
            diver.join();
            // The thread that ran out of stack must have released its monitors.
            synchronized (MONITOR) {
                count++;
            }
            synchronized (FaultApp.class) {
                count++;
            }
        }
        return "overflows " + overflows[0] + ", count " + count;
    }

    /** Loads the classes that an error needs: a class whose initialization fails for lack of stack remains unusable. */
    private static void warmUp() throws InterruptedException {
        failsOnPurpose = true;
        for (Dives each : List.<Dives>of(FaultApp::diveInMonitors, FaultApp::diveInMethods)) {
            Threads.join(Threads.start("warming", () -> descend(1, each)));
        }
        failsOnPurpose = false;
    }

    private static void mayFail(int depth) {
        if (failsOnPurpose && depth == 20) {
            throw new StackOverflowError("on purpose");
        }
    }

    /** Recurses some steps first, so that the stack overflows at another place each time. */
    private static int descend(int steps, Dives dives) {
        if (steps > 0) {
            return descend(steps - 1, dives);
        }
        try {
            return dives.dive(0);
        } catch (StackOverflowError expected) {
            for (int i = 0; i < AFTERWARDS; i++) {
                synchronized (MONITOR) {
                    count++;
                }
                LOCK.lock();
                LOCK.unlock();
            }
            return 1;
        }
    }

    private static int diveInMonitors(int depth) {
        mayFail(depth);
        synchronized (MONITOR) {
            return diveInMonitors(depth + 1) + 1;
        }
    }

    private static synchronized int diveInMethods(int depth) {
        mayFail(depth);
        return diveInMethods(depth + 1) + 1;
    }

    private static String heap(int scale) throws InterruptedException {
        int[] errors = new int[1];
        ForkJoinPool pool = new ForkJoinPool(2);
        for (int i = 0; i < 3 * scale; i++) {
            Threads.join(Threads.start("eater", () -> errors[0] += eat()));
            errors[0] += pool.submit(FaultApp::eat).join();
        }
        pool.shutdown();
        return "errors " + errors[0] + ", sum "
                + IntStream.range(0, 1_000).parallel().sum();
    }

    /** Fills the heap while locks and monitors are used, then releases all of it. */
    private static int eat() {
        List<Object> food = new ArrayList<>();
        try {
            while (true) {
                food.add(new ReentrantLock());
                synchronized (MONITOR) {
                    food.add(new byte[1 << 14]);
                }
                LOCK.lock();
                try {
                    food.add(new int[4]);
                } finally {
                    LOCK.unlock();
                }
            }
        } catch (OutOfMemoryError expected) {
            food.clear();
            return 1;
        }
    }
}
