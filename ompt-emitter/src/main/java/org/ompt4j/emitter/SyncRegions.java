package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WaitOutcome;

/**
 * Barriers, taskwaits and taskgroups on the current task: region begin, wait begin, wait end, region end.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2.13.
 */
public final class SyncRegions {

    private SyncRegions() {}

    /** Flag in a packed sync region: the tasks that the current task makes are the sections of a work region, and each wait is for one of them. */
    public static final long SECTIONS = 1L << 62;

    /** Flag in a packed sync region: a task that the current task submits belongs to the current task's region. */
    public static final long INHERIT = 1L << 61;

    /** Flag in a packed sync region: the taskwait was reported only because its task really waits, and ends with that wait. */
    public static final long LATE = 1L << 60;

    /** Flag in a packed sync region: the taskwait is reported only around each of its waits. */
    public static final long AROUND_WAITS = 1L << 58;

    /** Flag in a packed sync region, set in addition to {@link #SECTIONS}: only other threads run the sections. */
    public static final long BY_OTHERS = 1L << 59;

    private static final int KIND_SHIFT = 32;
    private static final SyncRegionKind[] KINDS = SyncRegionKind.values();

    /** Packs kind and call site of a sync region into one number, never 0, for hooks that are deeper in the JDK than the begin of the region. */
    public static long pack(SyncRegionKind kind, int callSite) {
        return (long) (kind.ordinal() + 1) << KIND_SHIFT | callSite;
    }

    /** The kind of a packed sync region. */
    public static SyncRegionKind kindOf(long packed) {
        return KINDS[(int) (packed >>> KIND_SHIFT & 0xff) - 1];
    }

    /** Whether a packed sync region is a taskwait at this call site, and neither one for sections nor one whose tasks are of its region. */
    static boolean isTaskwaitAt(long packed, int callSite) {
        return (packed & ~(LATE | AROUND_WAITS)) == pack(SyncRegionKind.TASKWAIT, callSite);
    }

    /** The call site of a packed sync region. */
    public static int siteOf(long packed) {
        return (int) packed;
    }

    /** The current task reaches the construct. {@code waitId} is the barrier or the awaited task, 0 if none. */
    public static void begin(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        InitialTasks.ensure(c);
        Events.syncRegionOfTask(c, c.clock().now(), k, kind, ScopeEndpoint.BEGIN, waitId, callSite);
        c.tasks().syncs().begin(c.tasks().top(), k, kind, kind.waitState(), waitId, callSite);
    }

    /** The current task begins to wait. Its state is set before the event is reported. */
    public static void waitBegin(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        waitBegin(c, k, kind, waitId, waitId, callSite);
    }

    /**
     * As {@link #waitBegin(ThreadContext, Construct, SyncRegionKind, long, int)}, for a group whose wait is for one of its tasks, {@code awaited}.
     */
    static void waitBegin(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, long awaited, int callSite) {
        long time = c.clock().now();
        c.tasks().setState(kind.waitState(), awaited);
        Events.syncRegionWaitOfTask(c, time, k, kind, ScopeEndpoint.BEGIN, awaited, callSite);
        c.tasks().syncs().waiting(kind, waitId, true);
        c.tasks().syncs().awaits(kind, waitId, awaited);
    }

    /** The current task's wait is over, or interrupted by a task that the thread runs. No effect if the wait began in an earlier epoch. */
    public static void waitEnd(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        if (!c.tasks().syncs().waiting(kind, waitId, false)) {
            return;
        }
        c.tasks().setWorking();
        long awaited = c.tasks().syncs().awaited(kind, waitId);
        WaitOutcome outcome = c.tasks().syncs().outcome(kind, waitId);
        Events.syncRegionWaitOfTask(c, c.clock().now(), k, kind, ScopeEndpoint.END, outcome, awaited, callSite);
    }

    /**
     * The current task leaves the construct. Right after the end of its wait, both events share one clock reading. No effect if the construct was
     * reached in an earlier epoch.
     */
    public static void end(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        if (c.tasks().syncs().end(kind, waitId)) {
            Events.syncRegionOfTask(c, c.clock().lastNow(), k, kind, ScopeEndpoint.END, waitId, callSite);
        }
    }

    /** As {@link #end}, but with a new clock reading, for a construct in which other things happened since the last reading. */
    public static void endNow(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        c.clock().now();
        end(c, k, kind, waitId, callSite);
    }

    /** The current task reaches the construct and leaves it without a wait, since the awaited result is there. Uses one clock reading. */
    public static void passThrough(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        InitialTasks.ensure(c);
        long time = c.clock().now();
        Events.syncRegionOfTask(c, time, k, kind, ScopeEndpoint.BEGIN, waitId, callSite);
        Events.syncRegionOfTask(c, time, k, kind, ScopeEndpoint.END, waitId, callSite);
    }

    /** A wait that takes no time: that of the last thread at a barrier, or for a task that is already done. */
    public static void emptyWait(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        long time = c.clock().lastNow();
        Events.syncRegionWaitOfTask(c, time, k, kind, ScopeEndpoint.BEGIN, waitId, callSite);
        Events.syncRegionWaitOfTask(c, time, k, kind, ScopeEndpoint.END, waitId, callSite);
    }

    /** Arrival without a wait, reported as one event with {@link ScopeEndpoint#BEGINEND}. */
    public static void beginEnd(ThreadContext c, Construct k, SyncRegionKind kind, long waitId, int callSite) {
        InitialTasks.ensure(c);
        Events.syncRegionOfTask(c, c.clock().now(), k, kind, ScopeEndpoint.BEGINEND, waitId, callSite);
    }

    /**
     * Ends the sync regions that the current task is still in, for a thread that ends, or is alive when the runtime ends.
     *
     * @return whether there was any
     */
    static boolean closeOpen(ThreadContext c) {
        boolean any = false;
        while (c.tasks().syncs().isOpenIn(c.tasks().top())) {
            any = true;
            OpenSyncs.Open open = c.tasks().syncs().innermost();
            SyncRegionKind kind = open.kind;
            c.clock().now();
            if (kind == null) {
                Waits.close(c, open);
                continue;
            }
            if (open.waiting) {
                waitEnd(c, open.construct, kind, open.waitId, open.callSite);
            } else if (!open.waited && kind == SyncRegionKind.BARRIER_EXPLICIT) {
                emptyWait(c, open.construct, kind, open.waitId, open.callSite);
            }
            end(c, open.construct, kind, open.waitId, open.callSite);
        }
        return any;
    }
}
