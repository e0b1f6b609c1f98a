package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.views.tr4.Tr4.OmpState;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;

/**
 * The runtime's entry points on the host: the {@code lookup} that the initializer gets gives each as the interface that names it, null
 * for an unknown name. Names that begin with {@code ompt4j_} give what they give to a tool of the present generation.
 *
 * <p>Where the specification writes through a pointer, an array of length 1 is filled; null where the caller does not want it.
 *
 * <p>Thread safety: any thread, any time until the tool is finalized; also inside callbacks.
 *
 * <p>Spec: OpenMP TR4, table "OMPT callback interface runtime entry point names".
 */
public interface Tr4EntryPoint {

    /** {@code ompt_enumerate_states}. */
    interface EnumerateStates extends Tr4EntryPoint {
        String NAME = "ompt_enumerate_states";

        /**
         * The state that follows in the list of those that threads can be in.
         *
         * @param currentState {@link OmpState#UNDEFINED} for the first
         * @return 1 if there was a next one, else 0
         */
        int enumerateStates(int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName);
    }

    /** {@code ompt_enumerate_mutex_impls}. */
    interface EnumerateMutexImpls extends Tr4EntryPoint {
        String NAME = "ompt_enumerate_mutex_impls";

        /**
         * The mechanism that follows in the list of those of mutual exclusion.
         *
         * @param currentImpl 0 for the first
         * @return 1 if there was a next one, else 0
         */
        int enumerateMutexImpls(int currentImpl, int @Nullable [] nextImpl, @Nullable String @Nullable [] nextImplName);
    }

    /** {@code ompt_set_callback}. */
    interface SetCallback extends Tr4EntryPoint {
        String NAME = "ompt_set_callback";

        /**
         * Registers the callback of an event in place of the one before.
         *
         * @param callback of the type that belongs to the event; null unregisters
         * @return {@link OmptSetResult#ALWAYS} for the events for which the specification allows no other answer, else what the
         *     registration promises in this run; {@link OmptSetResult#ERROR} for a callback of another type, or after the tool
         *     was finalized
         */
        OmptSetResult setCallback(Tr4Event which, @Nullable Tr4Callback callback);
    }

    /** {@code ompt_get_callback}. */
    interface GetCallback extends Tr4EntryPoint {
        String NAME = "ompt_get_callback";

        /** The registered callback of the event, or null. */
        @Nullable
        Tr4Callback getCallback(Tr4Event which);
    }

    /** {@code ompt_get_thread_data}. */
    interface GetThreadData extends Tr4EntryPoint {
        String NAME = "ompt_get_thread_data";

        /** The tool's data of the calling thread, or null if that is no thread of the OMPT runtime. */
        @Nullable
        OmptData getThreadData();
    }

    /** {@code ompt_get_num_places}. */
    interface GetNumPlaces extends Tr4EntryPoint {
        String NAME = "ompt_get_num_places";

        /** 0: the JVM has no places. */
        int getNumPlaces();
    }

    /** {@code ompt_get_place_proc_ids}. */
    interface GetPlaceProcIds extends Tr4EntryPoint {
        String NAME = "ompt_get_place_proc_ids";

        /** The number of processors of a place, whose numbers are written into the array as far as it reaches. */
        int getPlaceProcIds(int placeNum, int @Nullable [] ids);
    }

    /** {@code ompt_get_place_num}. */
    interface GetPlaceNum extends Tr4EntryPoint {
        String NAME = "ompt_get_place_num";

        /** The calling thread's place, -1 if it has none. */
        int getPlaceNum();
    }

    /** {@code ompt_get_partition_place_nums}. */
    interface GetPartitionPlaceNums extends Tr4EntryPoint {
        String NAME = "ompt_get_partition_place_nums";

        /** The number of places of the current task's partition, whose numbers are written into the array. */
        int getPartitionPlaceNums(int @Nullable [] placeNums);
    }

    /** {@code ompt_get_proc_id}. */
    interface GetProcId extends Tr4EntryPoint {
        String NAME = "ompt_get_proc_id";

        /** The processor that the calling thread runs on, -1 where that is not known. */
        int getProcId();
    }

    /** {@code ompt_get_state}. */
    interface GetState extends Tr4EntryPoint {
        String NAME = "ompt_get_state";

        /** The calling thread's state and what it waits for; {@link OmpState#UNDEFINED} if it is no thread of the OMPT runtime. */
        OmpState getState(long @Nullable [] waitId);
    }

    /** {@code ompt_get_parallel_info}. */
    interface GetParallelInfo extends Tr4EntryPoint {
        String NAME = "ompt_get_parallel_info";

        /**
         * A parallel region around the calling thread's current task.
         *
         * @param ancestorLevel 0 for the innermost region
         * @return 2 if what was asked for has been written, 1 if it is not available now, 0 if there is no region at that level
         */
        int getParallelInfo(int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize);
    }

    /** {@code ompt_get_task_info}. */
    interface GetTaskInfo extends Tr4EntryPoint {
        String NAME = "ompt_get_task_info";

        /**
         * A task on the calling thread's stack.
         *
         * @param ancestorLevel 0 for the current task
         * @param type a disjunction of {@link OmptTaskType}
         * @return 2 if what was asked for has been written, 1 if it is not available now, 0 if there is no task at that level
         */
        int getTaskInfo(
                int ancestorLevel,
                int @Nullable [] type,
                @Nullable OmptData @Nullable [] taskData,
                @Nullable OmptFrame @Nullable [] taskFrame,
                @Nullable OmptData @Nullable [] parallelData,
                int @Nullable [] threadNum);
    }

    /** {@code ompt_get_num_devices}. */
    interface GetNumDevices extends Tr4EntryPoint {
        String NAME = "ompt_get_num_devices";

        /** The number of devices, the host among them. */
        int getNumDevices();
    }

    /** {@code ompt_get_target_info}. */
    interface GetTargetInfo extends Tr4EntryPoint {
        String NAME = "ompt_get_target_info";

        /** 1 and the ids of the calling thread's target region, or 0 if it is in none. */
        int getTargetInfo(long @Nullable [] deviceNum, long @Nullable [] targetId, long @Nullable [] hostOpId);
    }

    /** {@code ompt_get_unique_id}. */
    interface GetUniqueId extends Tr4EntryPoint {
        String NAME = "ompt_get_unique_id";

        /** A number that is nobody's id in this run, never 0. */
        long getUniqueId();
    }
}
