package org.ompt4j.apps.forkjoin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.SummingSubscriber;
import org.ompt4j.apps.Threads;

/**
 * Tasks that threads outside of a pool submit to it, and how pools begin and end. The names of pools and workers begin with that of the
 * scenario.
 *
 * <p>Known by construction: the numbers of tasks below, each created by one call of the pool's methods; {@link
 * #OWN_POOLS} pools of the application are terminated; {@code common} forks {@link #commonForks} times in the common pool,
 * where {@code main} helps although it is no worker.
 */
public final class ForkJoinPoolApp {

    /** Tasks of {@code submit}: callable, runnable, runnable with result, task; times the scale. */
    public static final int SUBMITTED_TASKS = 4;
    /** Tasks of {@code execute}: runnable and task; times the scale. */
    public static final int EXECUTED_TASKS = 2;
    /** Tasks of the one {@code pool.invokeAll}. */
    public static final int INVOKE_ALL_TASKS = 5;
    /** Tasks of the one {@code pool.invokeAny}: the first has a result once the caller waits, the others end when they are cancelled. */
    public static final int INVOKE_ANY_TASKS = 2;
    /** Children that {@code unjoined} forks and does not join. */
    public static final int UNJOINED_FORKS = 16;
    /** Tasks queued behind the running one when {@code shutdown-now} ends its pool; none of them runs. */
    public static final int DISCARDED_TASKS = 3;
    /** Tasks that a pool which was shut down rejects. */
    public static final int REJECTED_TASKS = 2;
    /** Tasks that occupy the worker of {@code again} until the others are queued. */
    public static final int AGAIN_GATES = 1;
    /** How often {@code again} submits a task that is never completed, and therefore runs as often. */
    public static final int AGAIN_RUNS = 10;
    /** How often {@code again} submits a task that is completed by its first run. */
    public static final int AGAIN_ONCE = 3;
    /** How often each of {@link #AGAIN_RACERS} threads submits the same task, which is never completed, while the worker runs it. */
    public static final int AGAIN_RACE = 500;
    /** Threads of {@code again} that submit a task at the same time. */
    public static final int AGAIN_RACERS = 3;
    /** Pools that the application creates. */
    public static final int OWN_POOLS = 14;
    /** Workers of {@code last-words}: each runs a part of a stream, and acquires a lock when it terminates. */
    public static final int LAST_WORDS = 2;

    /** The method of {@link ForkJoinTask} in which threads wait for a task. */
    private static final String WAITING_METHOD = "awaitDone";

    private ForkJoinPoolApp() {}

    /** {@code fork} calls of the task that {@code invoke} invokes. */
    public static int invokeForks(int scale) {
        return Fibonacci.forks(10 + scale);
    }

    /** {@code fork} calls of {@code common}, the one by {@code main} itself included. */
    public static int commonForks(int scale) {
        return 1 + 2 * Fibonacci.forks(10 + scale);
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("invoke", ForkJoinPoolApp::invoke)
                .add("submit", ForkJoinPoolApp::submit)
                .add("execute", ForkJoinPoolApp::execute)
                .add("invoke-all", scale -> invokeAll())
                .add("invoke-any", scale -> invokeAny())
                .add("unjoined", scale -> unjoined())
                .add("export", scale -> export())
                .add("shutdown-now", scale -> shutdownNow())
                .add("again", scale -> again())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("close", scale -> close())
                .add("publisher", scale -> publisher())
                .add("last-words", scale -> lastWords())
                .add("common", ForkJoinPoolApp::common)
                .run(args);
    }

