package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.views.tr4.Tr4.OmpState;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;

/**
 * The runtime's entry points on the host: the {@code lookup} that the initializer gets gives each as the interface that names it, null
 * for an unknown name. Names that begin with {@code ompt4j_} give what they give to a tool of the present generation.
 *
 * <p>Entry points that extend one of {@link OmptEntryPoint} are those of the present generation, unchanged.
 *
 * <p>In place of a pointer through which the specification writes a result, there is an array of length 1; null if the caller does not need the
 * result.
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
    interface EnumerateMutexImpls extends Tr4EntryPoint, OmptEntryPoint.EnumerateMutexImpls {}

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
    interface GetThreadData extends Tr4EntryPoint, OmptEntryPoint.GetThreadData {}

    /** {@code ompt_get_num_places}: 0, the JVM has no places. */
    interface GetNumPlaces extends Tr4EntryPoint, OmptEntryPoint.GetNumPlaces {}

    /** {@code ompt_get_place_proc_ids}. */
    interface GetPlaceProcIds extends Tr4EntryPoint, OmptEntryPoint.GetPlaceProcIds {}

    /** {@code ompt_get_place_num}. */
    interface GetPlaceNum extends Tr4EntryPoint, OmptEntryPoint.GetPlaceNum {}

    /** {@code ompt_get_partition_place_nums}. */
    interface GetPartitionPlaceNums extends Tr4EntryPoint, OmptEntryPoint.GetPartitionPlaceNums {}

    /** {@code ompt_get_proc_id}. */
    interface GetProcId extends Tr4EntryPoint, OmptEntryPoint.GetProcId {}

    /** {@code ompt_get_state}. */
    interface GetState extends Tr4EntryPoint {
        String NAME = "ompt_get_state";

        /** The calling thread's state and wait id; {@link OmpState#UNDEFINED} if it is not a thread of the OMPT runtime. */
        OmpState getState(long @Nullable [] waitId);
    }

    /** {@code ompt_get_parallel_info}. */
    interface GetParallelInfo extends Tr4EntryPoint, OmptEntryPoint.GetParallelInfo {}

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
    interface GetNumDevices extends Tr4EntryPoint, OmptEntryPoint.GetNumDevices {}

    /** {@code ompt_get_target_info}. */
    interface GetTargetInfo extends Tr4EntryPoint, OmptEntryPoint.GetTargetInfo {}

    /** {@code ompt_get_unique_id}. */
    interface GetUniqueId extends Tr4EntryPoint, OmptEntryPoint.GetUniqueId {}
}
