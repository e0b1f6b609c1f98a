package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DefinedConstruct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.State;

/** The entry points of one tool. Thread safety: any thread. */
final class EntryPoints implements OmptEntryPoint.All {
    private static final int FIRST_STATE_OF_OURS = 0x200;

    /** The answer if a place or processor is not known. */
    private static final int NOWHERE = -1;

    private final ToolSession session;
    private final Core core;

    EntryPoints(ToolSession session, Core core) {
        this.session = session;
        this.core = core;
    }

    @Nullable
    Object lookup(String entryPointName) {
        return switch (entryPointName) {
            case OmptEntryPoint.All.NAME,
                    SetCallback.NAME,
                    GetCallback.NAME,
                    GetThreadData.NAME,
                    EnumerateStates.NAME,
                    EnumerateMutexImpls.NAME,
                    GetUniqueId.NAME,
                    GetState.NAME,
                    GetParallelInfo.NAME,
                    GetTaskInfo.NAME,
                    GetTaskMemory.NAME,
                    GetTargetInfo.NAME,
                    GetNumDevices.NAME,
                    GetNumProcs.NAME,
                    GetNumPlaces.NAME,
                    GetPlaceProcIds.NAME,
                    GetPlaceNum.NAME,
                    GetPartitionPlaceNums.NAME,
                    GetProcId.NAME,
                    FinalizeTool.NAME,
                    GetEventTime.NAME,
                    GetEventConstruct.NAME,
                    GetEventBody.NAME,
                    GetEventActualParallelism.NAME,
                    GetEventOwner.NAME,
                    GetThreadState.NAME -> this;
            case Ompt4jRuntime.NAME -> session;
            default -> null;
        };
    }

    @Override
    public SetResult setCallback(Event event, @Nullable OmptCallback callback) {
        Class<? extends OmptCallback> type = CallbackKey.typeOf(event);
        if (type == null) {
            return SetResult.NEVER;
        }
        if (callback != null && !session.isOver() && !type.isInstance(callback)) {
            session.refusesCallback(event, type, callback);
            return SetResult.ERROR;
        }
        return register(event, callback);
    }

    /** Needs no look-up of types, since the built-in tools register in this way at every start. */
    @Override
    public <C extends OmptCallback> SetResult on(CallbackKey<C> key, @Nullable C callback) {
        return register(key.event(), callback);
    }

    private SetResult register(Event event, @Nullable OmptCallback callback) {
        if (session.isOver()) {
            return SetResult.ERROR;
        }
        Event otherForm = Callbacks.otherForm(event);
        if (callback != null && otherForm != null && getCallback(otherForm) != null) {
            return SetResult.ERROR;
        }
        session.callbackSink().callbacks().set(event, callback);
        session.callbacksChanged();
        SetResult answer = session.answer(event);
        if (event == Event.MUTEX_RELEASED && callback != null && answer != SetResult.NEVER) {
            session.asksForReleases();
        }
        return answer;
    }

    @Override
    public @Nullable OmptCallback getCallback(Event event) {
        return session.isOver() ? null : session.callbackSink().callbacks().get(event);
    }

    @Override
    public @Nullable OmptData getThreadData() {
        OmptThread pinned = core.pin();
        try {
            return threadData();
        } finally {
            core.unpin(pinned);
        }
    }

    private @Nullable OmptData threadData() {
        ThreadSlot running = running();
        if (running != null) {
            return running.data;
        }
        OmptThread thread = core.currentThread();
        // A thread that has ended still has a context, which locks out its hooks.
        if (thread == null || thread.state() == State.UNDEFINED) {
            return null;
        }
        session.asksForThreadData();
        ThreadSlot slot = session.currentSlot();
        return slot == null ? null : slot.data;
    }

    /** The thread that inquiries are about: the one whose event is being delivered, else the calling thread. */
    private @Nullable OmptThread subject() {
        ThreadSlot running = running();
        return running == null ? core.currentThread() : running.thread;
    }

    @Override
    public int enumerateStates(
            int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName) {
        boolean isNext = currentState == State.UNDEFINED.value();
        for (State each : State.values()) {
            if (isSupported(each) && (each != State.WAIT_ATOMIC || waitsForAtomics())) {
                if (isNext) {
                    return answer(nextState, each.value(), nextStateName, nameOf(each));
                }
                isNext = each.value() == currentState;
            }
        }
        return 0;
    }

