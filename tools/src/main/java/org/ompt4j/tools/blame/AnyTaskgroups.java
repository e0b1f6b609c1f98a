package org.ompt4j.tools.blame;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.model.OpenSync;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Taskgroups of {@code invokeAny} and the like: a thread that waits in one goes on when any of its tasks has ended. */
final class AnyTaskgroups {
    /** By the begin of the taskgroup. */
    private final Map<TraceEvent, OpenWait> waits = new IdentityHashMap<>();

    /** The begin of such a taskgroup that the thread is in; null if it is in another one, or in none. */
    static @Nullable TraceEvent of(ThreadModel thread) {
        TaskFrame top = thread.top();
        OpenSync sync = top == null ? null : top.innermostSync();
        return sync != null && isOne(sync.begin()) ? sync.begin() : null;
    }

    /** Whether this event is the begin of such a taskgroup, or of the wait in it. */
    static boolean isOne(TraceEvent sync) {
        return (sync.construct() == Construct.THREAD_POOL_EXECUTOR || sync.construct() == Construct.FORK_JOIN_POOL)
                && sync.syncKind() == SyncRegionKind.TASKGROUP
                && sync.waitId() == 0;
    }

    void begins(OpenWait wait) {
        if (wait.taskgroup != null) {
            waits.put(wait.taskgroup, wait);
        }
    }

    void taskEnded(TaskStory task) {
        OpenWait wait = task.taskgroup == null ? null : waits.get(task.taskgroup);
        if (wait != null && wait.awaited == null) {
            wait.awaited = task;
        }
    }

    void ends(OpenWait wait) {
        if (wait.taskgroup != null) {
            waits.remove(wait.taskgroup, wait);
        }
    }

    void clear() {
        waits.clear();
    }
}
