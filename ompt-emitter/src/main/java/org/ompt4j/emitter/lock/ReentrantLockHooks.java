package org.ompt4j.emitter.lock;

import static org.ompt4j.emitter.lock.LockAttempt.NO_WAIT;
import static org.ompt4j.emitter.lock.LockAttempt.SILENT;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.HeldMutexes;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.KeptWakeup;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * Hooks of the calls of a {@code ReentrantLock} in application code; they report acquire, acquired, released, re-entry and lock_init.
 *
 * <p>Each hook replaces the call and makes it: same result, same exceptions, and hidden from stack traces.
 *
 * <p>Thread safety: any thread.
 */
public final class ReentrantLockHooks extends ReentrantLockGuards {
    /*
     * Overview. A nonfair lock is first tried. The original method begins with the same try, so a failed additional try changes nothing. A fair lock
     * is tried with a timeout of zero, the only try that respects its queue. Only if the try fails, the thread waits and reads the clock
     * (`mutex.detail=contended`). Subclasses can override methods in any way, so for them only the method that the application called is called, and
     * the lock's state is used to guess whether it will wait.
     *
     * A lock for which no thread has ever queued is not tried: the method is simply called, at the additional cost of one plain field read. The first
     * wait for it is reported where the thread queues, see SynchronizerHooks.
     *
     * If the stack is nearly full, even the call that reports can fail. The hooks catch this error: otherwise the application would believe that it
     * does not hold a lock which it holds, or could not release one.
     */

    /** How many ends of locks one constructor call reports at most: a collection can free very many locks. */
    private static final int MOST_DESTROYED_AT_ONCE = 64;

    private ReentrantLockHooks() {}

    // ---------------------------------------------------------------- lock

    /** {@code lock.lock()}. */
    @Hidden
    @ForceInline
    public static void lock(ReentrantLock lock, int callSite) {
        if (isLeftToQueue(lock)) {
            lock.lock();
        } else if (!takenAtOnce(lock)) {
            lockSlowly(lock, callSite);
        } else if (Settings.reportsEveryMutex()) {
            held(lock, MutexKind.NEST_LOCK, callSite, NO_WAIT);
        }
    }

    /** {@code lock.lock()} of a lock known by its interface only. */
    @Hidden
    @ForceInline
    public static void lock(Lock lock, int callSite) {
        if (lock instanceof ReentrantLock) {
            lock((ReentrantLock) lock, callSite);
        } else {
            lock.lock();
        }
    }

    @Hidden
    private static void lockSlowly(ReentrantLock lock, int callSite) {
        long begin = beforeWait(lock, MutexKind.NEST_LOCK, callSite);
        try {
            lock.lock();
        } catch (Throwable t) {
            failed(lock, MutexKind.NEST_LOCK, callSite, begin);
            throw t;
        }
        held(lock, MutexKind.NEST_LOCK, callSite, begin);
    }

    /** {@code lock.lockInterruptibly()}. */
    @Hidden
    @ForceInline
    public static void lockInterruptibly(ReentrantLock lock, int callSite) throws InterruptedException {
        // A pending interrupt must be thrown by the method that the application called.
        if (isLeftToQueue(lock)) {
            lock.lockInterruptibly();
        } else if (JvmThreads.isInterrupted() || !takenAtOnce(lock)) {
            lockInterruptiblySlowly(lock, callSite);
        } else if (Settings.reportsEveryMutex()) {
            held(lock, MutexKind.NEST_LOCK, callSite, NO_WAIT);
        }
    }

    /** {@code lock.lockInterruptibly()} of a lock known by its interface only. */
    @Hidden
    @ForceInline
    public static void lockInterruptibly(Lock lock, int callSite) throws InterruptedException {
        if (lock instanceof ReentrantLock) {
            lockInterruptibly((ReentrantLock) lock, callSite);
        } else {
            lock.lockInterruptibly();
        }
    }

    @Hidden
    private static void lockInterruptiblySlowly(ReentrantLock lock, int callSite) throws InterruptedException {
        long begin = JvmThreads.isInterrupted() ? NO_WAIT : beforeWait(lock, MutexKind.NEST_LOCK, callSite);
        try {
            lock.lockInterruptibly();
        } catch (Throwable t) {
            failed(lock, MutexKind.NEST_LOCK, callSite, begin);
            throw t;
        }
        held(lock, MutexKind.NEST_LOCK, callSite, begin);
    }

    // ---------------------------------------------------------------- tryLock

