package org.ompt4j.tools.blame;

import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** What threads do now, as causes of the waits of others. */
final class CurrentCauses {
    private final RunModel run;
    private final Causes causes;
    private final TaskStories tasks;

    CurrentCauses(RunModel run, Causes causes, TaskStories tasks) {
        this.run = run;
        this.causes = causes;
        this.tasks = tasks;
    }

    int number(Cause cause) {
        return causes.number(cause);
    }

    /** What the thread has done since its last event; this time was not reported yet. */
    int of(Actor actor) {
        return actor.state == null ? Causes.UNKNOWN : of(actor, actor.state);
    }

    /** What the thread does that is in this state. */
    int of(Actor actor, State state) {
        int known = actor.cause(state);
        if (known < 0) {
            known = causes.number(newCause(actor.thread, state));
            actor.remember(state, known);
        }
        return known;
    }

    /** Only that the thread waits, and where. */
    int ofWait(OpenWait wait) {
        return causes.number(doing(wait.place.state(), wait.waiter.thread, wait.place.waitsAt()));
    }

    private Cause newCause(ThreadModel thread, State state) {
        if (state == State.IDLE) {
            long pool = thread.ownOrCarriersPoolId();
            return new Cause(Cause.Kind.DID, state, 0, 0, pool == 0 ? thread.id() : pool, 0);
        }
        if (state == State.OVERHEAD) {
            return new Cause(Cause.Kind.DID, state, 0, 0, 0, 0);
        }
        TraceEvent wait = thread.innermostWait();
        return doing(state.isWork() ? State.WORK_SERIAL : state, thread, wait == null ? 0 : run.callSiteOf(wait));
    }

    private Cause doing(State state, ThreadModel thread, int at) {
        TaskStory task = tasks.of(thread);
        if (task != null) {
            return new Cause(Cause.Kind.DID, state, task.body, task.madeAt, 0, at);
        }
        TaskFrame top = thread.top();
        if (top != null && top.kind() != TaskFrame.Kind.EXPLICIT && top.region() != null) {
            TraceEvent begin = top.region().begin();
            return new Cause(Cause.Kind.DID, state, begin.body(), begin.codeptrRa(), 0, at);
        }
        return new Cause(Cause.Kind.DID, state, 0, 0, thread.id(), at);
    }
}
