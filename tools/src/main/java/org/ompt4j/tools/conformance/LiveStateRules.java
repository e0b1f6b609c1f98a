package org.ompt4j.tools.conformance;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Rules S1 to S3: the state of the calling thread while a callback runs. Thread safety: that of the checker. */
final class LiveStateRules {
    /* Events that change neither task nor region, so that the state does not change during them. */
    private static final Set<Event> IN_THE_BODY = EnumSet.of(
            Event.TASK_CREATE,
            Event.DISPATCH,
            Event.MUTEX_ACQUIRE,
            Event.MUTEX_ACQUIRED,
            Event.MUTEX_RELEASED,
            Event.NEST_LOCK,
            Event.LOCK_INIT);

    /* The specification does not define whether the state changes before or after such an event. */
    private static final Set<Event> AROUND_A_WAIT =
            EnumSet.of(Event.SYNC_REGION_WAIT, Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.WAIT);

    private final LiveFindings findings;
    private final OmptEntryPoint.GetState getState;

    LiveStateRules(LiveFindings findings, OmptEntryPoint.GetState getState) {
        this.findings = findings;
        this.getState = getState;
    }

    /** Has to be called on the thread itself, before the event takes effect. */
    void accept(TraceEvent at, ThreadModel thread) {
        if (at.event() == Event.THREAD_BEGIN || at.event() == Event.THREAD_END) {
            return;
        }
        long[] waitId = new long[1];
        State state = getState.getState(waitId);
        if (state == State.UNDEFINED) {
            findings.report("S3", at, "a state of the runtime", state.specName());
        }
        waits(at, thread, state, waitId[0]);
        if (IN_THE_BODY.contains(at.event())) {
            works(at, thread, state);
        }
    }

    private void waits(TraceEvent at, ThreadModel thread, State state, long waitId) {
        boolean isWait = state.name().startsWith("WAIT_");
        TaskFrame top = thread.top();
        boolean isWaiting =
                AROUND_A_WAIT.contains(at.event()) || (top != null && top.isWaiting()) || thread.isAcquiring();
        if (!isWait && beginsSyncWait(at)) {
            findings.report("S1", at, "a wait state as the wait begins", state.specName());
        } else if (isWait && !isWaiting) {
            findings.report("S1", at, "no wait state outside a wait", state.specName());
        } else if (!isWait && waitId != 0) {
            findings.report("S1", at, "no wait id in state " + state.specName(), "wait id " + waitId);
        }
    }

    /**
     * Whether a wait begins that must be visible. Others may take no time, as for the last thread at a barrier or if all tasks have ended.
     */
    private static boolean beginsSyncWait(TraceEvent at) {
        return at.event() == Event.SYNC_REGION_WAIT
                && at.endpoint() == ScopeEndpoint.BEGIN
                && at.syncKind() == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
    }

    private void works(TraceEvent at, ThreadModel thread, State state) {
        TaskFrame top = thread.top();
        // A task that outlives its region continues in the region around it.
        RegionModel region = top == null ? null : top.region();
        if (state == State.WORK_PARALLEL && region == null) {
            findings.report("S2", at, "a region in state work_parallel", "none");
        } else if (state == State.WORK_SERIAL && region != null && !region.hasEnded()) {
            findings.report("S2", at, "work_parallel inside region " + region.id(), state.specName());
        } else if (state == State.IDLE && (top == null || thread.ownOrCarriersPoolId() == 0)) {
            // A worker of a user-defined pool is idle in the task of its thread, and can take a lock there. Callbacks
            // do not report that it is idle.
            findings.report("S2", at, "a working state", state.specName());
        }
    }

    /** Rule S3, on a thread that the runtime does not know. */
    void stranger(@Nullable Object threadData) {
        State state = getState.getState(null);
        if (state != State.UNDEFINED || threadData != null) {
            findings.report(
                    "S3",
                    "state undefined and no data on a thread of the tool",
                    state.specName() + (threadData == null ? "" : " and data"));
        }
    }
}
