package org.ompt4j.views.early;

import org.jspecify.annotations.Nullable;

/**
 * Entry points of the early interface that TR2 and v2 share: the lookup function returns each as the interface that names it.
 *
 * <p>In place of a pointer through which a document writes a result, there is an array of length 1; null if the caller does not need the result.
 *
 * <p>Thread safety: any thread, any time until the runtime shuts down; also inside callbacks, where they answer for the thread whose
 * event it is. Afterwards they answer as on a thread that the runtime does not know.
 *
 * <p>Spec: OMPT TR2, sections 5 and 6.1.2; OMPT v2, chapter 4, section 2. Names that begin with {@code ompt4j_} are extensions of OMPT4J.
 */
public interface EarlyEntryPoint {

    /** {@code ompt_set_callback}. */
    interface SetCallback extends EarlyEntryPoint {
        String NAME = "ompt_set_callback";

        /**
         * Registers the callback of an event in place of the one before; only while the tool is being initialized.
         *
         * @param callback of the event's {@link OmptEvent#callbackType}; null unregisters
         * @return {@link OmptSetResult#ERROR} for another type, or outside of the initializer
         */
        OmptSetResult setCallback(OmptEvent event, @Nullable OmptEventCallback callback);
    }

    /** {@code ompt_get_callback}. */
    interface GetCallback extends EarlyEntryPoint {
        String NAME = "ompt_get_callback";

        /** 1 if the event has a callback, which is written then, else 0. */
        int getCallback(OmptEvent event, @Nullable OmptEventCallback @Nullable [] callback);
    }

    /** {@code ompt_enumerate_state}. */
    interface EnumerateState extends EarlyEntryPoint {
        String NAME = "ompt_enumerate_state";

        /**
         * The state that follows in the list of those that threads can be in.
         *
         * @param currentState {@link OmptState#FIRST} for the first
         * @return 1 if there was a next one, else 0
         */
        int enumerateState(int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName);
    }

    /** {@code ompt_get_thread_id}. */
    interface GetThreadId extends EarlyEntryPoint {
        String NAME = "ompt_get_thread_id";

        /** The calling thread's id, 0 if the runtime does not know it. */
        long getThreadId();
    }

    /** {@code ompt_get_state}. */
    interface GetState extends EarlyEntryPoint {
        String NAME = "ompt_get_state";

        /** The calling thread's state, and what it waits for, 0 if it does not wait. */
        OmptState getState(long @Nullable [] waitId);
    }

    /** {@code ompt_get_idle_frame}. */
    interface GetIdleFrame extends EarlyEntryPoint {
        String NAME = "ompt_get_idle_frame";

        /** The lowest frame of the calling thread in which it would wait for work: its pool's loop; null where there is none. */
        @Nullable
        FrameAddress getIdleFrame();
    }

    /**
     * {@code ompt4j_get_thread_ids}, an extension: a sampler of TR2 interrupts each thread, which reads its own state; here the sampler reads it.
     */
    interface GetThreadIds extends EarlyEntryPoint {
        String NAME = "ompt4j_get_thread_ids";

        /**
         * The threads that are alive.
         *
         * @param threadIds receives as many ids as it has elements
         * @return how many threads there are
         */
        int getThreadIds(long @Nullable [] threadIds);
    }

    /** {@code ompt4j_get_thread_state}, ours. */
    interface GetThreadState extends EarlyEntryPoint {
        String NAME = "ompt4j_get_thread_state";

        /**
         * State of any thread, and its wait id, 0 if it does not wait. Allocates nothing.
         *
         * @return {@link OmptState#UNDEFINED} if no such thread is alive
         */
        OmptState getThreadState(long threadId, long @Nullable [] waitId);
    }

    /** {@code ompt4j_get_event_time}, ours. */
    interface GetEventTime extends EarlyEntryPoint {
        String NAME = "ompt4j_get_event_time";

        /**
         * The time of the event whose callback is running on the calling thread, in nanoseconds of {@link System#nanoTime}: some
         * events are reported late. Outside a callback the present time.
         */
        long getEventTime();
    }
}
