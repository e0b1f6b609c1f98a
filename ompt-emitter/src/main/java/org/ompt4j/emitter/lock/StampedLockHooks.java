package org.ompt4j.emitter.lock;

import static org.ompt4j.emitter.lock.LockAttempt.NO_WAIT;
import static org.ompt4j.emitter.lock.LockAttempt.SILENT;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.KeptWakeup;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.MutexKind;

/**
 * Hooks of the calls of a {@code StampedLock} in application code, used if every operation is reported. An optimistic read holds nothing.
 *
 * <p>Each hook replaces the call and makes it: same result, same exceptions, and hidden from stack traces.
 *
 * <p>Thread safety: any thread.
 */
public final class StampedLockHooks extends StampedLockGuards {
    /*
     * Overview. A lock is first tried. The original method begins with the same try; for a reader the try depends on whether there is a timeout, and
     * whether there are many readers. Only if the try fails, the thread waits. Subclasses can override methods in any way, so for them only the
     * method that the application called is called. A release is reported after it has succeeded, with the time before it.
     */

    /** With fewer readers than this, {@code readLock} overtakes waiting threads. */
    private static final int OVERTAKEN_BY_READERS = 64;

    private StampedLockHooks() {}

    // ---------------------------------------------------------------- locks

    /** {@code lock.writeLock()}. */
    @Hidden
    public static long writeLock(StampedLock lock, int callSite) {
        long stamp = isPlain(lock) ? lock.tryWriteLock() : 0;
        long begin = stamp != 0 ? NO_WAIT : before(lock, false, false, false, callSite);
        try {
            return stamp != 0 ? stamp : (stamp = lock.writeLock());
        } finally {
            after(lock, false, false, callSite, begin, stamp);
        }
    }

    /** {@code lock.readLock()}. */
    @Hidden
    public static long readLock(StampedLock lock, int callSite) {
        long stamp = isPlain(lock) ? readAtOnce(lock) : 0;
        long begin = stamp != 0 ? NO_WAIT : before(lock, true, false, false, callSite);
        try {
            return stamp != 0 ? stamp : (stamp = lock.readLock());
        } finally {
            after(lock, true, false, callSite, begin, stamp);
        }
    }

    /** {@code lock.writeLockInterruptibly()}. */
    @Hidden
    public static long writeLockInterruptibly(StampedLock lock, int callSite) throws InterruptedException {
        long stamp = isPlain(lock) && !JvmThreads.isInterrupted() ? lock.tryWriteLock() : 0;
        long begin = stamp != 0 ? NO_WAIT : before(lock, false, true, false, callSite);
        try {
            return stamp != 0 ? stamp : (stamp = lock.writeLockInterruptibly());
        } finally {
            after(lock, false, false, callSite, begin, stamp);
        }
    }

    /** {@code lock.readLockInterruptibly()}. */
    @Hidden
    public static long readLockInterruptibly(StampedLock lock, int callSite) throws InterruptedException {
        long stamp = isPlain(lock) && !JvmThreads.isInterrupted() ? lock.tryReadLock() : 0;
        long begin = stamp != 0 ? NO_WAIT : before(lock, true, true, false, callSite);
        try {
            return stamp != 0 ? stamp : (stamp = lock.readLockInterruptibly());
        } finally {
            after(lock, true, false, callSite, begin, stamp);
        }
    }

    // ---------------------------------------------------------------- tries

    /** {@code lock.tryWriteLock()}. */
    @Hidden
    public static long tryWriteLock(StampedLock lock, int callSite) {
        long stamp = lock.tryWriteLock();
        after(lock, false, true, callSite, NO_WAIT, stamp);
        return stamp;
    }

    /** {@code lock.tryReadLock()}. */
    @Hidden
    public static long tryReadLock(StampedLock lock, int callSite) {
        long stamp = lock.tryReadLock();
        after(lock, true, true, callSite, NO_WAIT, stamp);
        return stamp;
    }

    /** {@code lock.tryWriteLock(time, unit)}. */
    @Hidden
    public static long tryWriteLock(StampedLock lock, long time, TimeUnit unit, int callSite)
            throws InterruptedException {
        boolean mayTry = isPlain(lock) && unit != null && !JvmThreads.isInterrupted();
        long stamp = mayTry ? lock.tryWriteLock() : 0;
        long begin = stamp != 0 ? NO_WAIT : beforeTimed(lock, false, time, unit, callSite);
        try {
            return stamp != 0 ? stamp : (stamp = lock.tryWriteLock(time, unit));
        } finally {
            after(lock, false, true, callSite, begin, stamp);
        }
    }

