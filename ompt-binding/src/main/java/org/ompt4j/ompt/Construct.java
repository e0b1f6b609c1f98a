package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The JVM constructs that raise events, with the properties of each. This is the only place for these properties: answers to registrations, views
 * of older generations, reports, rules and the documentation read them here, and a test compares them with the events that programs raise.
 *
 * <p>The number of a construct (its ordinal) never changes between releases, since traces contain it. New constructs are added at the end.
 */
public enum Construct {
    /** Events of no construct, such as the agent's own. */
    NONE("none", "", "", "", RaisedEvents.of(Event.CONTROL_TOOL)),
    /**
     * Begin and end of a thread, and of its initial task, are reported with the first hook on it, of whatever construct. Other threads are
     * known only if this construct is observed.
     */
    THREAD(
            "thread",
            "Thread: start, join, yield, interrupt, end",
            "4.5.2.1, 4.5.2.2, 4.5.2.7, 4.5.2.9-4.5.2.11, 4.5.2.13, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(
                            Event.THREAD_BEGIN,
                            Event.THREAD_END,
                            Event.IMPLICIT_TASK,
                            Event.TASK_CREATE,
                            Event.TASK_SCHEDULE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WAKEUP,
                            Event.CANCEL,
                            Event.ERROR,
                            Event.WAIT)
                    .with(SyncRegionKind.TASKWAIT)),
    FORK_JOIN_TASK(
            "fork-join-task",
            "fork/join tasks: fork, join, invoke, invokeAll, and what the JDK shares out by them",
            "4.5.2.3-4.5.2.9, 4.5.2.13, 4.5.2.17, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(
                            Event.PARALLEL_BEGIN,
                            Event.TASK_CPU_TIME,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.TASK_CREATE,
                            Event.TASK_SCHEDULE,
                            Event.DEPENDENCES,
                            Event.TASK_DEPENDENCE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WORK,
                            Event.DISPATCH,
                            Event.CANCEL,
                            Event.ERROR)
                    .with(SyncRegionKind.TASKWAIT, SyncRegionKind.TASKGROUP, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)
                    .with(WorkType.SECTIONS, WorkType.WORKSHARE, WorkType.LOOP_DYNAMIC, WorkType.TASKLOOP)),
    FORK_JOIN_POOL(
            "fork-join-pool",
            "fork/join pools: their workers, submit, execute, invoke, invokeAll, termination",
            "4.5.2.1, 4.5.2.3-4.5.2.6, 4.5.2.11, 4.5.2.13, 4.5.2.17, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(
                            Event.POOL,
                            Event.POOL_WORKER,
                            Event.PARALLEL_BEGIN,
                            Event.TASK_CPU_TIME,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.TASK_CREATE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WORK,
                            Event.ERROR)
                    .with(
                            SyncRegionKind.TASKGROUP,
                            SyncRegionKind.BARRIER_IMPLEMENTATION,
                            SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)
                    .with(WorkType.SECTIONS)),
    PARALLEL_STREAM(
            "parallel-stream",
            "terminal operations of parallel streams",
            "4.5.2.3-4.5.2.6, 4.5.2.11, 4.5.2.13, 4.5.2.18",
            "0.1.0",
            RaisedEvents.of(
                            Event.PARALLEL_BEGIN,
                            Event.TASK_CPU_TIME,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WORK,
                            Event.DISPATCH,
                            Event.REDUCTION,
                            Event.CANCEL,
                            Event.MUTEX_ACQUIRE,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED)
                    .with(
                            SyncRegionKind.TASKGROUP,
                            SyncRegionKind.REDUCTION,
                            SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE,
                            SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)
                    .with(WorkType.TASKLOOP)
                    .with(MutexKind.ORDERED)
                    .with(MutexImpl.NONE),
            Trait.JOINED_BY_THE_JDK),
    SYNCHRONIZED(
            "synchronized",
            "synchronized blocks and methods, Object.wait and notify",
            "4.5.2.14-4.5.2.16",
            "0.1.0",
            RaisedEvents.of(
                            Event.MUTEX_ACQUIRE,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED,
                            Event.NEST_LOCK,
                            Event.WAIT,
                            Event.WAKEUP)
                    .with(MutexKind.CRITICAL)
                    .with(MutexImpl.MONITOR),
            Trait.CANNOT_BE_ASKED),
    REENTRANT_LOCK(
            "reentrant-lock",
            "ReentrantLock and its conditions",
            "4.5.2.14-4.5.2.16",
            "0.1.0",
            RaisedEvents.of(
                            Event.MUTEX_ACQUIRE,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED,
                            Event.NEST_LOCK,
                            Event.LOCK_INIT,
                            Event.LOCK_DESTROY,
                            Event.WAIT,
                            Event.WAKEUP)
                    .with(MutexKind.NEST_LOCK, MutexKind.TEST_NEST_LOCK)
                    .with(MutexImpl.REENTRANT_NONFAIR, MutexImpl.REENTRANT_FAIR)),
    CYCLIC_BARRIER(
            "cyclic-barrier",
            "CyclicBarrier",
            "4.5.2.5, 4.5.2.13, 4.5.2.18",
            "0.1.0",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.WORK, Event.CANCEL)
                    .with(SyncRegionKind.BARRIER_EXPLICIT)
                    .with(WorkType.SINGLE_EXECUTOR, WorkType.SINGLE_OTHER)),
    PHASER(
            "phaser",
            "Phaser",
            "4.5.2.5, 4.5.2.13, 4.5.2.18",
            "0.1.0",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.WORK, Event.CANCEL)
                    .with(SyncRegionKind.BARRIER_EXPLICIT)
                    .with(WorkType.SINGLE_EXECUTOR, WorkType.SINGLE_OTHER)),
    /** Everything that {@code define} declares in the configuration; {@link DefinedConstruct} has the events. */
    DEFINED(
            "defined",
            "methods of the program's own",
            "",
            "0.1.0",
            RaisedEvents.NONE,
            Trait.ACQUIRED_IN_CODE,
            Trait.CANNOT_BE_ASKED),
    /** {@code LockSupport.park}, wherever it is called. */
    PARK(
            "park",
            "LockSupport.park, and unpark of threads that wait in it",
            "4.4.4.27",
            "0.1.0",
            RaisedEvents.of(Event.WAIT, Event.WAKEUP)),
    SLEEP("sleep", "Thread.sleep, TimeUnit.sleep", "4.4.4.27", "0.1.0", RaisedEvents.of(Event.WAIT)),
    /** Blocking input and output. */
    IO(
            "io",
            "blocking input and output: sockets, channels, selectors, streams of files, pipes and processes",
            "4.4.4.27",
            "0.1.0",
            RaisedEvents.of(Event.WAIT)),
    SEMAPHORE(
            "semaphore",
            "Semaphore",
            "4.5.2.14, 4.5.2.15",
            "0.1.0",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.WAIT)
                    .with(MutexKind.LOCK, MutexKind.TEST_LOCK)
                    .with(MutexImpl.SEMAPHORE_NONFAIR, MutexImpl.SEMAPHORE_FAIR),
            Trait.RELEASED_BY_ANYONE),
    FENCE(
            "fence",
            "memory fences of VarHandle and sun.misc.Unsafe, on request only",
            "4.5.2.17",
            "0.1.0",
            RaisedEvents.of(Event.FLUSH),
            Trait.ON_REQUEST),
    ATOMIC(
            "atomic",
            "updates of atomics and adders that are tried again, on request only",
            "4.5.2.14, 4.5.2.15",
            "0.1.0",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.WAIT)
                    .with(MutexKind.ATOMIC)
                    .with(MutexImpl.NONE),
            Trait.ACQUIRED_IN_CODE,
            Trait.ON_REQUEST),
    THREAD_POOL_EXECUTOR(
            "thread-pool-executor",
            "thread pools: their workers, execute, submit, invokeAll, invokeAny, rejection, cancel, termination",
            "4.5.2.1, 4.5.2.5, 4.5.2.6, 4.5.2.9, 4.5.2.13, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(
                            Event.POOL,
                            Event.POOL_WORKER,
                            Event.TASK_CREATE,
                            Event.TASK_SCHEDULE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WORK,
                            Event.DISPATCH,
                            Event.WAKEUP,
                            Event.CANCEL,
                            Event.ERROR)
                    .with(SyncRegionKind.TASKGROUP, SyncRegionKind.BARRIER_IMPLEMENTATION)
                    .with(WorkType.SECTIONS)),
    FUTURE_TASK(
            "future-task",
            "Future.get of what thread pools and threads run",
            "4.5.2.13",
            "0.1.0",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.WAKEUP)
                    .with(SyncRegionKind.TASKWAIT, SyncRegionKind.TASKGROUP)),
    SCHEDULED_EXECUTOR(
            "scheduled-executor",
            "scheduled executors: tasks that run later, once or again and again",
            "4.5.2.6, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(Event.TASK_CREATE, Event.TASK_LATE, Event.CANCEL, Event.ERROR)),
    COUNT_DOWN_LATCH(
            "count-down-latch",
            "CountDownLatch: await, and the last countDown",
            "4.5.2.13",
            "0.1.0",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.WAKEUP)
                    .with(SyncRegionKind.TASKWAIT)),
    COMPLETABLE_FUTURE(
            "completable-future",
            "CompletableFuture: asynchronous tasks, stages and what they depend on, join and get",
            "4.5.2.6-4.5.2.9, 4.5.2.13, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(
                            Event.TASK_CREATE,
                            Event.TASK_SCHEDULE,
                            Event.TASK_LATE,
                            Event.DEPENDENCES,
                            Event.TASK_DEPENDENCE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WAKEUP,
                            Event.CANCEL,
                            Event.ERROR)
                    .with(SyncRegionKind.TASKWAIT)),
    READ_WRITE_LOCK(
            "read-write-lock",
            "ReentrantReadWriteLock and the conditions of its write lock",
            "4.5.2.14-4.5.2.16",
            "0.1.0",
            RaisedEvents.of(
                            Event.MUTEX_ACQUIRE,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED,
                            Event.NEST_LOCK,
                            Event.WAIT,
                            Event.WAKEUP)
                    .with(MutexKind.NEST_LOCK, MutexKind.TEST_NEST_LOCK, MutexKind.LOCK, MutexKind.TEST_LOCK)
                    .with(MutexImpl.READ_NONFAIR, MutexImpl.READ_FAIR, MutexImpl.WRITE_NONFAIR, MutexImpl.WRITE_FAIR)),
    STAMPED_LOCK(
            "stamped-lock",
            "StampedLock and its views",
            "4.5.2.14, 4.5.2.15",
            "0.1.0",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.WAIT)
                    .with(MutexKind.LOCK, MutexKind.TEST_LOCK)
                    .with(MutexImpl.STAMPED_READ, MutexImpl.STAMPED_WRITE),
            Trait.RELEASED_BY_ANYONE),
    EXCHANGER(
            "exchanger",
            "Exchanger",
            "4.5.2.13",
            "0.1.0",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.BARRIER_EXPLICIT)),
    /** Virtual threads (since JDK 21), which are tasks in OMPT's terms, not threads. */
    VIRTUAL_THREAD(
            "virtual-thread",
            "virtual threads: untied tasks that carriers run, start, mount, unmount, end",
            "4.5.2.1, 4.5.2.9, 4.5.2.10, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(
                    Event.POOL,
                    Event.POOL_WORKER,
                    Event.TASK_CREATE,
                    Event.TASK_SCHEDULE,
                    Event.TASK_LATE,
                    Event.CANCEL,
                    Event.ERROR)),
    /** Waits in the JDK's blocking queues: for space, for an item, or for a consumer. */
    BLOCKING_QUEUE(
            "blocking-queue",
            "blocking queues: put, take and transfer",
            "4.4.4.27",
            "0.1.0",
            RaisedEvents.of(Event.WAIT, Event.WAKEUP)),
    TIMER(
            "timer",
            "java.util.Timer: tasks that its thread runs later, once or again and again",
            "4.5.2.6, 4.5.2.18, 4.5.2.30",
            "0.1.0",
            RaisedEvents.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.TASK_LATE, Event.CANCEL, Event.ERROR)),
    /** Scopes of subtasks (JDK 25, a preview there). */
    STRUCTURED_TASK_SCOPE(
            "structured-task-scope",
            "StructuredTaskScope: open, join, close",
            "4.5.2.13",
            "0.1.0",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.TASKGROUP)),
    /** Classes outside the JDK that implement {@code Lock}; the behaviour of their code is not known. */
    LOCK_IMPLEMENTATION(
            "lock-implementation",
            "Lock as the program and libraries implement it",
            "4.5.2.14, 4.5.2.15",
            "0.1.0",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.WAIT)
                    .with(MutexKind.LOCK, MutexKind.TEST_LOCK)
                    .with(MutexImpl.THIRD_PARTY),
            Trait.ACQUIRED_IN_CODE,
            Trait.CANNOT_BE_ASKED,
            Trait.RELEASED_BY_ANYONE,
            Trait.ONLY_IN_FULL);

    /** Peculiarities of the events of some constructs that a reader of events or a report has to know. */
    public enum Trait {
        /** The JDK itself waits for all tasks of a region. */
        JOINED_BY_THE_JDK,
        /** A mutex is acquired by code of the application, which can raise any other event meanwhile. */
        ACQUIRED_IN_CODE,
        /** A mutex cannot tell whether it is held: a long acquisition was either a wait, or the machine was slow. */
        CANNOT_BE_ASKED,
        /** Any thread may release a mutex that another thread acquired, also a thread that has acquired nothing. */
        RELEASED_BY_ANYONE,
        /** The construct is observed only if every operation on a mutex is reported. */
        ONLY_IN_FULL,
        /** The construct is observed only if the setting {@code constructs} names it; {@code all} does not include it. */
        ON_REQUEST
    }

    private static final Construct[] ALL = values();

    private final String id;
    private final String title;
    private final String sections;
    private final String since;
    private final RaisedEvents raised;
    private final int traits;

    Construct(String id, String title, String sections, String since, RaisedEvents raised, Trait... traits) {
        this.id = id;
        this.title = title;
        this.sections = sections;
        this.since = since;
        this.raised = raised;
        int bits = 0;
        for (Trait each : traits) {
            bits |= 1 << each.ordinal();
        }
        this.traits = bits;
    }

    /** The mapping id, in kebab case: the same in the configuration, the documentation and the test apps. */
    public String id() {
        return id;
    }

    /** The construct of the JVM in words for readers; empty for {@link #NONE}. */
    public String title() {
        return title;
    }

    /** The sections of OpenMP 5.1 that define its events; empty if the configuration decides that. */
    public String sections() {
        return sections;
    }

    /** The first release of OMPT4J with this construct; empty for {@link #NONE}. */
    public String since() {
        return since;
    }

    /** The events, kinds and implementations that its occurrences raise, each event with this construct. */
    public RaisedEvents raised() {
        return raised;
    }

    /** Whether the construct has this trait. */
    public boolean has(Trait trait) {
        return (traits & 1 << trait.ordinal()) != 0;
    }

    /** The construct with this mapping id, or null. */
    public static @Nullable Construct byId(String id) {
        for (Construct each : ALL) {
            if (each.id.equals(id)) {
                return each;
            }
        }
        return null;
    }

    /** The construct in an event's {@code details}, where it is the lowest byte. */
    public static Construct in(long details) {
        return ALL[(int) details & 0xFF];
    }
}
