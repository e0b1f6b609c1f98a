package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** The threads that work, at each instant, while others wait for a region or a pool, and while workers are idle: they get equal parts. */
final class SharedTime {
    private static final WaitPlace IDLENESS = new WaitPlace(State.IDLE, 0, 0);

    private final RunModel run;
    private final Groups groups;
    private final CurrentCauses doing;
    private final BlameListeners listeners;
    private EqualParts idleness;

    /** The threads whose action may have changed since the last instant with an event, and this instant. */
    private final List<Actor> changed = new ArrayList<>();

    private long changedNanos;

    SharedTime(RunModel run, Groups groups, CurrentCauses doing, BlameListeners listeners) {
        this.run = run;
        this.groups = groups;
        this.doing = doing;
        this.listeners = listeners;
        this.idleness = newIdleness(run);
    }

    private static EqualParts newIdleness(RunModel run) {
        return new EqualParts(WaitPlaces.MOST, run.missingUntilNanos());
    }

    /** The action of the thread may change now. */
    void changes(Actor actor, long nowNanos) {
        changedNanos = nowNanos;
        if (!actor.hasChanged) {
            actor.hasChanged = true;
            changed.add(actor);
        }
    }

    /** An action of no duration, such as a wait for a free mutex, is skipped. */
    void goOnTo(long nowNanos) {
        if (nowNanos != changedNanos) {
            trackChanged();
        }
    }

    /** Updates the threads whose action may have changed. */
    void trackChanged() {
        for (int i = 0; i < changed.size(); i++) {
            Actor each = changed.get(i);
            each.hasChanged = false;
            track(each, changedNanos);
        }
        changed.clear();
    }

    private void track(Actor actor, long now) {
        ThreadModel thread = actor.thread;
        boolean isGone = thread.hasEnded() || thread.isVirtual() && run.thread(thread.id()) != thread;
        // A carrier does what the virtual thread on it does.
        State state = isGone || thread.mounted() != null ? null : thread.stateUntil(null);
        if (actor.isAs(state)) {
            return;
        }
        actor.is(state);
        List<EqualParts> workedIn = state == null ? List.of() : groups.workedIn(thread, state);
        trackIdleness(actor, state == State.IDLE, now);
        Integer cause = state == null ? null : doing.of(actor, state);
        idleness.works(actor, state != null && state.isWork() ? cause : null, now);
        trackWork(actor, workedIn, cause, now);
        trackWait(actor, state, now);
    }

    private void trackIdleness(Actor actor, boolean isIdle, long now) {
        if (isIdle != actor.isIdle) {
            actor.isIdle = isIdle;
            idleness.waits(IDLENESS, isIdle ? 1 : -1, now);
        }
    }

    private static void trackWork(Actor actor, List<EqualParts> workedIn, @Nullable Integer cause, long now) {
        for (EqualParts each : actor.groups) {
            if (!workedIn.contains(each)) {
                each.works(actor, null, now);
            }
        }
        workedIn.forEach(each -> each.works(actor, cause, now));
        actor.groups = workedIn;
    }

    private static void trackWait(Actor actor, @Nullable State state, long now) {
        TraceEvent begin = state == null ? null : actor.thread.innermostWait();
        OpenWait wait = begin == null ? null : actor.find(begin);
        OpenWait inGroup = wait == null || wait.group == null ? null : wait;
        if (inGroup == actor.groupWait) {
            return;
        }
        if (actor.groupWait != null && actor.groupWait.group != null) {
            actor.groupWait.group.waits(actor.groupWait.place, -1, now);
        }
        if (inGroup != null && inGroup.group != null) {
            inGroup.group.waits(inGroup.place, 1, now);
        }
        actor.groupWait = inGroup;
    }

    /** The thread does nothing any more. */
    void ceases(Actor actor, long now) {
        trackIdleness(actor, false, now);
        idleness.works(actor, null, now);
        trackWork(actor, List.of(), null, now);
        trackWait(actor, null, now);
        actor.is(null);
    }

    void settle(long nowNanos) {
        groups.settleAll(nowNanos);
        idleness.settle(nowNanos, (place, cause, nanos) -> listeners.idled(cause, nanos));
    }

    void clear() {
        changed.clear();
        groups.clear();
        idleness = newIdleness(run);
    }
}