    private static String publisher() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("publisher", 1);
        int sum = SummingSubscriber.sumOfTwo(pool);
        return "sum " + sum + ", " + end(pool);
    }

    private static String invoke(int scale) throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("invoke", 2);
        int result = pool.invoke(new Fibonacci(10 + scale));
        return "result " + result + ", " + end(pool);
    }

    private static String submit(int scale) throws Exception {
        ForkJoinPool pool = NamedWorkers.pool("submit", 2);
        AtomicInteger runs = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < scale; i++) {
            futures.add(pool.submit((Callable<Integer>) runs::incrementAndGet));
            futures.add(pool.submit((Runnable) runs::incrementAndGet));
            futures.add(pool.submit(runs::incrementAndGet, "result"));
            futures.add(pool.submit(ForkJoinTask.adapt((Runnable) runs::incrementAndGet)));
        }
        for (Future<?> each : futures) {
            each.get();
        }
        return "runs " + runs.get() + ", " + end(pool);
    }

    private static String execute(int scale) throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("execute", 2);
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(EXECUTED_TASKS * scale);
        Runnable body = () -> {
            runs.incrementAndGet();
            done.countDown();
        };
        for (int i = 0; i < scale; i++) {
            pool.execute(body);
            pool.execute(ForkJoinTask.adapt(body));
        }
        done.await();
        String ended = end(pool);
        int rejected = 0;
        for (int i = 0; i < REJECTED_TASKS; i++) {
            String thrown = Threads.thrownBy(() -> {
                pool.execute(body);
                return null;
            });
            rejected += thrown.equals("RejectedExecutionException") ? 1 : 0;
        }
        return "runs " + runs.get() + ", " + ended + ", rejected " + rejected;
    }

    private static String invokeAll() throws Exception {
        ForkJoinPool pool = NamedWorkers.pool("invoke-all", 2);
        Thread caller = Thread.currentThread();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < INVOKE_ALL_TASKS; i++) {
            int number = i;
            tasks.add(() -> {
                Threads.awaitWaitIn(WAITING_METHOD, caller);
                return number;
            });
        }
        int sum = 0;
        for (Future<Integer> each : pool.invokeAll(tasks)) {
            sum += each.get();
        }
        return "sum " + sum + ", " + end(pool);
    }

    private static String invokeAny() throws Exception {
        ForkJoinPool pool = NamedWorkers.pool("invoke-any", 2);
        Thread caller = Thread.currentThread();
        CountDownLatch never = new CountDownLatch(1);
        List<Callable<Integer>> tasks = new ArrayList<>();
        tasks.add(() -> {
            Threads.awaitWaitIn(WAITING_METHOD, caller);
            return 1;
        });
        while (tasks.size() < INVOKE_ANY_TASKS) {
            tasks.add(() -> {
                never.await();
                return 0;
            });
        }
        int result = pool.invokeAny(tasks);
        return "result " + result + ", " + end(pool);
    }

    /** {@code invoke} returns before the children have run: the only worker first runs their parent, and each child spins until {@code invoke} has returned. */
    private static String unjoined() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("unjoined", 1);
        AtomicInteger runs = new AtomicInteger();
        AtomicBoolean returned = new AtomicBoolean();
        Runnable child = () -> {
            // Spins, since a wait would have events.
            while (!returned.get()) {
                Thread.onSpinWait();
            }
            runs.incrementAndGet();
        };
        pool.invoke(new RecursiveAction() {
            @Override
            protected void compute() {
                for (int i = 0; i < UNJOINED_FORKS; i++) {
                    ForkJoinTask.adapt(child).fork();
                }
            }
        });
        returned.set(true);
        boolean quiescent = pool.awaitQuiescence(1, TimeUnit.HOURS);
        return "quiescent " + quiescent + ", runs " + runs.get() + ", " + end(pool);
    }

    /** A task in the region of an invoke submits another one, and waits for it. */
    private static String export() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("export", 2);
        String result = pool.invoke(ForkJoinTask.adapt((Callable<String>)
                () -> pool.submit((Callable<String>) () -> "exported").join()));
        return "result " + result + ", " + end(pool);
    }

    private static String shutdownNow() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("shutdown-now", 1);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        pool.execute(() -> {
            running.countDown();
            Threads.thrownBy(() -> {
                never.await();
                return null;
            });
        });
        running.await();
        List<ForkJoinTask<?>> queued = new ArrayList<>();
        for (int i = 0; i < DISCARDED_TASKS; i++) {
            queued.add(pool.submit((Runnable) runs::incrementAndGet));
        }
        pool.shutdownNow();
        boolean terminated = pool.awaitTermination(1, TimeUnit.HOURS);
        long cancelled = queued.stream().filter(ForkJoinTask::isCancelled).count();
        return "terminated " + terminated + ", cancelled " + cancelled + ", runs " + runs.get();
    }

    /**
     * The same task is several times in queues. There is only one worker: in JDK 17 the queues can hang, even without an agent, if several threads
     * take entries that are the same object.
     */
    private static String again() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("again", 1);
        CountDownLatch gate = new CountDownLatch(1);
        pool.execute(ForkJoinTask.adapt(() -> {
            gate.await();
            return null;
        }));
        Counting repeated = new Counting(false, AGAIN_RUNS);
        for (int i = 0; i < AGAIN_RUNS; i++) {
            pool.execute(repeated);
        }
        Counting once = new Counting(true, 1);
        for (int i = 0; i < AGAIN_ONCE; i++) {
            pool.execute(once);
        }
        gate.countDown();
        Counting raced = new Counting(false, AGAIN_RACERS * AGAIN_RACE);
        Threads.race(AGAIN_RACERS, () -> {
            for (int i = 0; i < AGAIN_RACE; i++) {
                pool.execute(raced);
            }
        });
        return "runs " + repeated.await() + " " + once.await() + " " + raced.await() + ", " + end(pool);
    }

    /** A task that counts its runs and, on request, is never completed. */
    private static final class Counting extends ForkJoinTask<Void> {
        private static final long serialVersionUID = 1;

        private final boolean isDoneAtOnce;
        private final transient AtomicInteger runs = new AtomicInteger();
        private final transient CountDownLatch expected;

        Counting(boolean isDoneAtOnce, int expected) {
            this.isDoneAtOnce = isDoneAtOnce;
            this.expected = new CountDownLatch(expected);
        }

        int await() throws InterruptedException {
            expected.await();
            return runs.get();
        }

        @Override
        protected boolean exec() {
            runs.incrementAndGet();
            expected.countDown();
            return isDoneAtOnce;
        }

        @Override
        public Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(Void value) {
            // The task has no result.
        }
    }

    /** {@code awaitTermination} of a busy pool times out. */
    private static String timeout() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ForkJoinPool pool = busy("timeout", gate);
        boolean[] terminated = new boolean[1];
        Threads.join(Threads.start("impatient", () -> terminated[0] = pool.awaitTermination(1, TimeUnit.MILLISECONDS)));
        gate.countDown();
        return terminated[0] + ", " + end(pool);
    }

    private static String interrupt() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ForkJoinPool pool = busy("interrupt", gate);
        String thrown = Threads.thrownByInterrupt(() -> pool.awaitTermination(1, TimeUnit.HOURS));
        gate.countDown();
        return thrown + ", " + end(pool);
    }

    /** Before JDK 19 a pool has no method {@code close}. */
    private static String close() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        Object pool = busy("close", gate);
        Thread closer = Threads.start("closer", () -> {
            if (pool instanceof AutoCloseable closeable) {
                closeable.close();
            } else {
                end((ForkJoinPool) pool);
            }
        });
        Threads.awaitState(closer, Thread.State.WAITING, Thread.State.TIMED_WAITING);
        gate.countDown();
        Threads.join(closer);
        return "closed";
    }

    /** A pool whose only worker runs a task until the gate opens. */
    private static ForkJoinPool busy(String name, CountDownLatch gate) throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool(name, 1);
        CountDownLatch running = new CountDownLatch(1);
        pool.execute(ForkJoinTask.adapt(() -> {
            running.countDown();
            gate.await();
            return null;
        }));
        running.await();
        return pool;
    }

    private static String lastWords() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        ForkJoinPool pool = NamedWorkers.pool("last-words", LAST_WORDS, each -> new LockingWorker(each, lock));
        // The workers wait for each other, so that each has one element.
        CyclicBarrier together = new CyclicBarrier(LAST_WORDS);
        int sum = pool.submit(() -> IntStream.range(0, LAST_WORDS)
                        .parallel()
                        .map(each -> awaits(together))
                        .sum())
                .get();
        return "sum " + sum + ", " + end(pool);
    }

    private static int awaits(CyclicBarrier together) {
        try {
            together.await();
            ((LockingWorker) Thread.currentThread()).wasInTheStream = true;
            return 1;
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A worker that acquires the lock when it terminates, unless it is an additional worker that the pool has created at its end. */
    private static final class LockingWorker extends ForkJoinWorkerThread {
        private final ReentrantLock lock;
        private boolean wasInTheStream;

        LockingWorker(ForkJoinPool pool, ReentrantLock lock) {
            super(pool);
            this.lock = lock;
        }

        @Override
        protected void onTermination(Throwable thrown) {
            if (wasInTheStream) {
                lock.lock();
                lock.unlock();
            }
            super.onTermination(thrown);
        }
    }

    private static String common(int scale) {
        int n = 10 + scale;
        int invoked = ForkJoinPool.commonPool().invoke(new Fibonacci(n));
        ForkJoinTask<Integer> forked = new Fibonacci(n).fork();
        return "invoked " + invoked + ", forked " + forked.join();
    }

    private static String end(ForkJoinPool pool) throws InterruptedException {
        pool.shutdown();
        return "terminated " + pool.awaitTermination(1, TimeUnit.HOURS);
    }
}
