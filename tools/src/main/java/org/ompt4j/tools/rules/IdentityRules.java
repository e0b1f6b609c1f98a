package org.ompt4j.tools.rules;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.model.IdSet;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Ids are unique; a thread's events lie between its begin and its end. */
final class IdentityRules implements RuleFamily {
    private static final long FIRST_ID_THAT_JSON_ROUNDS = 1L << 53;

    private final IdSet known = new IdSet();
    private final Guarantees guarantees;
    private final Findings findings;

    IdentityRules(Guarantees guarantees, Findings findings) {
        this.guarantees = guarantees;
        this.findings = findings;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "I1",
                        "ids of threads, regions and tasks are unique, not 0 and below 2^53",
                        Set.of(),
                        Precondition.EVENTS),
                Rule.of(
                        "I2",
                        "tool data is zero at first, then what the tool stored",
                        Set.of(),
                        Precondition.MORE_THAN_A_TRACE),
                Rule.of(
                        "I3",
                        "a thread's first event is its thread_begin, its last its thread_end, each exactly once",
                        EnumSet.of(Event.THREAD_BEGIN, Event.THREAD_END),
                        Precondition.STACKS));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        switch (kind) {
            case THREAD_BEGIN -> beginThread(event, thread);
            case PARALLEL_BEGIN -> isNew("region", event.parallelId(), event);
            case TASK_CREATE -> isNew("task", event.newTaskId(), event);
            case IMPLICIT_TASK -> implicitTask(event);
            default -> {}
        }
        order(event, kind, thread);
    }

    @Override
    public void finish(RunModel end) {
        if (!guarantees.hasEnd()) {
            return;
        }
        for (ThreadModel each : end.threads()) {
            if (each.hasBegun() && !each.hasEnded()) {
                findings.reportAtEnd(
                        "I3",
                        each.id(),
                        "a thread_end for every thread, since the run was finished",
                        "none for this thread");
            }
        }
    }

    private void beginThread(TraceEvent event, ThreadModel thread) {
        boolean isNew = known.add(event.threadId());
        if (!isNew && thread.hasEnded()) {
            findings.report(
                    "I1", event, "a thread id of its own", "id " + event.threadId() + " of a thread that ended");
        }
        inRange("thread", event.threadId(), event);
    }

    private void implicitTask(TraceEvent event) {
        if (event.endpoint() != ScopeEndpoint.BEGIN) {
            return;
        }
        isNew("task", event.taskId(), event);
        if ((event.flags() & TaskFlag.INITIAL) != 0) {
            isNew("region", event.parallelId(), event);
        }
    }

    private void isNew(String what, long id, TraceEvent event) {
        inRange(what, id, event);
        if (!known.add(id)) {
            findings.report("I1", event, "a new " + what + " id", "id " + id + ", which was used before");
        }
    }

    private void inRange(String what, long id, TraceEvent event) {
        if (id <= 0 || id >= FIRST_ID_THAT_JSON_ROUNDS) {
            findings.report("I1", event, "a " + what + " id between 1 and 2^53 - 1", String.valueOf(id));
        }
    }

    private void order(TraceEvent event, Event kind, ThreadModel thread) {
        if (kind == Event.THREAD_BEGIN && thread.hasBegun() && !thread.hasEnded()) {
            findings.report("I3", event, "one thread_begin per thread", "a second one");
        } else if (kind != Event.THREAD_BEGIN && thread.hasEnded()) {
            findings.report("I3", event, "thread_end as the thread's last event", "a later event");
        } else if (kind != Event.THREAD_BEGIN && !thread.hasBegun() && thread.isKnown()) {
            findings.report("I3", event, "thread_begin as the thread's first event", "an event before it");
            thread.assumeBegun();
        }
    }
}
