package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * A mutex that code of the program acquires and releases, of which nothing is known but that it does. The code can be built of other mutexes:
 * one that it still holds when it has acquired, or has given back when it has released, is what it stands for. That one is told where it is
 * acquired and released itself, and nothing is told of the code.
 *
 * <p>Only where every operation on a mutex is reported, so that it is known of the others whether they are held.
 *
 * <p>An acquisition is told once it is over. What its thread was told to do meanwhile is not told again: the wait is what comes after that.
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

    /** Whether the thread is told to acquire another mutex, to hold it, or to wait for its condition. */
    private boolean interrupted;

    /** Of the others that were told, how many more were acquired than released. */
    private int others;

    /** The other one that was released last; 0 if none was. */
    private long lastReleased;

    /** Whether an attempt at another one has failed. */
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
     * @return whether {@link #acquireEnd} is to be called; not in a thread that waits already, whose outer wait is told
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
            // What comes next happens after the callback.
            time = Events.hasCallback(Event.MUTEX_ACQUIRE) ? c.clock().now() : time;
        }
        if (acquired) {
            Events.mutexAcquired(c, time, call.construct, call.kind, call.waitId, call.callSite);
        } else {
            Events.wait(c, time, call.construct, ScopeEndpoint.END, call.kind.waitState(), call.waitId, call.callSite);
        }
    }

    /** Since when the thread has done nothing but wait for the mutex, as far as was told. */
    private long beginOfWait(ThreadContext c) {
        return Math.max(call.beginNanos(), c.clock().last());
    }

    private void tellAcquire(ThreadContext c, long nanos) {
        Events.mutexAcquire(c, nanos, call.construct, call.kind, call.impl, call.waitId, 0, call.callSite);
    }

    /** The thread leaves its carrier, or the run ends while it waits: that it acquires is told now. */
    static void tellUntold(ThreadContext c) {
        MutexInCode code = ifAny(c);
        boolean waits = code != null && code.acquires && !code.interrupted && !code.call.isTold();
        if (code != null && waits && Events.timed()) {
            code.call.tell();
            code.tellAcquire(c, code.beginOfWait(c));
        }
    }

    // ---------------------------------------------------------------- code that releases

    /** Code that releases begins; whether {@link #releaseEnd} is to be called: not in other such code, of which this is a part. */
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

    /** The thread begins to acquire another mutex, of which tools are told. */
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

    /** The thread has acquired another one, or has entered it once more. */
    static void otherAcquired(ThreadContext c) {
        MutexInCode code = ifAny(c);
        if (code != null) {
            code.others++;
        }
    }

    /** The thread has released another one, or undone a re-entry. */
    static void otherReleased(ThreadContext c, long otherId) {
        MutexInCode code = ifAny(c);
        if (code != null) {
            code.others--;
            code.lastReleased = otherId;
            code.goOn(c);
        }
    }

    /** An attempt at another one has failed. */
    static void otherFailed(ThreadContext c) {
        MutexInCode code = ifAny(c);
        if (code != null) {
            code.otherFailed = true;
            code.goOn(c);
        }
    }

    /** The thread begins to wait for a condition. If it has just released another mutex for that, it will have it again. */
    static void conditionBegins(ThreadContext c, long otherId) {
        MutexInCode code = ifAny(c);
        if (code != null && code.acquires && code.lastReleased == otherId) {
            code.interrupt(c);
        }
    }

    /** Holding none of the others, the thread goes on to wait for this one. */
    private void goOn(ThreadContext c) {
        if (acquires && interrupted && others <= 0) {
            interrupted = false;
            c.tasks().syncs().waiting(null, call.waitId, true);
            c.tasks().setWorking();
        }
    }
}
