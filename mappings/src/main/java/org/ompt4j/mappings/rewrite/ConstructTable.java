package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.UnobservedUse.Reason;

/**
 * How each construct of the JVM, mapped or not, is recognised in a class file, and what is missing in a run that does not observe it. This is the
 * only place with this information.
 *
 * <p>A construct is recognised by calls of its own classes. A call of an interface such as {@code Executor} can reach observed and unobserved
 * constructs, so rows of interfaces count only in programs that use one of the unobserved constructs that may implement them.
 *
 * <p>Thread safety: immutable once made.
 */
final class ConstructTable {
    private static final String UTIL = "java/util/";
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String STREAM = "java/util/stream/";
    private static final String THREAD = "java/lang/Thread";
    private static final String EXECUTORS = CONCURRENT + "Executors";
    private static final int NO_ROW = -1;

    /** Which rows a table has, each with the reason why its construct is not observed. */
    interface Selection {
        /** Null if the table has no such row. */
        @Nullable
        Reason reasonFor(String constructId);
    }

    /**
     * A construct.
     *
     * @param missing what is missing in a run that does not observe the construct
     * @param reason why it is not observed
     * @param behind the row counts only if the program uses at least one of these constructs; empty if it always counts
     */
    record Row(String id, String missing, Reason reason, List<String> behind) {}

    /** The rows that belong to a class which class files can refer to. */
    private static final class Owner {
        /** Row of calls of any method, or {@link #NO_ROW}. */
        private int calls = NO_ROW;
        /** Row of classes that extend or implement it, or {@link #NO_ROW}. */
        private int subtypes = NO_ROW;
        /** Rows of calls of single methods. */
        private final Map<String, Integer> methods = new HashMap<>();
    }

    private final Selection selection;
    private final List<Row> rows = new ArrayList<>();
    private final WordSet ownerNames = new WordSet();
    private final Map<String, Owner> ownersByName = new HashMap<>();
    private final List<Owner> owners = new ArrayList<>();
    private int monitors = NO_ROW;
    /** The row that is being filled, {@link #NO_ROW} if the selection does not have it. */
    private int current;

    ConstructTable(Selection selection) {
        this.selection = selection;
        mappedConstructs();
        executors();
        futures();
        locks();
        synchronizers();
        throughInterfaces();
    }

    private void mappedConstructs() {
        row("thread", "starts and joins of threads");
        methods(THREAD, "<init>", "start", "join", "ofPlatform");
        row("fork-join-task", "fork/join tasks, their forks and joins");
        types(CONCURRENT, "ForkJoinTask", "RecursiveTask", "RecursiveAction", "CountedCompleter");
        methods(UTIL + "Arrays", "parallelSort", "parallelPrefix");
        row("fork-join-pool", "regions and workers of ForkJoinPool");
        types(CONCURRENT, "ForkJoinPool");
        methods(EXECUTORS, "newWorkStealingPool");
        row("parallel-stream", "parallel streams: regions, chunks, reductions");
        for (String type : new String[] {"BaseStream", "Stream", "IntStream", "LongStream", "DoubleStream"}) {
            methods(STREAM.concat(type), "parallel");
        }
        for (String type : new String[] {"Collection", "List", "Set", "ArrayList", "HashSet"}) {
            methods(UTIL.concat(type), "parallelStream");
        }
        methods(UTIL + "Arrays", "parallelSetAll");
        row("synchronized", "critical regions of monitors, Object.wait");
        monitors = current;
        methods("java/lang/Object", "wait", "notify", "notifyAll");
        row("reentrant-lock", "locks and conditions of ReentrantLock");
        types(LOCKS, "ReentrantLock", "Condition");
        row("cyclic-barrier", "barriers");
        types(CONCURRENT, "CyclicBarrier");
        row("phaser", "barriers and arrivals");
        types(CONCURRENT, "Phaser");
        row("park", "waits of LockSupport.park");
        methods(LOCKS + "LockSupport", "park", "parkNanos", "parkUntil");
        row("sleep", "waits of sleep");
        methods(THREAD, "sleep");
        methods(CONCURRENT + "TimeUnit", "sleep");
        row("spin-wait", "threads that spin until another one is done (Thread.onSpinWait): they count as work");
        methods(THREAD, "onSpinWait");
    }

    private void executors() {
        row("thread-pool-executor", "tasks and queues of ThreadPoolExecutor, who waits for which task");
        types(CONCURRENT, "ThreadPoolExecutor");
        methods(
                EXECUTORS,
                "newFixedThreadPool",
                "newCachedThreadPool",
                "newSingleThreadExecutor",
                "newThreadPerTaskExecutor");
        row("scheduled-executor", "tasks of ScheduledThreadPoolExecutor and when they are due");
        types(CONCURRENT, "ScheduledThreadPoolExecutor");
        methods(EXECUTORS, "newScheduledThreadPool", "newSingleThreadScheduledExecutor");
        row("virtual-thread", "virtual threads: their tasks, waits and carriers");
        methods(THREAD, "ofVirtual", "startVirtualThread");
        methods(EXECUTORS, "newVirtualThreadPerTaskExecutor");
        types("java/lang/", "Thread$Builder$OfVirtual");
        row("structured-task-scope", "subtasks of StructuredTaskScope, waits for them");
        types(
                CONCURRENT,
                "StructuredTaskScope",
                "StructuredTaskScope$ShutdownOnFailure",
                "StructuredTaskScope$ShutdownOnSuccess",
                "StructuredTaskScope$Joiner");
        row("timer", "tasks of java.util.Timer");
        types(UTIL, "Timer");
        row("executor-implementation", "tasks of executors that the program implements, but for a FutureTask");
        types(CONCURRENT, "AbstractExecutorService");
        subtypes(CONCURRENT, "Executor", "ExecutorService", "ScheduledExecutorService");
    }

