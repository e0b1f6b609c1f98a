package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;

/**
 * The contexts of all live threads, and the place where each thread keeps its own context.
 *
 * <p>Thread safety: any thread; {@link #attach} and {@link #detach} on the thread they are about.
 */
public final class ThreadRegistry {
    /*
     * Overview. Live contexts are in a copy-on-write array: threads come and go rarely, samplers read often.
     *
     * A fork/join worker keeps its context in a field that is added to ForkJoinWorkerThread or to its queue, since the thread locals of common-pool
     * workers are erased (JDK 17: after every top-level task, JDK 25: before parking). Other threads keep it in a ThreadLocal. The context of a virtual thread is
     * found through its carrier, see Mounted.
     */
    /** If there are fewer threads, dead ones are not searched for. */
    private static final int REAP_THRESHOLD = 64;

    private static final Object LOCK = new Object();
    private static final ThreadLocal<ThreadContext> LOCAL = new ThreadLocal<>();
    private static final @Nullable Class<?> VIRTUAL = Memory.jdkClass("java.lang.BaseVirtualThread");

    /** Set once a ForkJoinWorkerThread exists, so that the agent does not load that class in programs without one. */
    private static boolean workersExist;

    private static ThreadContext neverObserved = new ThreadContext();
    private static volatile ThreadContext[] live = new ThreadContext[0];
    private static volatile List<ThreadContext> liveList = List.of();
    private static volatile ThreadContext[] carriers = new ThreadContext[0];
    private static int reapThreshold = REAP_THRESHOLD;
    private static boolean sawVirtual;

    /** In a class of its own, since its initialization loads and so rewrites the class of fork/join workers, which takes time. */
    private static final class Carrier {
        static final @Nullable Class<?> TYPE = Memory.jdkClass("jdk.internal.misc.CarrierThread");

        static void load() {}
    }

    private ThreadRegistry() {}

    /**
     * The field in which a worker keeps its context. If the class of workers was loaded before the agent, as JDK 21 does itself, it is a field of the
     * worker's queue. Initialised when the first worker exists, so that the classes have been rewritten and loaded.
     */
    private static final class WorkerField {
        private static final String NAME = "ompt4j$context";
        private static final String QUEUE_NAME = "workQueue";
        private static final long IN_WORKER = Memory.fieldOffset(ForkJoinWorkerThread.class, NAME);
        private static final long QUEUE = Memory.fieldOffset(ForkJoinWorkerThread.class, QUEUE_NAME);
        private static final long IN_QUEUE = IN_WORKER != Memory.NO_FIELD
                        || QUEUE == Memory.NO_FIELD
                        || FieldSubstitutes.areKeptFor(ForkJoinWorkerThread.class)
                ? Memory.NO_FIELD
                : Memory.fieldOffset(typeOfQueue(), NAME);
        static final boolean EXISTS = IN_WORKER != Memory.NO_FIELD || IN_QUEUE != Memory.NO_FIELD;

        private static @Nullable Class<?> typeOfQueue() {
            try {
                return ForkJoinWorkerThread.class.getDeclaredField(QUEUE_NAME).getType();
            } catch (NoSuchFieldException notInThisJdk) {
                return null;
            }
        }

        /** Initialises the class before a look-up of a context needs it. */
        static void load() {}

        static @Nullable ThreadContext get(Object worker) {
            if (IN_WORKER != Memory.NO_FIELD) {
                return (ThreadContext) Memory.UNSAFE.getReference(worker, IN_WORKER);
            }
            Object queue = Memory.UNSAFE.getReference(worker, QUEUE);
            return queue == null ? null : (ThreadContext) Memory.UNSAFE.getReference(queue, IN_QUEUE);
        }

        /** On the worker itself, which has a queue. */
        static void set(Object worker, ThreadContext context) {
            if (IN_WORKER != Memory.NO_FIELD) {
                Memory.UNSAFE.putReference(worker, IN_WORKER, context);
            } else {
                Memory.UNSAFE.putReference(Memory.UNSAFE.getReference(worker, QUEUE), IN_QUEUE, context);
            }
        }
    }

    /** The field of a virtual thread that refers to its carrier. */
    private static final class CarrierField {
        static final Class<?> OWNER = ownerOrObject();
        static final long OFFSET = Memory.fieldOffset(OWNER, "carrierThread");

        static void load() {}

