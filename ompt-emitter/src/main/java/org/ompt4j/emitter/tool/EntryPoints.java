package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.State;

/** The entry points of one tool. Thread safety: any thread. */
final class EntryPoints
        implements OmptEntryPoint.SetCallback,
                OmptEntryPoint.GetCallback,
                OmptEntryPoint.GetThreadData,
                OmptEntryPoint.EnumerateStates,
                OmptEntryPoint.EnumerateMutexImpls,
                OmptEntryPoint.GetUniqueId,
                OmptEntryPoint.GetState,
                OmptEntryPoint.FinalizeTool,
                OmptEntryPoint.GetEventTime,
                OmptEntryPoint.GetEventConstruct,
                OmptEntryPoint.GetThreadState {
    private static final int FIRST_STATE_OF_OURS = 0x200;

    private final ToolSession session;
    private final Core core;
    private final RegistrationAnswers answers;

    EntryPoints(ToolSession session, Core core, RegistrationAnswers answers) {
        this.session = session;
        this.core = core;
        this.answers = answers;
    }

    @Nullable
    Object lookup(String entryPointName) {
        return switch (entryPointName) {
            case SetCallback.NAME,
                    GetCallback.NAME,
                    GetThreadData.NAME,
                    EnumerateStates.NAME,
                    EnumerateMutexImpls.NAME,
                    GetUniqueId.NAME,
                    GetState.NAME,
                    FinalizeTool.NAME,
                    GetEventTime.NAME,
                    GetEventConstruct.NAME,
                    GetThreadState.NAME -> this;
            case Ompt4jRuntime.NAME -> session;
            default -> null;
        };
    }

    @Override
    public SetResult setCallback(Event event, @Nullable OmptCallback callback) {
        Class<? extends OmptCallback> type = Callbacks.typeOf(event);
        if (session.isOver() || (callback != null && !type.isInstance(callback))) {
            return SetResult.ERROR;
        }
        Event otherForm = Callbacks.otherForm(event);
        if (callback != null && otherForm != null && getCallback(otherForm) != null) {
            return SetResult.ERROR;
        }
        session.callbackSink().callbacks().set(event, callback);
        session.callbacksChanged();
        return answers.of(event);
    }

    @Override
    public @Nullable OmptCallback getCallback(Event event) {
        return session.callbackSink().callbacks().get(event);
    }

    @Override
    public @Nullable OmptData getThreadData() {
        ThreadSlot slot = session.currentSlot();
        return slot == null ? null : slot.data;
    }

    @Override
    public int enumerateStates(
            int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName) {
        boolean isNext = currentState == State.UNDEFINED.value();
        for (State each : State.values()) {
            if (isSupported(each)) {
                if (isNext) {
                    return answer(nextState, each.value(), nextStateName, nameOf(each));
                }
                isNext = each.value() == currentState;
            }
        }
        return 0;
    }

    private static boolean isSupported(State state) {
        return switch (state) {
            case UNDEFINED, WAIT_BARRIER_TEAMS, WAIT_TARGET, WAIT_TARGET_MAP, WAIT_TARGET_UPDATE -> false;
            default -> true;
        };
    }

    private static String nameOf(State state) {
        return (state.value() < FIRST_STATE_OF_OURS ? "ompt_state_" : "ompt4j_state_").concat(state.specName());
    }

    @Override
    public int enumerateMutexImpls(
            int currentImpl, int @Nullable [] nextImpl, @Nullable String @Nullable [] nextImplName) {
        int next = currentImpl + 1;
        if (currentImpl < 0 || next >= MutexImpl.values().length) {
            return 0;
        }
        return answer(nextImpl, next, nextImplName, MutexImpl.of(next).specName());
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
        return stateOf(core.currentThread(), waitId);
    }

    @Override
    public State getThreadState(long threadId, long @Nullable [] waitId) {
        for (OmptThread each : core.threads()) {
            if (each.id() == threadId) {
                return stateOf(each, waitId);
            }
        }
        return stateOf(null, waitId);
    }

    private static State stateOf(@Nullable OmptThread thread, long @Nullable [] waitId) {
        if (waitId != null) {
            waitId[0] = thread == null ? 0 : thread.waitId();
        }
        return thread == null ? State.UNDEFINED : thread.state();
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

    private @Nullable ThreadSlot running() {
        return session.callbackSink().running(session.currentSlot());
    }
}
