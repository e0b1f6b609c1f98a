package org.ompt4j.emitter.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.MutexInCode;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * Hooks of the calls of a {@code Lock} whose class neither belongs to the JDK nor extends a class of the JDK: it acquires and releases in unknown
 * code.
 *
 * <p>Each hook replaces the call and makes it: same result, same exceptions, and hidden from stack traces. The argument is a lock for which {@link
 * #isOurs} is true.
 *
 * <p>This class has no initializer: if the application stopped a thread in one, the class would become unusable and its calls would fail.
 *
 * <p>Thread safety: any thread.
 */
public final class LockImplementationHooks extends LockImplementationGuards {
    private LockImplementationHooks() {}

    /** {@code lock.lock()}. */
    @Hidden
    public static void lock(Lock lock, int callSite) {
        boolean begun = before(lock, MutexKind.LOCK, callSite);
        boolean acquired = false;
        try {
            lock.lock();
            acquired = true;
        } finally {
            after(begun, acquired);
        }
    }

    /** {@code lock.lockInterruptibly()}. */
    @Hidden
    public static void lockInterruptibly(Lock lock, int callSite) throws InterruptedException {
        boolean begun = before(lock, MutexKind.LOCK, callSite);
        boolean acquired = false;
        try {
            lock.lockInterruptibly();
            acquired = true;
        } finally {
            after(begun, acquired);
        }
    }

    /** {@code lock.tryLock()}. */
    @Hidden
    public static boolean tryLock(Lock lock, int callSite) {
        boolean begun = before(lock, MutexKind.TEST_LOCK, callSite);
        boolean acquired = false;
        try {
            acquired = lock.tryLock();
        } finally {
            after(begun, acquired);
        }
        return acquired;
    }

    /** {@code lock.tryLock(time, unit)}. */
    @Hidden
    public static boolean tryLock(Lock lock, long time, TimeUnit unit, int callSite) throws InterruptedException {
        boolean begun = before(lock, MutexKind.TEST_LOCK, callSite);
        boolean acquired = false;
        try {
            acquired = lock.tryLock(time, unit);
        } finally {
            after(begun, acquired);
        }
        return acquired;
    }

    /** {@code lock.unlock()}. */
    @Hidden
    public static void unlock(Lock lock, int callSite) {
        boolean begun = beforeRelease(lock, callSite);
        boolean released = false;
        try {
            lock.unlock();
            released = true;
        } finally {
            afterRelease(begun, released);
        }
    }

    // ---------------------------------------------------------------- steps

    /** Whether the lock is reported here; never throws. */
    static boolean isOurs(@Nullable Lock lock) {
        try {
            return lock != null
                    && !(lock instanceof ReentrantLock)
                    && !(lock instanceof ReadLock)
                    && !(lock instanceof WriteLock)
                    && lock.getClass().getClassLoader() != null
                    && Settings.selects(Construct.LOCK_IMPLEMENTATION);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return false;
        }
    }

    /** Whether {@link #after} is to report the call; never throws. */
    private static boolean before(Lock lock, MutexKind kind, int callSite) {
        try {
            return acquires(lock, kind, callSite);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return false;
        }
    }

    @Guarded("lock-implementation")
    static boolean acquires(ThreadContext c, Lock lock, MutexKind kind, int callSite) {
        return MutexInCode.acquireBegin(
                c, Construct.LOCK_IMPLEMENTATION, kind, MutexImpl.THIRD_PARTY, waitId(lock), callSite);
    }

    private static void after(boolean begun, boolean acquired) {
        try {
            if (begun) {
                acquireEnd(acquired);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("lock-implementation")
    static void acquireEnd(ThreadContext c, boolean acquired) {
        MutexInCode.acquireEnd(c, acquired);
    }

    private static boolean beforeRelease(Lock lock, int callSite) {
        try {
            return releases(lock, callSite);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return false;
        }
    }

    @Guarded("lock-implementation")
    static boolean releases(ThreadContext c, Lock lock, int callSite) {
        return MutexInCode.releaseBegin(
                c, Construct.LOCK_IMPLEMENTATION, MutexKind.LOCK, MutexImpl.THIRD_PARTY, waitId(lock), callSite);
    }

    private static void afterRelease(boolean begun, boolean released) {
        try {
            if (begun) {
                releaseEnd(released);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("lock-implementation")
    static void releaseEnd(ThreadContext c, boolean released) {
        MutexInCode.releaseEnd(c, released);
    }

    /** The wait id of the lock, which differs from that of its monitor. */
    private static long waitId(Lock lock) {
        return WaitIds.ofUsers(lock, Construct.LOCK_IMPLEMENTATION);
    }
}
