package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Taskwaits whose begin and end lie in one method of the JDK, and whose waits in another, deeper one.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Taskwaits {

    private Taskwaits() {}

    /** The current task is about to wait for another one, unless that is done. {@code awaited} is its id, 0 if it is not known. */
    public static void begin(ThreadContext c, Construct k, long awaited, int callSite) {
        SyncRegions.begin(c, k, SyncRegionKind.TASKWAIT, awaited, callSite);
        c.tasks().setSync(SyncRegions.pack(SyncRegionKind.TASKWAIT, callSite), awaited);
    }

    /**
     * The current task does not wait, since what it would wait for is there. As of a mutex that is free, tools are told where every operation is reported:
     * who asks again and again for a result that is there would pay for events that say nothing.
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
        long awaited = c.tasks().syncWaitId();
        if (!c.clock().hasJustEnded(awaited)) {
            c.clock().now();
        }
        SyncRegions.end(c, k, SyncRegions.kindOf(sync), awaited, SyncRegions.siteOf(sync));
        c.tasks().setSync(0, 0);
        c.clock().markStale();
    }

    /** As {@link #end} for a hook that was given the thread's context when the taskwait began, null if none did. */
    public static void endOn(@Nullable Object entered, Construct k) {
        if (!(entered instanceof ThreadContext c) || !c.enter()) {
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
     * The current task really waits now, in the sync region that it is in. One that was not reported so far begins with the wait and ends with
     * it; {@code awaited} is its task then. What was waited for may be another task by now, but what is named stays what it was. In a group whose tasks are waited for one by one each wait names its task.
     */
    public static void waitBegin(ThreadContext c, Construct k, long awaited) {
        waitBegin(c, k, awaited, c.tasks().sync() == 0 ? CallSites.takeOrSample(c, k) : 0);
    }

    /** As {@link #waitBegin(ThreadContext, Construct, long)}; the call site is that of one that was not reported so far. */
    public static void waitBegin(ThreadContext c, Construct k, long awaited, int callSite) {
        if (c.tasks().sync() == 0) {
            begin(c, k, awaited, callSite);
            c.tasks().setSync(c.tasks().sync() | SyncRegions.LATE, awaited);
        }
        long sync = c.tasks().sync();
        long waitId = c.tasks().syncWaitId();
        long named = (sync & SyncRegions.SECTIONS) != 0 ? awaited : waitId;
        SyncRegions.waitBegin(c, k, SyncRegions.kindOf(sync), waitId, named, SyncRegions.siteOf(sync));
    }

    /** The current task waits no more. */
    public static void waitEnd(ThreadContext c, Construct k) {
        long sync = c.tasks().sync();
        if (sync == 0) {
            return;
        }
        SyncRegions.waitEnd(c, k, SyncRegions.kindOf(sync), c.tasks().syncWaitId(), SyncRegions.siteOf(sync));
        if ((sync & SyncRegions.LATE) != 0) {
            end(c, k);
        }
    }
}
