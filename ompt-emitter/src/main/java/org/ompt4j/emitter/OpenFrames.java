package org.ompt4j.emitter;

/**
 * Closes the tasks that a thread has left open: at its end, at the end of the runtime, or if an exhausted stack kept the thread from closing them
 * itself.
 *
 * <p>Thread safety: called on the thread that {@code c} belongs to, between enter and leave, or on behalf of a thread that does not run any more.
 */
final class OpenFrames {

    private OpenFrames() {}

    /** Closes everything that is open on a thread, innermost first. */
    static void closeAll(ThreadContext c) {
        while (!c.tasks().isEmpty()) {
            close(c);
        }
    }

    /** Closes frames until the one at this place is on top. */
    static void closeDownTo(ThreadContext c, int place) {
        while (c.tasks().top() > place) {
            close(c);
        }
    }

    /** Closes what is on top of the stack. */
    static void close(ThreadContext c) {
        boolean waited = SyncRegions.closeOpen(c);
        switch (c.tasks().frame().kind) {
            case EXPLICIT -> Tasks.endOpenTask(c);
            case MEMBER -> Memberships.leaveMembership(c);
            case ENCOUNTERING -> Regions.abandon(c);
            case INITIAL -> {
                if (waited) {
                    // The thread has done nothing since.
                    InitialTasks.endAt(c, c.clock().lastNow());
                } else {
                    InitialTasks.end(c);
                }
            }
        }
    }
}
