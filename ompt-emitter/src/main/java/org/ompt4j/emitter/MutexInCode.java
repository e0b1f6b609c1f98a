package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * A mutex that is implemented by code of the program, such as a class that implements {@code Lock}. The code can use other mutexes. If it still holds
 * another mutex when its acquisition is over, or has released one when its release is over, the code only stands for that mutex. Then only the events
 * of the other mutex are reported, not those of the code.
 *
 * <p>Used only if every operation on mutexes is reported, so that it is known whether the other mutexes are held.
 *
 * <p>An acquisition is reported when it is over. Time in which other operations of the thread were reported is not reported again: the wait begins
 * after the last of these.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave.
 */
public final class MutexInCode {
    private static final int SLOT = ThreadContext.newSlot();

    /** The code that the thread is in, or was in last. */
    private final OpenMutexCall call = new OpenMutexCall();

    /** Whether the thread is in code that acquires. */
    private boolean acquires;

    /** Whether the thread is in code that releases. */
    private boolean releases;

    /** Whether it was reported that the thread acquires or holds another mutex, or waits for its condition. */
    private boolean interrupted;

    /** How many more of the other mutexes were acquired than released. */
    private int others;

    /** The wait id of the other mutex that was released last; 0 if none was. */
    private long lastReleased;

    /** Whether an attempt to acquire another mutex has failed. */
    private boolean otherFailed;

    private MutexInCode() {}

    private static MutexInCode of(ThreadContext c) {
        MutexInCode known = ifAny(c);
        if (known != null) {
            return known;
        }
        MutexInCode made = new MutexInCode();
        c.setSlot(SLOT, made);
        return made;
    }

    private static @Nullable MutexInCode ifAny(ThreadContext c) {
        return (MutexInCode) c.slot(SLOT);
    }

    /** Whether the thread is in such code. */
    static boolean isOpen(ThreadContext c) {
        MutexInCode code = ifAny(c);
        return code != null && code.isOpen();
    }

    private boolean isOpen() {
        return acquires || releases;
    }

    private void begin(ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        interrupted = false;
        others = 0;
        lastReleased = 0;
        otherFailed = false;
        call.begin(k, kind, impl, waitId, callSite, c.clock().now());
    }

    // ---------------------------------------------------------------- code that acquires

    /**
     * Code that acquires begins: the thread waits, and its state says so.
     *
     * @return whether {@link #acquireEnd} is to be called; false if the thread is already in a wait, since only the outer wait is reported
     */
    public static boolean acquireBegin(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        MutexInCode code = of(c);
        InitialTasks.ensure(c);
        if (code.isOpen() || !c.tasks().isWorking()) {
            return false;
        }
        code.begin(c, k, kind, impl, waitId, callSite);
        code.acquires = true;
        c.tasks().syncs().begin(c.tasks().top(), k, null, kind.waitState(), waitId, callSite);
        c.tasks().syncs().waiting(null, waitId, true);
        c.tasks().setState(kind.waitState(), waitId);
        return true;
    }

    /** The code that {@link #acquireBegin} began is over, with the mutex or without. */
    public static void acquireEnd(ThreadContext c, boolean acquired) {
        MutexInCode code = of(c);
        boolean ofThisEpoch = code.acquires && c.tasks().syncs().end(null, code.call.waitId);
        code.acquires = false;
        c.tasks().setWorking();
        if (ofThisEpoch && Events.timed()) {
            code.tellEnd(c, acquired);
        } else {
            c.clock().markStale();
        }
    }

    private void tellEnd(ThreadContext c, boolean acquired) {
        long begin = beginOfWait(c);
        long time = c.clock().now();
        boolean standsForAnother = acquired ? others > 0 : otherFailed;
        if (standsForAnother && !call.isTold()) {
            return;
        }
        if (!call.isTold()) {
            tellAcquire(c, time - begin < Settings.minWaitNanos() ? time : begin);
            // The next event happens after the callback.
            time = Events.hasCallback(Event.MUTEX_ACQUIRE) ? c.clock().now() : time;
        }
        if (acquired) {
            Events.mutexAcquired(c, time, call.construct, call.kind, call.waitId, call.callSite);
        } else {
            Events.wait(c, time, call.construct, ScopeEndpoint.END, call.kind.waitState(), call.waitId, call.callSite);
        }
    }

