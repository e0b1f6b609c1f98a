package org.ompt4j.tools.export;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/**
 * The receiver of a {@link Timeline}; there is one for each format. The calls for one track come in the order of time, but a wait can come later
 * than calls for other tracks. Sinks may use only the thread of a track, which does not change, since a call can come later than its event.
 *
 * <p>{@link #close} frees what a sink holds besides its output, which it does not close. Thread safety: none.
 */
interface TimelineSink extends Closeable {

    /** Called first for each thread. */
    void thread(Track track) throws IOException;

    /** The virtual thread has no open slice for now; a sink can free memory, since there can be very many such threads. */
    default void rests(Track track) throws IOException {}

    /** The thread has ended, and all its slices have. No more calls follow for it. */
    default void ended(Track track) throws IOException {}

    /** @param fork the task whose creation caused the slice; 0 if none */
    void begin(Track track, Slice slice, long fork) throws IOException;

    /** @param slice the slice that was begun, possibly with more data */
    void end(Track track, Slice slice, long timeNanos) throws IOException;

    /**
     * The state of the thread changes.
     *
     * @param before null at first
     * @param now null if nothing is known any more
     */
    void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) throws IOException;

    /** A sampler saw the thread in this state. */
    void sample(Track track, State state, long timeNanos) throws IOException;

    void mark(Track track, Mark mark) throws IOException;

    /** The number has this value from this time on. */
    void gauge(Gauge gauge, long value, long timeNanos) throws IOException;

    /** The number ends; it may come again as a new one. */
    default void ended(Gauge gauge) throws IOException {}

    /** Recording was paused; all slices have ended before. */
    void pause(long fromNanos, long toNanos) throws IOException;

    /** The end of the timeline; all slices have ended. */
    void finish(long timeNanos) throws IOException;

    @Override
    default void close() throws IOException {}

    /**
     * An instant.
     *
     * @param message null for all but errors
     * @param callSite null if it is not known
     * @param firstArrow the first of the arrows that begin or end here; arrows have numbers of their own
     * @param arrows how many
     */
    record Mark(
            Kind kind,
            long timeNanos,
            String name,
            @Nullable String callSite,
            @Nullable String message,
            long firstArrow,
            int arrows) {

        /** The kind of a mark. */
        enum Kind {
            /** The arrow to the begin of the task has the number of the task. */
            TASK_CREATED(true),
            RELEASED(true),
            ACQUIRED(false),
            WAKES(true),
            WOKEN(false),
            ERROR(true),
            CANCEL(true);

            private final boolean isOrigin;

            Kind(boolean isOrigin) {
                this.isOrigin = isOrigin;
            }

            /** Whether arrows begin here. */
            boolean isOrigin() {
                return isOrigin;
            }
        }
    }
}
