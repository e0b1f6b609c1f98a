package org.ompt4j.apps.blocking;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * The JDK's blocking queues: one thread waits, and another thread ends the wait only after it has seen it.
 *
 * <p>Known by construction: one wait for each thread {@code *-waiter}, and no others, except in {@code many}.
 */
public final class BlockingQueueApp {

    /** Threads {@code take-waiter} of {@code take}: one for each queue. */
    public static final int TAKES = 8;
    /** Threads {@code put-waiter} of {@code put}. */
    public static final int PUTS = 6;
    /** How many of the queues of {@code take} and {@code put} use a lock, so that {@code main} wakes the waiter by a condition. */
    public static final int LOCKED = 8;
    /** Threads {@code timed-waiter} of {@code timeout} that wait for an item until their time is over. */
    public static final int TIMEOUTS = 6;
    /** Threads {@code timed-waiter} of {@code timeout} that wait for room, or for a thread that takes their item. */
    public static final int TIMEOUTS_FOR_ROOM = 3;
    /** Threads {@code interrupted-waiter} of {@code interrupt}. */
    public static final int INTERRUPTS = 3;
    /** Items that each of {@code producer-0} ... of {@code many} puts, times the scale. */
    public static final int ITEMS = 2_000;

    /** Threads {@code several-waiter} of {@code several}, which wait at one queue. */
    public static final int SEVERAL = 3;

    private static final int PRODUCERS = 2;
    /** Long enough that the thread really waits. */
    private static final int TIMEOUT_MILLIS = 50;

