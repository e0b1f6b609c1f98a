package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * One thread of the OMPT runtime, as a sink of records and a sampler see it.
 *
 * <p>Thread safety: the four sampled values ({@link #state}, {@link #waitId}, {@link #taskId}, {@link #parallelId}) may be
 * read by any thread at any time, each by itself. Each is read atomically, but the four need not belong to the same moment. The sink slot
 * belongs to the observed thread. Ids are below 2^53.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.27 for states; the rest is ours.
 */
public abstract class OmptThread {

    /** The sink's own object for this thread; written and read by the sink, on this thread only. */
    public @Nullable Object sinkSlot;

    private final long id;

    protected OmptThread(long id) {
        this.id = id;
    }

    /** Unique over the run, never 0, below 2^53. */
    public final long id() {
        return id;
    }

    /** The number that the JVM gave the thread, {@code Thread.threadId()}; 0 where it is not known. */
    public long javaThreadId() {
        return 0;
    }

    /** The Java thread's name when it was first reported. */
    public abstract String name();

    /** What kind of thread it is; the same as long as it lives. */
    public abstract ThreadType type();

    /** The thread's present state. */
    public abstract State state();

    /** The thread's wait id, 0 if its state is no wait. */
    public abstract long waitId();

    /** The task that is current on the thread, 0 if none. */
    public abstract long taskId();

    /** The innermost parallel region of the thread, 0 if none; idle workers answer 0. */
    public abstract long parallelId();
}
