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
import org.ompt4j.views.tr4.Tr4.OmptSetResult;

/** The sixteen entry points of the host, on top of those of the present generation. Thread safety: any thread. */
final class HostEntryPoints
        implements OmptFunctionLookup,
                Tr4EntryPoint.EnumerateStates,
                Tr4EntryPoint.EnumerateMutexImpls,
                Tr4EntryPoint.SetCallback,
                Tr4EntryPoint.GetCallback,
                Tr4EntryPoint.GetThreadData,
                Tr4EntryPoint.GetNumPlaces,
                Tr4EntryPoint.GetPlaceProcIds,
                Tr4EntryPoint.GetPlaceNum,
                Tr4EntryPoint.GetPartitionPlaceNums,
                Tr4EntryPoint.GetProcId,
                Tr4EntryPoint.GetState,
                Tr4EntryPoint.GetParallelInfo,
                Tr4EntryPoint.GetTaskInfo,
                Tr4EntryPoint.GetNumDevices,
                Tr4EntryPoint.GetTargetInfo,
                Tr4EntryPoint.GetUniqueId {
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
            case EnumerateStates.NAME,
                    EnumerateMutexImpls.NAME,
                    SetCallback.NAME,
                    GetCallback.NAME,
                    GetThreadData.NAME,
                    GetNumPlaces.NAME,
                    GetPlaceProcIds.NAME,
                    GetPlaceNum.NAME,
                    GetPartitionPlaceNums.NAME,
                    GetProcId.NAME,
                    GetState.NAME,
                    GetParallelInfo.NAME,
                    GetTaskInfo.NAME,
                    GetNumDevices.NAME,
                    GetTargetInfo.NAME,
                    GetUniqueId.NAME -> this;
            default -> entryPointName.startsWith(OURS) ? lookup.lookup(entryPointName) : null;
        };
    }

    @Override
    public int enumerateStates(
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

    /** The states of this generation that the runtime's states become. */
    private SortedSet<OmpState> states() {
        SortedSet<OmpState> states = new TreeSet<>();
        int[] next = {State.UNDEFINED.value()};
        while (runtime.enumerateStates(next[0], next, null) != 0) {
            states.add(OmpState.of(State.of(next[0])));
        }
        return states;
    }

    @Override
    public int enumerateMutexImpls(
            int currentImpl, int @Nullable [] nextImpl, @Nullable String @Nullable [] nextImplName) {
        return runtime.enumerateMutexImpls(currentImpl, nextImpl, nextImplName);
    }

    @Override
    public OmptSetResult setCallback(Tr4Event which, @Nullable Tr4Callback callback) {
        return events.set(which, callback);
    }

    @Override
    public @Nullable Tr4Callback getCallback(Tr4Event which) {
        return events.get(which);
    }

    @Override
    public @Nullable OmptData getThreadData() {
        return runtime.getThreadData();
    }

    @Override
    public int getNumPlaces() {
        return runtime.getNumPlaces();
    }

    @Override
    public int getPlaceProcIds(int placeNum, int @Nullable [] ids) {
        return runtime.getPlaceProcIds(placeNum, ids);
    }

    @Override
    public int getPlaceNum() {
        return runtime.getPlaceNum();
    }

    @Override
    public int getPartitionPlaceNums(int @Nullable [] placeNums) {
        return runtime.getPartitionPlaceNums(placeNums);
    }

    @Override
    public int getProcId() {
        return runtime.getProcId();
    }

    @Override
    public OmpState getState(long @Nullable [] waitId) {
        return OmpState.of(runtime.getState(waitId));
    }

    @Override
    public int getParallelInfo(
            int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize) {
        return runtime.getParallelInfo(ancestorLevel, parallelData, teamSize);
    }

    @Override
    public int getTaskInfo(
            int ancestorLevel,
            int @Nullable [] type,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        int answer = runtime.getTaskInfo(ancestorLevel, type, taskData, taskFrame, parallelData, threadNum);
        if (type != null && answer == OmptEntryPoint.GetTaskInfo.AVAILABLE) {
            type[0] = Conversions.taskType(type[0]);
        }
        return answer;
    }

    @Override
    public int getNumDevices() {
        return runtime.getNumDevices();
    }

    @Override
    public int getTargetInfo(long @Nullable [] deviceNum, long @Nullable [] targetId, long @Nullable [] hostOpId) {
        return runtime.getTargetInfo(deviceNum, targetId, hostOpId);
    }

    @Override
    public long getUniqueId() {
        return runtime.getUniqueId();
    }
}
