package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The runtime's entry points: {@link OmptFunctionLookup#lookup} returns each as the interface that names it. Entry points that begin with
 * {@code ompt4j_} are extensions of OMPT4J; {@link Ompt4jRuntime} has the other extensions.
 *
 * <p>In place of a pointer through which the specification writes a result, there is an array of length 1; null if the caller does not need the
 * result.
 *
 * <p>Thread safety: any thread, any time until the tool is finalized; also inside callbacks.
 *
 * <p>Errors are return values, not exceptions. On a thread that is not observed there is no task, region or data, and the state is
 * {@link State#UNDEFINED}.
 *
 * <p>Spec: OpenMP 5.1, section 4.6.1, to which the numbers of sections below belong too.
 */
public interface OmptEntryPoint {

    /** All entry points in one: {@code lookup("ompt4j_entry_points")}. */
    interface All
            extends SetCallback,
                    GetCallback,
                    GetThreadData,
                    EnumerateStates,
                    EnumerateMutexImpls,
                    GetUniqueId,
                    GetState,
                    GetParallelInfo,
                    GetTaskInfo,
                    GetTaskMemory,
                    GetTargetInfo,
                    GetNumDevices,
                    GetNumProcs,
                    GetNumPlaces,
                    GetPlaceProcIds,
                    GetPlaceNum,
                    GetPartitionPlaceNums,
                    GetProcId,
                    FinalizeTool,
                    GetEventTime,
                    GetEventConstruct,
                    GetEventBody,
                    GetEventActualParallelism,
                    GetEventOwner,
                    GetThreadState {
        String NAME = "ompt4j_entry_points";
    }

    /** {@code ompt_set_callback}. Spec: section 4.6.1.3. */
    interface SetCallback extends OmptEntryPoint {
        String NAME = "ompt_set_callback";

        /**
         * Registers the callback of an event in place of the one before: {@code on(OmptCallback.THREAD_END, data -> ...)}.
         *
         * @param callback null unregisters
         * @return what the registration promises, as for {@link #setCallback}
         */
        default <C extends OmptCallback> SetResult on(CallbackKey<C> key, @Nullable C callback) {
            return setCallback(key.event(), callback);
        }

        /**
         * Does the same with the event's number, as in the specification, for tools that do not know the event at compile time.
         *
         * @param callback of the type that belongs to the event, see {@link CallbackKey#typeOf}; null unregisters
         * @return what the registration promises under the present configuration; {@link SetResult#ERROR} for a callback of
         *     another type, for the second form of a target event whose other form has a callback, or after the tool was finalized
         */
        SetResult setCallback(Event event, @Nullable OmptCallback callback);
    }

    /** {@code ompt_get_callback}. Spec: section 4.6.1.4. */
    interface GetCallback extends OmptEntryPoint {
        String NAME = "ompt_get_callback";

        /** The registered callback of the event, or null, as for every event once the tool was finalized. */
        @Nullable
        OmptCallback getCallback(Event event);
    }

    /** {@code ompt_get_thread_data}. Spec: section 4.6.1.5. */
    interface GetThreadData extends OmptEntryPoint {
        String NAME = "ompt_get_thread_data";

        /** The tool's data of the calling thread; null if it is not a thread of the OMPT runtime, or no longer one. */
        @Nullable
        OmptData getThreadData();
    }

    /** {@code ompt_enumerate_states}. Spec: section 4.6.1.1. */
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

    /** {@code ompt_enumerate_mutex_impls}. Spec: section 4.6.1.2. */
    interface EnumerateMutexImpls extends OmptEntryPoint {
        String NAME = "ompt_enumerate_mutex_impls";

        /**
         * The mechanism that follows in the list of those that mutexes of some construct have.
         *
         * @param currentImpl 0 for the first
         * @return 1 if there was a next one, else 0
         */
        int enumerateMutexImpls(int currentImpl, int @Nullable [] nextImpl, @Nullable String @Nullable [] nextImplName);
    }

    /** {@code ompt_get_unique_id}. Spec: section 4.6.1.18. */
    interface GetUniqueId extends OmptEntryPoint {
        String NAME = "ompt_get_unique_id";

        /** A number that is not used as the id of any other object in this run; never 0, below 2^53. */
        long getUniqueId();
    }

    /** {@code ompt_get_state}. Spec: section 4.6.1.12. */
    interface GetState extends OmptEntryPoint {
        String NAME = "ompt_get_state";

        /** The calling thread's state and wait id; {@link State#UNDEFINED} if it is not a thread of the OMPT runtime. */
        State getState(long @Nullable [] waitId);
    }

    /** {@code ompt_get_parallel_info}. Spec: section 4.6.1.13. */
    interface GetParallelInfo extends OmptEntryPoint {
        String NAME = "ompt_get_parallel_info";

        /** Answer: there is no region at that level. */
        int NO_REGION = 0;

        /** Answer: there is a region at that level, but it has ended, so that its data are not available. */
        int NOT_AVAILABLE = 1;

        /** Answer: what was asked for has been written. */
        int AVAILABLE = 2;

        /**
         * A parallel region around the calling thread's current task; nothing is written unless it is {@link #AVAILABLE}. Idle
         * workers are in no region. Outside of any the implicit region of the initial task answers, with a team of one.
         *
         * @param ancestorLevel 0 for the innermost region, 1 for the one in which that was opened, and so on
         * @param teamSize the parallelism that was offered when the region began, or the threads that joined if that is more
         */
        int getParallelInfo(int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize);
    }

    /** {@code ompt_get_task_info}. Spec: section 4.6.1.14. */
    interface GetTaskInfo extends OmptEntryPoint {
        String NAME = "ompt_get_task_info";

        /** Answer: there is no task at that level. */
        int NO_TASK = 0;

        /** Answer: what was asked for has been written. */
        int AVAILABLE = 2;

        /**
         * A task on the calling thread's stack. The answer 1 of the specification, a task of which nothing is known now, does not
         * occur: a thread always knows the tasks on its stack.
         *
         * @param ancestorLevel 0 for the current task, 1 for the one that was interrupted for it, and so on
         * @param flags a disjunction of {@link TaskFlag}
         * @param taskFrame where its code stands on the stack; asking for it costs a stack walk
         * @param parallelData of the region that the task belongs to; null is written if that has ended or the thread is idle
         * @param threadNum index of the thread in that region's team; 0 for an initial task
         */
        int getTaskInfo(
                int ancestorLevel,
                int @Nullable [] flags,
                @Nullable OmptData @Nullable [] taskData,
                @Nullable OmptFrame @Nullable [] taskFrame,
                @Nullable OmptData @Nullable [] parallelData,
                int @Nullable [] threadNum);
    }

    /** {@code ompt_get_task_memory}. Spec: section 4.6.1.15. */
    interface GetTaskMemory extends OmptEntryPoint {
        String NAME = "ompt_get_task_memory";

        /**
         * The memory that holds the data environment of the current task. Java objects have no address that a tool could use:
         * there is never any.
         *
         * @param addr is given 0
         * @param size is given 0, in bytes
         * @param block number of the block of memory, from 0
         * @return 1 if there are more blocks, else 0
         */
        int getTaskMemory(long @Nullable [] addr, long @Nullable [] size, int block);
    }

    /** {@code ompt_get_target_info}. Spec: section 4.6.1.16. */
    interface GetTargetInfo extends OmptEntryPoint {
        String NAME = "ompt_get_target_info";

        /**
         * The target region and operation of the calling thread. Nothing is written if it is in no target region.
         *
         * @return 1 if the thread is in a target region, else 0
         */
        int getTargetInfo(long @Nullable [] deviceNum, long @Nullable [] targetId, long @Nullable [] hostOpId);
    }

    /** {@code ompt_get_num_devices}. Spec: section 4.6.1.17. */
    interface GetNumDevices extends OmptEntryPoint {
        String NAME = "ompt_get_num_devices";

        /** The number of devices; the JVM itself is device 0. */
        int getNumDevices();
    }

    /** {@code ompt_get_num_procs}. Spec: section 4.6.1.6. */
    interface GetNumProcs extends OmptEntryPoint {
        String NAME = "ompt_get_num_procs";

        /** The number of processors that the JVM may use now. */
        int getNumProcs();
    }

    /** {@code ompt_get_num_places}. Spec: section 4.6.1.7. */
    interface GetNumPlaces extends OmptEntryPoint {
        String NAME = "ompt_get_num_places";

        /** The number of places; the JVM has no list of places: 0. */
        int getNumPlaces();
    }

    /** {@code ompt_get_place_proc_ids}. Spec: section 4.6.1.8. */
    interface GetPlaceProcIds extends OmptEntryPoint {
        String NAME = "ompt_get_place_proc_ids";

        /** The number of processors of a place, of which {@code ids} gets the first; no place has any: 0. */
        int getPlaceProcIds(int placeNum, int @Nullable [] ids);
    }

    /** {@code ompt_get_place_num}. Spec: section 4.6.1.9. */
    interface GetPlaceNum extends OmptEntryPoint {
        String NAME = "ompt_get_place_num";

        /** The place that the calling thread is bound to; threads are bound to none: -1. */
        int getPlaceNum();
    }

    /** {@code ompt_get_partition_place_nums}. Spec: section 4.6.1.10. */
    interface GetPartitionPlaceNums extends OmptEntryPoint {
        String NAME = "ompt_get_partition_place_nums";

        /** The number of places of the current task's partition, of which {@code placeNums} gets the first: 0. */
        int getPartitionPlaceNums(int @Nullable [] placeNums);
    }

    /** {@code ompt_get_proc_id}. Spec: section 4.6.1.11. */
    interface GetProcId extends OmptEntryPoint {
        String NAME = "ompt_get_proc_id";

        /** The processor that the calling thread runs on; the JDK does not say: -1. */
        int getProcId();
    }

    /** {@code ompt_finalize_tool}. Spec: section 4.6.1.19. */
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

    /** {@code ompt4j_get_event_body}. */
    interface GetEventBody extends OmptEntryPoint {
        String NAME = "ompt4j_get_event_body";

        /**
         * The code that the region or task runs whose parallel_begin or task_create is being delivered on the calling thread; {@link
         * Ompt4jRuntime#body} has its text. 0 where it is not known, in other callbacks and outside of any.
         */
        int getEventBody();
    }

    /** {@code ompt4j_get_event_actual_parallelism}. */
    interface GetEventActualParallelism extends OmptEntryPoint {
        String NAME = "ompt4j_get_event_actual_parallelism";

        /**
         * The number of threads that were members of the region whose parallel_end is being delivered on the calling thread; no further thread joins
         * it. 0 in other callbacks and outside of callbacks.
         */
        int getEventActualParallelism();
    }

    /** {@code ompt4j_get_event_owner}. */
    interface GetEventOwner extends OmptEntryPoint {
        String NAME = "ompt4j_get_event_owner";

        /**
         * The thread that held the mutex when the wait began whose mutex_acquire is being delivered on the calling thread: {@link OmptData#id} of
         * that thread's data. It may have released the mutex since. 0 if the thread is not known, in other callbacks and outside of callbacks.
         */
        long getEventOwner();
    }

    /** {@code ompt4j_get_thread_state}. */
    interface GetThreadState extends OmptEntryPoint {
        String NAME = "ompt4j_get_thread_state";

        /**
         * Samples a thread: its state, wait id, task and region. The four values are read one after the other, each atomically; allocates nothing.
         *
         * @param thread one of {@link Ompt4jRuntime#threads}
         * @param waitId receives its wait id, 0 if its state is no wait
         * @param taskId its current task, 0 if none
         * @param parallelId its innermost region, 0 if none or idle
         * @return {@link State#UNDEFINED} once the thread has ended
         */
        State getThreadState(
                OmptThread thread, long @Nullable [] waitId, long @Nullable [] taskId, long @Nullable [] parallelId);

        /**
         * State, current task and innermost region of the thread with that id, for which it looks through all threads.
         *
         * @param threadId {@link OmptData#id} of the thread's data
         * @return {@link State#UNDEFINED} if no such thread is alive
         */
        State getThreadState(
                long threadId, long @Nullable [] waitId, long @Nullable [] taskId, long @Nullable [] parallelId);

        /** State and wait id alone. */
        default State getThreadState(long threadId, long @Nullable [] waitId) {
            return getThreadState(threadId, waitId, null, null);
        }
    }
}
