package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Taskwaits that begin and end in one method of the JDK, while the wait itself happens in a deeper one.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Taskwaits {

    private Taskwaits() {}

    /**
     * The current task is about to wait for another task, unless that is done. If not every operation is reported, the taskwait is reported only if the
     * task really waits. {@code awaited} is the id of the other task, 0 if it is not known.
     *
     * @return whether the begin of the taskwait was reported
     */
    public static boolean begin(ThreadContext c, Construct k, long awaited, int callSite) {
        boolean isReported = Settings.reportsEveryMutex();
        if (isReported) {
            SyncRegions.begin(c, k, SyncRegionKind.TASKWAIT, awaited, callSite);
        }
        enter(c, awaited, callSite, isReported ? 0 : SyncRegions.AROUND_WAITS);
        return isReported;
    }

    private static void enter(ThreadContext c, long awaited, int callSite, long flags) {
        InitialTasks.ensure(c);
        c.tasks().setSync(SyncRegions.pack(SyncRegionKind.TASKWAIT, callSite) | flags, awaited);
    }

    /**
     * The current task does not wait, since the result is there. Like the acquisition of a free mutex, this is reported only if every operation is
     * reported: code that asks again and again for a result that is there would otherwise pay for events that say nothing.
     */
    public static void passThrough(ThreadContext c, Construct k, long awaited, int callSite) {
        if (Settings.reportsEveryMutex()) {
            SyncRegions.passThrough(c, k, SyncRegionKind.TASKWAIT, awaited, callSite);
        }
    }

    /** The current task goes on. */
    public static void end(ThreadContext c, Construct k) {
        long sync = c.tasks().sync();
        if (sync == 0) {
            return;
        }
        if ((sync & SyncRegions.AROUND_WAITS) == 0) {
            if (!c.clock().hasJustEnded(c.tasks().syncWaitId())) {
                c.clock().now();
            }
            tellEnd(c, k, sync);
            c.clock().markStale();
        }
        c.tasks().setSync(0, 0);
    }

    private static void tellEnd(ThreadContext c, Construct k, long sync) {
        SyncRegions.end(c, k, SyncRegions.kindOf(sync), c.tasks().syncWaitId(), SyncRegions.siteOf(sync));
    }

    /**
     * As {@link #end}, for a hook that got the thread's context when the taskwait began; null if none began. A virtual thread that waited may have
     * another context now.
     */
    public static void endOn(@Nullable Object entered, Construct k) {
        if (!(entered instanceof ThreadContext begun)) {
            return;
        }
        ThreadContext c = Threads.enterAgain(begun);
        if (c == null) {
            return;
        }
        try {
            end(c, k);
        } catch (Throwable t) {
            Failures.count("join", t);
        } finally {
            c.leave();
        }
    }

    /**
     * The current task really waits now, in its present sync region. If the region was not reported so far, it begins and ends with the wait, and
     * {@code awaited} is its task. If the region was reported, its task does not change, even if another task is awaited by now. In a group whose
     * tasks are awaited one by one, each wait has the id of its task.
     */
    public static void waitBegin(ThreadContext c, Construct k, long awaited) {
        waitBegin(c, k, awaited, c.tasks().sync() == 0 ? CallSites.takeOrSample(c, k) : 0);
    }

    /** As {@link #waitBegin(ThreadContext, Construct, long)}; the call site is used if the region was not reported so far. */
    public static void waitBegin(ThreadContext c, Construct k, long awaited, int callSite) {
        if (c.tasks().sync() == 0) {
            enter(c, awaited, callSite, SyncRegions.AROUND_WAITS | SyncRegions.LATE);
        }
        long sync = c.tasks().sync();
        SyncRegionKind kind = SyncRegions.kindOf(sync);
        int site = SyncRegions.siteOf(sync);
        long waitId = c.tasks().syncWaitId();
        if ((sync & SyncRegions.AROUND_WAITS) != 0) {
            SyncRegions.begin(c, k, kind, waitId, site);
        }
        long named = (sync & SyncRegions.SECTIONS) != 0 ? awaited : waitId;
        SyncRegions.waitBegin(c, k, kind, waitId, named, site);
    }

    /** The wait that {@link #waitBegin} began is over. */
    public static void waitEnd(ThreadContext c, Construct k) {
        long sync = c.tasks().sync();
        if (sync == 0) {
            return;
        }
        SyncRegions.waitEnd(c, k, SyncRegions.kindOf(sync), c.tasks().syncWaitId(), SyncRegions.siteOf(sync));
        if ((sync & SyncRegions.AROUND_WAITS) != 0) {
            tellEnd(c, k, sync);
        }
        if ((sync & SyncRegions.LATE) != 0) {
            c.tasks().setSync(0, 0);
        }
    }

    /** As {@link #waitEnd}, of whatever construct; no effect if the thread is not said to wait, as in an earlier epoch. */
    public static void waitEnd(ThreadContext c) {
        if (c.state() == State.WAIT_TASKWAIT && !c.tasks().syncs().isEmpty()) {
            waitEnd(c, c.tasks().syncs().innermost().construct);
        }
    }
}
