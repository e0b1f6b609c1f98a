package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
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
// A pin works as long as it is open.
@SuppressWarnings("try")
final class EntryPoints implements OmptEntryPoint.All {
    private static final int FIRST_STATE_OF_OURS = 0x200;

    /** The answer if a place or processor is not known. */
    private static final int NOWHERE = -1;

    private final ToolSession session;
    private final Core core;
    private final ThreadInquiries inquiries;

    EntryPoints(ToolSession session, Core core) {
        this.session = session;
        this.core = core;
        this.inquiries = new ThreadInquiries(session, core);
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
        try (Core.Pin pinned = core.pin()) {
            return inquiries.threadData();
        }
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
        try (Core.Pin pinned = core.pin()) {
            return inquiries.state(waitId);
        }
    }

    @Override
    public int getParallelInfo(
            int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize) {
        try (Core.Pin pinned = core.pin()) {
            return inquiries.parallelInfo(ancestorLevel, parallelData, teamSize);
        }
    }

    @Override
    public int getTaskInfo(
            int ancestorLevel,
            int @Nullable [] flags,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        try (Core.Pin pinned = core.pin()) {
            return inquiries.taskInfo(ancestorLevel, flags, taskData, taskFrame, parallelData, threadNum);
        }
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
        ThreadSlot running = session.running();
        return running == null ? System.nanoTime() : running.eventTimeNanos;
    }

    @Override
    public Construct getEventConstruct() {
        ThreadSlot running = session.running();
        return running == null ? Construct.NONE : running.construct;
    }

    @Override
    public int getEventBody() {
        ThreadSlot running = session.running();
        return running == null ? 0 : running.body;
    }

    @Override
    public int getEventActualParallelism() {
        ThreadSlot running = session.running();
        return running == null ? 0 : running.actualParallelism;
    }

    @Override
    public long getEventOwner() {
        ThreadSlot running = session.running();
        return running == null ? 0 : running.mutexOwner;
    }
}