    /** {@code lock.tryLock()}. */
    @Hidden
    @ForceInline
    public static boolean tryLock(ReentrantLock lock, int callSite) {
        boolean taken = lock.tryLock();
        if (Settings.reportsEveryMutex()) {
            if (taken) {
                held(lock, MutexKind.TEST_NEST_LOCK, callSite, NO_WAIT);
            } else if (isMade(lock)) {
                reportFailed(lock, MutexKind.TEST_NEST_LOCK, callSite);
            }
        }
        return taken;
    }

    /** {@code lock.tryLock()} of a lock known by its interface only. */
    @Hidden
    @ForceInline
    public static boolean tryLock(Lock lock, int callSite) {
        return lock instanceof ReentrantLock ? tryLock((ReentrantLock) lock, callSite) : lock.tryLock();
    }

    /** {@code lock.tryLock(time, unit)}. */
    @Hidden
    @ForceInline
    public static boolean tryLock(ReentrantLock lock, long time, TimeUnit unit, int callSite)
            throws InterruptedException {
        if (isLeftToQueue(lock)) {
            return lock.tryLock(time, unit);
        }
        // With a time of zero this does the same as the begin of the call, including the check for an interrupt.
        if (Settings.reportsEveryMutex() || !isPlain(lock) || unit == null || !lock.tryLock(0, TimeUnit.NANOSECONDS)) {
            return tryLockSlowly(lock, time, unit, callSite);
        }
        return true;
    }

    /** {@code lock.tryLock(time, unit)} of a lock known by its interface only. */
    @Hidden
    @ForceInline
    public static boolean tryLock(Lock lock, long time, TimeUnit unit, int callSite) throws InterruptedException {
        return lock instanceof ReentrantLock
                ? tryLock((ReentrantLock) lock, time, unit, callSite)
                : lock.tryLock(time, unit);
    }

    @Hidden
    private static boolean tryLockSlowly(ReentrantLock lock, long time, @Nullable TimeUnit unit, int callSite)
            throws InterruptedException {
        long begin = NO_WAIT;
        boolean taken = false;
        try {
            if (Settings.reportsEveryMutex() && isPlain(lock) && unit != null) {
                taken = lock.tryLock(0, TimeUnit.NANOSECONDS);
            }
            if (!taken) {
                begin = time <= 0 ? NO_WAIT : beforeWait(lock, MutexKind.TEST_NEST_LOCK, callSite);
                taken = lock.tryLock(time, unit);
            }
        } catch (Throwable t) {
            failed(lock, MutexKind.TEST_NEST_LOCK, callSite, begin);
            throw t;
        }
        if (taken) {
            held(lock, MutexKind.TEST_NEST_LOCK, callSite, begin);
        } else {
            failed(lock, MutexKind.TEST_NEST_LOCK, callSite, begin);
        }
        return taken;
    }

    // ---------------------------------------------------------------- unlock, constructor

