package org.ompt4j.apps.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.SummingSubscriber;
import org.ompt4j.apps.Threads;

/**
 * Tasks that are submitted to thread pools, and how pools begin and end. The names of workers begin with that of the scenario.
 *
 * <p>Known by construction: the numbers of tasks below, each submitted by one call.
 */
public final class ThreadPoolExecutorApp {

    /** Ways to submit a task in {@code submit}: callable, runnable, runnable with result, {@code execute}; times the scale. */
    public static final int WAYS = 4;
    /** Workers of {@code submit}. */
    public static final int WORKERS = 2;
    /** How often {@code same} submits the same lambda; times the scale. */
    public static final int SAME = 100;
    /** Tasks that {@code completion} submits to a completion service. */
    public static final int COMPLETION_TASKS = 3;
    /** Tasks of {@code nested} that a task of the pool submits to it. */
    public static final int NESTED_TASKS = 2;
    /** Tasks of {@code export} that are submitted inside a parallel region. */
    public static final int EXPORTED_TASKS = 4;
    /** Tasks that a pool rejects since it is shut down. */
    public static final int REJECTED_TASKS = 2;
    /** Tasks that the submitting thread runs, because the queue is full. */
    public static final int CALLER_RUNS = 2;
    /** Tasks that a policy discards: the newest, or the oldest. */
    public static final int DROPPED_TASKS = 2;
    /** Tasks that {@code shutdown-now} finds in the queue. */
    public static final int STOPPED_TASKS = 3;
    /** Tasks that {@code remove} takes out of the queue. */
    public static final int REMOVED_TASKS = 1;
    /** Tasks of {@code cancel} that are cancelled in the queue. */
    public static final int CANCELLED_QUEUED = 2;
    /** Tasks of {@code throws} that throw, one with a future and one without. */
    public static final int THROWING_TASKS = 2;
    /** Tasks of {@code unseen} that are added to the queue without the pool's methods. */
    public static final int UNSEEN_TASKS = 2;
    /** Tasks of {@code own-threads}. */
    public static final int OWN_THREAD_TASKS = 2;
    /** Tasks of the one {@code invokeAll}. */
    public static final int INVOKE_ALL_TASKS = 3;
    /** Tasks of the one {@code invokeAny}: the first has a result, the others end only when they are cancelled. */
    public static final int INVOKE_ANY_TASKS = 3;
    /** Tasks that an executor of the application gets by {@code submit}, a completion service and {@code invokeAll}. */
    public static final int OWN_EXECUTOR_TASKS = 3 + INVOKE_ALL_TASKS;

    /** Threads that submit tasks to the pool of {@code contended} at the same time. */
    public static final int CONTENDERS = 3;
    /** Tasks that each of them submits. */
    public static final int CONTENDED_TASKS = 20;

    /** Workers of {@code virtual-workers}. */
    public static final int VIRTUAL_WORKERS = 2;

    /** Tasks of {@code virtual-workers}. */
    public static final int VIRTUAL_WORKERS_TASKS = 4;

    /** Tasks that {@code thread-per-task} submits, and as many that it executes: each has a thread of its own. */
    public static final int THREAD_PER_TASK = 3;
    /** Tasks of the one {@code invokeAny} of {@code any-of-threads}, as in {@code invoke-any}. */
    public static final int ANY_OF_THREADS = 3;