        private static Class<?> ownerOrObject() {
            Class<?> owner = Memory.jdkClass("java.lang.VirtualThread");
            return owner == null ? Object.class : owner;
        }
    }

    // ---------------------------------------------------------------- where a thread keeps its context

    /** The context that the current thread keeps; null if it has none. */
    static @Nullable ThreadContext attached(Thread current) {
        if (workersExist && current instanceof ForkJoinWorkerThread && WorkerField.EXISTS) {
            return WorkerField.get(current);
        }
        return VIRTUAL != null && VIRTUAL.isInstance(current) ? Carriers.contextOf(current) : LOCAL.get();
    }

    static void attach(Thread current, ThreadContext context) {
        if (isWorker(current) && WorkerField.EXISTS) {
            WorkerField.set(current, context);
        } else {
            LOCAL.set(context);
        }
    }

    static void attachUnobserved(Thread current) {
        attach(current, neverObserved);
    }

    static void detach() {
        LOCAL.remove();
    }

    /** Whether a context stands for all threads that are never observed, or is of an epoch that is over. */
    static boolean isNeverObserved(ThreadContext context) {
        return context == neverObserved || context.isOfFormerEpoch();
    }

    // ---------------------------------------------------------------- kinds of threads

    /** Called by the hooks of fork/join workers when the first worker is made. */
    public static void workersExist() {
        try {
            WorkerField.load();
            workersExist = true;
        } catch (Throwable t) {
            // Then workers are treated like other threads, although their thread locals are erased.
            Failures.count("workers", t);
        }
    }

    static boolean isWorker(Thread thread) {
        return workersExist && thread instanceof ForkJoinWorkerThread;
    }

    /** The thread itself, or the carrier of the current thread if that is virtual; null if the carrier is not known. */
    public static @Nullable Thread platformThreadOf(Thread current) {
        if (!isVirtual(current)) {
            return current;
        }
        return CarrierField.OFFSET == Memory.NO_FIELD || !CarrierField.OWNER.isInstance(current)
                ? null
                : (Thread) Memory.UNSAFE.getReference(current, CarrierField.OFFSET);
    }

    /** The context of the carrier of the current thread, which is virtual; null if the carrier has none. */
    static @Nullable ThreadContext ofCarrierOf(Thread virtual) {
        Thread carrier = platformThreadOf(virtual);
        if (!workersExist || !WorkerField.EXISTS) {
            return findCarrier(carrier);
        }
        return carrier instanceof ForkJoinWorkerThread ? WorkerField.get(carrier) : null;
    }

    /** Searches for the context of a carrier without the added field, as after an attach; there are few carriers. */
    private static @Nullable ThreadContext findCarrier(@Nullable Object carrier) {
        for (ThreadContext each : carriers) {
            if (each.thread() == carrier) {
                return each;
            }
        }
        return null;
    }

    /** Loads the class by which carriers are recognized early, rather than in a hook. */
    public static void loadTypeOfCarriers() {
        Carrier.load();
        CarrierField.load();
    }

    static boolean isCarrier(Thread thread) {
        return Carrier.TYPE != null && Carrier.TYPE.isInstance(thread);
    }

    /** Whether a thread is a virtual one. */
    public static boolean isVirtual(Thread thread) {
        return VIRTUAL != null && VIRTUAL.isInstance(thread);
    }

    static void sawVirtualThread() {
        sawVirtual = true;
    }

    /** Whether code in virtual threads reached a hook that could not report it, since their carriers are not known. */
    public static boolean sawVirtualThreads() {
        return sawVirtual;
    }

    // ---------------------------------------------------------------- the live threads

    /** A snapshot of the contexts of all live threads; the same object until a thread comes or goes. */
    public static List<ThreadContext> live() {
        return liveList;
    }

    /**
     * Whether any thread now waits for the mutex with this wait id. Can also be true if an unmounted virtual thread waits for another mutex. A thread
     * that may be waiting or not counts if it has been in this state for long enough.
     *
     * @param shortestNanos how long such a thread must have been in the state
     */
    public static boolean anyWaits(State state, long waitId, long nowNanos, long shortestNanos) {
        for (ThreadContext each : live) {
            if (each.waitId() == waitId && each.state() == state) {
                long since = each.current().untold().beginNanos();
                if (since == 0 || nowNanos - since >= shortestNanos) {
                    return true;
                }
            }
        }
        return SuspendedThreads.mayWaitFor(waitId);
    }

