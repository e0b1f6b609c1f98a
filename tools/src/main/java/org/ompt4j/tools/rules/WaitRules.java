package org.ompt4j.tools.rules;

import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Rules about waits for which OMPT has no event: they begin and end, one at a time in a task. */
final class WaitRules implements RuleFamily {
    private final Findings findings;

    WaitRules(Findings findings) {
        this.findings = findings;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "W1",
                        "a wait of ours is begin and end in one task, with one state, wait id and call site",
                        EnumSet.of(Event.WAIT),
                        Precondition.STACKS),
                Rule.of(
                        "W2",
                        "a wait is told once: none of ours begins inside another wait of its task, and none is left"
                                + " open",
                        EnumSet.of(Event.WAIT, Event.SYNC_REGION_WAIT),
                        Precondition.STACKS));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        if (!thread.isKnown()) {
            return;
        }
        switch (kind) {
            case WAIT -> {
                if (!event.endsAttempt()) {
                    wait(event, thread);
                }
            }
            case SYNC_REGION_WAIT -> syncRegionWait(event, thread);
            case TASK_SCHEDULE -> {
                if (event.endsBody()) {
                    ends(event, thread.find(event.priorTaskId()));
                }
            }
            case IMPLICIT_TASK -> {
                if (event.endpoint() == ScopeEndpoint.END) {
                    ends(event, thread.find(event.taskId()));
                }
            }
            default -> {}
        }
    }

    private void wait(TraceEvent event, ThreadModel thread) {
        TaskFrame frame = thread.frameOf(event.taskId());
        TraceEvent open = frame == null ? null : frame.openWait();
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            begin(event, frame, open);
        } else if (open == null) {
            findings.report("W1", event, "the end of an open wait", "none is open");
        } else if (!isEndOf(event, open)) {
            findings.report("W1", event, "the end of " + text(open), "that of " + text(event));
        }
    }

    private void begin(TraceEvent event, @Nullable TaskFrame frame, @Nullable TraceEvent open) {
        if (open != null) {
            findings.report("W2", event, "the end of " + text(open) + " first", "another wait begins");
        } else if (frame != null && frame.isWaiting()) {
            findings.report("W2", event, "no wait inside that of a sync region", "one begins");
        }
    }

    private void syncRegionWait(TraceEvent event, ThreadModel thread) {
        TaskFrame frame = thread.frameOf(event.taskId());
        if (event.endpoint() == ScopeEndpoint.BEGIN && frame != null && frame.openWait() != null) {
            findings.report("W2", event, "the end of " + text(frame.openWait()) + " first", "another wait begins");
        }
    }

    private void ends(TraceEvent event, @Nullable TaskFrame frame) {
        if (frame != null && frame.openWait() != null) {
            findings.report("W2", event, "the end of " + text(frame.openWait()) + " first", "its task ends");
        }
    }

    private static boolean isEndOf(TraceEvent end, TraceEvent begin) {
        return end.state() == begin.state()
                && end.waitId() == begin.waitId()
                && end.codeptrRa() == begin.codeptrRa()
                && end.construct() == begin.construct();
    }

    private static String text(TraceEvent wait) {
        String state = wait.state() == null ? "no state" : wait.state().specName();
        return state + " for wait id " + wait.waitId() + " at call site id " + wait.codeptrRa();
    }
}
