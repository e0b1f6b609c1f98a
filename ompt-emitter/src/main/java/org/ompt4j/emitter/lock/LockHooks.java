package org.ompt4j.emitter.lock;

import static org.ompt4j.emitter.lock.LockAttempt.NO_WAIT;
import static org.ompt4j.emitter.lock.LockAttempt.SILENT;
import static org.ompt4j.emitter.lock.LockAttempt.TAKEN;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.HeldMutexes;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.KeptWakeup;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;

/**
 * Hooks of the calls of a {@code Lock} in application code, used if every operation is reported. The construct depends on the class of the lock.
 *
 * <p>Each hook replaces the call and makes it: same result, same exceptions, and hidden from stack traces.
 *
 * <p>Thread safety: any thread.
 */
public final class LockHooks extends LockGuards {
    /*
     * Overview. A lock is first tried with a timeout of zero. A waiting call begins with the same try, which respects the queue in the same way. Only
     * if the try fails, the thread waits. Subclasses can override methods in any way, so for them only the method that the application called is
     * called. A release is reported after it has succeeded, with the time before it: only then is it certain that the thread held the lock.
     */

    private LockHooks() {}

    // ---------------------------------------------------------------- calls

    /** {@code lock.lock()}. */
    @Hidden
    public static void lock(Lock lock, int callSite) {
        if (isReentrant(lock)) {
            ReentrantLockHooks.lock((ReentrantLock) lock, callSite);
            return;
        }
        if (LockImplementationHooks.isOurs(lock)) {
            LockImplementationHooks.lock(lock, callSite);
            return;
        }
        long begin = before(lock, false, false, callSite);
        try {
            if (begin != TAKEN) {
                lock.lock();
            }
        } catch (Throwable t) {
            after(lock, false, callSite, begin, false);
            throw t;
        }
        after(lock, false, callSite, begin, true);
    }

    /** {@code lock.lockInterruptibly()}. */
    @Hidden
    public static void lockInterruptibly(Lock lock, int callSite) throws InterruptedException {
        if (isReentrant(lock)) {
            ReentrantLockHooks.lockInterruptibly((ReentrantLock) lock, callSite);
            return;
        }
        if (LockImplementationHooks.isOurs(lock)) {
            LockImplementationHooks.lockInterruptibly(lock, callSite);
            return;
        }
        long begin = before(lock, true, false, callSite);
        try {
            if (begin != TAKEN) {
                lock.lockInterruptibly();
            }
        } catch (Throwable t) {
            after(lock, false, callSite, begin, false);
            throw t;
        }
        after(lock, false, callSite, begin, true);
    }

    /** {@code lock.tryLock()}. */
    @Hidden
    public static boolean tryLock(Lock lock, int callSite) {
        if (isReentrant(lock)) {
            return ReentrantLockHooks.tryLock((ReentrantLock) lock, callSite);
        }
        if (LockImplementationHooks.isOurs(lock)) {
            return LockImplementationHooks.tryLock(lock, callSite);
        }
        boolean taken = lock.tryLock();
        after(lock, true, callSite, isOurs(lock) ? NO_WAIT : SILENT, taken);
        return taken;
    }

    /** {@code lock.tryLock(time, unit)}. */
    @Hidden
    public static boolean tryLock(Lock lock, long time, TimeUnit unit, int callSite) throws InterruptedException {
        if (isReentrant(lock)) {
            return ReentrantLockHooks.tryLock((ReentrantLock) lock, time, unit, callSite);
        }
        if (LockImplementationHooks.isOurs(lock)) {
            return LockImplementationHooks.tryLock(lock, time, unit, callSite);
        }
        long begin = beforeTimed(lock, time, unit, callSite);
        boolean taken = begin == TAKEN;
        try {
            taken = taken || lock.tryLock(time, unit);
        } finally {
            after(lock, true, callSite, begin, taken);
        }
        return taken;
    }

    /** {@code lock.unlock()}. */
    @Hidden
    public static void unlock(Lock lock, int callSite) {
        if (isReentrant(lock)) {
            ReentrantLockHooks.unlock((ReentrantLock) lock, callSite);
            return;
        }
        if (LockImplementationHooks.isOurs(lock)) {
            LockImplementationHooks.unlock(lock, callSite);
            return;
        }
        long heldUntil = beforeRelease(lock);
        boolean released = false;
        try {
            lock.unlock();
            released = true;
        } finally {
            if (heldUntil != 0) {
                afterRelease(lock, released, callSite, heldUntil);
            }
        }
    }