    /** How many unmounted virtual threads have something open that was reported. */
    public static long suspendedVirtualThreads() {
        return SuspendedThreads.count();
    }

    /** The id of a thread; 0 if it is not observed, or runs a virtual thread. */
    public static long idOf(Thread thread) {
        ThreadContext found = find(thread);
        return found == null || found.isCarrier() ? 0 : found.id();
    }

    /** As {@link #idOf(Thread)}, but also for virtual threads, see {@link #idOfVirtual}. */
    public static long idOfAny(Thread thread) {
        return isVirtual(thread) ? idOfVirtual(thread.getId()) : idOf(thread);
    }

    /**
     * The id of the thread whose object has this value in the field at this offset; 0 if it is not observed.
     *
     * @param orMounted as in {@link #idOf(ThreadContext, boolean)}
     */
    public static long idOf(long fieldOffset, long value, boolean orMounted) {
        for (ThreadContext each : live) {
            if (Memory.UNSAFE.getLong(each.thread(), fieldOffset) == value) {
                return idOf(each, orMounted);
            }
        }
        return 0;
    }

    /**
     * The id of a thread.
     *
     * @param orMounted whether a carrier stands for the virtual thread that it runs now
     * @return 0 if it is a carrier and does not stand for another thread
     */
    public static long idOf(ThreadContext thread, boolean orMounted) {
        if (!thread.isCarrier()) {
            return thread.id();
        }
        long task = orMounted ? thread.tasks().taskId() : 0;
        return task >= RecordSink.FIRST_VIRTUAL_THREAD ? task : 0;
    }

    /** The id of the virtual thread with this number if it is mounted now, or is unmounted with something open; else 0. */
    public static long idOfVirtual(long number) {
        long id = RecordSink.FIRST_VIRTUAL_THREAD + number;
        for (ThreadContext each : carriers) {
            if (each.tasks().taskId() == id) {
                return id;
            }
        }
        return SuspendedThreads.keeps(id) ? id : 0;
    }

    static @Nullable ThreadContext find(Thread thread) {
        for (ThreadContext each : live) {
            if (each.thread() == thread) {
                return each;
            }
        }
        return null;
    }

    static void add(ThreadContext context) {
        synchronized (LOCK) {
            ThreadContext[] after = Arrays.copyOf(live, live.length + 1);
            after[after.length - 1] = context;
            publish(after);
        }
    }

    static void remove(ThreadContext context) {
        synchronized (LOCK) {
            ThreadContext[] before = live;
            for (int i = 0; i < before.length; i++) {
                if (before[i] == context) {
                    ThreadContext[] after = Arrays.copyOf(before, before.length - 1);
                    System.arraycopy(before, i + 1, after, i, after.length - i);
                    publish(after);
                    return;
                }
            }
        }
    }

    /**
     * Removes and returns the contexts of dead threads whose end was not seen because the construct {@code thread} is not observed. The caller
     * reports their ends. Searches only when the number of contexts has doubled since the last search, so that the list stays in proportion to the
     * live threads.
     */
    static List<ThreadContext> removeDead() {
        synchronized (LOCK) {
            if (live.length < reapThreshold) {
                return List.of();
            }
            List<ThreadContext> alive = new ArrayList<>();
            List<ThreadContext> dead = new ArrayList<>();
            for (ThreadContext each : live) {
                (each.thread().isAlive() ? alive : dead).add(each);
            }
            publish(alive.toArray(new ThreadContext[0]));
            reapThreshold = Math.max(REAP_THRESHOLD, 2 * alive.size());
            return dead;
        }
    }

    private static void publish(ThreadContext[] threads) {
        live = threads;
        liveList = List.of(threads);
        carriers = carriersAmong(threads);
    }

    private static ThreadContext[] carriersAmong(ThreadContext[] threads) {
        ThreadContext[] found = new ThreadContext[threads.length];
        int count = 0;
        for (ThreadContext each : threads) {
            if (each.isCarrier()) {
                found[count++] = each;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Removes every thread. */
    static void clear() {
        synchronized (LOCK) {
            publish(new ThreadContext[0]);
        }
    }

    /** Prepares for the threads of a new epoch. Threads that were not to be observed in an earlier epoch are checked again. */
    static void beginEpoch() {
        clear();
        reapThreshold = REAP_THRESHOLD;
        sawVirtual = false;
        neverObserved = new ThreadContext();
    }
}
