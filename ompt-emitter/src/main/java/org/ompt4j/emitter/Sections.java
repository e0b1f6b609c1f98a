package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;

/**
 * Tasks that are created and waited for together. They are reported as the sections of a work region; a taskgroup encloses their creation and the
 * wait for them.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class Sections {

    private Sections() {}

    /** The current task is about to make its sections. The caller then sets the number of the first one, and the step. */
    public static void begin(ThreadContext c, Construct construct, int count, int callSite) {
        InitialTasks.ensure(c);
        Events.work(c, c.clock().now(), construct, WorkType.SECTIONS, ScopeEndpoint.BEGIN, count, callSite);
        SyncRegions.begin(c, construct, SyncRegionKind.TASKGROUP, 0, callSite);
        goOn(c, callSite);
    }

    /** The tasks that the current one makes from now on are its sections. */
    public static void goOn(ThreadContext c, int callSite) {
        long flags = SyncRegions.SECTIONS | SyncRegions.BY_OTHERS;
        c.tasks().setSync(SyncRegions.pack(SyncRegionKind.TASKGROUP, callSite) | flags, 0);
    }

    /** The tasks that the current one makes from now on are no sections, until it goes on. */
    public static void pause(ThreadContext c) {
        c.tasks().setSync(0, 0);
    }

    /** Whether the tasks that the current one makes are sections. */
    public static boolean areMade(ThreadContext c) {
        return (c.tasks().sync() & SyncRegions.SECTIONS) != 0;
    }

    /** The sections that have not ended are about to be cancelled. The taskgroup ends before, since cancelling may run code of the application. */
    public static void cancelRest(ThreadContext c, Construct construct) {
        int callSite = SyncRegions.siteOf(c.tasks().sync());
        SyncRegions.endNow(c, construct, SyncRegionKind.TASKGROUP, 0, callSite);
        c.tasks().setSync(0, 0);
        c.tasks().setCancelsSections(true, callSite);
    }

    /** Whether the current task cancels those of its sections that have not ended. */
    public static boolean areCancelled(ThreadContext c) {
        return c.tasks().cancelsSections();
    }

    /** The call site of the sections for which {@link #areCancelled} is true. */
    public static int siteOfCancelled(ThreadContext c) {
        return c.tasks().cancelledSectionsSite();
    }

    /** The sections are done, or the current task does not wait for them any more. */
    public static void end(ThreadContext c, Construct construct, int count, int callSite) {
        if (areCancelled(c)) {
            c.clock().now();
            c.tasks().setCancelsSections(false, 0);
        } else {
            SyncRegions.endNow(c, construct, SyncRegionKind.TASKGROUP, 0, callSite);
        }
        Events.work(c, c.clock().lastNow(), construct, WorkType.SECTIONS, ScopeEndpoint.END, count, callSite);
        c.tasks().setSync(0, 0);
    }
}
