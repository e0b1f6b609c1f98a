package org.ompt4j.emitter.forkjoin;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinTask;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;

/**
 * Called by the tasks of bulk operations of {@link ConcurrentHashMap}. A task repeatedly splits off the upper half of its bins for another task, and
 * then goes through the remaining bins. Their indexes are known by then; if the table grows meanwhile, the bins keep these indexes in the old table.
 *
 * <p>Thread safety: any thread.
 */
public final class BulkTaskHooks extends BulkTaskGuards {

    private BulkTaskHooks() {}

    /** Where its bins and its splits are; initialised with the first such task. */
    private static final class Field {
        static final long FIRST_BIN = offset("baseIndex");
        static final long BINS_END = offset("baseLimit");
        static final long SPLITS_LEFT = offset("batch");

        private static long offset(String name) {
            return Memory.fieldOffset(Memory.jdkClass("java.util.concurrent.ConcurrentHashMap$BulkTask"), name);
        }
    }

    /** A task is about to check whether it splits. */
    public static void splits(ForkJoinTask<?> task) {
        if (Events.wanted(Event.DISPATCH)) {
            chunkUnlessItSplits(task);
        }
    }

    @Guarded("bulk operation")
    static void chunkUnlessItSplits(ThreadContext c, ForkJoinTask<?> task) {
        int first = Memory.UNSAFE.getInt(task, Field.FIRST_BIN);
        int end = Memory.UNSAFE.getInt(task, Field.BINS_END);
        // The same condition as in the task itself.
        boolean splits = Memory.UNSAFE.getInt(task, Field.SPLITS_LEFT) > 0 && first + end >>> 1 > first;
        if (splits || !c.tasks().inExplicitTask()) {
            return;
        }
        c.clock().markStale();
        Events.dispatch(
                c,
                c.clock().lastNow(),
                Construct.FORK_JOIN_TASK,
                DispatchKind.WS_LOOP_CHUNK,
                first,
                (long) end - first);
    }
}
