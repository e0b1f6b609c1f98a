package org.ompt4j.views.tr4;

import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.State;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.tr4.Tr4.OmpState;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;

/** The sixteen entry points of the host, on top of those of the present generation. Thread safety: any thread. */
final class HostEntryPoints implements OmptFunctionLookup {
    private static final String OURS = "ompt4j_";

    private final OmptFunctionLookup lookup;
    private final OmptEntryPoint.All runtime;
    private final HostEvents events;

    HostEntryPoints(OmptFunctionLookup lookup, EntryPoints entryPoints, HostEvents events) {
        this.lookup = lookup;
        this.runtime = entryPoints.required(OmptEntryPoint.All.class, OmptEntryPoint.All.NAME);
        this.events = events;
    }

    @Override
    public @Nullable Object lookup(String entryPointName) {
        return switch (entryPointName) {
            case Tr4EntryPoint.EnumerateStates.NAME -> (Tr4EntryPoint.EnumerateStates) this::enumerateStates;
            case Tr4EntryPoint.SetCallback.NAME -> (Tr4EntryPoint.SetCallback) events::set;
            case Tr4EntryPoint.GetCallback.NAME -> (Tr4EntryPoint.GetCallback) events::get;
            case Tr4EntryPoint.GetState.NAME ->
                (Tr4EntryPoint.GetState) waitId -> OmpState.of(runtime.getState(waitId));
            case Tr4EntryPoint.GetTaskInfo.NAME -> (Tr4EntryPoint.GetTaskInfo) this::getTaskInfo;
            case Tr4EntryPoint.EnumerateMutexImpls.NAME ->
                (Tr4EntryPoint.EnumerateMutexImpls) runtime::enumerateMutexImpls;
            case Tr4EntryPoint.GetThreadData.NAME -> (Tr4EntryPoint.GetThreadData) runtime::getThreadData;
            case Tr4EntryPoint.GetNumPlaces.NAME -> (Tr4EntryPoint.GetNumPlaces) runtime::getNumPlaces;
            case Tr4EntryPoint.GetPlaceProcIds.NAME -> (Tr4EntryPoint.GetPlaceProcIds) runtime::getPlaceProcIds;
            case Tr4EntryPoint.GetPlaceNum.NAME -> (Tr4EntryPoint.GetPlaceNum) runtime::getPlaceNum;
            case Tr4EntryPoint.GetPartitionPlaceNums.NAME ->
                (Tr4EntryPoint.GetPartitionPlaceNums) runtime::getPartitionPlaceNums;
            case Tr4EntryPoint.GetProcId.NAME -> (Tr4EntryPoint.GetProcId) runtime::getProcId;
            case Tr4EntryPoint.GetParallelInfo.NAME -> (Tr4EntryPoint.GetParallelInfo) runtime::getParallelInfo;
            case Tr4EntryPoint.GetNumDevices.NAME -> (Tr4EntryPoint.GetNumDevices) runtime::getNumDevices;
            case Tr4EntryPoint.GetTargetInfo.NAME -> (Tr4EntryPoint.GetTargetInfo) runtime::getTargetInfo;
            case Tr4EntryPoint.GetUniqueId.NAME -> (Tr4EntryPoint.GetUniqueId) runtime::getUniqueId;
            default -> entryPointName.startsWith(OURS) ? lookup.lookup(entryPointName) : null;
        };
    }

    private int enumerateStates(
            int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName) {
        boolean isNext = currentState == OmpState.UNDEFINED.value();
        for (OmpState each : states()) {
            if (isNext) {
                if (nextState != null) {
                    nextState[0] = each.value();
                }
                if (nextStateName != null) {
                    nextStateName[0] = each.specName();
                }
                return 1;
            }
            isNext = each.value() == currentState;
        }
        return 0;
    }

    /** The states of this generation for the states of the runtime. */
    private SortedSet<OmpState> states() {
        SortedSet<OmpState> states = new TreeSet<>();
        int[] next = {State.UNDEFINED.value()};
        while (runtime.enumerateStates(next[0], next, null) != 0) {
            states.add(OmpState.of(State.of(next[0])));
        }
        return states;
    }

    private int getTaskInfo(
            int ancestorLevel,
            int @Nullable [] type,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        int answer = runtime.getTaskInfo(ancestorLevel, type, taskData, taskFrame, parallelData, threadNum);
        if (type != null && answer == OmptEntryPoint.GetTaskInfo.AVAILABLE) {
            type[0] = OmptTaskType.of(type[0]);
        }
        return answer;
    }
}
