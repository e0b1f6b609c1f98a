package org.ompt4j.tools.model;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/** What events tell of the waits that tasks are in. */
final class WaitsOfTasks {

    private WaitsOfTasks() {}

    /** A sync_region, sync_region_wait or reduction. */
    static void synchronize(TraceEvent event, Event kind, ThreadModel thread) {
        TaskFrame frame = thread.frameOf(event.taskId());
        if (frame == null) {
            return;
        }
        ScopeEndpoint endpoint = event.endpoint();
        if (kind == Event.REDUCTION) {
            frame.setReduces(endpoint == ScopeEndpoint.BEGIN);
        } else if (kind == Event.SYNC_REGION_WAIT) {
            waitInSync(event, endpoint, frame);
        } else if (endpoint == ScopeEndpoint.BEGIN) {
            frame.begin(event);
        } else if (endpoint == ScopeEndpoint.END) {
            frame.end(event);
        }
    }

    private static void waitInSync(TraceEvent event, @Nullable ScopeEndpoint endpoint, TaskFrame frame) {
        OpenSync innermost = frame.innermostSync();
        if (innermost != null) {
            innermost.wait(endpoint);
        }
        if (endpoint == ScopeEndpoint.BEGIN) {
            frame.waits().begin(event);
        } else {
            frame.waits().end(frame.waits().innermost(Event.SYNC_REGION_WAIT));
        }
    }

    /** A wait of ours, which has no other one of ours inside; or the end of an attempt to acquire a mutex. */
    static void wait(TraceEvent event, ThreadModel thread) {
        if (event.endsAttempt()) {
            thread.current().waits().end(thread.acquireAnsweredBy(event));
            return;
        }
        OpenWaits waits = thread.frameOfWait(event.taskId()).waits();
        waits.end(waits.innermost(Event.WAIT));
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            waits.begin(event);
        }
    }
}