    private ThreadPoolExecutorApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("submit", ThreadPoolExecutorApp::submit)
                .add("same", ThreadPoolExecutorApp::same)
                .add("publisher", scale -> publisher())
                .add("completion", scale -> completion())
                .add("nested", scale -> nested())
                .add("export", scale -> export())
                .add("rejected", scale -> rejected())
                .add("caller-runs", scale -> callerRuns())
                .add("discard", scale -> discard("discard", new ThreadPoolExecutor.DiscardPolicy()))
                .add("discard-oldest", scale -> discard("discard-oldest", new ThreadPoolExecutor.DiscardOldestPolicy()))
                .add("nested-rejection", scale -> nestedRejection())
                .add("shutdown-now", scale -> shutdownNow())
                .add("remove", scale -> remove())
                .add("cancel", scale -> cancel())
                .add("throws", scale -> throwing())
                .add("unseen", scale -> unseen())
                .add("room", scale -> room())
                .add("guarded", scale -> guarded())
                .add("own-threads", scale -> ownThreads())
                .add("late-worker", scale -> lateWorker())
                .add("virtual-workers", scale -> virtualWorkers())
                .add("invoke-all", scale -> invokeAll())
                .add("invoke-any", scale -> invokeAny())
                .add("thread-per-task", scale -> threadPerTask())
                .add("any-of-threads", scale -> anyOfThreads())
                .add("own-executor", scale -> ownExecutor())
                .add("contended", scale -> contended())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .run(args);
    }

    /** Creates workers whose names end with their number. */
    private static ThreadFactory named(String name) {
        AtomicInteger made = new AtomicInteger();
        return body -> new Thread(body, name + "-worker-" + made.incrementAndGet());
    }

    private static ThreadPoolExecutor pool(String name, int workers) {
        return new ThreadPoolExecutor(workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
    }

    /** A pool whose only worker waits for the gate and whose queue, with room for one task, is full. */
    private static ThreadPoolExecutor full(String name, RejectedExecutionHandler policy, CountDownLatch gate) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), named(name), policy);
        block(pool, gate);
        return pool;
    }

    /** Submits a task that occupies the only worker until the gate opens; returns once the task runs. */
    private static void block(ThreadPoolExecutor pool, CountDownLatch gate) {
        CountDownLatch running = new CountDownLatch(1);
        pool.execute(() -> {
            running.countDown();
            await(gate);
        });
        await(running);
    }

    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        return "terminated " + pool.awaitTermination(1, TimeUnit.HOURS);
    }

    private static String submit(int scale) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS, named("submit"));
        AtomicInteger runs = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < scale; i++) {
            futures.add(pool.submit((Callable<Integer>) runs::incrementAndGet));
            futures.add(pool.submit((Runnable) runs::incrementAndGet));
            futures.add(pool.submit(runs::incrementAndGet, "result"));
            pool.execute(runs::incrementAndGet);
        }
        for (Future<?> each : futures) {
            each.get();
        }
        // A worker that is about to run a task may wait while the pool is shut down, outside of any task.
        while (runs.get() < WAYS * scale) {
            Thread.yield();
        }
        String ended = end(pool);
        return runs + " runs, " + ended;
    }

    private static String same(int scale) throws InterruptedException {
        ThreadPoolExecutor pool = pool("same", 2);
        AtomicInteger runs = new AtomicInteger();
        Runnable task = runs::incrementAndGet;
        for (int i = 0; i < SAME * scale; i++) {
            pool.execute(task);
        }
        String ended = end(pool);
        return runs + " runs, " + ended;
    }

    private static String completion() throws Exception {
        ThreadPoolExecutor pool = pool("completion", 2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        for (int i = 1; i <= COMPLETION_TASKS; i++) {
            int value = i;
            service.submit(() -> value);
        }
        int sum = 0;
        for (int i = 0; i < COMPLETION_TASKS; i++) {
            sum += service.take().get();
        }
        return "sum " + sum + ", " + end(pool);
    }

    private static String nested() throws Exception {
        ThreadPoolExecutor pool = pool("nested", 1);
        AtomicInteger runs = new AtomicInteger();
        pool.submit(() -> {
                    for (int i = 0; i < NESTED_TASKS; i++) {
                        pool.execute(runs::incrementAndGet);
                    }
                })
                .get();
        String ended = end(pool);
        return runs + " nested, " + ended;
    }

    private static String export() throws InterruptedException {
        ThreadPoolExecutor pool = pool("export", 1);
        AtomicInteger runs = new AtomicInteger();
        IntStream.range(0, EXPORTED_TASKS).parallel().forEach(i -> pool.execute(runs::incrementAndGet));
        String ended = end(pool);
        return runs + " runs, " + ended;
    }

    private static String rejected() throws InterruptedException {
        ThreadPoolExecutor pool = pool("rejected", 1);
        pool.execute(() -> {});
        String ended = end(pool);
        String first = Threads.thrownBy(() -> pool.submit(() -> 1));
        String second = Threads.thrownBy(() -> {
            pool.execute(() -> {});
            return null;
        });
        return first + " " + second + ", " + ended;
    }

    private static String callerRuns() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor pool = full("caller-runs", new ThreadPoolExecutor.CallerRunsPolicy(), gate);
        List<String> ran = new ArrayList<>();
        pool.execute(() -> {});
        pool.execute(() -> ran.add(Thread.currentThread().getName()));
        String thrown = Threads.thrownBy(() -> {
            pool.execute(() -> {
                throw new IllegalStateException("on purpose");
            });
            return null;
        });
        gate.countDown();
        return ran + " " + thrown + ", " + end(pool);
    }

    private static String discard(String name, RejectedExecutionHandler policy) throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor pool = full(name, policy, gate);
        List<Integer> ran = new ArrayList<>();
        for (int i = 0; i <= DROPPED_TASKS; i++) {
            int number = i;
            pool.execute(() -> ran.add(number));
        }
        gate.countDown();
        String ended = end(pool);
        return "ran " + ran + ", " + ended;
    }

    /** The rejection handler of a pool first submits a task to another full pool, which discards it. */
    private static String nestedRejection() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor log = full("log", new ThreadPoolExecutor.DiscardPolicy(), gate);
        log.execute(() -> {});
        RejectedExecutionHandler drops = new ThreadPoolExecutor.DiscardPolicy() {
            @Override
            public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
                log.execute(() -> {});
                super.rejectedExecution(task, pool);
            }
        };
        ThreadPoolExecutor pool = full("nested-rejection", drops, gate);
        for (int i = 0; i <= DROPPED_TASKS; i++) {
            pool.execute(() -> {});
        }
        gate.countDown();
        return end(log) + ", " + end(pool);
    }

    private static String shutdownNow() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor pool = pool("shutdown-now", 1);
        block(pool, gate);
        pool.execute(() -> {});
        pool.submit(() -> {});
        pool.submit(() -> 1);
        int stopped = pool.shutdownNow().size();
        gate.countDown();
        return stopped + " stopped, " + end(pool);
    }

    private static String remove() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor pool = pool("remove", 1);
        block(pool, gate);
        Runnable task = () -> {};
        pool.execute(task);
        boolean removed = pool.remove(task);
        boolean again = pool.remove(task);
        gate.countDown();
        return "removed " + removed + " " + again + ", " + end(pool);
    }

    private static String cancel() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        ThreadPoolExecutor pool = pool("cancel", 1);
        Future<?> first = pool.submit(() -> {
            running.countDown();
            await(gate);
        });
        List<Future<?>> queued = new ArrayList<>();
        for (int i = 0; i < CANCELLED_QUEUED; i++) {
            queued.add(pool.submit(() -> {}));
        }
        await(running);
        boolean cancelled = first.cancel(true);
        for (Future<?> each : queued) {
            cancelled &= each.cancel(false);
        }
        boolean again = first.cancel(true);
        gate.countDown();
        return "cancelled " + cancelled + " " + again + ", " + end(pool);
    }

    private static String throwing() throws InterruptedException {
        CountDownLatch uncaught = new CountDownLatch(1);
        ThreadFactory threads = named("throws");
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), body -> {
                    Thread worker = threads.newThread(body);
                    worker.setUncaughtExceptionHandler((thread, thrown) -> uncaught.countDown());
                    return worker;
                });
        Future<?> kept = pool.submit(() -> {
            throw new IllegalStateException("on purpose");
        });
        String cause;
        try {
            kept.get();
            cause = "nothing";
        } catch (ExecutionException e) {
            cause = e.getCause().getClass().getSimpleName();
        }
        pool.execute(() -> {
            throw new IllegalArgumentException("on purpose");
        });
        // A new worker takes the place of the one that died.
        pool.execute(() -> {});
        String ended = end(pool);
        await(uncaught);
        return cause + ", one uncaught, " + ended;
    }

    private static String unseen() throws Exception {
        ThreadPoolExecutor pool = pool("unseen", 1);
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < UNSEEN_TASKS; i++) {
            pool.getQueue().put(runs::incrementAndGet);
        }
        pool.prestartCoreThread();
        String ended = end(pool);
        return runs + " runs, " + ended;
    }

    /** {@code putter} waits for room in the queue until the only worker takes its next task. */
    private static String room() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        ThreadPoolExecutor pool = full("room", new ThreadPoolExecutor.AbortPolicy(), gate);
        pool.execute(runs::incrementAndGet);
        Thread putter = Threads.start("putter", () -> pool.getQueue().put(runs::incrementAndGet));
        Threads.awaitWaitIn("put", putter);
        gate.countDown();
        Threads.join(putter);
        String ended = end(pool);
        return runs + " runs, " + ended;
    }

    private static String publisher() throws InterruptedException {
        ThreadPoolExecutor pool = pool("publisher", 1);
        int sum = SummingSubscriber.sumOfTwo(pool);
        return "sum " + sum + ", " + end(pool);
    }

    /** The only worker waits for a monitor before it waits at its queue until the pool is shut down. */
    private static String guarded() throws Exception {
        GuardedQueue queue = new GuardedQueue();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue, named("guarded"));
        Thread worker;
        synchronized (queue) {
            worker = pool.submit(Thread::currentThread).get();
            Threads.awaitStateIn("take", worker, Thread.State.BLOCKED);
        }
        Threads.awaitState(worker, Thread.State.WAITING);
        return end(pool);
    }

    private static List<Callable<Integer>> numbers() {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 1; i <= INVOKE_ALL_TASKS; i++) {
            int number = i;
            tasks.add(() -> number);
        }
        return tasks;
    }

    private static int sum(List<Future<Integer>> futures) throws Exception {
        int sum = 0;
        for (Future<Integer> each : futures) {
            sum += each.get();
        }
        return sum;
    }

    private static String invokeAll() throws Exception {
        ThreadPoolExecutor pool = pool("invoke-all", 2);
        int sum = sum(pool.invokeAll(numbers()));
        return "sum " + sum + ", " + end(pool);
    }

    /** The workers are virtual threads, which the JDK's own factory creates. */
    private static String virtualWorkers() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                VIRTUAL_WORKERS, VIRTUAL_WORKERS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Threads.virtual());
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < VIRTUAL_WORKERS_TASKS; i++) {
            pool.execute(ran::incrementAndGet);
        }
        return end(pool) + ", ran " + ran;
    }

    private static String invokeAny() throws Exception {
        ThreadPoolExecutor pool = new PassingPool();
        Thread caller = Thread.currentThread();
        CountDownLatch never = new CountDownLatch(1);
        List<Callable<Integer>> tasks = new ArrayList<>();
        tasks.add(() -> {
            Threads.awaitWaitIn("take", caller);
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

    /** The thread that completes or cancels a task of this pool passes a barrier while it does so. */
    private static final class PassingPool extends ThreadPoolExecutor {
        PassingPool() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named("invoke-any"));
        }

        @Override
        protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
            return new FutureTask<>(callable) {
                @Override
                protected void done() {
                    pass(new CyclicBarrier(1));
                }
            };
        }

        private static void pass(CyclicBarrier alone) {
            try {
                alone.await();
            } catch (InterruptedException ofTheCancelledTask) {
                Thread.currentThread().interrupt();
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A queue whose {@code take} enters its monitor before it waits. */
    private static final class GuardedQueue extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public Runnable take() throws InterruptedException {
            synchronized (this) {
                Thread.onSpinWait();
            }
            return super.take();
        }
    }

    /** {@code newThreadPerTaskExecutor}, or a cached pool on JDKs before 21. */
    private static ExecutorService perTask(ThreadFactory threads) throws ReflectiveOperationException {
        try {
            return (ExecutorService) Executors.class
                    .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                    .invoke(null, threads);
        } catch (NoSuchMethodException before21) {
            return Executors.newCachedThreadPool(threads);
        }
    }

    /** The last task ends once the main thread waits for the end of the executor. */
    private static String threadPerTask() throws Exception {
        ExecutorService executor = perTask(named("thread-per-task"));
        Thread caller = Thread.currentThread();
        AtomicInteger ran = new AtomicInteger();
        for (int i = 1; i < THREAD_PER_TASK; i++) {
            executor.submit((Callable<Integer>) ran::incrementAndGet);
            executor.execute(ran::incrementAndGet);
        }
        executor.submit((Callable<Integer>) ran::incrementAndGet);
        executor.execute(() -> {
            Threads.awaitStateIn("awaitTermination", caller, Thread.State.TIMED_WAITING);
            ran.incrementAndGet();
        });
        return end(executor) + ", ran " + ran;
    }

    private static String anyOfThreads() throws Exception {
        ExecutorService executor = perTask(Threads.virtual());
        Thread caller = Thread.currentThread();
        CountDownLatch never = new CountDownLatch(1);
        List<Callable<Integer>> tasks = new ArrayList<>();
        tasks.add(() -> {
            Threads.awaitWaitIn("invokeAny", caller);
            return 1;
        });
        while (tasks.size() < ANY_OF_THREADS) {
            tasks.add(() -> {
                never.await();
                return 0;
            });
        }
        int result = executor.invokeAny(tasks);
        return "result " + result + ", " + end(executor);
    }

    /** An executor of the application, with one thread and a queue. */
    private static final class OwnExecutor extends AbstractExecutorService {
        private static final Runnable END = () -> {};
        private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        private final Thread thread = Threads.start("own-executor-thread", this::work);
        private volatile boolean isShutdown;

        private void work() throws InterruptedException {
            for (Runnable next = queue.take(); next != END; next = queue.take()) {
                next.run();
            }
        }

        @Override
        public void execute(Runnable task) {
            if (isShutdown) {
                throw new RejectedExecutionException("shut down");
            }
            queue.add(task);
        }

        @Override
        public void shutdown() {
            isShutdown = true;
            queue.add(END);
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return isShutdown;
        }

        @Override
        public boolean isTerminated() {
            return !thread.isAlive();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            Threads.join(thread);
            return true;
        }
    }

    private static String ownExecutor() throws Exception {
        OwnExecutor executor = new OwnExecutor();
        int sum = executor.submit(() -> executor.submit(() -> 10)).get().get();
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(executor);
        service.submit(() -> 20);
        sum += service.take().get();
        sum += sum(executor.invokeAll(numbers()));
        String ended = end(executor);
        String rejected = Threads.thrownBy(() -> executor.submit(() -> 1));
        return "sum " + sum + ", " + ended + ", " + rejected;
    }

    private static String contended() throws InterruptedException {
        ThreadPoolExecutor pool = pool("contended", 2);
        AtomicInteger runs = new AtomicInteger();
        Threads.race(CONTENDERS, () -> {
            for (int i = 0; i < CONTENDED_TASKS; i++) {
                pool.execute(() -> runs.incrementAndGet());
            }
        });
        String ended = end(pool);
        return runs + " runs, " + ended;
    }

    /** While the only worker is busy, {@code impatient} waits in vain for a task, which it cancels then, and for the end of the pool. */
    private static String timeout() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor pool = pool("timeout", 1);
        block(pool, gate);
        StringBuilder seen = new StringBuilder();
        Threads.join(Threads.start("impatient", () -> {
            List<Callable<Integer>> one = List.of(() -> 1);
            seen.append(pool.invokeAll(one, 1, TimeUnit.MILLISECONDS).get(0).isCancelled());
            seen.append(' ').append(pool.awaitTermination(1, TimeUnit.MILLISECONDS));
        }));
        gate.countDown();
        return seen + ", " + end(pool);
    }

    private static String interrupt() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPoolExecutor pool = pool("interrupt", 1);
        block(pool, gate);
        String thrown = Threads.thrownByInterrupt(() -> pool.awaitTermination(1, TimeUnit.HOURS));
        gate.countDown();
        return thrown + ", " + end(pool);
    }

    /** The pool's only worker begins after the main thread has begun to wait for the end of the pool. */
    private static String lateWorker() throws InterruptedException {
        ThreadPoolExecutor pool = pool("late-worker", 1);
        Thread caller = Thread.currentThread();
        AtomicInteger runs = new AtomicInteger();
        pool.setThreadFactory(body -> new Thread(
                () -> {
                    Threads.awaitStateIn("awaitTermination", caller, Thread.State.TIMED_WAITING);
                    body.run();
                },
                "late-worker-1"));
        pool.execute(runs::incrementAndGet);
        String ended = end(pool);
        return runs + " runs, " + ended;
    }

    private static String ownThreads() throws Exception {
        ThreadPoolExecutor pool = pool("own-threads", 1);
        AtomicInteger runs = new AtomicInteger();
        pool.setThreadFactory(body -> new Thread("own-threads-worker-1") {
            @Override
            public void run() {
                runs.addAndGet(10);
                body.run();
            }
        });
        for (int i = 0; i < OWN_THREAD_TASKS; i++) {
            pool.execute(runs::incrementAndGet);
        }
        String ended = end(pool);
        return runs + " runs, " + ended;
    }
}