    // ---------------------------------------------------------------- what a lock is

    @ForceInline
    private static boolean isReentrant(@Nullable Lock lock) {
        return lock instanceof ReentrantLock && Settings.selects(Construct.REENTRANT_LOCK);
    }

    /** Whether the lock is reported here, and its constructor has run: that of a mock has not. */
    private static boolean isOurs(@Nullable Lock lock) {
        try {
            return Settings.reportsEveryMutex()
                    && lock != null
                    && (isReadOrWrite(lock)
                            ? Settings.selects(Construct.READ_WRITE_LOCK) && ReadWriteSync.of(lock) != null
                            : Settings.selects(Construct.STAMPED_LOCK) && StampedViews.of(lock) != null);
        } catch (Throwable t) {
            // A {@code Thread.stop} by the application may have made this class unusable.
            Failures.count("lock", t);
            return false;
        }
    }

    private static boolean isReadOrWrite(Lock lock) {
        return lock instanceof ReadLock || lock instanceof WriteLock;
    }

    /** Whether a lock that is reported here is an instance of the JDK class itself, not of a subclass. */
    private static boolean isPlain(Lock lock) {
        if (isReadOrWrite(lock)) {
            return lock.getClass() == ReadLock.class || lock.getClass() == WriteLock.class;
        }
        StampedLock viewed = StampedViews.of(lock);
        return viewed != null && viewed.getClass() == StampedLock.class;
    }

    /** The synchronizer that queues threads for the lock. */
    private static @Nullable Object syncOf(Lock lock) {
        return isReadOrWrite(lock) ? ReadWriteSync.of(lock) : StampedViews.of(lock);
    }

    /** What a thread in the queue of the lock waits for. */
    private static @Nullable QueuedFor queuedFor(Lock lock, @Nullable Object sync) {
        if (sync == null) {
            return null;
        }
        return sync instanceof StampedLock
                ? QueuedFor.of(StampedLock.class, StampedViews.isReader(lock))
                : QueuedFor.of(sync.getClass(), lock instanceof ReadLock);
    }

    private static boolean isFree(Object sync) {
        return sync instanceof StampedLock
                ? !((StampedLock) sync).isWriteLocked() && !((StampedLock) sync).isReadLocked()
                : ReadWriteSync.isFree(sync);
    }

    // ---------------------------------------------------------------- steps

    /** When the wait began, or {@link LockAttempt#SILENT}, {@link LockAttempt#NO_WAIT} or {@link LockAttempt#TAKEN}; never throws. */
    @Hidden
    private static long before(@Nullable Lock lock, boolean interruptibly, boolean test, int callSite) {
        if (lock == null || !isOurs(lock)) {
            return SILENT;
        }
        // A pending interrupt must be thrown by the method that the application called.
        if (interruptibly && JvmThreads.isInterrupted() || !isPlain(lock)) {
            return NO_WAIT;
        }
        return takenAtOnce(lock) ? TAKEN : waitBegin(lock, test, callSite);
    }

    @Hidden
    private static long beforeTimed(@Nullable Lock lock, long time, @Nullable TimeUnit unit, int callSite) {
        if (unit == null) {
            return SILENT;
        }
        return time > 0 ? before(lock, true, true, callSite) : isOurs(lock) ? NO_WAIT : SILENT;
    }

    /** Acquires the lock if the call in the application would get it at once; never waits. */
    @Hidden
    private static boolean takenAtOnce(Lock lock) {
        try {
            return !JvmThreads.isInterrupted() && lock.tryLock(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException justNow) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Error thrown) {
            if (thrown.getClass() != Error.class) {
                throw thrown;
            }
            // Too many holds: the error must be thrown by the method that the application called.
            return false;
        }
    }

    /** Whether {@link #takenAtOnce} has tried, see {@link LockAttempt}. */
    private static boolean hasTried() {
        return !JvmThreads.isInterrupted();
    }

    /** Whether the current thread already holds the lock, so that it need not wait. */
    private static boolean isHeld(Object sync) {
        return sync instanceof AbstractOwnableSynchronizer ownable && LockSync.isHeld(ownable);
    }

