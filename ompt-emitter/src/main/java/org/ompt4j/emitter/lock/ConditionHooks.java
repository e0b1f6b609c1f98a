package org.ompt4j.emitter.lock;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ConditionWaits;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.ToldWaiters;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * Hooks of the calls of a {@code Condition} of a {@code ReentrantLock} or of a write lock: the lock is released, the thread waits for the condition,
 * the lock is acquired again. For calls in application code, and inside the JDK for waits that no such call reports.
 *
 * <p>Each hook replaces the call and makes it: same result, same exceptions, and hidden from stack traces. The time between the two waits is known if
 * observed code has signalled the condition, or if the thread parks for the lock; otherwise acquire and acquired are reported together.
 *
 * <p>Thread safety: any thread.
 */
public final class ConditionHooks extends ConditionGuards {

    /** Notes on a thread, until the call returns, that its call of {@code signal} or {@code signalAll} was reported. */
    private static final class Told {
        static final int SLOT = ThreadContext.newSlot();
        static final Object CALL = new Object();
    }

    private ConditionHooks() {}

    /** {@code condition.await()}. */
    @Hidden
    public static void await(Condition condition, int callSite) throws InterruptedException {
        long released = released(condition, false, callSite);
        try {
            condition.await();
        } finally {
            acquiredAgain(condition, released, callSite);
        }
    }

    /** {@code condition.await(time, unit)}. */
    @Hidden
    public static boolean await(Condition condition, long time, TimeUnit unit, int callSite)
            throws InterruptedException {
        long released = released(condition, false, callSite);
        try {
            return condition.await(time, unit);
        } finally {
            acquiredAgain(condition, released, callSite);
        }
    }

    /** {@code condition.awaitNanos(nanos)}. */
    @Hidden
    public static long awaitNanos(Condition condition, long nanos, int callSite) throws InterruptedException {
        long released = released(condition, false, callSite);
        try {
            return condition.awaitNanos(nanos);
        } finally {
            acquiredAgain(condition, released, callSite);
        }
    }

    /** {@code condition.awaitUntil(deadline)}. */
    @Hidden
    public static boolean awaitUntil(Condition condition, Date deadline, int callSite) throws InterruptedException {
        long released = released(condition, false, callSite);
        try {
            return condition.awaitUntil(deadline);
        } finally {
            acquiredAgain(condition, released, callSite);
        }
    }

    /** {@code condition.awaitUninterruptibly()}. */
    @Hidden
    public static void awaitUninterruptibly(Condition condition, int callSite) {
        long released = released(condition, true, callSite);
        try {
            condition.awaitUninterruptibly();
        } finally {
            acquiredAgain(condition, released, callSite);
        }
    }

    /** {@code condition.signal()}. */
    @Hidden
    @ForceInline
    public static void signal(Condition condition, int callSite) {
        wakeup(condition, callSite);
        condition.signal();
        signalled(condition);
    }

    /** {@code condition.signalAll()}. */
    @Hidden
    @ForceInline
    public static void signalAll(Condition condition, int callSite) {
        wakeup(condition, callSite);
        condition.signalAll();
        signalled(condition);
    }

    // ---------------------------------------------------------------- inside the JDK

