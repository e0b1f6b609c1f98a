package org.ompt4j.apps.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.defined.Latch;

/**
 * Call sites with so many events that the agent throttles them.
 *
 * <p>Known by construction: the numbers below.
 */
public final class ThrottleApp {

    /** Acquisitions of {@code lock}, {@code monitor} and {@code latch}, as many releases, times the scale. */
    public static final int ACQUISITIONS = 20_000;
    /** Re-entries of {@code lock}, times the scale. */
    public static final int REENTRIES = ACQUISITIONS / 4;
    /** Tasks of {@code sections}, each dispatched once, times the scale. */
    public static final int SECTIONS = 20_000;

    private static final int SECTIONS_AT_ONCE = 100;

    private ThrottleApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("lock", ThrottleApp::lock)
                .add("monitor", ThrottleApp::monitor)
                .add("latch", ThrottleApp::latch)
                .add("sections", ThrottleApp::sections)
                .run(args);
    }

    private static String lock(int scale) {
        ReentrantLock lock = new ReentrantLock();
        long sum = 0;
        for (int i = 0; i < ACQUISITIONS * scale; i++) {
            lock.lock();
            try {
                sum += i % 4 == 0 ? again(lock, i) : i;
            } finally {
                lock.unlock();
            }
        }
        return "sum " + sum;
    }

    private static int again(ReentrantLock lock, int value) {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }

    private static String monitor(int scale) {
        Object monitor = new Object();
        long sum = 0;
        for (int i = 0; i < ACQUISITIONS * scale; i++) {
            synchronized (monitor) {
                sum += i;
            }
        }
        return "sum " + sum;
    }

    private static String latch(int scale) throws InterruptedException {
        Latch latch = new Latch();
        long sum = 0;
        for (int i = 0; i < ACQUISITIONS * scale; i++) {
            latch.acquire();
            sum += i;
            latch.release();
        }
        return "sum " + sum;
    }

    private static String sections(int scale) {
        int done = 0;
        while (done < SECTIONS * scale) {
            List<Section> sections = new ArrayList<>();
            for (int i = 0; i < SECTIONS_AT_ONCE; i++) {
                sections.add(new Section());
            }
            ForkJoinTask.invokeAll(sections);
            done += SECTIONS_AT_ONCE;
        }
        return done + " done";
    }

    private static final class Section extends RecursiveAction {
        private static final long serialVersionUID = 1;

        @Override
        protected void compute() {}
    }
}