    /** {@code lock.tryReadLock(time, unit)}. */
    @Hidden
    public static long tryReadLock(StampedLock lock, long time, TimeUnit unit, int callSite)
            throws InterruptedException {
        long stamp = time > 0 && unit != null && isPlain(lock) ? readUnlessOthersWait(lock) : 0;
        long begin = stamp != 0 ? NO_WAIT : beforeTimed(lock, true, time, unit, callSite);
        try {
            return stamp != 0 ? stamp : (stamp = lock.tryReadLock(time, unit));
        } finally {
            after(lock, true, true, callSite, begin, stamp);
        }
    }

    // ---------------------------------------------------------------- conversions

    /** {@code lock.tryConvertToWriteLock(stamp)}. */
    @Hidden
    public static long tryConvertToWriteLock(StampedLock lock, long stamp, int callSite) {
        long heldUntil = beforeRelease(lock);
        long converted = 0;
        try {
            converted = lock.tryConvertToWriteLock(stamp);
        } finally {
            afterRelease(lock, converted != 0 && StampedLock.isReadLockStamp(stamp), callSite, heldUntil);
        }
        if (!StampedLock.isWriteLockStamp(stamp) || converted == 0) {
            after(lock, false, true, callSite, NO_WAIT, converted);
        }
        return converted;
    }

    /** {@code lock.tryConvertToReadLock(stamp)}. */
    @Hidden
    public static long tryConvertToReadLock(StampedLock lock, long stamp, int callSite) {
        long heldUntil = beforeRelease(lock);
        long converted = 0;
        try {
            converted = lock.tryConvertToReadLock(stamp);
        } finally {
            afterRelease(lock, converted != 0 && StampedLock.isWriteLockStamp(stamp), callSite, heldUntil);
        }
        if (!StampedLock.isReadLockStamp(stamp) || converted == 0) {
            after(lock, true, true, callSite, NO_WAIT, converted);
        }
        return converted;
    }

    /** {@code lock.tryConvertToOptimisticRead(stamp)}: a release if something was held. */
    @Hidden
    public static long tryConvertToOptimisticRead(StampedLock lock, long stamp, int callSite) {
        long heldUntil = beforeRelease(lock);
        long converted = 0;
        try {
            return converted = lock.tryConvertToOptimisticRead(stamp);
        } finally {
            afterRelease(lock, converted != 0 && StampedLock.isLockStamp(stamp), callSite, heldUntil);
        }
    }

    // ---------------------------------------------------------------- unlock

    /** {@code lock.unlockWrite(stamp)}. */
    @Hidden
    public static void unlockWrite(StampedLock lock, long stamp, int callSite) {
        long heldUntil = beforeRelease(lock);
        boolean released = false;
        try {
            lock.unlockWrite(stamp);
            released = true;
        } finally {
            afterRelease(lock, released, callSite, heldUntil);
        }
    }

    /** {@code lock.unlockRead(stamp)}. */
    @Hidden
    public static void unlockRead(StampedLock lock, long stamp, int callSite) {
        long heldUntil = beforeRelease(lock);
        boolean released = false;
        try {
            lock.unlockRead(stamp);
            released = true;
        } finally {
            afterRelease(lock, released, callSite, heldUntil);
        }
    }

    /** {@code lock.unlock(stamp)}. */
    @Hidden
    public static void unlock(StampedLock lock, long stamp, int callSite) {
        long heldUntil = beforeRelease(lock);
        boolean released = false;
        try {
            lock.unlock(stamp);
            released = true;
        } finally {
            afterRelease(lock, released, callSite, heldUntil);
        }
    }

    /** {@code lock.tryUnlockWrite()}. */
    @Hidden
    public static boolean tryUnlockWrite(StampedLock lock, int callSite) {
        long heldUntil = beforeRelease(lock);
        boolean released = false;
        try {
            return released = lock.tryUnlockWrite();
        } finally {
            afterRelease(lock, released, callSite, heldUntil);
        }
    }

    /** {@code lock.tryUnlockRead()}. */
    @Hidden
    public static boolean tryUnlockRead(StampedLock lock, int callSite) {
        long heldUntil = beforeRelease(lock);
        boolean released = false;
        try {
            return released = lock.tryUnlockRead();
        } finally {
            afterRelease(lock, released, callSite, heldUntil);
        }
    }

