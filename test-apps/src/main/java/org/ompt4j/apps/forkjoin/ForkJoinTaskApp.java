package org.ompt4j.apps.forkjoin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Fork/join tasks. Each scenario has a pool of its own, with the name of the scenario.
 *
 * <p>Known by construction: how often {@code fork} is called in each scenario; the same on every JDK. Each scenario but {@code shared-out},
 * {@code outside} and those in which other threads wait for a submitted task begins with one {@code pool.invoke} of {@code main}.
 */
public final class ForkJoinTaskApp {

    /** Tasks in the collection and in the array of {@code invoke-all}, which begins with a pair of tasks. */
    public static final int INVOKE_ALL_TASKS = 8;
    /** {@code fork} calls that the JDK does in {@code invoke-all}: all but one task of each group. */
    public static final int INVOKE_ALL_FORKS = 1 + 2 * (INVOKE_ALL_TASKS - 1);
    /** {@code fork} calls of {@code wait}: one child, which always the other worker runs. */
    public static final int WAIT_FORKS = 1;
    /** {@code fork} calls of {@code exception}, all of tasks that throw. */
    public static final int EXCEPTION_FORKS = 3;
    /** {@code fork} calls of {@code cancel}; none of these tasks runs. */
    public static final int CANCEL_FORKS = 2;
    /** {@code fork} calls of {@code unfork}; each task is unforked and invoked. */
    public static final int UNFORK_FORKS = 2;
    /** {@code fork} calls of {@code reinitialize}, all of one task object. */
    public static final int REINITIALIZE_FORKS = 3;
    /** {@code fork} calls of {@code quietly}: waits for its result in four ways. */
    public static final int QUIETLY_FORKS = 4;
    /** Tasks that {@code quietly} invokes without a fork. */
    public static final int QUIETLY_INVOKES = 2;

    /** {@code fork} calls of {@code forked-while-joined}: a task that keeps the other worker busy, and one that forks itself again. */
    public static final int FORKED_WHILE_JOINED_FORKS = 3;

    /** {@code fork} calls of {@code completers}, which has a single worker. */
    public static final int COMPLETERS_FORKS = 16;
    /** Tasks of {@code completers} that are completed after their body has ended: all but one by the worker. */
    public static final int COMPLETERS_DETACHED = 9;
    /** The thread that completes one task of {@code completers}. */
    public static final String COMPLETING_THREAD = "completing";
    /** Sections of {@code failing-section} that are cancelled, since the first one throws before another one runs. */
    public static final int CANCELLED_SECTIONS = 2;

    /** Regions of {@code outside}: one of {@code main}, three of the thread {@code request}. */
    public static final int OUTSIDE_REGIONS = 4;
    /** Tasks of each of the two calls of {@code invokeAll} in the thread {@code request}. */
    public static final int OUTSIDE_SECTIONS = 3;

    /** How long the task of {@code computes-first} computes before each task that it makes, in nanoseconds. */
    public static final long COMPUTES_NANOS = 5_000_000;
    /** Tasks that it makes: by a fork, by a reference to {@code fork}, by {@code invoke}, and by {@code invoke} of its pool. */
    public static final int COMPUTED_TASKS = 4;

    /** Threads {@code joiner-0} ... of {@code several}, which join one task. */
    public static final int SEVERAL = 3;

    /** Elements of the array and of the map of {@code shared-out}. */
    public static final int SHARED_OUT = 20_000;
    /** Bins of the map: the least power of two that has at least 4/3 of the number of elements. */
    public static final int SHARED_OUT_BINS = 32_768;

    private static final int PARALLELISM = 2;

    /** Argument of the first task of {@code invokeAll} in {@code outside}. */
    private static final int FIRST_SECTION = 2;

    /** Argument of the task that {@code outside} invokes quietly. */
    private static final int QUIET_ARGUMENT = 3;

    private ForkJoinTaskApp() {}

    /** {@code fork} calls of the tasks of {@code outside}. */
    public static int outsideForks(int scale) {
        int forks = fibonacciForks(scale) + Fibonacci.forks(QUIET_ARGUMENT);
        for (int i = 0; i < OUTSIDE_SECTIONS; i++) {
            forks += 2 * Fibonacci.forks(FIRST_SECTION + i);
        }
        return forks;
    }

    /** Argument of the Fibonacci task. */
    public static int fibonacciArgument(int scale) {
        return 14 + scale;
    }

    /** {@code fork} calls of {@code fibonacci}. */
    public static int fibonacciForks(int scale) {
        return Fibonacci.forks(fibonacciArgument(scale));
    }

