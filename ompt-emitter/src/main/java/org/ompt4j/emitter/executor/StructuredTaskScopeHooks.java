package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.STRUCTURED_TASK_SCOPE;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.WeakSideTable;

/**
 * Called by the rewritten {@code StructuredTaskScopeImpl}, on the thread that owns the scope; see {@code docs/mappings/structured-task-scope.md}.
 *
 * <p>Thread safety: each hook is about the thread that calls it.
 */
public final class StructuredTaskScopeHooks extends StructuredTaskScopeGuards {

    /** A scope that is open and not joined: its wait id, the call site that opened it, and the task. */
    private record Open(long waitId, int callSite, long task) {
        static final WeakSideTable<Open> SCOPES = new WeakSideTable<>();
    }

    private StructuredTaskScopeHooks() {}

    /** A scope is open for subtasks. */
    @Guarded("task scope")
    public static void opened(ThreadContext c, Object scope) {
        int site = CallSites.takeOrWalk(c, STRUCTURED_TASK_SCOPE);
        long waitId = WaitIds.of(scope, STRUCTURED_TASK_SCOPE);
        SyncRegions.begin(c, STRUCTURED_TASK_SCOPE, TASKGROUP, waitId, site);
        Open.SCOPES.put(scope, new Open(waitId, site, c.taskId()));
    }

    /** The scope's owner is about to wait for the subtasks. */
    @Guarded("task scope")
    public static void waitEnter(ThreadContext c, Object scope) {
        Open open = Open.SCOPES.find(scope);
        if (open != null) {
            SyncRegions.waitBegin(c, STRUCTURED_TASK_SCOPE, TASKGROUP, open.waitId, open.callSite);
        }
    }

    /** The wait of the owner is over: the subtasks are done, the scope is cancelled, or the owner is interrupted. */
    @Guarded("task scope")
    public static void waitExit(ThreadContext c, Object scope) {
        Open open = Open.SCOPES.find(scope);
        if (open != null) {
            SyncRegions.waitEnd(c, STRUCTURED_TASK_SCOPE, TASKGROUP, open.waitId, open.callSite);
            end(c, scope, open);
        }
    }

    /** {@code close} was called, perhaps without a join. May also be called by a thread that is not the owner, for which it fails. */
    @Guarded("task scope")
    public static void closed(ThreadContext c, Object scope) {
        @Nullable Open open = Open.SCOPES.find(scope);
        if (open != null && open.task == c.taskId()) {
            end(c, scope, open);
        }
    }

    private static void end(ThreadContext c, Object scope, Open open) {
        SyncRegions.endNow(c, STRUCTURED_TASK_SCOPE, TASKGROUP, open.waitId, open.callSite);
        Open.SCOPES.put(scope, null);
    }
}