    // ---------------------------------------------------------------- steps

    private static boolean isPlain(@Nullable StampedLock lock) {
        return Settings.reportsEveryMutex() && lock != null && lock.getClass() == StampedLock.class;
    }

    /** The try with which {@code readLock} begins; returns 0 if the lock is not free for readers. */
    @Hidden
    private static long readAtOnce(StampedLock lock) {
        return lock.getReadLockCount() < OVERTAKEN_BY_READERS ? lock.tryReadLock() : readUnlessOthersWait(lock);
    }

    /** The try with which {@code tryReadLock} with a timeout begins; returns 0 if the lock is not free, or others wait for it. */
    @Hidden
    private static long readUnlessOthersWait(StampedLock lock) {
        try {
            return JvmThreads.isInterrupted() ? 0 : lock.tryReadLock(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException justNow) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /**
     * Called after a try has failed, see {@link LockAttempt}. Returns when the wait began, or {@link LockAttempt#SILENT} or {@link LockAttempt#NO_WAIT}; never throws.
     */
    private static long before(
            @Nullable StampedLock lock, boolean shared, boolean interruptibly, boolean test, int callSite) {
        if (!Settings.reportsEveryMutex() || lock == null) {
            return SILENT;
        }
        if (!isPlain(lock) || interruptibly && JvmThreads.isInterrupted()) {
            return NO_WAIT;
        }
        return waitBegin(lock, shared, test, callSite);
    }

    private static long beforeTimed(
            @Nullable StampedLock lock, boolean shared, long time, @Nullable TimeUnit unit, int callSite) {
        if (unit == null) {
            return SILENT;
        }
        return time > 0 || lock == null ? before(lock, shared, true, true, callSite) : NO_WAIT;
    }

    @Guarded(value = "stamped-lock", otherwise = LockAttempt.SILENT)
    static long waitBegin(ThreadContext c, @Needed StampedLock lock, boolean shared, boolean test, int callSite) {
        QueuedFor what = QueuedFor.of(StampedLock.class, shared);
        MutexKind kind = what == null ? null : what.kind(test);
        if (what == null || kind == null) {
            return NO_WAIT;
        }
        return Mutexes.waitBegin(c, what.construct, kind, what.impl, what.waitId(lock), callSite);
    }

    /** The call is over, with the lock or without; never throws. */
    private static void after(StampedLock lock, boolean shared, boolean test, int callSite, long begin, long stamp) {
        try {
            if (begin != SILENT && Settings.reportsEveryMutex()) {
                report(lock, shared, test, callSite, begin, stamp != 0);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("stamped-lock")
    static void report(
            ThreadContext c,
            @Needed StampedLock lock,
            boolean shared,
            boolean test,
            int callSite,
            long begin,
            boolean acquired) {
        QueuedFor what = QueuedFor.of(StampedLock.class, shared);
        MutexKind kind = what == null ? null : what.kind(test);
        if (what == null || kind == null || begin > 0 && AttachEpoch.isBefore(begin)) {
            return;
        }
        LockHooks.tell(c, what, kind, what.waitId(lock), callSite, begin, acquired);
    }

    /** The time in nanoseconds until which the lock is certainly held; 0 if its release is not reported. */
    private static long beforeRelease(@Nullable StampedLock lock) {
        try {
            return Settings.reportsEveryMutex() && Events.timed() ? heldUntil(lock) : 0;
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return 0;
        }
    }

    @Guarded("stamped-lock")
    static long heldUntil(ThreadContext c, @Needed @Nullable StampedLock lock) {
        KeptWakeup.begin(c);
        return Mutexes.heldUntil(c);
    }

    private static void afterRelease(StampedLock lock, boolean released, int callSite, long heldUntil) {
        try {
            if (heldUntil != 0) {
                releaseEnd(lock, released, callSite, heldUntil);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("stamped-lock")
    static void releaseEnd(ThreadContext c, @Needed StampedLock lock, boolean released, int callSite, long heldUntil) {
        QueuedFor what = QueuedFor.of(StampedLock.class, false);
        if (released && what != null && !AttachEpoch.isBefore(heldUntil)) {
            Mutexes.releasedAt(c, heldUntil, what.construct, MutexKind.LOCK, what.waitId(lock), callSite);
        }
        KeptWakeup.end(c);
    }
}
