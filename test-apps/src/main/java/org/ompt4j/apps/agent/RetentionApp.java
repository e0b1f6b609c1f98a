package org.ompt4j.apps.agent;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Uses objects of each construct, drops them, and prints whether they can be garbage collected. A scenario has the id of its construct; its result is
 * {@code gone} or the classes of the objects that are still reachable.
 *
 * <p>Known by construction: with {@code define=lock:*Own.acquire/release} each construct that has objects raises events, and those of waits if threads
 * can wait for its objects.
 */
public final class RetentionApp {
    private static final int ROUNDS = 5;
    private static final int MOST_COLLECTIONS = 100;
    private static final int MOMENT_MILLIS = 20;

    private RetentionApp() {}

    /** Uses objects of a construct and adds them to the dropped ones. */
    private interface Use {
        void of(Dropped dropped) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Scenarios scenarios = new Scenarios();
        add(scenarios, "thread", RetentionApp::thread);
        add(scenarios, "fork-join-task", RetentionApp::forkJoinTask);
        add(scenarios, "fork-join-pool", RetentionApp::forkJoinPool);
        add(scenarios, "parallel-stream", RetentionApp::parallelStream);
        add(scenarios, "synchronized", RetentionApp::monitor);
        add(scenarios, "reentrant-lock", RetentionApp::reentrantLock);
        add(scenarios, "read-write-lock", dropped -> readWriteLock(dropped.note(new ReentrantReadWriteLock())));
        add(scenarios, "stamped-lock", dropped -> stampedLock(dropped.note(new StampedLock())));
        add(scenarios, "lock-implementation", RetentionApp::lockImplementation);
        add(scenarios, "semaphore", RetentionApp::semaphore);
        add(scenarios, "count-down-latch", RetentionApp::countDownLatch);
        add(scenarios, "cyclic-barrier", RetentionApp::cyclicBarrier);
        add(scenarios, "phaser", RetentionApp::phaser);
        add(scenarios, "exchanger", RetentionApp::exchanger);
        add(scenarios, "blocking-queue", RetentionApp::blockingQueues);
        add(scenarios, "park", RetentionApp::park);
        add(scenarios, "thread-pool-executor", RetentionApp::threadPool);
        add(scenarios, "scheduled-executor", RetentionApp::scheduled);
        add(scenarios, "future-task", RetentionApp::futureTask);
        add(scenarios, "completable-future", RetentionApp::completableFuture);
        add(scenarios, "timer", RetentionApp::timer);
        add(scenarios, "virtual-thread", RetentionApp::virtualThread);
        add(scenarios, "structured-task-scope", RetentionApp::structuredTaskScope);
        add(scenarios, "defined", RetentionApp::defined);
        scenarios.run(args);
    }

    private static void add(Scenarios scenarios, String construct, Use use) {
        scenarios.add(construct, scale -> {
            Dropped dropped = new Dropped();
            // The frames of a thread that has ended keep no objects.
            Threads.join(Threads.start("user", () -> {
                for (int i = 0; i < ROUNDS * scale; i++) {
                    use.of(dropped);
                }
            }));
            return dropped.left();
        });
    }

    /** Weak references to objects that the program has dropped. */
    private static final class Dropped {
        private final List<WeakReference<Object>> noted = new ArrayList<>();

        <T> T note(T object) {
            noted.add(new WeakReference<>(object));
            return object;
        }

        Noop noop() {
            return note(new Noop());
        }

        /** The classes of the objects that remain after {@link #MOST_COLLECTIONS} garbage collections, or {@code gone}. */
        String left() throws InterruptedException {
            ReferenceQueue<Object> nothing = new ReferenceQueue<>();
            for (int i = 0; i < MOST_COLLECTIONS && areLeft(); i++) {
                System.gc();
                nothing.remove(MOMENT_MILLIS);
            }
            List<String> left = new ArrayList<>();
            for (WeakReference<Object> each : noted) {
                Object object = each.get();
                if (object != null) {
                    left.add(object.getClass().getName());
                }
            }
            return left.isEmpty() ? "gone" : left.toString();
        }

        private boolean areLeft() {
            return noted.stream().anyMatch(each -> each.get() != null);
        }
    }

    /** An object of each type by which a program gives code to a construct. */
    private static final class Noop
            implements Runnable, Callable<Object>, Consumer<Object>, Supplier<Object>, Function<Object, Object> {
        @Override
        public void run() {}

        @Override
        public Object call() {
            return this;
        }

        @Override
        public void accept(Object object) {}

        @Override
        public Object get() {
            return this;
        }

        @Override
        public Object apply(Object object) {
            return this;
        }
    }

    /** Starts a thread that waits, and ends its wait. */
    private static void meet(Threads.Body wait, Threads.Body end) throws Exception {
        Thread waiter = Threads.start("waiter", wait);
        Threads.awaitState(waiter, Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.BLOCKED);
        end.run();
        waiter.join();
    }