    /** Whether some construct can bring a thread into this state. For other states docs/ompt-coverage.md gives the reason. */
    private static boolean isSupported(State state) {
        return switch (state) {
            case UNDEFINED,
                    UNKNOWN,
                    WAIT_BARRIER_IMPLICIT_WORKSHARE,
                    WAIT_BARRIER_TEAMS,
                    WAIT_MUTEX,
                    WAIT_ORDERED,
                    WAIT_TARGET,
                    WAIT_TARGET_MAP,
                    WAIT_TARGET_UPDATE -> false;
            default -> true;
        };
    }

    /** Whether waits of updates of atomics are observed, which is so only on request. */
    private boolean waitsForAtomics() {
        for (Construct each : Construct.values()) {
            if (each.raised().contains(MutexKind.ATOMIC) && session.observes(each)) {
                return true;
            }
        }
        return false;
    }

    private static String nameOf(State state) {
        return (state.value() < FIRST_STATE_OF_OURS ? "ompt_state_" : "ompt4j_state_").concat(state.specName());
    }

    @Override
    public int enumerateMutexImpls(
            int currentImpl, int @Nullable [] nextImpl, @Nullable String @Nullable [] nextImplName) {
        if (currentImpl < 0) {
            return 0;
        }
        for (MutexImpl each : MutexImpl.values()) {
            if (each.value() > currentImpl && isRaised(each)) {
                return answer(nextImpl, each.value(), nextImplName, each.specName());
            }
        }
        return 0;
    }

    private static boolean isRaised(MutexImpl impl) {
        for (Construct each : Construct.values()) {
            if (each.raised().contains(impl)) {
                return true;
            }
        }
        for (DefinedConstruct each : DefinedConstruct.values()) {
            if (each.raised().contains(impl)) {
                return true;
            }
        }
        return false;
    }

    private static int answer(int @Nullable [] next, int value, @Nullable String @Nullable [] nextName, String name) {
        if (next != null) {
            next[0] = value;
        }
        if (nextName != null) {
            nextName[0] = name;
        }
        return 1;
    }

    @Override
    public long getUniqueId() {
        return core.uniqueId();
    }

    @Override
    public State getState(long @Nullable [] waitId) {
        OmptThread pinned = core.pin();
        try {
            OmptThread thread = subject();
            write(waitId, thread == null ? 0 : core.waitId(thread));
            return thread == null ? State.UNDEFINED : core.state(thread);
        } finally {
            core.unpin(pinned);
        }
    }

    @Override
    public int getParallelInfo(
            int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize) {
        OmptThread pinned = core.pin();
        try {
            return parallelInfo(ancestorLevel, parallelData, teamSize);
        } finally {
            core.unpin(pinned);
        }
    }

    private int parallelInfo(
            int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize) {
        OmptThread thread = subject();
        RegionInfo region = thread == null ? null : core.region(thread, ancestorLevel);
        if (thread == null || region == null) {
            return GetParallelInfo.NO_REGION;
        }
        if (region.over()) {
            return GetParallelInfo.NOT_AVAILABLE;
        }
        if (parallelData != null) {
            ToolData kept = session.data();
            OmptData before = kept.keptOrNull(region.parallelId());
            OmptData data = kept.ofRegion(region.parallelId());
            RegionInfo after = before == data ? region : core.region(thread, ancestorLevel);
            if (after == null || after.over()) {
                // The region ended meanwhile, on another thread; data made for it now would never be dropped.
                kept.end(region.parallelId());
                return GetParallelInfo.NOT_AVAILABLE;
            }
            parallelData[0] = data;
        }
        if (teamSize != null) {
            teamSize[0] = region.teamSize();
        }
        return GetParallelInfo.AVAILABLE;
    }

    @Override
    public int getTaskInfo(
            int ancestorLevel,
            int @Nullable [] flags,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        OmptThread pinned = core.pin();
        try {
            return taskInfo(ancestorLevel, flags, taskData, taskFrame, parallelData, threadNum);
        } finally {
            core.unpin(pinned);
        }
    }

