package org.ompt4j.tools.check;

import java.util.HashMap;
import java.util.Map;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

/** T4: between the creation of an undeferred task and its end its creator does nothing else. */
final class Undeferred {
    private final Findings findings;
    /** The undeferred task that each thread has created and not started. */
    private final Map<Long, Long> awaitedTask = new HashMap<>();
    /** The task under which each running undeferred task was created. */
    private final Map<Long, Long> creatorOf = new HashMap<>();

    Undeferred(Findings findings) {
        this.findings = findings;
    }

    void accept(TraceEvent event, ThreadModel thread) {
        Long awaited = awaitedTask.remove(thread.id);
        if (awaited != null) {
            mustStart(event, awaited);
        }
        if (event.event() == Event.TASK_CREATE && TaskRules.isUndeferred(event)) {
            awaitedTask.put(thread.id, event.newTaskId());
        } else if (event.event() == Event.TASK_SCHEDULE) {
            mustNotBeSuspended(event);
        }
    }

    private void mustStart(TraceEvent event, long awaited) {
        if (event.event() == Event.TASK_SCHEDULE && event.nextTaskId() == awaited) {
            creatorOf.put(awaited, event.priorTaskId());
        } else if (event.event() == Event.TASK_DEPENDENCE && event.sinkTaskId() == awaited) {
            awaitedTask.put(event.threadId(), awaited);
        } else if (event.event() != Event.CANCEL) {
            findings.report("T4", event, "undeferred task " + awaited + " to be run first", "another event");
        }
    }

    private void mustNotBeSuspended(TraceEvent event) {
        Long creator = creatorOf.get(event.priorTaskId());
        if (creator == null) {
            return;
        }
        if (RunModel.endsTask(event.priorTaskStatus())) {
            creatorOf.remove(event.priorTaskId());
        } else if (event.nextTaskId() == creator) {
            findings.report(
                    "T4", event, "undeferred task " + event.priorTaskId() + " to end first", "its creator is resumed");
        }
    }
}
