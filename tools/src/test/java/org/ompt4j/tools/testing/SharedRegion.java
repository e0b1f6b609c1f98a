package org.ompt4j.tools.testing;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The indices of the events by which a worker leaves the region of a stream.
 *
 * @param workerCompletes the worker's last completion of a task in the region, or {@link EventList#NONE}
 * @param workerLeaves the worker's implicit_task end
 * @param callerLeavesBarrier the encountering thread's end of the region-ending barrier
 * @param regionEnds the region's parallel_end
 */
record SharedRegion(int workerCompletes, int workerLeaves, int callerLeavesBarrier, int regionEnds) {

    /** The indices for the region that begins at this index, or null if it has only one member, an error or a cancellation, or does not end. */
    static @Nullable SharedRegion find(EventList events, int begin) {
        TraceEvent region = events.get(begin);
        long caller = region.threadId();
        int end = events.find(
                begin, each -> each.event() == Event.PARALLEL_END && each.parallelId() == region.parallelId());
        int join = events.find(
                begin,
                each -> each.event() == Event.IMPLICIT_TASK
                        && each.parallelId() == region.parallelId()
                        && each.threadId() != caller);
        if (end < 0 || join < 0) {
            return null;
        }
        TraceEvent member = events.get(join);
        int leaves = events.find(
                join,
                each -> each.event() == Event.IMPLICIT_TASK
                        && each.endpoint() == ScopeEndpoint.END
                        && each.taskId() == member.taskId());
        int troubled = events.find(begin, each -> each.event() == Event.ERROR || each.event() == Event.CANCEL);
        if (leaves < 0 || leaves > end || troubled >= 0 && troubled < end) {
            return null;
        }
        int callerBarrier = lastBefore(events, end, caller, begin);
        return new SharedRegion(chunkCompletes(events, join, leaves), leaves, callerBarrier, end);
    }

    private static int lastBefore(EventList events, int end, long caller, int begin) {
        for (int i = end; i > begin; i--) {
            TraceEvent each = events.get(i);
            if (each.threadId() == caller
                    && each.event() == Event.SYNC_REGION
                    && each.endpoint() == ScopeEndpoint.END
                    && each.syncKind() == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL) {
                return i;
            }
        }
        return EventList.NONE;
    }

    /** The index of the completion of a task in which the worker got a chunk. */
    private static int chunkCompletes(EventList events, int join, int leaves) {
        long thread = events.get(join).threadId();
        for (int i = leaves; i > join; i--) {
            TraceEvent each = events.get(i);
            if (each.threadId() == thread && each.event() == Event.DISPATCH) {
                long task = each.taskId();
                return events.find(i, later -> later.event() == Event.TASK_SCHEDULE && later.priorTaskId() == task);
            }
        }
        return EventList.NONE;
    }
}
