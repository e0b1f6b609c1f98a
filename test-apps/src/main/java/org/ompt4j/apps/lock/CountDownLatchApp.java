package org.ompt4j.apps.lock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code CountDownLatch}: calls that wait, and calls that need not wait.
 *
 * <p>Known by construction: which calls have to wait, since a latch is counted down to 0 only after a thread was seen waiting for it.
 */
public final class CountDownLatchApp {

    /** Calls of {@code open} for a latch whose count is 0, times the scale. */
    public static final int OPEN = 3;
    /** Calls of {@code waits} that have to wait, times the scale. */
    public static final int WAITS = 3;
    /** Threads of {@code several}, {@code waiter-0} and so on, each of which waits once. */
    public static final int SEVERAL = 3;

    private CountDownLatchApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("open", CountDownLatchApp::open)
                .add("waits", CountDownLatchApp::waits)
                .add("several", scale -> several())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("exception", scale -> exception())
                .add("nested", scale -> nested())
                .add("by-reference", scale -> byReference())
                .add("subclass", scale -> subclass())
                .add("own-lock", scale -> ownLock())
                .run(args);
    }

    /** Opens the latch once the thread waits. */
    private static Thread openOnceWaiting(Thread waiter, CountDownLatch latch) {
        return Threads.start("opener", () -> {
            Threads.awaitState(waiter, Thread.State.WAITING, Thread.State.TIMED_WAITING);
            latch.countDown();
        });
    }

    private static String open(int scale) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(0);
        int passed = 0;
        for (int i = 0; i < OPEN * scale; i++) {
            latch.await();
            passed += latch.await(1, TimeUnit.HOURS) ? 1 : 0;
        }
        return "passed " + passed;
    }

    private static String waits(int scale) throws InterruptedException {
        for (int i = 0; i < WAITS * scale; i++) {
            CountDownLatch latch = new CountDownLatch(1);
            Thread opener = openOnceWaiting(Thread.currentThread(), latch);
            latch.await();
            opener.join();
        }
        return "done";
    }

    private static String several() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        Thread[] waiters = new Thread[SEVERAL];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = Threads.start("waiter-" + i, () -> latch.await());
        }
        for (Thread each : waiters) {
            Threads.awaitState(each, Thread.State.WAITING);
        }
        latch.countDown();
        latch.countDown();
        Threads.join(waiters);
        return "left " + latch.getCount();
    }

    private static String timeout() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        boolean[] passed = new boolean[1];
        Threads.join(Threads.start("timed", () -> passed[0] = latch.await(1, TimeUnit.MILLISECONDS)));
        Threads.join(Threads.start("impatient", () -> passed[0] |= latch.await(0, TimeUnit.HOURS)));
        return "passed " + passed[0];
    }

    private static String interrupt() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        String[] thrown = new String[2];
        Thread waiter = Threads.start("interrupted", () -> thrown[0] = thrownByAwait(latch));
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        Threads.join(Threads.start("interrupted-before", () -> {
            Thread.currentThread().interrupt();
            thrown[1] = thrownByAwait(latch);
        }));
        return thrown[0] + ", " + thrown[1];
    }

    private static String thrownByAwait(CountDownLatch latch) {
        return Threads.thrownBy(() -> {
            latch.await();
            return null;
        });
    }

    private static String exception() {
        CountDownLatch latch = new CountDownLatch(1);
        CountDownLatch[] none = new CountDownLatch[1];
        return Threads.thrownBy(() -> latch.await(1, null))
                + ", "
                + Threads.thrownBy(() -> {
                    none[0].await();
                    return null;
                });
    }

    /** A thread waits for a thread that waits itself. */
    private static String nested() throws InterruptedException {
        CountDownLatch inner = new CountDownLatch(1);
        CountDownLatch outer = new CountDownLatch(1);
        Thread middle = Threads.start("middle", () -> {
            inner.await();
            outer.countDown();
        });
        Thread last = Threads.start("last", () -> outer.await());
        Threads.awaitState(middle, Thread.State.WAITING);
        Threads.awaitState(last, Thread.State.WAITING);
        inner.countDown();
        Threads.join(middle, last);
        return "left " + outer.getCount();
    }

    /** The wait is in a call through a method reference, so that no call in this class waits. */
    private static String byReference() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiter = Threads.start("reference-waiter", latch::await);
        Threads.awaitState(waiter, Thread.State.WAITING);
        latch.countDown();
        waiter.join();
        return "left " + latch.getCount();
    }

    private static String subclass() throws InterruptedException {
        Twice latch = new Twice();
        Thread waiter = Threads.start("subclass-waiter", () -> latch.await());
        Threads.awaitState(waiter, Thread.State.WAITING);
        latch.first.countDown();
        latch.countDown();
        waiter.join();
        return "left " + latch.getCount();
    }

    /** A latch whose {@code await} waits for another latch first. */
    private static final class Twice extends CountDownLatch {
        private final CountDownLatch first = new CountDownLatch(1);

        Twice() {
            super(1);
        }

        @Override
        public void await() throws InterruptedException {
            first.await();
            super.await();
        }
    }

    /**
     * The latch is counted down by a thread that holds a lock of a subclass in the program. When the agent rewrites calls of it, it looks for the
     * superclass, for which the JDK acquires a lock itself.
     */
    private static String ownLock() throws InterruptedException {
        OwnLock lock = new OwnLock();
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiter = Thread.currentThread();
        Thread opener = Threads.start("opener", () -> {
            lock.lock();
            try {
                Threads.awaitState(waiter, Thread.State.WAITING);
                latch.countDown();
            } finally {
                lock.unlock();
            }
        });
        latch.await();
        opener.join();
        return "done";
    }

    private static final class OwnLock extends ReentrantLock {
        private static final long serialVersionUID = 1;
    }
}
