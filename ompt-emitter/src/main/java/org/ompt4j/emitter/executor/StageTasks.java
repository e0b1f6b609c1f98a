package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Dependences;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.WeakSideTable;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptDependence;

/**
 * The tasks that run functions of the application in order to complete a {@link CompletableFuture}, with their ids and regions.
 *
 * <p>Thread safety: any thread.
 */
final class StageTasks {
    /*
     * Overview. The future that receives a function's result (`dep` in the JDK) has added fields for one task. The thread that makes the task writes
     * them before others can find the function; a compareAndSet then begins the task, or marks it as one that will never begin. A future that is
     * completed by several asynchronous suppliers (completeAsync) has several tasks: the first one is in the fields of the future, the others are in
     * a side table with the JDK's object of each as the key. Several threads can bring a supplier at once, so the first one claims the fields, as if
     * its task had begun, before it writes the task there.
     *
     * The id is in the bits 53 to 0. The bits above are flags, see the constants.
     *
     * A future that is to get the result of another future (thenCompose, copy) has the id of the other one's task, marked as begun. Threads may be
     * waiting for it under the id that it had before; this id (0 if none) is kept in the field of the region, as a Long. If the other one was made by
     * allOf, it has no task of its own: then the future keeps its id, marked as joined, and JoinedTasks knows the tasks.
     *
     * The thread that is about to give the task to an executor notes when it was due, so that the thread that begins the task finds this time.
     */
    private static final long BEGUN = 1L << 60;
    private static final long SEVERAL = 1L << 61;
    private static final long JOINED = 1L << 62;
    private static final long ID_BITS = (1L << 54) - 1;
    private static final long TAKEN = BEGUN;

    private static final boolean BESIDE = FieldSubstitutes.areKeptFor(CompletableFuture.class)
            || Memory.fieldOffset(CompletableFuture.class, "ompt4j$id") == Memory.NO_FIELD;
    private static final long ID =
            Memory.fieldOffset(BESIDE ? Note.class : CompletableFuture.class, BESIDE ? "id" : "ompt4j$id");
    private static final long REGION =
            Memory.fieldOffset(BESIDE ? Note.class : CompletableFuture.class, BESIDE ? "region" : "ompt4j$region");
    private static final long DUE =
            Memory.fieldOffset(BESIDE ? Note.class : CompletableFuture.class, BESIDE ? "due" : "ompt4j$due");

    /** A time that is not known. */
    private static final long NEVER = 0;

    /** Further tasks of futures that have several: the holder of the three fields, by the JDK's object of the task. */
    private static final WeakSideTable<Object> FURTHER = new WeakSideTable<>();

    /** The future's result, null while it has none. The field is read directly, since subclasses can override the methods. */
    private static final long RESULT = Memory.fieldOffset(CompletableFuture.class, "result");

    private static final long STACK = Memory.fieldOffset(CompletableFuture.class, "stack");
    private static final long NEXT = nextOffset();

    private static final boolean TELLS_OF_FORK_JOIN_POOLS = FieldSubstitutes.areKeptFor(ForkJoinPool.class)
            || Memory.fieldOffset(ForkJoinPool.class, "ompt4j$pool") != Memory.NO_FIELD;

