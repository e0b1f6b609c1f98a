package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.WaitOutcome;

/**
 * Mutual exclusion on the current task: acquire, acquired, released, re-entry.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 *
 * <p>Spec: OpenMP 5.1, sections 4.5.2.14 to 4.5.2.16.
 */
public final class Mutexes {

    private Mutexes() {}

    /**
     * The current task is about to wait for a mutex. Its state is set before the event is reported.
     *
     * @return when the wait began, in nanoseconds, for {@link #acquired}; 0 if no tool wants any event
     */
    public static long waitBegin(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        return waitBegin(c, k, kind, impl, waitId, callSite, 0, 0);
    }

    /**
     * As above, since {@code beginNanos}; 0 for now.
     *
     * @param owner the id of the thread that held the mutex then; 0 where that is not known
     */
    public static long waitBegin(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            int callSite,
            long beginNanos,
            long owner) {
        InitialTasks.ensure(c);
        MutexInCode.otherBegins(c);
        c.tasks().syncs().forgetLastOutcome();
        long time = beginNanos == 0 ? c.clock().now() : c.clock().stamp(beginNanos);
        if (tellsReleases(kind)) {
            ToldWaiters.begin(waitId);
        }
        if (Settings.minWaitNanos() != 0) {
            c.untold().begin(k, kind, impl, waitId, callSite, time, owner);
        }
        c.tasks().setState(kind.waitState(), waitId);
        if (Settings.minWaitNanos() == 0 && Settings.mutexDetail() != MutexDetail.OFF) {
            Events.mutexAcquire(c, time, k, kind, impl, waitId, owner, callSite);
        }
        return time;
    }

    /** Whether a tool uses the owner of a mutex that a thread waits for, so that it has to be found. */
    public static boolean wantsOwners() {
        return Settings.reportsMutexes() && Events.wanted(Event.MUTEX_ACQUIRE);
    }

    /**
     * As {@link #waitBegin}, for a mutex that code of the application implements: whatever happens in this code, the task is acquiring. Ends with
     * {@link #acquired} or {@link #gaveUp} after {@link #outOfCode}.
     */
    public static long waitBeginInCode(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        long begin = waitBegin(c, k, kind, impl, waitId, callSite);
        c.tasks().syncs().begin(c.tasks().top(), k, null, kind.waitState(), waitId, callSite);
        c.tasks().syncs().waiting(null, waitId, true);
        return begin;
    }

    /** The application's code that acquires has ended. Returns false if it began in an earlier epoch. */
    public static boolean outOfCode(ThreadContext c, long waitId) {
        return c.tasks().syncs().end(null, waitId);
    }

    /**
     * The current task may have to wait for a mutex; whether it waited is known only when the mutex is held. Sets the state of a wait; the events
     * come with {@link #acquiredAfter}.
     *
     * @return when it began, in nanoseconds; 0 if no tool wants any event
     */
    public static long mayWait(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        InitialTasks.ensure(c);
        MutexInCode.otherBegins(c);
        // The clock is read before the state is set, and at the end after the state is reset. So a wait that a sampler
        // sees for a long time is reported, even if in fact the thread had no processor.
        long time = c.clock().now();
        c.untold().begin(k, kind, impl, waitId, callSite, time, 0);
        c.tasks().setState(kind.waitState(), waitId);
        return time;
    }

    /**
     * The mutex is held after {@link #mayWait}. Reports both events, unless the acquisition took less than {@code shortestNanos} or {@code min-wait}.
     */
    public static void acquiredAfter(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            int callSite,
            long waitBeginNanos,
            long shortestNanos) {
        MutexInCode.otherAcquired(c);
        c.tasks().setWorking();
        c.untold().end();
        if (Settings.mutexDetail() == MutexDetail.OFF || !Events.timed()) {
            c.clock().markStale();
            return;
        }
        long time = c.clock().now();
        boolean told = c.untold().isTold();
        if (told || time - waitBeginNanos >= Math.max(shortestNanos, Settings.minWaitNanos())) {
            if (!told) {
                Events.mutexAcquire(c, waitBeginNanos, k, kind, impl, waitId, 0, callSite);
            }
            Events.mutexAcquired(c, time, k, kind, waitId, callSite);
        }
    }

    /**
     * The mutex is held after a wait that {@link #waitBegin} began; called while it is held.
     *
     * @return whether the acquisition is reported
     */
    public static boolean acquired(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            int callSite,
            long waitBeginNanos) {
        MutexInCode.otherAcquired(c);
        c.tasks().setWorking();
        waitEnds(kind, waitId);
        if (Settings.mutexDetail() == MutexDetail.OFF) {
            return false;
        }
        long time = c.clock().now();
        long minWait = Settings.minWaitNanos();
        if (minWait != 0 && !endTold(c)) {
            boolean longEnough = time - waitBeginNanos >= minWait;
            if (!longEnough && Settings.mutexDetail() != MutexDetail.FULL) {
                return false;
            }
            // Both events are reported late, since the length of the wait is not known before. If every acquisition is
            // reported, one with a wait that is too short looks like one without a wait.
            long owner = longEnough ? c.untold().owner : 0;
            Events.mutexAcquire(c, longEnough ? waitBeginNanos : time, k, kind, impl, waitId, owner, callSite);
        }
        Events.mutexAcquired(c, time, k, kind, waitId, callSite);
        return true;
    }