    private BlockingQueueApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("take", scale -> take())
                .add("put", scale -> put())
                .add("at-once", BlockingQueueApp::atOnce)
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("exception", scale -> exception())
                .add("delay", scale -> delay())
                .add("nested", scale -> nested())
                .add("by-reference", scale -> byReference())
                .add("completion", scale -> completion())
                .add("last-first", scale -> lastFirst())
                .add("several", scale -> several())
                .add("left-out", scale -> leftOut())
                .add("many", BlockingQueueApp::many)
                .run(args);
    }

    private static Thread waiter(String name, Threads.Body body) {
        Thread waiter = Threads.start(name, body);
        Threads.awaitState(waiter, Thread.State.WAITING, Thread.State.TIMED_WAITING);
        return waiter;
    }

    private static String take() throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        taken(new ArrayBlockingQueue<>(1), sum);
        taken(new LinkedBlockingQueue<>(), sum);
        taken(new LinkedBlockingDeque<>(), sum);
        taken(new PriorityBlockingQueue<>(), sum);
        taken(new SynchronousQueue<>(), sum);
        taken(new SynchronousQueue<>(true), sum);
        taken(new LinkedTransferQueue<>(), sum);
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();
        Thread last = waiter("take-waiter", () -> sum.addAndGet(deque.takeLast()));
        deque.putFirst(1);
        last.join();
        return "sum " + sum;
    }

    private static void taken(BlockingQueue<Integer> queue, AtomicInteger sum) throws InterruptedException {
        Thread waiter = waiter("take-waiter", () -> sum.addAndGet(queue.take()));
        queue.put(1);
        waiter.join();
    }

    private static String put() throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        put(new ArrayBlockingQueue<>(1), sum);
        put(new LinkedBlockingQueue<>(1), sum);
        put(new LinkedBlockingDeque<>(1), sum);
        handed(new SynchronousQueue<>(), sum);
        handed(new SynchronousQueue<>(true), sum);
        LinkedTransferQueue<Integer> transfer = new LinkedTransferQueue<>();
        Thread waiter = waiter("put-waiter", () -> transfer.transfer(1));
        sum.addAndGet(transfer.take());
        waiter.join();
        return "sum " + sum;
    }

    private static void put(BlockingQueue<Integer> queue, AtomicInteger sum) throws InterruptedException {
        queue.put(1);
        handed(queue, sum);
        sum.addAndGet(queue.take());
    }

    private static void handed(BlockingQueue<Integer> queue, AtomicInteger sum) throws InterruptedException {
        Thread waiter = waiter("put-waiter", () -> queue.put(1));
        sum.addAndGet(queue.take());
        waiter.join();
    }

    /** Two threads wait at a queue that is not fair: the second one gets the first item. */
    private static String lastFirst() throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread first = waiter("bottom-waiter", () -> sum.addAndGet(queue.take()));
        Thread last = waiter("top-waiter", () -> sum.addAndGet(queue.take()));
        queue.put(1);
        while (sum.get() == 0) {
            Thread.yield();
        }
        queue.put(1);
        Threads.join(first, last);
        return "sum " + sum;
    }

    /** No thread waits. */
    private static String atOnce(int scale) throws InterruptedException {
        int sum = 0;
        BlockingQueue<Integer> linked = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> transfer = new LinkedTransferQueue<>();
        for (int i = 0; i < scale; i++) {
            linked.put(1);
            sum += linked.take();
            linked.offer(1, 1, TimeUnit.HOURS);
            sum += linked.poll(1, TimeUnit.HOURS);
            transfer.put(1);
            sum += transfer.take();
        }
        return "sum " + sum + ' ' + new SynchronousQueue<Integer>().offer(1) + ' ' + linked.poll();
    }

    private static String timeout() throws InterruptedException {
        StringBuilder got = new StringBuilder();
        polls(new ArrayBlockingQueue<>(1), got);
        polls(new LinkedBlockingQueue<>(), got);
        polls(new LinkedBlockingDeque<>(), got);
        polls(new PriorityBlockingQueue<>(), got);
        polls(new SynchronousQueue<>(), got);
        polls(new LinkedTransferQueue<>(), got);
        BlockingQueue<Integer> full = new ArrayBlockingQueue<>(1);
        full.put(1);
        timed(() -> got.append(' ').append(full.offer(1, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)));
        LinkedTransferQueue<Integer> transfer = new LinkedTransferQueue<>();
        timed(() -> got.append(' ').append(transfer.tryTransfer(1, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)));
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1);
        deque.put(1);
        timed(() -> got.append(' ').append(deque.offerFirst(1, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)));
        return got.toString().trim();
    }

    private static void polls(BlockingQueue<Integer> queue, StringBuilder got) throws InterruptedException {
        timed(() -> got.append(' ').append(queue.poll(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)));
    }

    private static void timed(Threads.Body body) throws InterruptedException {
        Threads.join(Threads.start("timed-waiter", body));
    }

    private static String interrupt() throws InterruptedException {
        StringBuilder thrown = new StringBuilder();
        List<BlockingQueue<Integer>> queues =
                List.of(new LinkedBlockingQueue<>(), new SynchronousQueue<>(), new LinkedTransferQueue<>());
        for (BlockingQueue<Integer> each : queues) {
            Thread waiter = waiter(
                    "interrupted-waiter",
                    () -> thrown.append(Threads.thrownBy(each::take)).append(' '));
            waiter.interrupt();
            waiter.join();
        }
        return thrown.toString().trim();
    }

    /** Calls that throw before they would wait. */
    private static String exception() {
        BlockingQueue<Integer> queue = new SynchronousQueue<>();
        String thrown = Threads.thrownBy(() -> queue.offer(null, 1, TimeUnit.HOURS));
        Thread.currentThread().interrupt();
        return thrown + ' ' + Threads.thrownBy(() -> new LinkedBlockingQueue<Integer>().take());
    }

    /** The thread waits for an item, and then until the item is due. */
    private static String delay() throws InterruptedException {
        DelayQueue<Due> queue = new DelayQueue<>();
        Thread waiter = waiter("delay-waiter", () -> queue.take());
        queue.put(new Due(System.nanoTime() + 1_000_000));
        waiter.join();
        return "left " + queue.size();
    }

    private static final class Due implements Delayed {
        private final long dueNanos;

        Due(long dueNanos) {
            this.dueNanos = dueNanos;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    /** A thread waits for an item that another thread can put only after it has got an item itself. */
    private static String nested() throws InterruptedException {
        BlockingQueue<Integer> first = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> second = new SynchronousQueue<>();
        AtomicInteger sum = new AtomicInteger();
        Thread middle = waiter("middle-waiter", () -> second.put(first.take() + 1));
        Thread last = waiter("last-waiter", () -> sum.addAndGet(second.take()));
        first.put(1);
        Threads.join(middle, last);
        return "sum " + sum;
    }

    private static String byReference() throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread waiter = waiter("reference-waiter", queue::take);
        queue.put(1);
        waiter.join();
        return "left " + queue.size();
    }

    /** An {@code ExecutorCompletionService} takes from its queue. */
    private static String completion() throws Exception {
        Executor atOnce = Runnable::run;
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(atOnce);
        AtomicInteger sum = new AtomicInteger();
        Thread waiter =
                waiter("completion-waiter", () -> sum.addAndGet(service.take().get()));
        service.submit(() -> 3);
        waiter.join();
        return "sum " + sum;
    }

    private static String several() throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        AtomicInteger sum = new AtomicInteger();
        Thread[] waiters = new Thread[SEVERAL];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = waiter("several-waiter", () -> sum.addAndGet(queue.take()));
        }
        for (int i = 0; i < waiters.length; i++) {
            queue.put(1);
        }
        Threads.join(waiters);
        return "sum " + sum;
    }

    /** One thread waits in a class that the agent can exclude, one is woken by that class, and one has nothing to do with it. */
    private static String leftOut() throws InterruptedException {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Thread there = waiter("left-out-waiter", () -> LeftOut.take(queue));
        queue.put(1);
        there.join();
        Thread woken = waiter("woken-waiter", () -> queue.take());
        LeftOut.put(queue);
        woken.join();
        Thread other = waiter("other-waiter", () -> queue.take());
        queue.put(1);
        other.join();
        return "left " + queue.size();
    }

    private static final class LeftOut {
        static void take(BlockingQueue<Integer> queue) throws InterruptedException {
            queue.take();
        }

        static void put(BlockingQueue<Integer> queue) throws InterruptedException {
            queue.put(1);
        }
    }

    private static String many(int scale) throws InterruptedException {
        int items = PRODUCERS * ITEMS * scale;
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
        AtomicInteger sum = new AtomicInteger();
        Thread[] threads = new Thread[2 * PRODUCERS];
        for (int i = 0; i < PRODUCERS; i++) {
            threads[i] = Threads.start("producer-" + i, () -> {
                for (int item = 0; item < items / PRODUCERS; item++) {
                    queue.put(1);
                }
            });
            threads[PRODUCERS + i] = Threads.start("consumer-" + i, () -> {
                for (int item = 0; item < items / PRODUCERS; item++) {
                    sum.addAndGet(queue.take());
                }
            });
        }
        Threads.join(threads);
        return "sum " + sum;
    }
}
