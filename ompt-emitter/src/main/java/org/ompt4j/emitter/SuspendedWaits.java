package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * What is kept of virtual threads without a carrier, by their tasks: the waits of those that only wait, and which others have a context.
 *
 * <p>Thread safety: any thread.
 */
final class SuspendedWaits {
    /** Says that no wait was kept of a thread. */
    static final long NO_WAIT = -1;

    private static final State[] STATES = State.values();
    private static final Construct[] CONSTRUCTS = Construct.values();

    /** Flags above the construct in what is kept of a wait: it is in a taskwait, and which flags that has, see {@link SyncRegions}. */
    private static final int IN_TASKWAIT = 1 << 15;

    private static final int AROUND_WAITS = 1 << 14;
    private static final int LATE = 1 << 13;

    private static final int WAIT_ID = 1;
    private static final int PACKED = 2;
    private static final int NANOS = 1;

    /** Tasks of threads that only wait, with the wait id and the other values of the wait. */
    private final TaskTable waits = new TaskTable(3);
    /** Those of them that can go on, with the time since when. They are few, or soon will be. */
    private final TaskTable ready = new TaskTable(2);
    /** Tasks of threads that have a context, whether they are mounted or not. */
    private final TaskTable withContext = new TaskTable(1);

    /**
     * Keeps the wait of the thread with this task, of which none is kept.
     *
     * @param sync the packed sync region in which the thread waits; 0 if it is in none
     */
    synchronized void put(long task, OpenSyncs.Open wait, long sync) {
        int row = waits.add(task);
        waits.set(row, WAIT_ID, wait.waitId);
        waits.set(row, PACKED, packed(wait, sync));
    }

    /** As {@link SuspendedThreads#takeWait}. */
    synchronized long take(long task, OpenSyncs.Open wait) {
        int row = waits.find(task);
        if (row == TaskTable.NONE) {
            return NO_WAIT;
        }
        long sync = unpack(waits.get(row, WAIT_ID), waits.get(row, PACKED), takeReady(task), wait);
        waits.remove(row);
        return sync;
    }

    private long takeReady(long task) {
        int row = ready.find(task);
        if (row == TaskTable.NONE) {
            return 0;
        }
        long nanos = ready.get(row, NANOS);
        ready.remove(row);
        return nanos;
    }

    /** Notes the time at which the thread with this task can go on at the latest; false if no wait is kept of it. */
    synchronized boolean canGoOn(long task, long nanos) {
        if (waits.find(task) == TaskTable.NONE) {
            return false;
        }
        int known = ready.find(task);
        int row = known == TaskTable.NONE ? ready.add(task) : known;
        ready.set(row, NANOS, earlier(ready.get(row, NANOS), nanos));
        return true;
    }

    /** The earlier of two times, of which the first is 0 if there is none. */
    static long earlier(long known, long nanos) {
        return known != 0 && known - nanos < 0 ? known : nanos;
    }

    /** The thread with this task has a context. */
    synchronized void addContext(long task) {
        withContext.add(task);
    }

    synchronized void removeContext(long task) {
        int row = withContext.find(task);
        if (row != TaskTable.NONE) {
            withContext.remove(row);
        }
    }

    /** Whether a wait is kept of the thread with this task, or it has a context. */
    synchronized boolean has(long task) {
        return waits.find(task) != TaskTable.NONE || withContext.find(task) != TaskTable.NONE;
    }

    synchronized void clear() {
        waits.clear();
        ready.clear();
        withContext.clear();
    }

    private static long packed(OpenSyncs.Open wait, long sync) {
        int flags = (wait.kind == null ? 0 : IN_TASKWAIT)
                | ((sync & SyncRegions.AROUND_WAITS) == 0 ? 0 : AROUND_WAITS)
                | ((sync & SyncRegions.LATE) == 0 ? 0 : LATE);
        return (long) wait.callSite << 32 | wait.state.ordinal() << 16 | flags | wait.construct.ordinal();
    }

    /** Returns the packed sync region in which the thread waits; 0 if it is in none. */
    private static long unpack(long waitId, long packed, long canGoOnNanos, OpenSyncs.Open wait) {
        int callSite = (int) (packed >> 32);
        State state = STATES[(int) (packed >> 16) & 0xFFFF];
        SyncRegionKind kind = (packed & IN_TASKWAIT) == 0 ? null : SyncRegionKind.TASKWAIT;
        wait.become(0, CONSTRUCTS[(int) packed & LATE - 1], kind, state, waitId, callSite);
        wait.canGoOnNanos = canGoOnNanos;
        return kind == null
                ? 0
                : SyncRegions.pack(kind, callSite)
                        | ((packed & AROUND_WAITS) == 0 ? 0 : SyncRegions.AROUND_WAITS)
                        | ((packed & LATE) == 0 ? 0 : SyncRegions.LATE);
    }
}