    private int taskInfo(
            int ancestorLevel,
            int @Nullable [] flags,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        OmptThread thread = subject();
        TaskInfo task = thread == null ? null : core.task(thread, ancestorLevel);
        if (thread == null || task == null) {
            return GetTaskInfo.NO_TASK;
        }
        if (flags != null) {
            // Tools that were called for the task's creation know its flags.
            flags[0] = task.flags() | session.callbackSink().data().flagsOfTask(task.taskId());
        }
        if (taskData != null) {
            taskData[0] = session.data().ofTask(task.taskId());
        }
        if (taskFrame != null) {
            ThreadSlot running = running();
            // The same object that was passed to the callback.
            boolean encounters = running != null && running.encounters && ancestorLevel == 0;
            taskFrame[0] = core.frame(thread, ancestorLevel, encounters);
        }
        if (parallelData != null) {
            parallelData[0] = regionData(thread, task, ancestorLevel);
        }
        if (threadNum != null) {
            threadNum[0] = task.threadNum();
        }
        return GetTaskInfo.AVAILABLE;
    }

    private @Nullable OmptData regionData(OmptThread thread, TaskInfo task, int ancestorLevel) {
        long id = task.parallelId();
        if (id == 0) {
            return null;
        }
        ToolData kept = session.data();
        OmptData before = kept.keptOrNull(id);
        OmptData data = kept.ofRegion(id);
        TaskInfo after = before == data ? task : core.task(thread, ancestorLevel);
        if (after == null || after.parallelId() != id) {
            kept.end(id);
            return null;
        }
        return data;
    }

    @Override
    public int getTaskMemory(long @Nullable [] addr, long @Nullable [] size, int block) {
        write(addr, 0);
        write(size, 0);
        return 0;
    }

    @Override
    public int getTargetInfo(long @Nullable [] deviceNum, long @Nullable [] targetId, long @Nullable [] hostOpId) {
        Devices devices = session.devices();
        TargetRegion target = devices == null ? null : devices.currentTarget();
        if (target == null) {
            return 0;
        }
        write(deviceNum, target.deviceNum());
        write(targetId, target.id());
        write(hostOpId, target.openOperation());
        return 1;
    }

    @Override
    public int getNumDevices() {
        Devices devices = session.devices();
        return devices == null ? 1 : 1 + devices.count();
    }

    @Override
    public int getNumProcs() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public int getNumPlaces() {
        return 0;
    }

    @Override
    public int getPlaceProcIds(int placeNum, int @Nullable [] ids) {
        return 0;
    }

    @Override
    public int getPlaceNum() {
        return NOWHERE;
    }

    @Override
    public int getPartitionPlaceNums(int @Nullable [] placeNums) {
        return 0;
    }

    @Override
    public int getProcId() {
        return NOWHERE;
    }

    @Override
    public State getThreadState(
            OmptThread thread, long @Nullable [] waitId, long @Nullable [] taskId, long @Nullable [] parallelId) {
        return stateOf(thread, waitId, taskId, parallelId);
    }

    @Override
    public State getThreadState(
            long threadId, long @Nullable [] waitId, long @Nullable [] taskId, long @Nullable [] parallelId) {
        for (OmptThread each : core.threads()) {
            if (each.id() == threadId) {
                return stateOf(each, waitId, taskId, parallelId);
            }
        }
        return stateOf(null, waitId, taskId, parallelId);
    }

    private static State stateOf(
            @Nullable OmptThread thread,
            long @Nullable [] waitId,
            long @Nullable [] taskId,
            long @Nullable [] parallelId) {
        State state = thread == null ? State.UNDEFINED : thread.state();
        write(waitId, thread == null ? 0 : thread.waitId());
        write(taskId, thread == null ? 0 : thread.taskId());
        write(parallelId, thread == null ? 0 : thread.parallelId());
        return state;
    }

    private static void write(long @Nullable [] to, long value) {
        if (to != null) {
            to[0] = value;
        }
    }

    @Override
    public void finalizeTool() {
        session.finish();
    }

    @Override
    public long getEventTime() {
        ThreadSlot running = running();
        return running == null ? System.nanoTime() : running.eventTimeNanos;
    }

    @Override
    public Construct getEventConstruct() {
        ThreadSlot running = running();
        return running == null ? Construct.NONE : running.construct;
    }

    @Override
    public int getEventBody() {
        ThreadSlot running = running();
        return running == null ? 0 : running.body;
    }

    @Override
    public int getEventActualParallelism() {
        ThreadSlot running = running();
        return running == null ? 0 : running.actualParallelism;
    }

    @Override
    public long getEventOwner() {
        ThreadSlot running = running();
        return running == null ? 0 : running.mutexOwner;
    }

    private @Nullable ThreadSlot running() {
        return session.callbackSink().running(session.currentSlot());
    }
}