    /** Leaves of {@code counted-completer}. */
    public static int completerLeaves(int scale) {
        return 256 * scale;
    }

    /** {@code fork} calls of {@code counted-completer}. */
    public static int completerForks(int scale) {
        return TreeSum.forks(completerLeaves(scale));
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("fibonacci", ForkJoinTaskApp::fibonacci)
                .add("counted-completer", ForkJoinTaskApp::countedCompleter)
                .add("completers", scale -> completers())
                .add("invoke-all", scale -> invokeAll())
                .add("wait", scale -> waitForStolen())
                .add("exception", scale -> exception())
                .add("cancel", scale -> cancel())
                .add("unfork", scale -> unfork())
                .add("reinitialize", scale -> reinitialize())
                .add("quietly", scale -> quietly())
                .add("forked-while-joined", scale -> forkedWhileJoined())
                .add("several", scale -> several())
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("shared-out", scale -> sharedOut())
                .add("failing-section", scale -> failingSection())
                .add("search", scale -> search())
                .add("outside", ForkJoinTaskApp::outside)
                .add("computes-first", scale -> computesFirst())
                .run(args);
    }

    /** A task that computes for some time before it makes each of its tasks, without another event. */
    private static String computesFirst() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        inPool("computes-first", 1, action(() -> {
            compute();
            ForkJoinTask<?> forked = action(runs::incrementAndGet);
            forked.fork();
            compute();
            ForkJoinTask<?> byReference = action(runs::incrementAndGet);
            List.of(byReference).forEach(ForkJoinTask::fork);
            compute();
            action(runs::incrementAndGet).invoke();
            compute();
            ForkJoinTask.getPool().invoke(action(runs::incrementAndGet));
            byReference.join();
            forked.join();
        }));
        return runs + " runs";
    }

    private static void compute() {
        long end = System.nanoTime() + COMPUTES_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static String fibonacci(int scale) throws Exception {
        int n = fibonacciArgument(scale);
        return inPool("fibonacci", PARALLELISM, new Fibonacci(n)) + " with " + Fibonacci.forks(n) + " forks";
    }

    private static String countedCompleter(int scale) throws Exception {
        LongAdder sum = new LongAdder();
        inPool("counted-completer", PARALLELISM, new TreeSum(null, 0, completerLeaves(scale), sum));
        return "sum " + sum.sum() + " with " + completerForks(scale) + " forks";
    }

    /** Every way to complete a {@code CountedCompleter} after its body. The single worker runs forked tasks when it joins. */
    private static String completers() throws Exception {
        return inPool("completers", 1, task(() -> {
            LongAdder sum = new LongAdder();
            new TreeSum(null, 0, 4, sum).fork().join();
            cut().fork().join();
            String failed = Threads.thrownBy(failingChild().fork()::join);
            traversed().fork().join();
            AtomicInteger phases = new AtomicInteger();
            forkedAgain(phases).fork().join();
            CountedCompleter<Void> cancelled = new Completer(null, each -> each.setPendingCount(1));
            cancelled.fork();
            ForkJoinTask.helpQuiesce();
            cancelled.cancel(false);
            // Comes last: while the worker waits, the pool may add a spare worker, which would run tasks that are
            // forked later.
            byAnotherThread(Thread.currentThread()).fork().join();
            return "sum " + sum + ", " + failed + ", phases " + phases + ", cancelled " + cancelled.isCancelled();
        }));
    }

    private static Completer byAnotherThread(Thread worker) {
        return new Completer(
                null,
                each -> Threads.start(COMPLETING_THREAD, () -> {
                    Threads.awaitState(worker, Thread.State.WAITING);
                    each.tryComplete();
                }));
    }

    /** The child completes the root, whose pending count never becomes 0. */
    private static Completer cut() {
        return new Completer(null, root -> {
            root.setPendingCount(2);
            new Completer(root, child -> {
                        child.quietlyCompleteRoot();
                        child.tryComplete();
                    })
                    .fork();
        });
    }

    private static Completer failingChild() {
        return new Completer(null, root -> {
            root.setPendingCount(1);
            new Completer(root, child -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .fork();
        });
    }

    private static Completer traversed() {
        return new Completer(null, root -> {
            root.setPendingCount(1);
            new Completer(root, ForkJoinTaskApp::traverse).fork();
            traverse(root);
        });
    }

    private static void traverse(CountedCompleter<?> from) {
        CountedCompleter<?> each = from.firstComplete();
        while (each != null) {
            each = each.nextComplete();
        }
    }

    /** The first child completes the root and forks it again; the second run of the root is a task of its own. */
    private static Completer forkedAgain(AtomicInteger phases) {
        return new Completer(null, root -> {
            root.setPendingCount(1);
            new Completer(root, child -> {
                        child.tryComplete();
                        if (phases.incrementAndGet() == 1) {
                            root.fork();
                        } else {
                            root.tryComplete();
                        }
                    })
                    .fork();
        });
    }

    /** A completer whose body is given. */
    private static final class Completer extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final transient Consumer<Completer> body;

        Completer(@Nullable CountedCompleter<?> completer, Consumer<Completer> body) {
            super(completer);
            this.body = body;
        }

        @Override
        public void compute() {
            body.accept(this);
        }
    }

    private static String invokeAll() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        inPool("invoke-all", PARALLELISM, action(() -> {
            ForkJoinTask.invokeAll(action(runs::incrementAndGet), action(runs::incrementAndGet));
            List<ForkJoinTask<?>> tasks = new ArrayList<>();
            for (int i = 0; i < INVOKE_ALL_TASKS; i++) {
                tasks.add(action(runs::incrementAndGet));
            }
            ForkJoinTask.invokeAll(tasks);
            ForkJoinTask<?>[] array = new ForkJoinTask<?>[INVOKE_ALL_TASKS];
            for (int i = 0; i < INVOKE_ALL_TASKS; i++) {
                array[i] = action(runs::incrementAndGet);
            }
            ForkJoinTask.invokeAll(array);
        }));
        return "runs " + runs.get();
    }

    /** The child ends only after its parent was seen waiting for it. */
    private static String waitForStolen() throws Exception {
        return inPool("wait", PARALLELISM, task(() -> {
            Thread parent = Thread.currentThread();
            CountDownLatch stolen = new CountDownLatch(1);
            ForkJoinTask<String> child = task(() -> {
                        stolen.countDown();
                        Threads.awaitState(parent, Thread.State.WAITING);
                        return "other worker " + (Thread.currentThread() != parent);
                    })
                    .fork();
            // Spins: the child would take a wait of the parent here for its join.
            while (stolen.getCount() > 0) {
                Thread.onSpinWait();
            }
            return child.join();
        }));
    }

    private static String exception() throws Exception {
        return inPool("exception", PARALLELISM, task(() -> {
            ForkJoinTask<?> joined = failing().fork();
            String byJoin = Threads.thrownBy(joined::join);
            ForkJoinTask<?> got = failing().fork();
            String byGet = Threads.thrownBy(got::get);
            ForkJoinTask<?> quiet = failing().fork();
            quiet.quietlyJoin();
            String byInvoke = Threads.thrownBy(() -> failing().invoke());
            return byJoin + ", " + byGet + ", abnormal " + quiet.isCompletedAbnormally() + ", " + byInvoke;
        }));
    }

    /** The single worker is busy with the parent, so that the children cannot begin before they are cancelled. */
    private static String cancel() throws Exception {
        return inPool("cancel", 1, task(() -> {
            AtomicInteger runs = new AtomicInteger();
            ForkJoinTask<?> first = action(runs::incrementAndGet).fork();
            ForkJoinTask<?> second = action(runs::incrementAndGet).fork();
            first.cancel(false);
            second.cancel(true);
            String byJoin = Threads.thrownBy(second::join);
            first.quietlyJoin();
            return "cancelled " + first.isCancelled() + ", " + byJoin + ", runs " + runs.get();
        }));
    }

    private static String unfork() throws Exception {
        return inPool("unfork", 1, task(() -> {
            AtomicInteger runs = new AtomicInteger();
            ForkJoinTask<?> first = action(runs::incrementAndGet).fork();
            ForkJoinTask<?> second = action(runs::incrementAndGet).fork();
            boolean wrongOrder = first.tryUnfork();
            boolean secondTaken = second.tryUnfork();
            boolean firstTaken = first.tryUnfork();
            second.invoke();
            first.invoke();
            return "wrong order " + wrongOrder + ", taken " + firstTaken + " " + secondTaken + ", runs " + runs.get();
        }));
    }

    private static String reinitialize() throws Exception {
        return inPool("reinitialize", PARALLELISM, task(() -> {
            AtomicInteger runs = new AtomicInteger();
            ForkJoinTask<?> again = action(runs::incrementAndGet);
            for (int i = 0; i < REINITIALIZE_FORKS; i++) {
                again.fork();
                again.join();
                again.reinitialize();
            }
            return "runs " + runs.get();
        }));
    }

    private static String quietly() throws Exception {
        return inPool("quietly", PARALLELISM, task(() -> {
            AtomicInteger runs = new AtomicInteger();
            action(runs::incrementAndGet).fork().quietlyJoin();
            task(runs::incrementAndGet).fork().get();
            ForkJoinTask<?> timed = task(runs::incrementAndGet).fork();
            // In JDK 17 a timed get does not run the task itself, and the signal to another worker can get lost, even
            // without an agent.
            ForkJoinTask.helpQuiesce();
            timed.get(1, TimeUnit.HOURS);
            ForkJoinTask.adapt((Runnable) runs::incrementAndGet).fork().join();
            action(runs::incrementAndGet).quietlyInvoke();
            task(runs::incrementAndGet).invoke();
            ForkJoinTask<?> completed = action(runs::incrementAndGet);
            completed.complete(null);
            completed.join();
            return "runs " + runs.get();
        }));
    }

    /** The joined task runs on the joining worker, and, forked again, on the other worker while the first one waits for it. */
    private static String forkedWhileJoined() throws Exception {
        return inPool("forked-while-joined", PARALLELISM, task(() -> {
            CountDownLatch busy = new CountDownLatch(1);
            CountDownLatch joined = new CountDownLatch(1);
            action(() -> {
                        busy.countDown();
                        spinUntil(joined);
                    })
                    .fork();
            spinUntil(busy);
            TwoPhases twoPhases = new TwoPhases(Thread.currentThread(), joined);
            twoPhases.fork();
            twoPhases.join();
            return "second phase elsewhere " + (twoPhases.second != Thread.currentThread());
        }));
    }

    /** Threads that are no workers join a task, which ends only when all of them wait. */
    private static String several() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("several", 1);
        Thread[] joiners = new Thread[SEVERAL];
        CountDownLatch made = new CountDownLatch(1);
        ForkJoinTask<Integer> joined = pool.submit(task(() -> {
            made.await();
            for (Thread each : joiners) {
                Threads.awaitState(each, Thread.State.WAITING);
            }
            return 1;
        }));
        AtomicInteger sum = new AtomicInteger();
        for (int i = 0; i < joiners.length; i++) {
            joiners[i] = Threads.start("joiner-" + i, () -> sum.addAndGet(joined.join()));
        }
        made.countDown();
        Threads.join(joiners);
        end(pool);
        return "sum " + sum;
    }

    private static String timeout() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("timeout", 1);
        CountDownLatch gate = new CountDownLatch(1);
        ForkJoinTask<Integer> running = pool.submit(untilOpen(gate));
        String[] thrown = new String[1];
        Threads.join(Threads.start(
                "timed", () -> thrown[0] = Threads.thrownBy(() -> running.get(1, TimeUnit.MILLISECONDS))));
        gate.countDown();
        end(pool);
        return thrown[0];
    }

    private static String interrupt() throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool("interrupt", 1);
        CountDownLatch gate = new CountDownLatch(1);
        ForkJoinTask<Integer> running = pool.submit(untilOpen(gate));
        String[] thrown = new String[1];
        Thread waiter = Threads.start("interrupted", () -> thrown[0] = Threads.thrownBy(() -> running.get()));
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        gate.countDown();
        end(pool);
        return thrown[0];
    }

    private static ForkJoinTask<Integer> untilOpen(CountDownLatch gate) {
        return task(() -> {
            gate.await();
            return 1;
        });
    }

    /** What the JDK runs in parallel in the common pool, besides terminal operations of parallel streams. */
    private static String sharedOut() {
        Integer[] numbers = new Integer[SHARED_OUT];
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < SHARED_OUT; i++) {
            numbers[i] = SHARED_OUT - i;
            map.put(i, 1);
        }
        Arrays.parallelSort(numbers);
        int sum = map.reduceValuesToInt(1, Integer::intValue, 0, Integer::sum);
        int found = map.search(1, (key, value) -> key == SHARED_OUT / 2 ? key : null);
        int[] sums = new int[SHARED_OUT];
        Arrays.fill(sums, 1);
        Arrays.parallelPrefix(sums, Integer::sum);
        int first = Arrays.stream(numbers)
                .parallel()
                .map(each -> -each)
                .sorted()
                .iterator()
                .next();
        long ordered = ordered();
        ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.HOURS);
        return "sorted " + numbers[0] + ", sum " + sum + ", found " + found + ", prefix " + sums[SHARED_OUT - 1]
                + ", first " + first + ", ordered " + ordered;
    }

    /** The first elements are processed last, after a task that depends on theirs has begun. */
    private static long ordered() {
        CountDownLatch dependent = new CountDownLatch(1);
        long[] passed = new long[1];
        IntStream.range(0, 100)
                .parallel()
                .map(each -> {
                    // This element belongs to a task that depends on the first one.
                    if (each == 50) {
                        dependent.countDown();
                    }
                    return each;
                })
                .forEachOrdered(each -> {
                    spinUntil(dependent);
                    passed[0] = 31 * passed[0] + each;
                });
        return passed[0];
    }

    /** The only worker runs the first section, which throws. */
    private static String failingSection() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        StringBuilder thrown = new StringBuilder();
        inPool("failing-section", 1, action(() -> {
            ForkJoinTask<?>[] sections = new ForkJoinTask<?>[1 + CANCELLED_SECTIONS];
            for (int i = 1; i < sections.length; i++) {
                sections[i] = action(runs::incrementAndGet);
            }
            sections[0] = failing();
            try {
                ForkJoinTask.invokeAll(sections);
            } catch (IllegalStateException failed) {
                thrown.append(failed.getMessage());
            }
        }));
        return thrown + ", other runs " + runs.get();
    }

    /** The main thread finds a key only when a worker searches too; the worker continues after the search has returned. */
    private static String search() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < SHARED_OUT; i++) {
            map.put(i, i);
        }
        Thread caller = Thread.currentThread();
        CountDownLatch helped = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        String found = map.search(1, (key, value) -> {
            boolean isHelper = Thread.currentThread() != caller;
            if (isHelper) {
                helped.countDown();
            }
            spinUntil(isHelper ? over : helped);
            return isHelper ? null : "by the caller";
        });
        over.countDown();
        ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.MINUTES);
        return "found " + found;
    }

    /** Threads that are no workers invoke tasks in the common pool, which makes regions, or fork a task, which makes none. */
    private static String outside(int scale) throws InterruptedException {
        int number = new Fibonacci(fibonacciArgument(scale)).invoke();
        int[] results = new int[OUTSIDE_SECTIONS];
        Threads.join(Threads.start("request", () -> {
            results[0] = sumOf(ForkJoinTask.invokeAll(fibonacciTasks()));
            // The collection has no random access: so the JDK copies it to an array.
            results[1] = sumOf(ForkJoinTask.invokeAll(new ArrayDeque<>(fibonacciTasks())));
            new Fibonacci(QUIET_ARGUMENT).quietlyInvoke();
        }));
        results[2] = new Fibonacci(1).fork().join();
        return number + " " + Arrays.toString(results);
    }

    private static List<Fibonacci> fibonacciTasks() {
        List<Fibonacci> tasks = new ArrayList<>();
        for (int i = 0; i < OUTSIDE_SECTIONS; i++) {
            tasks.add(new Fibonacci(FIRST_SECTION + i));
        }
        return tasks;
    }

    private static int sumOf(Collection<Fibonacci> tasks) {
        int sum = 0;
        for (Fibonacci each : tasks) {
            sum += each.join();
        }
        return sum;
    }

    private static void spinUntil(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    /** A task that forks itself again while a thread joins it. */
    private static final class TwoPhases extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final transient Thread joiner;
        private final transient CountDownLatch joined;
        private final transient CountDownLatch stolen = new CountDownLatch(1);
        private transient volatile Thread second;
        private boolean isSecond;

        TwoPhases(Thread joiner, CountDownLatch joined) {
            this.joiner = joiner;
            this.joined = joined;
        }

        @Override
        public void compute() {
            if (isSecond) {
                second = Thread.currentThread();
                stolen.countDown();
                Threads.awaitState(joiner, Thread.State.WAITING);
                tryComplete();
                return;
            }
            isSecond = true;
            fork();
            joined.countDown();
            spinUntil(stolen);
        }
    }

    private static <T> T inPool(String name, int parallelism, ForkJoinTask<T> root) throws InterruptedException {
        ForkJoinPool pool = NamedWorkers.pool(name, parallelism);
        T result = pool.invoke(root);
        end(pool);
        return result;
    }

    private static void end(ForkJoinPool pool) throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
    }

    private static ForkJoinTask<?> failing() {
        return action(() -> {
            throw new IllegalStateException("on purpose");
        });
    }

    private static ForkJoinTask<?> action(Threads.Body body) {
        return new RecursiveAction() {
            @Override
            protected void compute() {
                call(() -> {
                    body.run();
                    return Boolean.TRUE;
                });
            }
        };
    }

    private static <T> ForkJoinTask<T> task(Callable<T> body) {
        return new RecursiveTask<>() {
            @Override
            protected T compute() {
                return call(body);
            }
        };
    }

    private static <T> T call(Callable<T> body) {
        try {
            return body.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