    private void futures() {
        row("future-task", "who waits for which FutureTask");
        types(CONCURRENT, "FutureTask");
        row("completable-future", "stages of CompletableFuture, what they depend on, who waits for them");
        types(CONCURRENT, "CompletableFuture", "CompletionStage");
        row("submission-publisher", "items of SubmissionPublisher, waits of publishers");
        types(CONCURRENT, "SubmissionPublisher");
    }

    private void locks() {
        row("read-write-lock", "holders of ReentrantReadWriteLock, who waits for whom");
        types(
                LOCKS,
                "ReadWriteLock",
                "ReentrantReadWriteLock",
                "ReentrantReadWriteLock$ReadLock",
                "ReentrantReadWriteLock$WriteLock");
        row("stamped-lock", "holders of StampedLock, who waits for whom");
        types(LOCKS, "StampedLock");
        row("lock-implementation", "locks that the program implements");
        subtypes(LOCKS, "Lock");
        row("synchronizer-implementation", "synchronizers that the program implements, but for calls of a Lock");
        types(LOCKS, "AbstractQueuedSynchronizer", "AbstractQueuedLongSynchronizer");
    }

    private void synchronizers() {
        row("semaphore", "permits of Semaphore, who waits for whom");
        types(CONCURRENT, "Semaphore");
        row("count-down-latch", "counts of CountDownLatch, who waits for whom");
        types(CONCURRENT, "CountDownLatch");
        row("exchanger", "exchanges of Exchanger");
        types(CONCURRENT, "Exchanger");
        row("blocking-queue", "puts and takes of blocking queues, who waits for whom");
        types(
                CONCURRENT,
                "BlockingQueue",
                "BlockingDeque",
                "CompletionService",
                "ExecutorCompletionService",
                "TransferQueue",
                "ArrayBlockingQueue",
                "LinkedBlockingQueue",
                "LinkedBlockingDeque",
                "PriorityBlockingQueue",
                "DelayQueue",
                "SynchronousQueue",
                "LinkedTransferQueue");
    }

    private void throughInterfaces() {
        row(
                "executor",
                "calls of Executor and ExecutorService that reach no pool which is observed",
                "thread-pool-executor",
                "scheduled-executor",
                "virtual-thread",
                "executor-implementation",
                "fork-join-pool");
        types(CONCURRENT, "Executor", "ExecutorService", "ScheduledExecutorService");
        row(
                "future",
                "calls of Future that reach no task which is observed",
                "thread-pool-executor",
                "scheduled-executor",
                "virtual-thread",
                "executor-implementation",
                "future-task",
                "completable-future",
                "fork-join-task");
        types(CONCURRENT, "Future", "ScheduledFuture", "RunnableFuture", "RunnableScheduledFuture");
        row(
                "lock",
                "calls of Lock that reach no lock which is observed",
                "read-write-lock",
                "stamped-lock",
                "lock-implementation",
                "reentrant-lock");
        types(LOCKS, "Lock");
    }

    private void row(String id, String missing, String... behind) {
        current = NO_ROW;
        Reason reason = selection.reasonFor(id);
        if (reason != null) {
            current = rows.size();
            rows.add(new Row(id, missing, reason, Arrays.asList(behind)));
        }
    }

    private void types(String prefix, String... names) {
        if (current != NO_ROW) {
            for (String each : names) {
                owner(prefix.concat(each)).calls = current;
            }
        }
    }

    private void subtypes(String prefix, String... names) {
        if (current != NO_ROW) {
            for (String each : names) {
                owner(prefix.concat(each)).subtypes = current;
            }
        }
    }

    private void methods(String owner, String... names) {
        if (current != NO_ROW) {
            for (String each : names) {
                owner(owner).methods.put(each, current);
            }
        }
    }

    private Owner owner(String internalName) {
        Owner owner = ownersByName.get(internalName);
        if (owner == null) {
            owner = new Owner();
            ownersByName.put(internalName, owner);
            owners.add(owner);
            ownerNames.add(internalName);
        }
        return owner;
    }

    List<Row> rows() {
        return rows;
    }

    /** Number of the class with this internal name, ASCII bytes of a class file; negative if it means nothing. */
    int owner(byte[] bytes, int at, int length) {
        return ownerNames.indexOf(bytes, at, length);
    }

    /** Row of a call of a method; negative for none. */
    int rowOfCall(int owner, String method) {
        Owner called = owners.get(owner);
        Integer row = called.methods.get(method);
        return row == null ? called.calls : row;
    }

    /** Row of a class that extends or implements this one; negative for none. */
    int rowOfSubtype(int owner) {
        return owners.get(owner).subtypes;
    }

    /** Row of {@code monitorenter} and synchronized methods; negative for none. */
    int rowOfMonitors() {
        return monitors;
    }
}
