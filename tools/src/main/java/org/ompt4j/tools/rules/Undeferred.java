package org.ompt4j.tools.rules;

import java.util.HashMap;
import java.util.Map;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Rule T4: between the creation and the end of an undeferred task its creator does nothing else. */
final class Undeferred {
    private final Findings findings;
    /** The undeferred task that each thread has created and not started. */
    private final Map<Long, Long> awaitedTask = new HashMap<>();
    /** The first event of each thread instead of the start of such a task, as long as all these events were ends. */
    private final Map<Long, TraceEvent> endsInstead = new HashMap<>();
    /** The task under which each running undeferred task was created. */
    private final Map<Long, Long> creatorOf = new HashMap<>();

    Undeferred(Findings findings) {
        this.findings = findings;
    }

    void accept(TraceEvent event, ThreadModel thread) {
        goesOn(event);
        Long awaited = awaitedTask.remove(thread.id());
        if (awaited != null) {
            mustStart(event, awaited);
        }
        if (event.event() == Event.TASK_CREATE && TaskRules.isUndeferred(event)) {
            awaitedTask.put(thread.id(), event.newTaskId());
        } else if (event.event() == Event.TASK_SCHEDULE) {
            mustNotBeSuspended(event);
        }
    }

    private void mustStart(TraceEvent event, long awaited) {
        if (event.event() == Event.TASK_SCHEDULE && event.nextTaskId() == awaited) {
            creatorOf.put(awaited, event.priorTaskId());
        } else if (isDependenceOf(event, awaited)) {
            awaitedTask.put(event.threadId(), awaited);
        } else if (endsSomething(event)) {
            awaitedTask.put(event.threadId(), awaited);
            endsInstead.putIfAbsent(event.threadId(), event);
        } else if (event.event() != Event.CANCEL) {
            findings.report("T4", event, "undeferred task " + awaited + " to be run first", "another event");
        }
    }

    private static boolean isDependenceOf(TraceEvent event, long task) {
        return event.event() == Event.TASK_DEPENDENCE && event.sinkTaskId() == task
                || event.event() == Event.DEPENDENCES && event.taskId() == task;
    }

    /*
     * A recording can end between the creation and the start. Then the agent ends open loops and regions, with their closing waits, on behalf of
     * the thread, and no events follow. Any event that follows shows that the thread itself did something else.
     */
    private void goesOn(TraceEvent event) {
        TraceEvent instead = endsInstead.get(event.threadId());
        if (instead != null && !endsSomething(event) && event.event() != Event.CANCEL) {
            endsInstead.remove(event.threadId());
            Long awaited = awaitedTask.remove(event.threadId());
            findings.report("T4", instead, "undeferred task " + awaited + " to be run first", "another event");
        }
    }

    private static boolean endsSomething(TraceEvent event) {
        return event.endpoint() == ScopeEndpoint.END
                || event.event() == Event.THREAD_END
                || event.event() == Event.PARALLEL_END
                || closesRegion(event)
                || event.endsBody();
    }

    /** A wait, or the barrier that comes with the end of a region. */
    private static boolean closesRegion(TraceEvent event) {
        return event.event() == Event.SYNC_REGION_WAIT
                || event.event() == Event.SYNC_REGION && event.syncKind() == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
    }

    private void mustNotBeSuspended(TraceEvent event) {
        Long creator = creatorOf.get(event.priorTaskId());
        if (creator == null) {
            return;
        }
        if (event.endsBody()) {
            creatorOf.remove(event.priorTaskId());
        } else if (event.nextTaskId() == creator) {
            findings.report(
                    "T4", event, "undeferred task " + event.priorTaskId() + " to end first", "its creator is resumed");
        }
    }
}
