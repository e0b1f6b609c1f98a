package org.ompt4j.tools.export;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/**
 * What a {@link Timeline} is told to: one format each. What concerns one track comes in the order of time; a wait can be told later than
 * what other tracks did meanwhile. Of a track only its thread, which does not change, may be asked: it can be told later than it happens.
 *
 * <p>{@link #close} frees what a sink holds besides its output, which it does not close. Thread safety: none.
 */
interface TimelineSink extends Closeable {

    /** A thread is heard of for the first time. */
    void thread(Track track) throws IOException;

    /** For now the virtual thread is in nothing, and there can be very many of these. */
    default void rests(Track track) throws IOException {}

    /** The thread has ended: nothing more is told of it, and all its slices have ended. */
    default void ended(Track track) throws IOException {}

    /** @param fork the task whose creation this is the effect of, 0 if none */
    void begin(Track track, Slice slice, long fork) throws IOException;

    /** @param slice what was begun, with what was told of it since */
    void end(Track track, Slice slice, long timeNanos) throws IOException;

    /**
     * The thread is in another state from now on.
     *
     * @param before null at first
     * @param now null if nothing is known any more
     */
    void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) throws IOException;

    /** A sampler saw the thread in this state. */
    void sample(Track track, State state, long timeNanos) throws IOException;

    void mark(Track track, Mark mark) throws IOException;

    /** The number has had this value since then. */
    void gauge(Gauge gauge, long value, long timeNanos) throws IOException;

    /** The number is not told any more, unless it comes again as a new one. */
    default void ended(Gauge gauge) throws IOException {}

    /** Nothing was recorded meanwhile; all slices have ended before. */
    void pause(long fromNanos, long toNanos) throws IOException;

    /** All is told, and all slices have ended. */
    void finish(long timeNanos) throws IOException;

    @Override
    default void close() throws IOException {}

    /**
     * Something that takes no time.
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

        /** What happened. */
        enum Kind {
            /** The arrow to where the task begins has the number of the task. */
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
