package org.ompt4j.apps.monitor;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * {@code synchronized} blocks and methods.
 *
 * <p>Known by construction: for each scenario how often a monitor is entered and, as often, exited. Re-entries by the owner are entries too, and
 * have a number of their own. An {@code Object.wait} releases once and acquires once more, which is not an entry. Contended entries always
 * block: the holder exits only after it has seen the other thread blocked.
 */
public final class SynchronizedApp {

    /** Entries of {@code block}, times the scale. */
    public static final int BLOCK_ENTRIES = 10;
    /** Entries of {@code method}, times the scale. */
    public static final int METHOD_ENTRIES = 10;
    /** Entries of {@code static-method}, times the scale. */
    public static final int STATIC_METHOD_ENTRIES = 10;
    /** Entries of {@code reentrant}, its re-entries included, times the scale. */
    public static final int REENTRANT_ENTRIES = 6;
    /** Re-entries of {@code reentrant}, times the scale. */
    public static final int REENTRANT_REENTRIES = 4;
    /** Entries of {@code exits}: left by return, break, continue and exceptions. */
    public static final int EXITS_ENTRIES = 9;
    /** Entries of {@code nested}: two different monitors, one inside the other, times the scale. */
    public static final int NESTED_ENTRIES = 2;
    /** Entries of each of {@code contended-block}, {@code contended-method} and {@code contended-static}: holder and waiter. */
    public static final int CONTENDED_ENTRIES = 2;
    /** Entries of these scenarios that have to wait. */
    public static final int CONTENDED_WAITS = 1;
    /** Entries of {@code wait-notify}: the waiter's and the notifier's. */
    public static final int WAIT_NOTIFY_ENTRIES = 2;
    /** {@code Object.wait} calls of {@code wait-notify}. */
    public static final int WAIT_NOTIFY_WAITS = 1;
    /** Entries of {@code wait-timeout}: one that times out, one that is interrupted. */
    public static final int WAIT_TIMEOUT_ENTRIES = 2;
    /** {@code Object.wait} calls of {@code wait-timeout}. */
    public static final int WAIT_TIMEOUT_WAITS = 2;
    /** Entries of {@code wait-in-jdk}, its re-entry included. */
    public static final int WAIT_IN_JDK_ENTRIES = 6;
    /** Re-entries of {@code wait-in-jdk}. */
    public static final int WAIT_IN_JDK_REENTRIES = 1;
    /**
     * {@code Object.wait} calls inside the JDK in {@code wait-in-jdk} that release a monitor of the program: one in a join, one that times out, one that
     * is interrupted. A call that waits for a reference does not, although the program has entered the monitor of the queue.
     */
    public static final int WAIT_IN_JDK_WAITS = 3;
    /** Entries by each of {@code counter-0} ... {@code counter-3} of {@code counters}, times the scale. */
    public static final int COUNTER_ENTRIES = 10_000;
    /** Threads of {@code counters}. */
    public static final int COUNTER_THREADS = 4;

    private static int staticCount;

