package org.ompt4j.tools.model;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Corrects the task of events that happened in virtual threads. A record without a task is read as one of the virtual thread itself; but if this was
 * mounted in the middle of another task, the record belongs to that task, which is known only from earlier events on other carriers.
 *
 * <p>Costs nothing until a virtual thread is mounted. After a pause of the recording events are not corrected. Thread safety: none.
 */
public final class MountedTasks {
    private final Trace trace;
    private @Nullable RunModel run;

    public MountedTasks(Trace trace) {
        this.trace = trace;
    }

    /** The next event of the trace, with its corrected task. */
    public TraceEvent inItsTask(TraceEvent event) {
        RunModel known = run;
        if (known == null) {
            if (!event.isMount() || !trace.pauses().isEmpty()) {
                return event;
            }
            known = RunModel.withoutHistory(trace);
            run = known;
        }
        TraceEvent located = known.located(event);
        known.apply(located);
        return located.taskId() == event.taskId() ? event : event.onThread(event.threadId(), located.taskId());
    }
}