    /** The current thread is about to release its lock in order to wait for the condition; no thread can signal it yet. Never throws. */
    public static void awaits(Condition condition) {
        try {
            AbstractOwnableSynchronizer sync = Threads.isJvmThreadThatHasNotBegun() ? null : held(condition);
            if (sync != null) {
                beginInside(sync);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    /**
     * No effect if the call has reported the wait, or the wait is part of another one, as in a queue. Nor, if every operation is reported, for a lock
     * whose acquisition was not reported.
     */
    @Guarded("condition")
    static void beginInside(ThreadContext c, AbstractOwnableSynchronizer sync) {
        boolean told = !Settings.reportsEveryMutex() || Mutexes.reportsWait(c, WaitIds.ifKnown(sync));
        if (!told || !Waits.canBegin(c)) {
            return;
        }
        int callSite = SampledSites.ofObserved(c, WaitIds.ifKnown(sync) == 0);
        if (callSite >= 0) {
            InnerAwait.begin(c, released(c, callSite, sync), callSite);
        }
    }

    /** The wait is over, and the lock held again. Never throws. */
    public static void awaited(Condition condition) {
        try {
            endInside(condition);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded(value = "condition", begins = false)
    static void endInside(ThreadContext c, Condition condition) {
        InnerAwait open = InnerAwait.ifAny(c);
        long released = open == null ? 0 : open.end();
        if (open != null && released != 0) {
            acquiredAgain(c, condition, released, open.callSite());
        }
    }

    /**
     * The current thread is in {@code signal} or {@code signalAll}, which the call may not have reported. Never throws.
     *
     * @return whether {@link #woken} must report the threads that were woken
     */
    @ForceInline
    public static boolean signals(Condition condition) {
        try {
            return ConditionWaits.any() && LockSync.mayBeAwaited(condition) && signalsWaiters(condition);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return false;
        }
    }

    private static boolean signalsWaiters(Condition condition) {
        if (Threads.isJvmThreadThatHasNotBegun()) {
            return false;
        }
        if (Events.wanted(Event.WAKEUP)) {
            wakeupInside(condition);
        }
        return true;
    }

    @Guarded("condition")
    static void wakeupInside(ThreadContext c, Condition condition) {
        AbstractOwnableSynchronizer sync = c.slot(Told.SLOT) == null ? held(condition) : null;
        long waitId = sync == null ? 0 : WaitIds.ifKnown(sync);
        // A thread that waits in a queue of the JDK, or for another object that uses conditions inside, has another
        // reported wait.
        if (sync == null || waitId == 0 || !ToldWaiters.mayBeAny(waitId) || !ConditionWaits.areFor(waitId)) {
            return;
        }
        int callSite = hasWaiters(sync, condition) ? SampledSites.ofObservedRelease(c) : -1;
        if (callSite >= 0) {
            Events.wakeup(c, c.clock().now(), LockSync.constructOf(sync), waitId, callSite);
        }
    }

    /** A call of {@code signal} or {@code signalAll} is over: the threads that were woken wait for the lock now. Never throws. */
    @ForceInline
    public static void woken(Condition condition, boolean tells) {
        if (tells) {
            signalled(condition);
        }
    }

    // ---------------------------------------------------------------- steps

    /**
     * The wait id of the lock that the call is about to release, negative inside another wait; 0 if the lock is not observed, or nothing will be
     * released.
     */
    private static long released(Condition condition, boolean uninterruptible, int callSite) {
        AbstractOwnableSynchronizer sync = held(condition);
        if (sync == null || !uninterruptible && JvmThreads.isInterrupted()) {
            return 0;
        }
        return released(callSite, sync);
    }

    @Guarded("condition")
    static long released(ThreadContext c, int callSite, AbstractOwnableSynchronizer sync) {
        long waitId = LockSync.waitId(sync);
        if (Mutexes.reportsWait(c, waitId)) {
            if (!Settings.reportsEveryMutex()) {
                ToldRelease.begin(c, waitId);
            }
            Mutexes.released(c, LockSync.constructOf(sync), MutexKind.NEST_LOCK, waitId, callSite);
        }
        boolean begun = ConditionWaits.begin(
                c, LockSync.constructOf(sync), MutexKind.NEST_LOCK, LockSync.implOf(sync), waitId, sync, callSite);
        return begun ? waitId : -waitId;
    }

    /** The synchronizer of an observed condition, if the thread holds its lock; else null. */
    private static @Nullable AbstractOwnableSynchronizer held(Condition condition) {
        try {
            AbstractOwnableSynchronizer sync = LockSync.of(condition);
            return sync != null && LockSync.isHeld(sync) ? sync : null;
        } catch (Throwable t) {
            Failures.count("condition", t);
            return null;
        }
    }

    @Guarded("condition")
    static void acquiredAgain(ThreadContext c, Condition condition, @Needed long released, int callSite) {
        long waitId = Math.abs(released);
        AbstractOwnableSynchronizer sync = LockSync.of(condition);
        Construct construct = sync == null ? Construct.REENTRANT_LOCK : LockSync.constructOf(sync);
        MutexImpl impl = sync == null ? MutexImpl.REENTRANT_NONFAIR : LockSync.implOf(sync);
        // The id differs if the agent was detached and attached again meanwhile.
        boolean reports = sync != null && LockSync.waitId(sync) == waitId && Mutexes.reportsWait(c, waitId);
        if (!Settings.reportsEveryMutex()) {
            ToldRelease.end(c);
        }
        c.clock().markStale();
        if (released > 0) {
            ConditionWaits.end(c, construct, MutexKind.NEST_LOCK, impl, waitId, callSite, reports);
        } else if (reports) {
            Mutexes.acquiredAtOnce(c, construct, MutexKind.NEST_LOCK, impl, waitId, callSite);
        }
    }

    /** After a call that may have woken threads: they wait for the lock now. */
    private static void signalled(Condition condition) {
        try {
            reportSignalled(condition);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("condition")
    static void reportSignalled(ThreadContext c, Condition condition) {
        c.setSlot(Told.SLOT, null);
        AbstractOwnableSynchronizer sync = ConditionWaits.any() ? LockSync.of(condition) : null;
        if (sync != null && LockSync.isHeld(sync)) {
            ConditionWaits.signalled(c, LockSync.waitId(sync));
        }
    }

    /** Reports that waiting threads are woken, if there are any and the call will not fail. */
    private static void wakeup(Condition condition, int callSite) {
        if (!Settings.reportsMutexes() || !Events.wanted(Event.WAKEUP)) {
            return;
        }
        AbstractOwnableSynchronizer sync = held(condition);
        if (sync == null) {
            return;
        }
        wakeup(condition, callSite, sync);
    }

    @Guarded("condition")
    static void wakeup(ThreadContext c, Condition condition, int callSite, AbstractOwnableSynchronizer sync) {
        if (hasWaiters(sync, condition)) {
            Events.wakeup(c, c.clock().now(), LockSync.constructOf(sync), LockSync.waitId(sync), callSite);
            c.setSlot(Told.SLOT, Told.CALL);
        }
    }

    private static boolean hasWaiters(AbstractOwnableSynchronizer sync, Condition condition) {
        return sync instanceof AbstractQueuedSynchronizer
                ? ((AbstractQueuedSynchronizer) sync).hasWaiters((AbstractQueuedSynchronizer.ConditionObject) condition)
                : ((AbstractQueuedLongSynchronizer) sync)
                        .hasWaiters((AbstractQueuedLongSynchronizer.ConditionObject) condition);
    }
}