    /** {@code lock.unlock()}. */
    @Hidden
    @ForceInline
    public static void unlock(ReentrantLock lock, int callSite) {
        boolean leftToQueue = false;
        try {
            leftToQueue = isLeftToQueue(lock);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
        if (leftToQueue) {
            lock.unlock();
            return;
        }
        long heldUntil = 0;
        try {
            if (Settings.reportsEveryMutex()
                    || Settings.reportsMutexes() && lock != null && isMade(lock) && lock.hasQueuedThreads()) {
                heldUntil = beforeUnlock(lock, callSite);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        } finally {
            if (heldUntil == 0) {
                lock.unlock();
            } else {
                unlockAndReport(lock, callSite, heldUntil);
            }
        }
    }

    @Hidden
    private static void unlockAndReport(ReentrantLock lock, int callSite, long heldUntil) {
        boolean released = false;
        try {
            lock.unlock();
            released = true;
        } finally {
            afterUnlock(lock, released, callSite, heldUntil);
        }
    }

    /** {@code lock.unlock()} of a lock known by its interface only. */
    @Hidden
    @ForceInline
    public static void unlock(Lock lock, int callSite) {
        if (lock instanceof ReentrantLock) {
            unlock((ReentrantLock) lock, callSite);
        } else {
            lock.unlock();
        }
    }

    /** The time in nanoseconds until which the lock was held, if the release is to be reported afterwards; else 0. */
    private static long beforeUnlock(@Nullable ReentrantLock lock, int callSite) {
        return Events.timed() && lock != null && isMade(lock) ? reportRelease(lock, callSite) : 0;
    }

    private static void afterUnlock(ReentrantLock lock, boolean released, int callSite, long heldUntil) {
        try {
            releaseEnd(lock, released, callSite, heldUntil);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("reentrant-lock")
    static long reportRelease(ThreadContext c, ReentrantLock lock, int callSite) {
        int holds = lock.getHoldCount();
        long waitId = LockSync.waitId(lock);
        if (holds == 0 || Settings.reportsEveryMutex() && !HeldMutexes.of(c).remove(waitId)) {
            return 0;
        }
        if (Settings.reportsEveryMutex() ? !HeldMutexes.of(c).contains(waitId) : holds == 1) {
            return release(c, waitId, callSite);
        }
        if (Settings.reportsEveryMutex()) {
            Mutexes.innerRelease(c, REENTRANT_LOCK, waitId, callSite);
        }
        return 0;
    }

    private static long release(ThreadContext c, long waitId, int callSite) {
        if (!Settings.reportsEveryMutex()) {
            // Threads wait for the lock: the release is reported after they can get it.
            long heldUntil = Mutexes.heldUntil(c);
            ToldRelease.begin(c, heldUntil == 0 ? 0 : waitId);
            return heldUntil;
        }
        if (Events.hasCallback(Event.MUTEX_RELEASED)) {
            KeptWakeup.begin(c);
            return Mutexes.heldUntil(c);
        }
        Mutexes.released(c, REENTRANT_LOCK, MutexKind.NEST_LOCK, waitId, callSite);
        return 0;
    }

    @Guarded("reentrant-lock")
    static void releaseEnd(ThreadContext c, ReentrantLock lock, boolean released, int callSite, long heldUntil) {
        boolean isOfFull = Settings.reportsEveryMutex();
        if (!isOfFull) {
            ToldRelease.end(c);
        }
        if (released && !AttachEpoch.isBefore(heldUntil)) {
            Mutexes.releasedAt(c, heldUntil, REENTRANT_LOCK, MutexKind.NEST_LOCK, LockSync.waitId(lock), callSite);
        }
        if (isOfFull) {
            KeptWakeup.end(c);
        }
    }

    /**
     * Called after {@code new ReentrantLock(..)} if every operation is reported. Also reports earlier locks that have become unreachable. This takes
     * much longer than making the lock, since the lock must be watched until it is gone.
     */
    public static void made(ReentrantLock lock, int callSite) {
        boolean wanted =
                Settings.reportsEveryMutex() && (Events.wanted(Event.LOCK_INIT) || Events.wanted(Event.LOCK_DESTROY));
        if (wanted) {
            reportMade(lock, callSite);
        }
    }

    @Guarded("reentrant-lock")
    static void reportMade(ThreadContext c, ReentrantLock lock, int callSite) {
        boolean watched = Events.wanted(Event.LOCK_DESTROY);
        long waitId = watched ? LockSync.watchedId(lock) : LockSync.waitId(lock);
        Mutexes.lockInit(c, REENTRANT_LOCK, MutexKind.NEST_LOCK, implOf(lock), waitId, callSite);
        if (watched) {
            reportUnreachable(c);
        }
    }

    private static void reportUnreachable(ThreadContext c) {
        for (int i = 0; i < MOST_DESTROYED_AT_ONCE; i++) {
            long waitId = WaitIds.takeUnreachable();
            if (waitId == 0) {
                return;
            }
            Mutexes.lockDestroy(c, REENTRANT_LOCK, MutexKind.NEST_LOCK, waitId);
        }
    }

    // ---------------------------------------------------------------- steps

    /** Whether the lock is not reported here: no thread has ever queued for it, or it is null. */
    @ForceInline
    private static boolean isLeftToQueue(@Nullable ReentrantLock lock) {
        if (Settings.reportsEveryMutex()) {
            return false;
        }
        try {
            return lock == null || LockSync.wasNeverQueuedFor(lock);
        } catch (Throwable t) {
            Failures.count("reentrant-lock", t);
            return false;
        }
    }

    /** Whether the lock's constructor has run. Also false if a {@code Thread.stop} by the application made the class for that unusable. */
    private static boolean isMade(ReentrantLock lock) {
        try {
            return LockSync.isMade(lock);
        } catch (Throwable t) {
            Failures.count("reentrant-lock", t);
            return false;
        }
    }

    private static boolean isPlain(@Nullable ReentrantLock lock) {
        return lock != null && lock.getClass() == ReentrantLock.class && isMade(lock);
    }

    /** Acquires the lock if the call in the application would get it at once; never throws, never waits. */
    @Hidden
    @ForceInline
    private static boolean takenAtOnce(@Nullable ReentrantLock lock) {
        if (lock == null || !isPlain(lock)) {
            return false;
        }
        return lock.isFair() ? fairLockTaken(lock) : lock.tryLock();
    }

    @Hidden
    private static boolean fairLockTaken(ReentrantLock lock) {
        try {
            return !JvmThreads.isInterrupted() && lock.tryLock(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException justNow) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** When the wait began, or {@link LockAttempt#SILENT} or {@link LockAttempt#NO_WAIT}. */
    private static long beforeWait(@Nullable ReentrantLock lock, MutexKind kind, int callSite) {
        return lock == null || !isMade(lock) ? SILENT : reportWait(lock, kind, callSite);
    }

    @Guarded(value = "reentrant-lock", otherwise = LockAttempt.SILENT)
    static long reportWait(ThreadContext c, ReentrantLock lock, MutexKind kind, int callSite) {
        if (lock.isHeldByCurrentThread() || !isSureToWait(lock) && !lock.isLocked() && !lock.hasQueuedThreads()) {
            return NO_WAIT;
        }
        long owner = LockSync.owner(lock);
        return Mutexes.waitBegin(c, REENTRANT_LOCK, kind, implOf(lock), LockSync.waitId(lock), callSite, 0, owner);
    }

    /**
     * Whether a wait is reported even if the lock is free again after a try that failed, see {@link LockAttempt}. Without {@code full} it is left to
     * the lock's queue, which mostly has none to report.
     */
    private static boolean isSureToWait(ReentrantLock lock) {
        boolean hasTried = isPlain(lock) && !(lock.isFair() && JvmThreads.isInterrupted());
        return hasTried && Settings.reportsEveryMutex();
    }

    /** Reports that the lock is held; never throws. */
    @ForceInline
    private static void held(ReentrantLock lock, MutexKind kind, int callSite, long begin) {
        try {
            if (begin >= 0) {
                reportWaited(lock, kind, callSite, begin);
            } else if (begin == NO_WAIT && Settings.reportsEveryMutex() && isMade(lock)) {
                reportTaken(lock, kind, callSite);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("reentrant-lock")
    static void reportWaited(ThreadContext c, ReentrantLock lock, MutexKind kind, int callSite, long begin) {
        if (begin != 0 && AttachEpoch.isBefore(begin)) {
            return;
        }
        long waitId = LockSync.waitId(lock);
        Mutexes.acquired(c, REENTRANT_LOCK, kind, implOf(lock), waitId, callSite, begin);
        if (Settings.reportsEveryMutex()) {
            HeldMutexes.of(c).add(waitId);
        }
    }

    private static void failed(@Nullable ReentrantLock lock, MutexKind kind, int callSite, long begin) {
        if (begin == NO_WAIT && Settings.reportsEveryMutex() && lock != null && isMade(lock)) {
            reportFailed(lock, kind, callSite);
        }
        if (begin >= 0 && lock != null) {
            reportGivenUp(lock, kind, callSite, begin);
        }
    }

    @Guarded("reentrant-lock")
    static void reportGivenUp(ThreadContext c, ReentrantLock lock, MutexKind kind, int callSite, long begin) {
        if (begin == 0 || !AttachEpoch.isBefore(begin)) {
            Mutexes.leftQueue(c, REENTRANT_LOCK, kind, implOf(lock), LockSync.waitId(lock), callSite, begin);
        }
    }

    @Guarded("reentrant-lock")
    static void reportTaken(ThreadContext c, ReentrantLock lock, MutexKind kind, int callSite) {
        long waitId = LockSync.waitId(lock);
        HeldMutexes held = HeldMutexes.of(c);
        // If earlier acquisitions were not seen, this one counts as the outermost.
        if (held.contains(waitId)) {
            Mutexes.reentered(c, REENTRANT_LOCK, kind, implOf(lock), waitId, callSite);
        } else {
            Mutexes.acquiredAtOnce(c, REENTRANT_LOCK, kind, implOf(lock), waitId, callSite);
        }
        held.add(waitId);
    }

    @Guarded("reentrant-lock")
    static void reportFailed(ThreadContext c, ReentrantLock lock, MutexKind kind, int callSite) {
        Mutexes.tryFailed(c, REENTRANT_LOCK, kind, implOf(lock), LockSync.waitId(lock), callSite);
    }

    private static MutexImpl implOf(ReentrantLock lock) {
        return lock.isFair() ? MutexImpl.REENTRANT_FAIR : MutexImpl.REENTRANT_NONFAIR;
    }
}
