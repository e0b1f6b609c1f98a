package org.ompt4j.ompt;

/**
 * Receives events as trace records: ids instead of tool data, and without allocation.
 *
 * <p>A call passes the {@link Event#members} of the event: those of its trace record in OpenMP 5.1, section 4.5.2, and extensions of OMPT4J. It
 * also passes the thread, the time of the event, the construct and, for tasks and regions, the body (the class and method of the code that they
 * run, see {@link #defineBody}). The time is {@link System#nanoTime} of the observed JVM, in nanoseconds; it never decreases per thread, and can be
 * earlier than the call. {@code codeptrRa} is a call-site id, 0 for none, see {@link #defineCallSite}. Ids are never 0 where the record's member
 * has a value. While sinks change, an event can come that the sink has not asked for.
 *
 * <p>Thread safety: an event is delivered on its thread, except that the finalizing thread delivers the last events of threads that cannot
 * do so themselves; never two at once for one {@link OmptThread}. Definitions come on any thread, before that thread delivers the first event
 * that refers to them; a definition can come again, unchanged. By default definitions are ignored, since a sink can ask {@link Ompt4jRuntime} for
 * texts.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2, for the members of records; this interface is an extension of OMPT4J.
 *
 * <p>A sink must not block and should not throw: exceptions are counted and go no further. Locks and tasks of a sink are not
 * observed.
 */
public interface RecordSink {
    /**
     * Wait ids from here on are those of joined virtual threads: this plus {@link Thread#getId} of the thread. They are not defined, since
     * their class is always {@link #VIRTUAL_THREAD}. All other ids are lower; these are lower than 2^53.
     */
    long FIRST_VIRTUAL_THREAD = 1L << 52;

    /** The class of the objects with wait ids from {@link #FIRST_VIRTUAL_THREAD} on. */
    String VIRTUAL_THREAD = "java.lang.VirtualThread";

    /**
     * Wait ids from here to {@link #FIRST_VIRTUAL_THREAD}, exclusive, are those of the permits of {@link java.util.concurrent.locks.LockSupport}, see
     * {@link #permitOf}. They are not defined, since their class is always {@link #PERMIT}. An interrupt is also reported as a {@link Event#WAKEUP}
     * with the wait id of the thread's permit.
     */
    long FIRST_PERMIT = 1L << 51;

    /** The class of the objects with wait ids of permits: a permit belongs to a thread. */
    String PERMIT = "java.lang.Thread";

    /**
     * The class name that is given for the lock of the JVM while it links or initializes a class. The lock is an {@code int[]} of length 0, which
     * says nothing to a reader.
     */
    String INITIALIZATION_OF_CLASS = "initialization of a class";

    /** The class name that is given for a class loader that the JVM locks, because it loads only one class at a time. */
    String LOADING_OF_CLASS = "loading of a class";

    /** Permits from here on are those of virtual threads. */
    private static long firstOfVirtual() {
        return FIRST_PERMIT + (1L << 50);
    }

    /**
     * The wait id of a thread's permit.
     *
     * @param threadId {@link OmptThread#id}; for a virtual thread {@link #FIRST_VIRTUAL_THREAD} plus {@link Thread#getId}
     */
    static long permitOf(long threadId) {
        return threadId < FIRST_VIRTUAL_THREAD
                ? FIRST_PERMIT + threadId
                : firstOfVirtual() + (threadId - FIRST_VIRTUAL_THREAD);
    }

    static boolean isPermit(long waitId) {
        return waitId >= FIRST_PERMIT && waitId < FIRST_VIRTUAL_THREAD;
    }

    /** The id of the thread of a permit: the argument of {@link #permitOf}. */
    static long threadOf(long permit) {
        return permit < firstOfVirtual() ? permit - FIRST_PERMIT : FIRST_VIRTUAL_THREAD + (permit - firstOfVirtual());
    }

    /** Defines a call site or method in application code; {@code text} is {@code pkg.Class.method(File.java:line)}. */
    default void defineCallSite(int codeptrRa, String text) {}

    /** Defines code that tasks or regions run; {@code text} is {@code pkg.Class.method}. */
    default void defineBody(int body, String text) {}

    /** Defines an object that threads wait for, except virtual threads and permits; {@code className} is as in {@link Ompt4jRuntime#waitObject}. */
    default void defineWaitId(long waitId, Construct construct, String className) {}

    /**
     * Receives an event that consists of numbers only.
     *
     * @param event the event and the types of its numbers, see {@link Event#shape}
     * @param details construct, endpoint, kinds and flags, see {@link Construct#in} and {@link Member#in}
     * @param a first of the event's {@link Event#numbers}, 0 if there is none
     * @param b second of them
     * @param c third of them
     * @param d fourth of them
     * @param place call site and body, see {@link EventShape#codeptrRa} and {@link EventShape#body}; for a dispatch, whose record has neither,
     *     the call site of the region
     */
    void record(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place);

    /**
     * Receives an event that has an object as well as numbers.
     *
     * @param payload the message of an error or the name of a pool, as a string, in place of {@code a}; or, for {@link Event#DEPENDENCES}, an array
     *     of {@link OmptDependence}, whose first {@code c} elements are valid, in place of {@code b}. Each of them is a record. Valid only during
     *     the call.
     */
    void recordWith(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long place,
            Object payload);
}
