package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The runtime's entry points: {@link OmptFunctionLookup#lookup} gives each as the interface that names it. Those beginning with
 * {@code ompt4j_} are ours, where OMPT has none; see {@link Ompt4jRuntime} for the others of ours.
 *
 * <p>Where the specification writes through a pointer, an array of length 1 is filled; null where the caller does not want it.
 *
 * <p>Thread safety: any thread, any time until the tool is finalized; also inside callbacks.
 *
 * <p>Spec: OpenMP 5.1, section 4.6.1.
 */
public interface OmptEntryPoint {

    /** {@code ompt_set_callback}. */
    interface SetCallback extends OmptEntryPoint {
        String NAME = "ompt_set_callback";

        /**
         * Registers the callback of an event in place of the one before.
         *
         * @param callback of the type that belongs to the event; null unregisters
         * @return what the registration promises under the present configuration; {@link SetResult#ERROR} for a callback of
         *     another type, for the second form of a target event whose other form has a callback, or after the tool was finalized
         */
        SetResult setCallback(Event event, @Nullable OmptCallback callback);
    }

    /** {@code ompt_get_callback}. */
    interface GetCallback extends OmptEntryPoint {
        String NAME = "ompt_get_callback";

        /** The registered callback of the event, or null. */
        @Nullable
        OmptCallback getCallback(Event event);
    }

    /** {@code ompt_get_thread_data}. */
    interface GetThreadData extends OmptEntryPoint {
        String NAME = "ompt_get_thread_data";

        /** The tool's data of the calling thread, or null if that is no thread of the OMPT runtime. */
        @Nullable
        OmptData getThreadData();
    }

    /** {@code ompt_enumerate_states}. */
    interface EnumerateStates extends OmptEntryPoint {
        String NAME = "ompt_enumerate_states";

        /**
         * The state that follows in the list of those that threads can be in.
         *
         * @param currentState {@link State#UNDEFINED} for the first
         * @return 1 if there was a next one, else 0
         */
        int enumerateStates(int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName);
    }

    /** {@code ompt_enumerate_mutex_impls}. */
    interface EnumerateMutexImpls extends OmptEntryPoint {
        String NAME = "ompt_enumerate_mutex_impls";

        /**
         * The mechanism that follows in the list of {@link MutexImpl}.
         *
         * @param currentImpl 0 for the first
         * @return 1 if there was a next one, else 0
         */
        int enumerateMutexImpls(int currentImpl, int @Nullable [] nextImpl, @Nullable String @Nullable [] nextImplName);
    }

    /** {@code ompt_get_unique_id}. */
    interface GetUniqueId extends OmptEntryPoint {
        String NAME = "ompt_get_unique_id";

        /** A number that is nobody's id in this run, neither before nor after; never 0, below 2^53. */
        long getUniqueId();
    }

    /** {@code ompt_get_state}. */
    interface GetState extends OmptEntryPoint {
        String NAME = "ompt_get_state";

        /** The calling thread's state and what it waits for; {@link State#UNDEFINED} if it is no thread of the OMPT runtime. */
        State getState(long @Nullable [] waitId);
    }

    /** {@code ompt_finalize_tool}. */
    interface FinalizeTool extends OmptEntryPoint {
        String NAME = "ompt_finalize_tool";

        /**
         * Unregisters all callbacks of the calling tool and calls its finalizer; the application goes on without it. A callback
         * that runs on another thread at that moment may still return later.
         */
        void finalizeTool();
    }

    /** {@code ompt4j_get_event_time}. */
    interface GetEventTime extends OmptEntryPoint {
        String NAME = "ompt4j_get_event_time";

        /**
         * When the event happened whose callback is running on the calling thread, in nanoseconds of {@link System#nanoTime}; it
         * never decreases within a thread. Outside a callback the present time.
         */
        long getEventTime();
    }

    /** {@code ompt4j_get_event_construct}. */
    interface GetEventConstruct extends OmptEntryPoint {
        String NAME = "ompt4j_get_event_construct";

        /** The construct of the event whose callback is running on the calling thread; {@link Construct#NONE} outside. */
        Construct getEventConstruct();
    }

    /** {@code ompt4j_get_thread_state}. */
    interface GetThreadState extends OmptEntryPoint {
        String NAME = "ompt4j_get_thread_state";

        /**
         * State of any thread and what it waits for; the two are not of one instant.
         *
         * @param threadId {@link OmptData#id} of the thread's data
         * @return {@link State#UNDEFINED} if no such thread is alive
         */
        State getThreadState(long threadId, long @Nullable [] waitId);
    }
}