    /** Since when, according to reported events, the thread has done nothing but wait for the mutex. */
    private long beginOfWait(ThreadContext c) {
        return Math.max(call.beginNanos(), c.clock().last());
    }

    private void tellAcquire(ThreadContext c, long nanos) {
        Events.mutexAcquire(c, nanos, call.construct, call.kind, call.impl, call.waitId, 0, call.callSite);
    }

    /** Reports the acquisition now, since the thread leaves its carrier, or the run ends, while it waits. */
    static void tellUntold(ThreadContext c) {
        MutexInCode code = ifAny(c);
        boolean waits = code != null && code.acquires && !code.interrupted && !code.call.isTold();
        if (code != null && waits && Events.timed()) {
            code.call.tell();
            code.tellAcquire(c, code.beginOfWait(c));
        }
    }

    // ---------------------------------------------------------------- code that releases

    /** Code that releases begins. Returns whether {@link #releaseEnd} is to be called: not if this code is part of other such code. */
    public static boolean releaseBegin(
            ThreadContext c, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        MutexInCode code = of(c);
        if (code.isOpen()) {
            return false;
        }
        InitialTasks.ensureUnlessIdle(c);
        code.begin(c, k, kind, impl, waitId, callSite);
        code.releases = true;
        return true;
    }

    /** The code that {@link #releaseBegin} began is over; it has not released if {@code success} is false. */
    public static void releaseEnd(ThreadContext c, boolean success) {
        MutexInCode code = of(c);
        boolean ofThisEpoch = code.releases && !AttachEpoch.isBefore(code.call.beginNanos());
        code.releases = false;
        boolean standsForAnother = code.others < 0;
        if (ofThisEpoch && success && !standsForAnother) {
            Events.mutexReleased(
                    c, code.beginOfWait(c), code.call.construct, code.call.kind, code.call.waitId, code.call.callSite);
        }
    }

    // ---------------------------------------------------------------- other mutexes in the code

    /** The thread begins to acquire another mutex, which is reported. */
    static void otherBegins(ThreadContext c) {
        MutexInCode code = ifAny(c);
        if (code != null && code.acquires) {
            code.interrupt(c);
        }
    }

    private void interrupt(ThreadContext c) {
        if (!interrupted) {
            interrupted = true;
            c.tasks().syncs().waiting(null, call.waitId, false);
            c.tasks().setWorking();
        }
    }

    /** The thread has acquired another mutex, or has re-entered it. */
    static void otherAcquired(ThreadContext c) {
        MutexInCode code = ifAny(c);
        if (code != null) {
            code.others++;
        }
    }

    /** The thread has released another mutex, or undone a re-entry. */
    static void otherReleased(ThreadContext c, long otherId) {
        MutexInCode code = ifAny(c);
        if (code != null) {
            code.others--;
            code.lastReleased = otherId;
            code.goOn(c);
        }
    }

    /** An attempt to acquire another mutex has failed. */
    static void otherFailed(ThreadContext c) {
        MutexInCode code = ifAny(c);
        if (code != null) {
            code.otherFailed = true;
            code.goOn(c);
        }
    }

    /** The thread begins to wait for a condition. If it has just released another mutex for that, it will hold that mutex again after the wait. */
    static void conditionBegins(ThreadContext c, long otherId) {
        MutexInCode code = ifAny(c);
        if (code != null && code.acquires && code.lastReleased == otherId) {
            code.interrupt(c);
        }
    }

    /** If the thread holds no other mutex any more, it goes on to wait for this one. */
    private void goOn(ThreadContext c) {
        if (acquires && interrupted && others <= 0) {
            interrupted = false;
            c.tasks().syncs().waiting(null, call.waitId, true);
            c.tasks().setWorking();
        }
    }
}