    /**
     * The wait that {@link #waitBegin} began, in a queue of the JDK, ended without the mutex. Its outcome is that of its last park, an interrupt or a
     * timeout.
     */
    public static void leftQueue(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            int callSite,
            long waitBeginNanos) {
        gaveUp(c, k, kind, impl, waitId, c.tasks().syncs().lastOutcome(), callSite, waitBeginNanos);
    }

    /** The wait that {@link #waitBegin} began ended without the mutex; the reason is not known. */
    public static void gaveUp(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            int callSite,
            long waitBeginNanos) {
        gaveUp(c, k, kind, impl, waitId, WaitOutcome.UNSPECIFIED, callSite, waitBeginNanos);
    }

    private static void gaveUp(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            WaitOutcome outcome,
            int callSite,
            long waitBeginNanos) {
        c.tasks().setWorking();
        waitEnds(kind, waitId);
        MutexInCode.otherFailed(c);
        if (Settings.mutexDetail() == MutexDetail.OFF || !Events.timed()) {
            c.clock().markStale();
            return;
        }
        long time = c.clock().now();
        long minWait = Settings.minWaitNanos();
        if (minWait != 0 && !endTold(c)) {
            if (time - waitBeginNanos < minWait) {
                return;
            }
            Events.mutexAcquire(c, waitBeginNanos, k, kind, impl, waitId, c.untold().owner, callSite);
        }
        Events.wait(c, time, k, ScopeEndpoint.END, kind.waitState(), outcome, waitId, callSite);
    }

    private static void waitEnds(MutexKind kind, long waitId) {
        if (tellsReleases(kind)) {
            ToldWaiters.end(waitId);
        }
    }

    /**
     * Whether releases inside the JDK may have to be reported because a thread waits: those of locks, if the calls of the program do not report all
     * releases.
     */
    private static boolean tellsReleases(MutexKind kind) {
        return kind != MutexKind.CRITICAL && !Settings.reportsEveryMutex();
    }

    /** Ends an acquisition that was to be reported when it is over. Returns whether it was reported before. */
    private static boolean endTold(ThreadContext c) {
        boolean told = c.untold().isTold();
        c.untold().end();
        return told;
    }

    /**
     * The thread has ended a wait for a condition and waits for the mutex again.
     *
     * @param sinceNanos since when; 0 for now
     * @param owner the id of the thread that held it then; 0 if it is not known
     */
    static void waitBeginAgain(ThreadContext c, ConditionWait open, long sinceNanos, long owner) {
        if (showsWait(c, open.waitId)) {
            open.phase = ConditionWait.Phase.MUTEX;
            open.acquireNanos =
                    waitBegin(c, open.construct, open.kind, open.impl, open.waitId, open.callSite, sinceNanos, owner);
        }
    }

    /** Reports a wait for a mutex that was to be reported when it is over: since its thread leaves its carrier in it, it is certainly a wait. */
    static void tellAtUnmount(ThreadContext c) {
        // After a wait for a condition a virtual thread leaves its carrier only to wait for the monitor, and the JVM
        // does not report this.
        if (c.condition().phase == ConditionWait.Phase.AWAKE) {
            waitBeginAgain(c, c.condition(), 0, 0);
        }
        UntoldAcquire untold = c.untold();
        if (untold.isOpen() && !untold.isTold() && Settings.mutexDetail() != MutexDetail.OFF) {
            tell(c, untold);
            untold.tell();
        }
        MutexInCode.tellUntold(c);
    }

    private static void tell(ThreadContext c, UntoldAcquire untold) {
        Events.mutexAcquire(
                c,
                untold.beginNanos(),
                untold.construct,
                untold.kind,
                untold.impl,
                untold.waitId,
                untold.owner,
                untold.callSite);
    }

    /** Reports, when the runtime ends, a wait for a mutex that was to be reported when it is over, if the thread is still in it. */
    static void tellUntold(ThreadContext c) {
        UntoldAcquire untold = c.untold();
        if (untold.isOpen()
                && !untold.isTold()
                && Settings.mutexDetail() != MutexDetail.OFF
                && JvmThreads.waits(c.thread())) {
            tell(c, untold);
        }
        untold.end();
        if (JvmThreads.waits(c.thread())) {
            MutexInCode.tellUntold(c);
        }
    }

    /**
     * The current task is about to acquire a mutex that looks free. What the hook family has noted about it on this thread is needed until {@link
     * #acquiredAtOnce}: another thread may acquire the mutex first, so that a virtual thread leaves its carrier.
     */
    public static void acquiresAtOnce(ThreadContext c) {
        c.untold().beginAtOnce();
    }

