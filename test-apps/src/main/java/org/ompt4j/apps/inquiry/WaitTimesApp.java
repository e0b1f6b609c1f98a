package org.ompt4j.apps.inquiry;

import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * Threads that wait many times, each in one construct and named after it, until other threads release them, and workers of pools that have some
 * work now and then. The JVM measures how long each thread waits; the program writes this to {@link #MEASURED}, with the thread's processor time.
 */
public final class WaitTimesApp {
    /** File in the working directory. Each line has the {@link #COLUMNS} of one thread, separated by semicolons. */
    public static final String MEASURED = "measured-waits";

    /**
     * The columns of a line: name; id of a virtual thread, else 0; how long the thread was blocked and how long it waited, as the JVM has measured for
     * platform threads; its processor time, and the part of it while it worked; by its own clock, how long it was in waits or without a task, and in
     * waits for input; the least time that it has waited, if that is known. All times are in nanoseconds, and 0 if they are not known.
     */
    public static final List<String> COLUMNS =
            List.of("thread", "virtual", "blocked", "waited", "processor", "worked", "away", "input", "least");

    /** The method that threads call when their measurement begins, and when it ends. */
    public static final String MARK = "org.ompt4j.apps.inquiry.ThreadMeter.mark";

    private static final int ROUNDS = 130;
    /** Rounds before the measurement begins: the first ones load classes. */
    private static final int ROUNDS_BEFORE = 30;

    private static final int PAUSE_MILLIS = 2;
    private static final int TASK_MILLIS = 3 * PAUSE_MILLIS;
    private static final int SPINS = 4_000;
    private static final int TASK_SPINS = 20_000;
    private static final int WORKERS = 2;

    /** How long a thread waits, at least, that pauses in each measured round. */
    private static final AtomicLong TIMED =
            new AtomicLong(TimeUnit.MILLISECONDS.toNanos((ROUNDS - ROUNDS_BEFORE) * PAUSE_MILLIS));

    private final List<Thread> threads = new ArrayList<>();
    private static volatile double sink;

    private WaitTimesApp() {}

    public static void main(String[] args) throws Exception {
        ThreadMeter.enable();
        WaitTimesApp app = new WaitTimesApp();
        app.locks();
        app.conditions();
        app.synchronizers();
        app.queues();
        app.futures();
        app.threads();
        app.input();
        app.pools();
        app.regions();
        app.virtualThreads();
        for (Thread each : app.threads) {
            each.join();
        }
        ThreadMeter.write(Path.of(MEASURED));
        System.out.println("measured");
    }

    // ---------------------------------------------------------------- threads in general

    /** What a thread does in the round with this number, from 0. */
    private interface Step {
        void run(int round) throws Exception;
    }

    private static void pause() throws InterruptedException {
        Thread.sleep(PAUSE_MILLIS);
    }

    private static void compute(int spins) {
        double sum = sink;
        for (int i = 1; i < spins; i++) {
            sum += 1 / Math.sqrt(i + sum);
        }
        sink = sum;
    }

    /** Starts a thread whose step is only a wait. */
    private void waits(String name, Step wait) {
        works(name, round -> ThreadMeter.current().waits(() -> wait.run(round)));
    }

    /** Starts a thread whose step is work, except for the waits inside. */
    private void works(String name, Step step) {
        threads.add(Threads.start(name, () -> measured(step)));
    }

    private static void measured(Step step) throws Exception {
        ThreadMeter meter = ThreadMeter.current();
        meter.works(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                if (round == ROUNDS_BEFORE) {
                    meter.begin();
                }
                step.run(round);
                compute(SPINS);
            }
            meter.mark();
        });
    }

    /** Starts a thread that waits and a thread that releases it after a pause. */
    private void pair(String name, Step wait, Step release) {
        waits(name, wait);
        releases(name, release);
    }

    private void releases(String name, Step release) {
        waits("releases " + name, round -> {
            pause();
            release.run(round);
        });
    }

    private static <T> List<T> each(Callable<T> maker) throws Exception {
        List<T> made = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            made.add(maker.call());
        }
        return made;
    }

    // ---------------------------------------------------------------- locks and conditions

    private void locks() {
        lock("ReentrantLock", new ReentrantLock(), null);
        lock("fair ReentrantLock", new ReentrantLock(true), null);
        ReentrantReadWriteLock readers = new ReentrantReadWriteLock();
        lock("WriteLock", readers.readLock(), readers.writeLock());
        ReentrantReadWriteLock writers = new ReentrantReadWriteLock();
        lock("ReadLock", writers.writeLock(), writers.readLock());
        StampedLock stamped = new StampedLock();
        lock("StampedLock", stamped.asWriteLock(), stamped.asReadLock());
        Object monitor = new Object();
        pair("synchronized", round -> enter(monitor), round -> hold(monitor));
    }

    /** One thread holds a lock most of the time; the other one acquires the same lock, or one that it excludes. */
    private void lock(String name, Lock held, Lock wanted) {
        Lock other = wanted == null ? held : wanted;
        pair(
                name,
                round -> {
                    other.lock();
                    other.unlock();
                },
                round -> {
                    held.lock();
                    pause();
                    held.unlock();
                });
    }

    private static void enter(Object monitor) {
        synchronized (monitor) {
            sink = 0;
        }
    }

    private static void hold(Object monitor) throws InterruptedException {
        synchronized (monitor) {
            pause();
        }
    }

    private void conditions() {
        Lock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        int[] signals = new int[1];
        pair(
                "Condition",
                round -> {
                    lock.lock();
                    while (signals[0] <= round) {
                        condition.await();
                    }
                    lock.unlock();
                },
                round -> {
                    lock.lock();
                    signals[0]++;
                    condition.signal();
                    lock.unlock();
                });
        Object monitor = new Object();
        int[] notices = new int[1];
        pair("Object.wait", round -> awaitNotice(monitor, notices, round), round -> {
            synchronized (monitor) {
                notices[0]++;
                monitor.notifyAll();
            }
        });
        waits("Object.wait with a timeout", round -> {
            synchronized (lock) {
                lock.wait(PAUSE_MILLIS);
            }
        });
    }

    private static void awaitNotice(Object monitor, int[] notices, int round) throws InterruptedException {
        synchronized (monitor) {
            while (notices[0] <= round) {
                monitor.wait();
            }
        }
    }

    // ---------------------------------------------------------------- synchronizers, queues and futures

    private void synchronizers() throws Exception {
        Semaphore permits = new Semaphore(0);
        pair("Semaphore", round -> permits.acquire(), round -> permits.release());
        List<CountDownLatch> latches = each(() -> new CountDownLatch(1));
        pair(
                "CountDownLatch",
                round -> latches.get(round).await(),
                round -> latches.get(round).countDown());
        CyclicBarrier barrier = new CyclicBarrier(2);
        pair("CyclicBarrier", round -> barrier.await(), round -> barrier.await());
        Phaser phaser = new Phaser(2);
        pair("Phaser", round -> phaser.arriveAndAwaitAdvance(), round -> phaser.arriveAndAwaitAdvance());
        Exchanger<Integer> exchanger = new Exchanger<>();
        pair("Exchanger", exchanger::exchange, exchanger::exchange);
    }

    private void queues() {
        queue("ArrayBlockingQueue", new ArrayBlockingQueue<>(1));
        queue("LinkedBlockingQueue", new LinkedBlockingQueue<>());
        queue("SynchronousQueue", new SynchronousQueue<>());
        queue("LinkedTransferQueue", new LinkedTransferQueue<>());
        BlockingQueue<Integer> full = new ArrayBlockingQueue<>(1);
        pair("ArrayBlockingQueue.put", full::put, round -> full.take());
        BlockingQueue<Integer> empty = new LinkedBlockingQueue<>();
        waits("LinkedBlockingQueue.poll", round -> empty.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    }

    private void queue(String name, BlockingQueue<Integer> queue) {
        pair(name, round -> queue.take(), queue::put);
    }

    private void futures() throws Exception {
        List<FutureTask<Integer>> tasks = each(() -> new FutureTask<>(() -> 1));
        pair(
                "FutureTask",
                round -> tasks.get(round).get(),
                round -> tasks.get(round).run());
        List<CompletableFuture<Integer>> futures = each(CompletableFuture::new);
        pair(
                "CompletableFuture",
                round -> futures.get(round).get(),
                round -> futures.get(round).complete(round));
        List<CompletableFuture<Integer>> sources = each(CompletableFuture::new);
        List<CompletableFuture<Integer>> stages = new ArrayList<>();
        sources.forEach(each -> stages.add(each.thenApply(x -> x + 1)));
        pair(
                "stage",
                round -> stages.get(round).join(),
                round -> sources.get(round).complete(round));
    }

    // ---------------------------------------------------------------- threads, and input

    private void threads() {
        AtomicInteger permits = new AtomicInteger();
        Thread[] parked = new Thread[1];
        pair(
                "LockSupport.park",
                round -> {
                    while (permits.get() <= round) {
                        LockSupport.park();
                    }
                },
                round -> {
                    permits.incrementAndGet();
                    LockSupport.unpark(parked[0]);
                });
        parked[0] = threads.get(threads.size() - 2);
        waits("LockSupport.parkNanos", round -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)));
        waits("Thread.sleep", round -> pause());
        waits("TimeUnit.sleep", round -> TimeUnit.MICROSECONDS.sleep(1_000 * PAUSE_MILLIS + 500));
        works("Thread.join", round -> {
            Thread joined = Threads.start("joined", WaitTimesApp::pause);
            ThreadMeter.current().waits(joined::join);
        });
    }

    private void input() throws Exception {
        Pipe pipe = Pipe.open();
        ByteBuffer read = ByteBuffer.allocate(1);
        input(
                "Pipe",
                round -> {
                    read.clear();
                    pipe.source().read(read);
                },
                round -> pipe.sink().write(ByteBuffer.wrap(new byte[1])));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket other = server.accept();
            input(
                    "Socket",
                    round -> one.getInputStream().read(),
                    round -> other.getOutputStream().write(1));
        }
    }

    private void input(String name, Step wait, Step release) {
        works(name, round -> ThreadMeter.current().waitsForInput(() -> wait.run(round)));
        releases(name, release);
    }

    // ---------------------------------------------------------------- pools

    private static void task() throws Exception {
        ThreadMeter.task(() -> {
            compute(TASK_SPINS);
            ThreadMeter.current().waits(WaitTimesApp::pause);
            compute(TASK_SPINS);
        });
    }

    private static int call() throws Exception {
        task();
        return 0;
    }

    private static void uncheckedTask() {
        try {
            task();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static ThreadFactory named(String name) {
        return body -> new Thread(body, name);
    }

    private static ForkJoinPool forkJoinPool(boolean async) {
        return new ForkJoinPool(
                WORKERS,
                pool -> {
                    ForkJoinWorkerThread worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                    worker.setName("worker " + worker.getName());
                    return worker;
                },
                null,
                async);
    }

    /** Pools whose workers have no task half of the time. */
    private void pools() {
        asks("asks a thread pool", Executors.newFixedThreadPool(1, named("worker of a thread pool")));
        asks("asks a fork/join pool", forkJoinPool(true));
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1, named("worker of a scheduler"));
        scheduled.scheduleAtFixedRate(WaitTimesApp::uncheckedTask, 0, TASK_MILLIS, TimeUnit.MILLISECONDS);
        Timer timer = new Timer("Timer");
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        uncheckedTask();
                    }
                },
                0,
                TASK_MILLIS);
        works("ends pools", round -> {
            ThreadMeter.current().waits(WaitTimesApp::pause);
            if (round == ROUNDS - 1) {
                scheduled.shutdown();
                timer.cancel();
            }
        });
    }

    private void asks(String name, ExecutorService pool) {
        works(name, round -> {
            List<Future<?>> asked = List.of(pool.submit(WaitTimesApp::call), pool.submit(WaitTimesApp::call));
            ThreadMeter.current().waits(() -> {
                asked.get(0).get();
                asked.get(1).get();
                pause();
            });
            if (round == ROUNDS - 1) {
                pool.shutdown();
            }
        });
    }

    // ---------------------------------------------------------------- regions

    /** A tree of tasks in a pool of its own, and streams in the common pool whose elements take different times. */
    private void regions() {
        ForkJoinPool pool = forkJoinPool(false);
        waits("invokes", round -> {
            pool.invoke(new Tree(3));
            pause();
        });
        waits("streams", round -> {
            IntStream.range(0, 8).parallel().forEach(WaitTimesApp::part);
            pause();
        });
    }

    private static void part(int number) {
        worker(() -> compute(number * SPINS));
    }

    /** Runs the body as a task if this thread is a worker, else as work of a thread that helps. */
    private static void worker(Threads.Body body) {
        try {
            if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
                ThreadMeter.task(body);
            } else {
                ThreadMeter.current().works(body);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Tree extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int depth;

        Tree(int depth) {
            this.depth = depth;
        }

        @Override
        protected void compute() {
            if (depth == 0) {
                part(3);
            } else {
                worker(() -> ThreadMeter.current().waits(() -> invokeAll(new Tree(depth - 1), new Tree(depth - 1))));
            }
        }
    }

    // ---------------------------------------------------------------- virtual threads

    /** Starts virtual threads; none on JDKs without them. */
    private void virtualThreads() throws Exception {
        if (Arrays.stream(Thread.class.getMethods())
                .noneMatch(each -> each.getName().equals("ofVirtual"))) {
            return;
        }
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> type = Class.forName("java.lang.Thread$Builder$OfVirtual");
        Method name = type.getMethod("name", String.class);
        Method start = type.getMethod("start", Runnable.class);
        Semaphore permits = new Semaphore(0);
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        List<CompletableFuture<Integer>> futures = each(CompletableFuture::new);
        List<Step> released = List.of(
                round -> permits.acquire(),
                round -> queue.take(),
                round -> futures.get(round).get());
        List<Step> timed =
                List.of(round -> pause(), round -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)));
        List<Thread> waiters = new ArrayList<>();
        AtomicLong least = new AtomicLong();
        for (int i = 0; i < released.size() + timed.size(); i++) {
            boolean isReleased = i < released.size();
            Step wait = isReleased ? released.get(i) : timed.get(i - released.size());
            Object named = name.invoke(builder, "virtual-" + i);
            Thread started = (Thread) start.invoke(named, (Runnable) () -> virtual(wait, isReleased ? least : TIMED));
            threads.add(started);
            if (isReleased) {
                waiters.add(started);
            }
        }
        waits("releases virtual threads", round -> {
            // All of them wait from here until they are released.
            waiters.forEach(each -> Threads.awaitState(each, Thread.State.WAITING));
            long from = System.nanoTime();
            pause();
            if (round >= ROUNDS_BEFORE) {
                least.addAndGet(System.nanoTime() - from);
            }
            permits.release();
            queue.put(round);
            futures.get(round).complete(round);
        });
    }

    private static void virtual(Step wait, AtomicLong least) {
        try {
            measured(round -> {
                ThreadMeter.current().waits(() -> wait.run(round));
                if (round == ROUNDS - 1) {
                    ThreadMeter.current().waitedAtLeast(least.get());
                }
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
