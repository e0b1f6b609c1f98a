package org.ompt4j.ompt;

/**
 * Takes events as trace records: tool data arguments are replaced by ids, and nothing is allocated for a call.
 *
 * <p>What is passed are the {@link Event#members} of the event, which are those of its trace record in OpenMP 5.1, section 4.5.2, and some of
 * ours. Besides come the thread on which the event happened, the time it happened ({@link System#nanoTime} of the observed JVM, in
 * nanoseconds; per thread it never decreases, and it can lie before the moment of the call), the construct, and where useful the body (the
 * class and method of the code that a task or region runs, see {@link #defineBody}). An event that the sink has
 * not asked for can come while sinks change. {@code codeptrRa} is a call-site id, 0 for none, see
 * {@link #defineCallSite}. Ids are never 0 where the record's member has a value.
 *
 * <p>Thread safety: an event is delivered on the thread it happened on, except the last events of a thread that did not live
 * to report them itself, which the finalizing thread delivers; never two at once for one {@link OmptThread}. Definitions
 * come on any thread, before the first event that refers to them is delivered by that thread; one can come again, unchanged. A sink
 * that needs no texts, or asks {@link Ompt4jRuntime} for them, leaves the definitions as they are: they do nothing.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2, for the members of records; that events come so is ours.
 *
 * <p>A sink must not block and should not throw: what it throws is counted and swallowed. What it does itself (locks, tasks)
 * is not observed.
 */
public interface RecordSink {
    /**
     * Wait ids from here on are virtual threads that are joined: this and the thread's own number. They are not defined, since what
     * they stand for is a {@link #VIRTUAL_THREAD}. All other ids are below, these are below 2^53.
     */
    long FIRST_VIRTUAL_THREAD = 1L << 52;

    /** The class of what wait ids from {@link #FIRST_VIRTUAL_THREAD} on stand for. */
    String VIRTUAL_THREAD = "java.lang.VirtualThread";

    /**
     * Wait ids from here to {@link #FIRST_VIRTUAL_THREAD} are permits, which threads park for; see {@link #permitOf}. They are not defined, since what they
     * stand for is a {@link #PERMIT}. Who interrupts a thread says so with its permit, too.
     */
    long FIRST_PERMIT = 1L << 51;

    /** The class of what such wait ids stand for. */
    String PERMIT = "java.lang.Thread";

    /**
     * Stands in place of a class for what the JVM locks while it links or initializes a class: an array of its own, {@code int[]}, of which the events of
     * the JVM tell.
     */
    String INITIALIZATION_OF_CLASS = "initialization of a class";

    /** Stands in place of the class of a class loader that the JVM has load one class at a time. */
    String LOADING_OF_CLASS = "loading of a class";

    /** Permits from here on are those of virtual threads. */
    private static long firstOfVirtual() {
        return FIRST_PERMIT + (1L << 50);
    }

    /**
     * The wait id of a thread's permit.
     *
     * @param threadId {@link OmptThread#id}; of a virtual thread {@link #FIRST_VIRTUAL_THREAD} and its own number
     */
    static long permitOf(long threadId) {
        return threadId < FIRST_VIRTUAL_THREAD
                ? FIRST_PERMIT + threadId
                : firstOfVirtual() + (threadId - FIRST_VIRTUAL_THREAD);
    }

    /** Whether a wait id is that of a permit. */
    static boolean isPermit(long waitId) {
        return waitId >= FIRST_PERMIT && waitId < FIRST_VIRTUAL_THREAD;
    }

    /** The thread whose permit this is, as for {@link #permitOf}. */
    static long threadOf(long permit) {
        return permit < firstOfVirtual() ? permit - FIRST_PERMIT : FIRST_VIRTUAL_THREAD + (permit - firstOfVirtual());
    }

    /** A call site (or method) in application code; {@code text} is {@code pkg.Class.method(File.java:line)}. */
    default void defineCallSite(int codeptrRa, String text) {}

    /** Code that tasks or regions run; {@code text} is {@code pkg.Class.method}. */
    default void defineBody(int body, String text) {}

    /** An object that threads wait for, unless it is a virtual thread; {@code className} is as in {@link Ompt4jRuntime#waitObject}. */
    default void defineWaitId(long waitId, Construct construct, String className) {}

    /**
     * An event has happened.
     *
     * @param event of which event, see {@link Event#shape}
     * @param details construct, endpoint, kinds and flags: what {@link Construct#in} and {@link Member#in} take out of it
     * @param a first of the event's {@link Event#numbers}, 0 if there is none
     * @param b second of them
     * @param c third of them
     * @param d fourth of them
     * @param place call site and body: what {@link EventShape#codeptrRa} and {@link EventShape#body} take out of it; for a dispatch, whose
     *     record has neither, the call site of the region
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
     * An event has happened that is not made of numbers alone.
     *
     * @param payload the message of an error or the name of a pool, a string, of which {@code a} says nothing; or of dependences the array of {@link OmptDependence} of which the first {@code c}
     *     count and {@code b} says nothing: it is valid only during the call, and each of them is a record of its own
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