    /** A mutex was acquired without a wait: both events share one clock reading, taken while it is held. */
    public static void acquiredAtOnce(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        c.untold().endAtOnce();
        InitialTasks.ensure(c);
        MutexInCode.otherBegins(c);
        MutexInCode.otherAcquired(c);
        long time = c.clock().now();
        Events.mutexAcquire(c, time, k, kind, impl, waitId, 0, callSite);
        Events.mutexAcquired(c, time, k, kind, waitId, callSite);
    }

    /**
     * A mutex is held again after a wait for a condition.
     *
     * @param sinceNanos since when the thread waited for it; 0 if it did not wait, or that is not known
     * @param owner the id of the thread that held it then; 0 if it is not known
     * @param heldNanos when it was found to be held
     */
    static void acquiredAgain(
            ThreadContext c,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            int callSite,
            long sinceNanos,
            long owner,
            long heldNanos) {
        MutexInCode.otherAcquired(c);
        long time = c.clock().stamp(heldNanos);
        boolean longEnough = sinceNanos != 0 && time - sinceNanos >= Settings.minWaitNanos();
        long begin = longEnough ? Math.min(sinceNanos, time) : time;
        Events.mutexAcquire(c, begin, k, kind, impl, waitId, longEnough ? owner : 0, callSite);
        Events.mutexAcquired(c, time, k, kind, waitId, callSite);
    }

    /** An attempt that failed without a wait. Reports {@code mutex_acquire}, and its end by the event {@code wait} of OMPT4J. */
    public static void tryFailed(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        InitialTasks.ensure(c);
        long time = c.clock().now();
        Events.mutexAcquire(c, time, k, kind, impl, waitId, 0, callSite);
        Events.wait(c, time, k, ScopeEndpoint.END, kind.waitState(), waitId, callSite);
        MutexInCode.otherFailed(c);
    }

    /** The owner acquired the mutex once more. Nothing changes for other threads, so the thread's last clock reading is used. */
    public static void reentered(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        InitialTasks.ensure(c);
        MutexInCode.otherBegins(c);
        MutexInCode.otherAcquired(c);
        long time = c.clock().lastNow();
        Events.mutexAcquire(c, time, k, kind, impl, waitId, 0, callSite);
        Events.nestLock(c, time, k, ScopeEndpoint.BEGIN, waitId, callSite);
    }

    /** The owner is about to undo one re-entry; see {@link #reentered} for its time. */
    public static void innerRelease(ThreadContext c, Construct k, long waitId, int callSite) {
        Events.nestLock(c, c.clock().lastNow(), k, ScopeEndpoint.END, waitId, callSite);
        MutexInCode.otherReleased(c, waitId);
    }

    /** The mutex is about to be released; called while it is still held. {@code kind} is never a test kind. */
    public static void released(ThreadContext c, Construct k, MutexKind kind, long waitId, int callSite) {
        InitialTasks.ensureUnlessIdle(c);
        releasedAt(c, c.clock().now(), k, kind, waitId, callSite);
    }

    /**
     * The mutex is about to be released, which is reported after the release.
     *
     * @return when it was held last, in nanoseconds, for {@link #releasedAt}; 0 if no tool wants any event
     */
    public static long heldUntil(ThreadContext c) {
        InitialTasks.ensureUnlessIdle(c);
        return c.clock().now();
    }

    /**
     * The mutex was released. Since {@link #heldUntil} the thread has done nothing else, except that it may have woken another thread in the release;
     * for that wakeup see {@link KeptWakeup}.
     */
    public static void releasedAt(ThreadContext c, long nanos, Construct k, MutexKind kind, long waitId, int callSite) {
        boolean idle = Tasks.leaveIdle(c);
        Events.mutexReleased(c, c.clock().stamp(nanos), k, kind, waitId, callSite);
        Tasks.idleAgain(c, idle);
        MutexInCode.otherReleased(c, waitId);
    }

    /** A lock was made. */
    public static void lockInit(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        InitialTasks.ensure(c);
        Events.lockInit(c, c.clock().now(), k, kind, impl, waitId, callSite);
    }

    /** A mutex that {@link #lockInit} reported has become unreachable. Called on the thread that finds this out. */
    public static void lockDestroy(ThreadContext c, Construct k, MutexKind kind, long waitId) {
        InitialTasks.ensure(c);
        Events.lockDestroy(c, c.clock().now(), k, kind, waitId, 0);
    }

    /** Whether a thread that waits for a mutex again, after a wait for a condition, is shown so: by events, or if none are wanted by its state alone. */
    public static boolean showsWait(ThreadContext c, long waitId) {
        return !Settings.reportsMutexes() || reportsWait(c, waitId);
    }

    /** Whether the release of a mutex for a wait for a condition, and its re-acquisition, are reported. */
    public static boolean reportsWait(ThreadContext c, long waitId) {
        return Settings.reportsEveryMutex() ? HeldMutexes.of(c).contains(waitId) : Settings.reportsMutexes();
    }
}