    private static void shutDown(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
    }

    // ---------------------------------------------------------------- threads and tasks

    private static void thread(Dropped dropped) throws InterruptedException {
        Thread thread = dropped.note(new Thread(dropped.noop()));
        thread.start();
        thread.join();
    }

    private static void forkJoinTask(Dropped dropped) throws InterruptedException {
        ForkJoinPool pool = dropped.note(new ForkJoinPool(2));
        pool.invoke(dropped.note(new Tree(3, dropped.noop())));
        shutDown(pool);
    }

    private static final class Tree extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int depth;
        private final transient Runnable leaf;

        Tree(int depth, Runnable leaf) {
            this.depth = depth;
            this.leaf = leaf;
        }

        @Override
        protected void compute() {
            if (depth == 0) {
                leaf.run();
            } else {
                invokeAll(new Tree(depth - 1, leaf), new Tree(depth - 1, leaf));
            }
        }
    }

    private static void forkJoinPool(Dropped dropped) throws Exception {
        ForkJoinPool pool = dropped.note(new ForkJoinPool(2));
        pool.execute(dropped.noop());
        dropped.note(pool.submit((Callable<?>) dropped.noop())).get();
        pool.invokeAll(List.of(dropped.noop(), dropped.noop()));
        shutDown(pool);
    }

    private static void parallelStream(Dropped dropped) {
        List<Object> source = dropped.note(new ArrayList<>());
        for (int i = 0; i < 64; i++) {
            source.add(dropped.note(new Object()));
        }
        source.parallelStream().forEach(dropped.noop());
    }

    private static void threadPool(Dropped dropped) throws Exception {
        ExecutorService pool = dropped.note(Executors.newFixedThreadPool(1));
        pool.execute(dropped.noop());
        dropped.note(pool.submit((Callable<?>) dropped.noop())).get();
        pool.invokeAny(List.of(dropped.noop(), dropped.noop()));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            awaitQuietly(ends);
        });
        begun.await();
        dropped.note(pool.submit((Runnable) dropped.noop())).cancel(true);
        pool.execute(dropped.noop());
        pool.shutdownNow();
        ends.countDown();
        pool.awaitTermination(1, TimeUnit.HOURS);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException shutDown) {
            // shutdownNow may end the wait too.
        }
    }

    private static void scheduled(Dropped dropped) throws Exception {
        ScheduledExecutorService pool = dropped.note(Executors.newScheduledThreadPool(1));
        dropped.note(pool.schedule((Callable<?>) dropped.noop(), 1, TimeUnit.MILLISECONDS))
                .get();
        pool.scheduleAtFixedRate(dropped.noop(), 0, 1, TimeUnit.HOURS);
        shutDown(pool);
    }

    private static void futureTask(Dropped dropped) throws Exception {
        FutureTask<Object> task = dropped.note(new FutureTask<>(dropped.noop()));
        meet(task::get, task::run);
    }

    private static void completableFuture(Dropped dropped) throws Exception {
        ExecutorService pool = dropped.note(Executors.newFixedThreadPool(1));
        CompletableFuture<Object> byHand = dropped.note(new CompletableFuture<>());
        CompletableFuture<Object> stage = dropped.note(byHand.thenApplyAsync(dropped.noop(), pool));
        CompletableFuture<Object> made = dropped.note(CompletableFuture.supplyAsync(dropped.noop(), pool));
        CompletableFuture<Void> all = dropped.note(CompletableFuture.allOf(stage, made));
        CompletableFuture<Object> any = dropped.note(CompletableFuture.anyOf(stage, made));
        dropped.note(CompletableFuture.runAsync(dropped.noop())).get();
        dropped.note(stage.thenApply(dropped.noop())).cancel(false);
        meet(all::get, () -> byHand.complete(dropped.noop()));
        any.get();
        shutDown(pool);
    }

    private static void timer(Dropped dropped) throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        Timer timer = dropped.note(new Timer());
        timer.schedule(
                dropped.note(new TimerTask() {
                    @Override
                    public void run() {
                        ran.countDown();
                    }
                }),
                0);
        ran.await();
        timer.cancel();
    }

    /** Nothing on JDKs without virtual threads. */
    private static void virtualThread(Dropped dropped) throws Exception {
        if (Runtime.version().feature() >= 21) {
            Semaphore permits = dropped.note(new Semaphore(0));
            Runnable waits = dropped.note(new Runnable() {
                @Override
                public void run() {
                    permits.acquireUninterruptibly();
                }
            });
            Thread thread = (Thread) dropped.note(
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, waits));
            Threads.awaitState(thread, Thread.State.WAITING);
            permits.release();
            thread.join();
        }
    }

    /** Nothing on JDKs without such scopes. */
    private static void structuredTaskScope(Dropped dropped) throws Exception {
        if (Runtime.version().feature() >= 25) {
            Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
            Object scope = dropped.note(type.getMethod("open").invoke(null));
            dropped.note(type.getMethod("fork", Callable.class).invoke(scope, dropped.noop()));
            type.getMethod("join").invoke(scope);
            type.getMethod("close").invoke(scope);
        }
    }

    // ---------------------------------------------------------------- locks

    private static void monitor(Dropped dropped) throws Exception {
        Object monitor = dropped.note(new Object());
        synchronized (monitor) {
            Thread blocked = Threads.start("waiter", () -> enter(monitor));
            Threads.awaitState(blocked, Thread.State.BLOCKED);
            monitor.wait(1);
        }
        enter(monitor);
    }

    private static void enter(Object monitor) {
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }

    private static void reentrantLock(Dropped dropped) throws Exception {
        Lock lock = dropped.note(new ReentrantLock());
        Condition condition = dropped.note(lock.newCondition());
        contend(lock, lock);
        boolean[] isSignalled = new boolean[1];
        meet(
                () -> {
                    lock.lock();
                    while (!isSignalled[0]) {
                        condition.await();
                    }
                    lock.unlock();
                },
                () -> {
                    lock.lock();
                    isSignalled[0] = true;
                    condition.signal();
                    lock.unlock();
                });
    }

    /** A thread waits for the wanted lock while the current thread has the held one, which excludes it. */
    private static void contend(Lock held, Lock wanted) throws Exception {
        held.lock();
        meet(
                () -> {
                    wanted.lock();
                    wanted.unlock();
                },
                held::unlock);
    }

    private static void readWriteLock(ReentrantReadWriteLock lock) throws Exception {
        contend(lock.writeLock(), lock.readLock());
        contend(lock.readLock(), lock.writeLock());
    }

    private static void stampedLock(StampedLock lock) throws Exception {
        contend(lock.asWriteLock(), lock.asReadLock());
        long stamp = lock.readLock();
        meet(() -> lock.unlockWrite(lock.writeLock()), () -> lock.unlockRead(stamp));
    }

    private static void lockImplementation(Dropped dropped) throws Exception {
        Lock lock = dropped.note(new Flag());
        contend(lock, lock);
    }

    private static final class Flag implements Lock {
        private final AtomicBoolean held = new AtomicBoolean();

        @Override
        public void lock() {
            while (!tryLock()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }

        @Override
        public void lockInterruptibly() {
            lock();
        }

        @Override
        public boolean tryLock() {
            return held.compareAndSet(false, true);
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) {
            return tryLock();
        }

        @Override
        public void unlock() {
            held.set(false);
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    private static void semaphore(Dropped dropped) throws Exception {
        Semaphore permits = dropped.note(new Semaphore(0));
        meet(permits::acquire, permits::release);
        permits.release();
        permits.acquire();
    }

    private static void defined(Dropped dropped) {
        Own lock = dropped.note(new Own());
        lock.acquire();
        lock.release();
    }

    private static final class Own {
        private boolean isHeld;

        void acquire() {
            isHeld = true;
        }

        void release() {
            isHeld = false;
        }
    }

    // ---------------------------------------------------------------- synchronizers and queues

    private static void countDownLatch(Dropped dropped) throws Exception {
        CountDownLatch latch = dropped.note(new CountDownLatch(1));
        meet(latch::await, latch::countDown);
    }

    private static void cyclicBarrier(Dropped dropped) throws Exception {
        CyclicBarrier barrier = dropped.note(new CyclicBarrier(2, dropped.noop()));
        meet(barrier::await, barrier::await);
    }

    private static void phaser(Dropped dropped) throws Exception {
        Phaser phaser = dropped.note(new Phaser(dropped.note(new Phaser()), 2));
        meet(phaser::arriveAndAwaitAdvance, phaser::arriveAndAwaitAdvance);
    }

    private static void exchanger(Dropped dropped) throws Exception {
        Exchanger<Object> exchanger = dropped.note(new Exchanger<>());
        meet(() -> exchanger.exchange(dropped.noop()), () -> exchanger.exchange(new Object()));
    }

    private static void blockingQueues(Dropped dropped) throws Exception {
        for (BlockingQueue<Object> each : List.<BlockingQueue<Object>>of(
                new LinkedBlockingQueue<>(), new SynchronousQueue<>(), new LinkedTransferQueue<>())) {
            BlockingQueue<Object> queue = dropped.note(each);
            meet(queue::take, () -> queue.put(dropped.noop()));
        }
    }

    private static void park(Dropped dropped) throws Exception {
        Object blocker = dropped.note(new Object());
        Thread parked = Threads.start("waiter", () -> LockSupport.park(blocker));
        Threads.awaitState(parked, Thread.State.WAITING);
        LockSupport.unpark(parked);
        parked.join();
    }
}
