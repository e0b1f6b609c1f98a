package org.ompt4j.tools.model;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Says of events of a trace in which task of a virtual thread they happened. A record that names no task is read as one of the virtual thread
 * itself where that was mounted in the middle of another task, which only the events before on other carriers tell.
 *
 * <p>Costs nothing until a virtual thread is mounted. Where recording was paused events stay as they were read. Thread safety: none.
 */
public final class MountedTasks {
    private final Trace trace;
    private @Nullable RunModel run;

    public MountedTasks(Trace trace) {
        this.trace = trace;
    }

    /** The next event of the trace, in its task. */
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