    private SynchronizedApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("block", SynchronizedApp::block)
                .add("method", SynchronizedApp::method)
                .add("static-method", SynchronizedApp::staticMethod)
                .add("reentrant", SynchronizedApp::reentrant)
                .add("exits", scale -> exits())
                .add("nested", SynchronizedApp::nested)
                .add("contended-block", scale -> contendedBlock())
                .add("contended-method", scale -> contendedMethod())
                .add("contended-static", scale -> contendedStatic())
                .add("wait-notify", scale -> waitNotify())
                .add("wait-timeout", scale -> waitTimeout())
                .add("wait-in-jdk", scale -> waitInJdk())
                .add("not-owner", scale -> notOwner())
                .add("counters", SynchronizedApp::counters)
                .add("serial-version", scale -> serialVersion())
                .run(args);
    }

    private static String block(int scale) {
        Object monitor = new Object();
        int count = 0;
        for (int i = 0; i < BLOCK_ENTRIES * scale; i++) {
            synchronized (monitor) {
                count++;
            }
        }
        return "count " + count;
    }

    private static String method(int scale) {
        Counter counter = new Counter();
        for (int i = 0; i < METHOD_ENTRIES * scale; i++) {
            counter.increment();
        }
        return "count " + counter.count;
    }

    private static String staticMethod(int scale) {
        staticCount = 0;
        for (int i = 0; i < STATIC_METHOD_ENTRIES * scale; i++) {
            incrementStatic();
        }
        return "count " + staticCount;
    }

    private static synchronized void incrementStatic() {
        staticCount++;
    }

    private static String reentrant(int scale) {
        Counter counter = new Counter();
        for (int i = 0; i < scale; i++) {
            counter.incrementTwice();
            synchronized (counter) {
                synchronized (counter) {
                    counter.increment();
                }
            }
        }
        return "count " + counter.count;
    }

    private static String exits() {
        Counter counter = new Counter();
        int sum = leaveByReturn(counter);
        for (int i = 0; i < 3; i++) {
            synchronized (counter) {
                if (i == 0) {
                    continue;
                }
                if (i == 1) {
                    break;
                }
            }
        }
        StringBuilder thrown = new StringBuilder();
        thrown.append(Threads.thrownBy(() -> {
            synchronized (counter) {
                throw new IllegalStateException("on purpose");
            }
        }));
        thrown.append(' ').append(Threads.thrownBy(counter::fail));
        thrown.append(' ').append(Threads.thrownBy(() -> failStatic()));
        thrown.append(' ').append(Threads.thrownBy(() -> enter(null)));
        synchronized (counter) {
            try {
                synchronized (thrown) {
                    throw new IllegalStateException("on purpose");
                }
            } catch (IllegalStateException e) {
                sum++;
            } finally {
                synchronized (thrown) {
                    sum++;
                }
            }
        }
        return "sum " + sum + ", " + thrown;
    }

    private static int leaveByReturn(Object monitor) {
        synchronized (monitor) {
            return 1;
        }
    }

    private static synchronized Object failStatic() {
        throw new IllegalStateException("on purpose");
    }

    /** Throws before it enters the monitor if there is none. */
    private static int enter(@Nullable Object monitor) {
        synchronized (monitor) {
            return 1;
        }
    }

    private static String nested(int scale) {
        Object outer = new Object();
        Object inner = new Object();
        int count = 0;
        for (int i = 0; i < scale; i++) {
            synchronized (outer) {
                synchronized (inner) {
                    count++;
                }
            }
        }
        return "count " + count;
    }

    private static String contendedBlock() throws InterruptedException {
        Object monitor = new Object();
        StringBuilder order = new StringBuilder();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch comes = new CountDownLatch(1);
        Thread waiter = Threads.start("block-waiter", () -> {
            held.await();
            comes.countDown();
            synchronized (monitor) {
                order.append(" waiter");
            }
        });
        Thread holder = Threads.start("block-holder", () -> {
            synchronized (monitor) {
                held.countDown();
                Threads.awaitBlocked(waiter, comes);
                order.append("holder");
            }
        });
        Threads.join(holder, waiter);
        return order.toString();
    }

    private static String contendedMethod() throws InterruptedException {
        Counter counter = new Counter();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch comes = new CountDownLatch(1);
        Thread waiter = Threads.start("method-waiter", () -> {
            held.await();
            comes.countDown();
            counter.increment();
        });
        Thread holder = Threads.start("method-holder", () -> counter.incrementOnceBlocked(held, comes, waiter));
        Threads.join(holder, waiter);
        return "count " + counter.count;
    }

    private static String contendedStatic() throws InterruptedException {
        staticCount = 0;
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch comes = new CountDownLatch(1);
        Thread waiter = Threads.start("static-waiter", () -> {
            held.await();
            comes.countDown();
            incrementStatic();
        });
        Thread holder = Threads.start("static-holder", () -> incrementStaticOnceBlocked(held, comes, waiter));
        Threads.join(holder, waiter);
        return "count " + staticCount;
    }

    private static synchronized void incrementStaticOnceBlocked(
            CountDownLatch held, CountDownLatch comes, Thread waiter) {
        held.countDown();
        Threads.awaitBlocked(waiter, comes);
        staticCount++;
    }

    private static String waitNotify() throws InterruptedException {
        Object monitor = new Object();
        StringBuilder order = new StringBuilder();
        Thread waiter = Threads.start("wait-waiter", () -> {
            synchronized (monitor) {
                order.append("waits");
                monitor.wait();
                order.append(" goes on");
            }
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        Thread notifier = Threads.start("wait-notifier", () -> {
            synchronized (monitor) {
                order.append(", notified,");
                monitor.notifyAll();
            }
        });
        Threads.join(notifier, waiter);
        return order.toString();
    }

    private static String waitTimeout() throws InterruptedException {
        Object monitor = new Object();
        StringBuilder order = new StringBuilder();
        Threads.join(Threads.start("timeout-waiter", () -> {
            synchronized (monitor) {
                monitor.wait(1);
                order.append("timeout");
            }
        }));
        Thread interrupted = Threads.start(
                "interrupt-waiter",
                () -> order.append(' ').append(Threads.thrownBy(() -> {
                    synchronized (monitor) {
                        monitor.wait();
                        return null;
                    }
                })));
        Threads.awaitState(interrupted, Thread.State.WAITING);
        interrupted.interrupt();
        interrupted.join();
        return order.toString();
    }

    private static String waitInJdk() throws InterruptedException {
        StringBuilder order = new StringBuilder();
        CountDownLatch entered = new CountDownLatch(1);
        Thread joined = Threads.start("joined", entered::await);
        Thread joiner = Threads.start("joiner", () -> {
            synchronized (joined) {
                synchronized (joined) {
                    joined.join();
                    order.append("joined");
                }
            }
        });
        Threads.awaitWaitIn("join", joiner);
        synchronized (joined) {
            entered.countDown();
        }
        Threads.join(joiner);
        Threads.join(Threads.start("timed-in-jdk", () -> waitInJdk(TimeUnit.MILLISECONDS)));
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Threads.join(Threads.start("queue-owner", () -> {
            synchronized (queue) {
                queue.remove(1);
            }
        }));
        String thrown = Threads.thrownByInterrupt(() -> waitInJdk(TimeUnit.HOURS));
        return order.append(", ").append(thrown).toString();
    }

    private static Object waitInJdk(TimeUnit unit) throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            unit.timedWait(monitor, 1);
        }
        return monitor;
    }

    private static String notOwner() {
        Object monitor = new Object();
        return Threads.thrownBy(() -> {
            monitor.notifyAll();
            return null;
        });
    }

    private static String counters(int scale) throws InterruptedException {
        Counter counter = new Counter();
        Thread[] threads = new Thread[COUNTER_THREADS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Threads.start("counter-" + i, () -> {
                for (int entry = 0; entry < COUNTER_ENTRIES * scale; entry++) {
                    counter.increment();
                }
            });
        }
        Threads.join(threads);
        return "count " + counter.count;
    }

    /** The default {@code serialVersionUID} is a hash that includes the modifiers of methods; the agent must not change it. */
    private static String serialVersion() {
        return "version "
                + ObjectStreamClass.lookup(WithSynchronizedMethod.class).getSerialVersionUID();
    }

    private static final class Counter {

        private int count;

        synchronized void increment() {
            count++;
        }

        synchronized void incrementTwice() {
            increment();
            increment();
        }

        synchronized Object fail() {
            throw new IllegalStateException("on purpose");
        }

        synchronized void incrementOnceBlocked(CountDownLatch held, CountDownLatch comes, Thread waiter) {
            held.countDown();
            Threads.awaitBlocked(waiter, comes);
            count++;
        }
    }

    static class WithSynchronizedMethod implements Serializable {

        private int value;

        public synchronized int next() {
            return value++;
        }
    }
}