    private static final String FUTURE = "java.util.concurrent.CompletableFuture";
    private static final @Nullable Class<?> CANCELLER = ofTheJdk("Canceller");
    private static final @Nullable Class<?> DELAYED_EXECUTOR = ofTheJdk("DelayedExecutor");
    private static final @Nullable Class<?> THREAD_EXECUTOR = ofTheJdk("ThreadPerTaskExecutor");

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            boolean known = type.getClassLoader() == null && type.getNestHost() == CompletableFuture.class;
            return known ? Shape.of(type) : Shape.NONE;
        }
    };

    /** Holds the three fields for futures without added fields. */
    private static final class Note {
        @SuppressWarnings("unused")
        private long id;

        @SuppressWarnings("unused")
        private @Nullable Object region;

        @SuppressWarnings("unused")
        private long due;
    }

    /**
     * Offsets of the fields in which a JDK object for a stage keeps the future that it completes, its function, the futures that it waits for, and
     * the object that it stands for; {@link Memory#NO_FIELD} if its class has no such field.
     *
     * @param relays whether the future gets the unchanged result of the source
     * @param joins whether the future is one that {@code allOf} makes
     * @param either whether the stage depends on whichever of its two sources is complete first
     */
    private record Shape(
            long dep, long fn, long src, long snd, long base, boolean relays, boolean joins, boolean either) {
        static final Shape NONE = new Shape(
                Memory.NO_FIELD,
                Memory.NO_FIELD,
                Memory.NO_FIELD,
                Memory.NO_FIELD,
                Memory.NO_FIELD,
                false,
                false,
                false);

        static Shape of(Class<?> type) {
            boolean relays = type.getName().endsWith("$UniRelay");
            boolean joins = type.getName().endsWith("$BiRelay");
            boolean either = type.getName().contains("$Or");
            return new Shape(
                    find(type, "dep"),
                    find(type, "fn"),
                    find(type, "src"),
                    find(type, "snd"),
                    find(type, "base"),
                    relays,
                    joins,
                    either);
        }

        private static long find(Class<?> type, String field) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                long offset = Memory.fieldOffset(each, field);
                if (offset != Memory.NO_FIELD) {
                    return offset;
                }
            }
            return Memory.NO_FIELD;
        }

        boolean isOfTask() {
            return dep != Memory.NO_FIELD && fn != Memory.NO_FIELD;
        }
    }

    static {
        FrameAnchor.ofTasks(
                COMPLETABLE_FUTURE,
                FrameAnchor.innermost(
                        FUTURE.concat("$AsyncRun.run"),
                        FUTURE.concat("$AsyncSupply.run"),
                        FUTURE.concat("$UniApply.tryFire"),
                        FUTURE.concat("$UniAccept.tryFire"),
                        FUTURE.concat("$UniRun.tryFire"),
                        FUTURE.concat("$UniCompose.tryFire"),
                        FUTURE.concat("$UniComposeExceptionally.tryFire"),
                        FUTURE.concat("$OrApply.tryFire"),
                        FUTURE.concat("$OrAccept.tryFire"),
                        FUTURE.concat("$OrRun.tryFire"),
                        FUTURE.concat(".uniApplyNow"),
                        FUTURE.concat(".uniAcceptNow"),
                        FUTURE.concat(".uniRunNow"),
                        FUTURE.concat(".uniComposeStage"),
                        FUTURE.concat(".uniComposeExceptionallyStage"),
                        FUTURE.concat(".uniWhenComplete"),
                        FUTURE.concat(".uniHandle"),
                        FUTURE.concat(".uniExceptionally"),
                        FUTURE.concat(".biApply"),
                        FUTURE.concat(".biAccept"),
                        FUTURE.concat(".biRun")));
        ForeignTasks.areMadeBy(new ForeignTasks.Maker() {
            @Override
            public boolean makes(Object task) {
                return task instanceof CompletableFuture.AsynchronousCompletionTask
                        && SHAPES.get(task.getClass()).isOfTask();
            }

            @Override
            public long takePending(Object task) {
                return StageTasks.takePending(task);
            }
        });
    }

    private StageTasks() {}

    private static long nextOffset() {
        Class<?> completion = ofTheJdk("Completion");
        return completion == null ? Memory.NO_FIELD : Memory.fieldOffset(completion, "next");
    }

    private static @Nullable Class<?> ofTheJdk(String name) {
        return Memory.jdkClass(FUTURE.concat("$").concat(name));
    }

    // ---------------------------------------------------------------- reading the JDK's objects

    private static @Nullable Object at(Object object, long offset) {
        return offset == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(object, offset);
    }

    /** The future that a JDK object completes; null if it has cleared this reference. */
    static @Nullable CompletableFuture<?> dependent(Object completion) {
        return at(completion, SHAPES.get(completion.getClass()).dep) instanceof CompletableFuture<?> future
                ? future
                : null;
    }

    /** Whether the JDK uses this function to stop a timer. */
    static boolean isOfTheJdk(Object function) {
        return function.getClass() == CANCELLER;
    }

    // ---------------------------------------------------------------- the record of a future

    private static @Nullable Object holder(CompletableFuture<?> future) {
        return BESIDE ? FieldSubstitutes.find(future) : future;
    }

    private static Object holderToWrite(CompletableFuture<?> future) {
        if (!BESIDE) {
            return future;
        }
        Object known = FieldSubstitutes.find(future);
        return known != null ? known : FieldSubstitutes.findOrKeep(future, new Note());
    }

    /** Makes a holder for a task that is not in the fields of its future; it has the same fields at the same offsets. */
    private static Object newHolder() {
        return BESIDE ? new Note() : new CompletableFuture<>();
    }

    private static long raw(CompletableFuture<?> future) {
        Object holder = holder(future);
        return holder == null ? 0 : Memory.UNSAFE.getLongVolatile(holder, ID);
    }

    /** The id of the task that completes the future; 0 if it is not known. */
    static long idOf(CompletableFuture<?> future) {
        return raw(future) & ID_BITS;
    }

    /** As {@link #idOf}; 0 if the future gets the result of one that {@code allOf} has made. */
    static long onlyTaskOf(CompletableFuture<?> future) {
        long raw = raw(future);
        return (raw & JOINED) == 0 ? raw & ID_BITS : 0;
    }

    /** The id of the task that completes the future and has not begun; 0 if there is none. */
    static long pendingIdOf(CompletableFuture<?> future) {
        long raw = raw(future);
        return isPending(raw) ? raw & ID_BITS : 0;
    }

    /** The wait id of the future: the id of its task, or an id of the future itself as long as no task is known. */
    static long awaited(CompletableFuture<?> future) {
        long id = idOf(future);
        return id != 0 ? id : WaitIds.of(future, COMPLETABLE_FUTURE);
    }

    /** As {@link #awaited}; 0 for a future that has no task and for which no thread has waited. */
    static long awaitedIfKnown(CompletableFuture<?> future) {
        long itself = WaitIds.ifKnown(future);
        return itself != 0 ? itself : idOf(future);
    }

    /** Whether a thread waits for the future: the stack of its dependents contains waiting threads, too. */
    static boolean isWaitedFor(CompletableFuture<?> future) {
        Object each = firstWaiting(future);
        while (each != null && !(each instanceof ForkJoinPool.ManagedBlocker)) {
            each = nextWaiting(each);
        }
        return each != null;
    }

    /** The first of the JDK's objects that wait for the future; null if there is none. */
    static @Nullable Object firstWaiting(CompletableFuture<?> future) {
        return at(future, STACK);
    }

    static @Nullable Object nextWaiting(Object completion) {
        return at(completion, NEXT);
    }

    /** The JDK's object of the stage, for the one by which the stage waits for its second source. */
    static Object ofStage(Object completion) {
        Object base = at(completion, SHAPES.get(completion.getClass()).base);
        return base != null ? base : completion;
    }

    /** Whether a JDK object completes its future as soon as all that it waits for is complete, without a function. */
    static boolean passesOn(Object completion) {
        Shape shape = SHAPES.get(completion.getClass());
        return shape.relays || shape.joins;
    }

    /** Whether a JDK object runs a function once all that it waits for is complete. */
    static boolean runsAfterAll(Object completion) {
        Shape shape = SHAPES.get(completion.getClass());
        return shape.isOfTask() && !shape.either;
    }

    /** Whether {@code get} has nothing to wait for. */
    static boolean isDone(CompletableFuture<?> future) {
        return RESULT != Memory.NO_FIELD && Memory.UNSAFE.getReferenceVolatile(future, RESULT) != null;
    }

    /**
     * Whether a task was made for the future and has not begun.
     *
     * @param completion the JDK's object for the task, null if it is not known
     */
    static boolean isPending(CompletableFuture<?> future, @Nullable Object completion) {
        Object holder = pendingIn(future, completion);
        return holder != null && isPending(Memory.UNSAFE.getLongVolatile(holder, ID));
    }

    private static boolean isPending(long raw) {
        return raw != 0 && (raw & BEGUN) == 0;
    }

    private static void keep(Object holder, long id, @Nullable Object region) {
        Memory.UNSAFE.putReference(holder, REGION, region);
        Memory.UNSAFE.putLongVolatile(holder, ID, id);
    }

    private static long take(Object holder) {
        long raw = Memory.UNSAFE.getLongVolatile(holder, ID);
        while (isPending(raw)) {
            if (Memory.UNSAFE.compareAndSetLong(holder, ID, raw, raw | BEGUN)) {
                return raw & ID_BITS;
            }
            raw = Memory.UNSAFE.getLongVolatile(holder, ID);
        }
        return 0;
    }

    /** Takes the id of the pending task of a JDK object, which will never begin; 0 if there is none. */
    static long takePending(Object completion) {
        CompletableFuture<?> future = dependent(completion);
        return future == null ? 0 : takePending(future, completion);
    }

    /** As {@link #takePending(Object)}, for an object that has cleared the reference to its future. */
    static long takePending(CompletableFuture<?> future, @Nullable Object completion) {
        Object holder = pendingIn(future, completion);
        return holder == null ? 0 : take(holder);
    }

    private static @Nullable Object pendingIn(CompletableFuture<?> future, @Nullable Object completion) {
        if (completion != null && (raw(future) & SEVERAL) != 0) {
            Object further = FURTHER.find(completion);
            if (further != null) {
                return further;
            }
        }
        return holder(future);
    }

    // ---------------------------------------------------------------- making tasks

    /** A stage is about to be registered with its sources: its task is made, unless it exists already. */
    static void register(ThreadContext c, Object completion) {
        Shape shape = SHAPES.get(completion.getClass());
        CompletableFuture<?> future = dependent(completion);
        if (future == null) {
            return;
        }
        if (shape.relays) {
            relay(c, source(completion, shape.src), future);
            return;
        }
        Object function = at(completion, shape.fn);
        if (function != null && raw(future) == 0 && !isOfTheJdk(function)) {
            int site = CallSites.take(c, COMPLETABLE_FUTURE);
            keepNew(holderToWrite(future), c, make(c, shape, completion, function, null, site));
        }
    }

    /** Notes that a future will get the result of another one. Stages may be waiting for it already. */
    private static void relay(ThreadContext c, @Nullable CompletableFuture<?> source, CompletableFuture<?> future) {
        if (source == null) {
            return;
        }
        long id = onlyTaskOf(source);
        if (id != 0) {
            keep(holderToWrite(future), id | BEGUN, awaitedIfKnown(future));
        } else if (JoinedTasks.passOn(source, future) && raw(future) != 0) {
            Memory.UNSAFE.getAndBitwiseOrLong(holderToWrite(future), ID, JOINED);
        }
        LaterDependences.tell(c, future, source);
    }

    /**
     * The wait id under which threads may be waiting for a future that gets the result of another one. 0 if there is none, or if the end of a task
     * reports the same.
     */
    static long awaitedBeforeRelay(CompletableFuture<?> future) {
        Object holder = holder(future);
        return holder != null && Memory.UNSAFE.getReference(holder, REGION) instanceof Long before
                ? before
                : awaitedIfKnown(future);
    }

    /**
     * A stage is about to be given to an executor: its task is made, unless it was registered.
     *
     * @param executor null if the function has waited for a future
     */
    static void handOver(ThreadContext c, Object completion, @Nullable Executor executor) {
        Shape shape = SHAPES.get(completion.getClass());
        CompletableFuture<?> future = dependent(completion);
        Object function = at(completion, shape.fn);
        if (future == null || function == null) {
            return;
        }
        boolean isStage = shape.src != Memory.NO_FIELD;
        Object room = holderToWrite(future);
        boolean isFirst = Memory.UNSAFE.compareAndSetLong(room, ID, 0, TAKEN);
        if (isFirst || !isStage) {
            int site = CallSites.takeOrSample(c, COMPLETABLE_FUTURE);
            Object holder = isFirst ? room : newHolder();
            keepNew(holder, c, make(c, shape, completion, function, executor, site));
            if (!isFirst) {
                FURTHER.put(completion, holder);
                Memory.UNSAFE.getAndBitwiseOrLong(room, ID, SEVERAL);
            }
        }
        if (isStage) {
            isDueNow(c, future, completion);
        }
    }

    /**
     * A delaying executor of the JDK is about to keep a stage for a time, or to give it to another executor after that.
     *
     * @param isOver whether the delay is over
     */
    static void delays(ThreadContext c, Object action, boolean isOver) {
        Shape shape = SHAPES.get(action.getClass());
        CompletableFuture<?> future = shape.isOfTask() ? dependent(action) : null;
        if (future == null) {
            return;
        }
        if (isOver) {
            isDueNow(c, future, action);
        } else {
            due(future, action, NEVER);
        }
    }

    private static void isDueNow(ThreadContext c, CompletableFuture<?> future, Object completion) {
        if (Events.wanted(Event.TASK_LATE)) {
            due(future, completion, c.clock().now());
        }
    }

    private static void due(CompletableFuture<?> future, Object completion, long timeNanos) {
        Object holder = pendingIn(future, completion);
        if (holder != null) {
            Memory.UNSAFE.putLong(holder, DUE, timeNanos);
        }
    }

    /** Stores a task that has not begun; the flag that there are others is kept. */
    private static void keepNew(Object holder, ThreadContext c, long id) {
        Memory.UNSAFE.putReference(holder, REGION, c.tasks().initialRegion());
        long raw = Memory.UNSAFE.getLongVolatile(holder, ID);
        while (!Memory.UNSAFE.compareAndSetLong(holder, ID, raw, id | raw & SEVERAL)) {
            raw = Memory.UNSAFE.getLongVolatile(holder, ID);
        }
    }

    /** @param executor null if the function waits for a future, or has waited for one */
    private static long make(
            ThreadContext c, Shape shape, Object completion, Object function, @Nullable Executor executor, int site) {
        InitialTasks.ensure(c);
        int flags = c.tasks().exportingTo(c.tasks().initialRegion());
        if (!Events.wantsTaskCreate()) {
            c.clock().now();
            return Tasks.create(c, COMPLETABLE_FUTURE, flags, site, 0);
        }
        DependenceType onItself = executor == null ? DependenceType.OUT : onItself(executor);
        boolean dependent = shape.src != Memory.NO_FIELD || executor != null && onItself != null;
        // It is not known on which of the two sources the stage depends, and it waits for no other.
        boolean hasSources = shape.src != Memory.NO_FIELD && !shape.either && onItself != null;
        JoinedTasks first = hasSources ? JoinedTasks.of(source(completion, shape.src)) : JoinedTasks.NONE;
        JoinedTasks second = hasSources ? JoinedTasks.of(source(completion, shape.snd)) : JoinedTasks.NONE;
        // The time is that of the dependences too, and not before the tasks of the sources were created.
        c.clock().now();
        long id = Tasks.create(c, COMPLETABLE_FUTURE, flags, dependent, site, Bodies.of(function));
        if (dependent && onItself != null) {
            tellDependences(c, id, onItself, first, second);
        }
        return id;
    }

    /**
     * The dependence type of a function on itself while an executor holds it; null if the executor is a reported pool, or starts a thread for it.
     */
    private static @Nullable DependenceType onItself(Executor executor) {
        if (executor.getClass() == DELAYED_EXECUTOR) {
            return DependenceType.INOUT;
        }
        boolean isKnown = TELLS_OF_FORK_JOIN_POOLS && executor instanceof ForkJoinPool
                || executor.getClass() == THREAD_EXECUTOR
                || ThreadPools.ALL.areToldOf(executor);
        return isKnown ? null : DependenceType.INOUTSET;
    }

    private static @Nullable CompletableFuture<?> source(Object completion, long offset) {
        return at(completion, offset) instanceof CompletableFuture<?> future ? future : null;
    }

    /** Tells on which tasks a stage depends; there are none of sources that no task completes, or whose completion began unseen. */
    static void tellDependences(ThreadContext c, long id, JoinedTasks first, JoinedTasks second) {
        tellDependences(c, id, DependenceType.OUT, first, second);
    }

    private static void tellDependences(
            ThreadContext c, long id, DependenceType onItself, JoinedTasks first, JoinedTasks other) {
        JoinedTasks second = other.isSameAs(first) ? JoinedTasks.NONE : other;
        int count = 1 + first.count() + second.count();
        OmptDependence[] deps = Dependences.of(c, count);
        deps[0] = new OmptDependence(id, onItself);
        first.addTo(deps, 1);
        second.addTo(deps, 1 + first.count());
        Events.dependences(c, c.clock().lastNow(), COMPLETABLE_FUTURE, id, deps, count);
        first.tellUnfinished(c, id);
        second.tellUnfinished(c, id);
    }

    // ---------------------------------------------------------------- running tasks

    /**
     * The function of a pending task is about to run.
     *
     * @param completion the JDK's object for it, null if that is not known
     * @return the id of the task; 0 if none is pending
     */
    static long begin(ThreadContext c, CompletableFuture<?> future, @Nullable Object completion) {
        Object holder = pendingIn(future, completion);
        if (holder == null) {
            return 0;
        }
        Region region = Memory.UNSAFE.getReference(holder, REGION) instanceof Region made ? made : null;
        long id = take(holder);
        if (id != 0) {
            Tasks.begin(c, COMPLETABLE_FUTURE, id, region);
            long due = Memory.UNSAFE.getLong(holder, DUE);
            if (due != NEVER) {
                Tasks.late(c, COMPLETABLE_FUTURE, c.clock().lastNow() - due, 0);
            }
        }
        return id;
    }

    /** As {@link #begin(ThreadContext, CompletableFuture, Object)}, for the JDK's object of a stage. */
    static long begin(ThreadContext c, Object completion) {
        CompletableFuture<?> future = dependent(completion);
        long id = future == null ? 0 : begin(c, future, null);
        if (id != 0) {
            return id;
        }
        Object function = at(completion, SHAPES.get(completion.getClass()).fn);
        return function == null ? 0 : beginUnknown(c, function);
    }

    /** A task that has begun completes the future, unless another task of the future is known. */
    static void keepBegun(CompletableFuture<?> future, long id) {
        if (raw(future) == 0) {
            keep(holderToWrite(future), id | BEGUN, null);
        }
    }

    /** A function is about to run whose task creation was not seen. */
    static long beginUnknown(ThreadContext c, Object function) {
        return Tasks.beginUnknown(c, COMPLETABLE_FUTURE, Bodies.of(function));
    }
}