    @Guarded(value = "lock", otherwise = LockAttempt.SILENT)
    static long waitBegin(ThreadContext c, @Needed Lock lock, boolean test, int callSite) {
        Object sync = syncOf(lock);
        QueuedFor what = queuedFor(lock, sync);
        MutexKind kind = what == null ? null : what.kind(test);
        if (sync == null || what == null || kind == null || isHeld(sync) || !hasTried() && isFree(sync)) {
            return NO_WAIT;
        }
        long owner = LockSync.owner(sync);
        return Mutexes.waitBegin(c, what.construct, kind, what.impl, what.waitId(sync), callSite, 0, owner);
    }

    /** The call is over, with the lock or without; never throws. */
    private static void after(Lock lock, boolean test, int callSite, long begin, boolean acquired) {
        try {
            if (begin != SILENT && Settings.reportsEveryMutex()) {
                report(lock, test, callSite, begin, acquired);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("lock")
    static void report(ThreadContext c, @Needed Lock lock, boolean test, int callSite, long begin, boolean acquired) {
        Object sync = syncOf(lock);
        QueuedFor what = queuedFor(lock, sync);
        MutexKind kind = what == null ? null : what.kind(test);
        if (sync == null || what == null || kind == null || begin > 0 && AttachEpoch.isBefore(begin)) {
            return;
        }
        tell(c, what, kind, what.waitId(sync), callSite, begin, acquired);
    }

    /**
     * Reports the result of an acquisition.
     *
     * @param begin when its wait began, in nanoseconds; negative if it had none
     */
    static void tell(
            ThreadContext c, QueuedFor what, MutexKind kind, long waitId, int callSite, long begin, boolean acquired) {
        if (begin < 0 && acquired) {
            acquiredAtOnce(c, what, kind, waitId, callSite);
        } else if (begin < 0) {
            Mutexes.tryFailed(c, what.construct, kind, what.impl, waitId, callSite);
        } else if (acquired) {
            Mutexes.acquired(c, what.construct, kind, what.impl, waitId, callSite, begin);
        } else {
            Mutexes.leftQueue(c, what.construct, kind, what.impl, waitId, callSite, begin);
        }
        if (acquired && what.isReleasedByItsHolder()) {
            HeldMutexes.of(c).add(what.heldAs(waitId));
        }
    }

    private static void acquiredAtOnce(ThreadContext c, QueuedFor what, MutexKind kind, long waitId, int callSite) {
        // If earlier acquisitions were not seen, this one counts as the outermost.
        if (what.isNested() && HeldMutexes.of(c).contains(what.heldAs(waitId))) {
            Mutexes.reentered(c, what.construct, kind, what.impl, waitId, callSite);
        } else {
            Mutexes.acquiredAtOnce(c, what.construct, kind, what.impl, waitId, callSite);
        }
    }

    /** The time in nanoseconds until which the lock is certainly held; 0 if its release is not reported. */
    private static long beforeRelease(@Nullable Lock lock) {
        try {
            return isOurs(lock) && Events.timed() ? heldUntil(lock) : 0;
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return 0;
        }
    }

    @Guarded("lock")
    static long heldUntil(ThreadContext c, @Needed @Nullable Lock lock) {
        KeptWakeup.begin(c);
        return Mutexes.heldUntil(c);
    }

    private static void afterRelease(Lock lock, boolean released, int callSite, long heldUntil) {
        try {
            releaseEnd(lock, released, callSite, heldUntil);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("lock")
    static void releaseEnd(ThreadContext c, @Needed Lock lock, boolean released, int callSite, long heldUntil) {
        if (released) {
            reportReleased(c, lock, callSite, heldUntil);
        }
        KeptWakeup.end(c);
    }

    private static void reportReleased(ThreadContext c, Lock lock, int callSite, long heldUntil) {
        Object sync = syncOf(lock);
        QueuedFor what = queuedFor(lock, sync);
        MutexKind kind = what == null ? null : what.kind(false);
        if (sync == null || what == null || kind == null || AttachEpoch.isBefore(heldUntil)) {
            return;
        }
        long waitId = what.waitId(sync);
        HeldMutexes held = HeldMutexes.of(c);
        if (what.isReleasedByItsHolder() && !held.remove(what.heldAs(waitId))) {
            return;
        }
        if (what.isNested() && held.contains(what.heldAs(waitId))) {
            Mutexes.innerRelease(c, what.construct, waitId, callSite);
        } else {
            Mutexes.releasedAt(c, heldUntil, what.construct, kind, waitId, callSite);
        }
    }
}
