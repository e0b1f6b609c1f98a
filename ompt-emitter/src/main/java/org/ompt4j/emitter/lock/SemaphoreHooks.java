package org.ompt4j.emitter.lock;

import static org.ompt4j.emitter.lock.LockAttempt.NO_WAIT;
import static org.ompt4j.emitter.lock.LockAttempt.SILENT;
import static org.ompt4j.emitter.lock.LockAttempt.TAKEN;
import static org.ompt4j.ompt.Construct.SEMAPHORE;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * Hooks of the calls of a {@code Semaphore} in application code; they report acquire, acquired and released, one of each per call, whatever the
 * number of permits. Used only if every operation on mutexes is reported; otherwise no call is rewritten.
 *
 * <p>Each hook replaces the call and makes it: same result, same exceptions, and hidden from stack traces.
 *
 * <p>Thread safety: any thread.
 */
public final class SemaphoreHooks extends SemaphoreGuards {
    /*
     * Overview. A nonfair semaphore is first tried. The original method begins with the same try, so a failed additional try changes nothing. A fair
     * semaphore is tried with a timeout of zero, the only try that respects its queue. If the try fails, the wait is reported before it begins.
     *
     * Subclasses can override methods in any way, and use other mutexes in them, so for them only the method that the application called is called.
     * The acquisition is reported when it is over; a wait is reported by the park in the JDK.
     */

    private SemaphoreHooks() {}

    // ---------------------------------------------------------------- acquire

    /** {@code semaphore.acquire()}. */
    @Hidden
    @ForceInline
    public static void acquire(Semaphore semaphore, int callSite) throws InterruptedException {
        long begin = before(semaphore, 1, MutexKind.LOCK, true, callSite);
        try {
            if (begin != TAKEN) {
                semaphore.acquire();
            }
        } catch (Throwable t) {
            after(semaphore, MutexKind.LOCK, callSite, begin, false);
            throw t;
        }
        after(semaphore, MutexKind.LOCK, callSite, begin, true);
    }

    /** {@code semaphore.acquire(permits)}. */
    @Hidden
    @ForceInline
    public static void acquire(Semaphore semaphore, int permits, int callSite) throws InterruptedException {
        long begin = before(semaphore, permits, MutexKind.LOCK, true, callSite);
        try {
            if (begin != TAKEN) {
                semaphore.acquire(permits);
            }
        } catch (Throwable t) {
            after(semaphore, MutexKind.LOCK, callSite, begin, false);
            throw t;
        }
        after(semaphore, MutexKind.LOCK, callSite, begin, true);
    }

    /** {@code semaphore.acquireUninterruptibly()}. */
    @Hidden
    @ForceInline
    public static void acquireUninterruptibly(Semaphore semaphore, int callSite) {
        long begin = before(semaphore, 1, MutexKind.LOCK, false, callSite);
        try {
            if (begin != TAKEN) {
                semaphore.acquireUninterruptibly();
            }
        } catch (Throwable t) {
            after(semaphore, MutexKind.LOCK, callSite, begin, false);
            throw t;
        }
        after(semaphore, MutexKind.LOCK, callSite, begin, true);
    }

    /** {@code semaphore.acquireUninterruptibly(permits)}. */
    @Hidden
    @ForceInline
    public static void acquireUninterruptibly(Semaphore semaphore, int permits, int callSite) {
        long begin = before(semaphore, permits, MutexKind.LOCK, false, callSite);
        try {
            if (begin != TAKEN) {
                semaphore.acquireUninterruptibly(permits);
            }
        } catch (Throwable t) {
            after(semaphore, MutexKind.LOCK, callSite, begin, false);
            throw t;
        }
        after(semaphore, MutexKind.LOCK, callSite, begin, true);
    }

    // ---------------------------------------------------------------- tryAcquire, drainPermits

    /** {@code semaphore.tryAcquire()}. */
    @Hidden
    @ForceInline
    public static boolean tryAcquire(Semaphore semaphore, int callSite) {
        boolean taken = semaphore.tryAcquire();
        after(semaphore, MutexKind.TEST_LOCK, callSite, NO_WAIT, taken);
        return taken;
    }

    /** {@code semaphore.tryAcquire(permits)}. */
    @Hidden
    @ForceInline
    public static boolean tryAcquire(Semaphore semaphore, int permits, int callSite) {
        boolean taken = semaphore.tryAcquire(permits);
        after(semaphore, MutexKind.TEST_LOCK, callSite, NO_WAIT, taken);
        return taken;
    }

    /** {@code semaphore.tryAcquire(time, unit)}. */
    @Hidden
    @ForceInline
    public static boolean tryAcquire(Semaphore semaphore, long time, TimeUnit unit, int callSite)
            throws InterruptedException {
        long begin = beforeTimed(semaphore, 1, time, unit, callSite);
        boolean taken = begin == TAKEN;
        try {
            taken = taken || semaphore.tryAcquire(time, unit);
        } finally {
            after(semaphore, MutexKind.TEST_LOCK, callSite, begin, taken);
        }
        return taken;
    }

    /** {@code semaphore.tryAcquire(permits, time, unit)}. */
    @Hidden
    @ForceInline
    public static boolean tryAcquire(Semaphore semaphore, int permits, long time, TimeUnit unit, int callSite)
            throws InterruptedException {
        long begin = beforeTimed(semaphore, permits, time, unit, callSite);
        boolean taken = begin == TAKEN;
        try {
            taken = taken || semaphore.tryAcquire(permits, time, unit);
        } finally {
            after(semaphore, MutexKind.TEST_LOCK, callSite, begin, taken);
        }
        return taken;
    }

    /** {@code semaphore.drainPermits()}: an attempt to acquire all available permits. */
    @Hidden
    @ForceInline
    public static int drainPermits(Semaphore semaphore, int callSite) {
        int drained = semaphore.drainPermits();
        after(semaphore, MutexKind.TEST_LOCK, callSite, NO_WAIT, drained > 0);
        return drained;
    }

    // ---------------------------------------------------------------- release

    /** {@code semaphore.release()}. */
    @Hidden
    @ForceInline
    public static void release(Semaphore semaphore, int callSite) {
        beforeRelease(semaphore, 1, callSite);
        semaphore.release();
    }

    /** {@code semaphore.release(permits)}. */
    @Hidden
    @ForceInline
    public static void release(Semaphore semaphore, int permits, int callSite) {
        beforeRelease(semaphore, permits, callSite);
        semaphore.release(permits);
    }

    // ---------------------------------------------------------------- steps

    /** When the wait began, or {@link LockAttempt#SILENT}, {@link LockAttempt#NO_WAIT} or {@link LockAttempt#TAKEN}; never throws. */
    @Hidden
    @ForceInline
    private static long before(
            @Nullable Semaphore semaphore, int permits, MutexKind kind, boolean interruptibly, int callSite) {
        if (!Settings.reportsEveryMutex() || semaphore == null || permits < 0) {
            return SILENT;
        }
        // A pending interrupt must be thrown by the method that the application called.
        if (interruptibly && JvmThreads.isInterrupted()) {
            return NO_WAIT;
        }
        if (!isPlain(semaphore)) {
            return NO_WAIT;
        }
        return takenAtOnce(semaphore, permits) ? TAKEN : waitBegin(semaphore, permits, kind, callSite);
    }

    @Hidden
    private static long beforeTimed(
            @Nullable Semaphore semaphore, int permits, long time, @Nullable TimeUnit unit, int callSite) {
        if (unit == null || semaphore == null || permits < 0) {
            return SILENT;
        }
        return time <= 0 ? NO_WAIT : before(semaphore, permits, MutexKind.TEST_LOCK, true, callSite);
    }

    /** Whether the semaphore is not of a subclass, and its constructor has run. That of a mock has not, and a mock records every call. */
    private static boolean isPlain(Semaphore semaphore) {
        try {
            return semaphore.getClass() == Semaphore.class && Sync.of(semaphore) != null;
        } catch (Throwable t) {
            // A {@code Thread.stop} by the application may have made this class unusable.
            Failures.count("semaphore", t);
            return false;
        }
    }

    /** Acquires the permits if the call in the application would get them at once; never waits. */
    @Hidden
    private static boolean takenAtOnce(Semaphore semaphore, int permits) {
        if (!semaphore.isFair()) {
            return semaphore.tryAcquire(permits);
        }
        try {
            return !JvmThreads.isInterrupted() && semaphore.tryAcquire(permits, 0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException justNow) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Guarded(value = "semaphore", otherwise = LockAttempt.SILENT)
    static long waitBegin(ThreadContext c, Semaphore semaphore, int permits, MutexKind kind, int callSite) {
        AbstractQueuedSynchronizer sync = Sync.of(semaphore);
        if (sync == null || !hasTried(sync) && Sync.permits(sync) >= permits && !sync.hasQueuedThreads()) {
            return NO_WAIT;
        }
        QueuedFor what = QueuedFor.of(sync.getClass(), false);
        MutexImpl impl = what == null ? MutexImpl.NONE : what.impl;
        return Mutexes.waitBegin(c, SEMAPHORE, kind, impl, waitId(sync, semaphore), callSite);
    }

    /** Whether {@link #takenAtOnce} has tried, see {@link LockAttempt}. */
    private static boolean hasTried(AbstractQueuedSynchronizer sync) {
        return !(Sync.isFair(sync) && JvmThreads.isInterrupted());
    }

    private static long waitId(AbstractQueuedSynchronizer sync, Semaphore semaphore) {
        return WaitIds.of(sync, SEMAPHORE, semaphore.getClass());
    }

    /** The call is over, with the permits or without; never throws. */
    @ForceInline
    private static void after(Semaphore semaphore, MutexKind kind, int callSite, long begin, boolean acquired) {
        try {
            if (begin != SILENT && Settings.reportsEveryMutex()) {
                report(semaphore, kind, callSite, begin, acquired);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("semaphore")
    static void report(
            ThreadContext c, Semaphore semaphore, MutexKind kind, int callSite, long begin, boolean acquired) {
        AbstractQueuedSynchronizer sync = Sync.of(semaphore);
        if (sync == null || begin > 0 && AttachEpoch.isBefore(begin)) {
            return;
        }
        QueuedFor what = QueuedFor.of(sync.getClass(), false);
        if (what != null) {
            LockHooks.tell(c, what, kind, waitId(sync, semaphore), callSite, begin, acquired);
        }
    }

    @ForceInline
    private static void beforeRelease(@Nullable Semaphore semaphore, int permits, int callSite) {
        try {
            if (Settings.reportsEveryMutex() && semaphore != null) {
                reportRelease(semaphore, permits, callSite);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("semaphore")
    static void reportRelease(ThreadContext c, Semaphore semaphore, int permits, int callSite) {
        AbstractQueuedSynchronizer sync = Sync.of(semaphore);
        int left = sync == null ? 0 : Sync.permits(sync);
        boolean fails = permits < 0 || left + permits < left;
        if (sync != null && !fails) {
            Mutexes.released(c, SEMAPHORE, MutexKind.LOCK, waitId(sync, semaphore), callSite);
        }
    }

    /** The synchronizer inside a semaphore. Its fields are read directly, since subclasses can override the methods. */
    private static final class Sync {
        private static final long SYNC = Memory.fieldOffset(Semaphore.class, "sync");
        private static final long PERMITS = Memory.fieldOffset(AbstractQueuedSynchronizer.class, "state");

        private Sync() {}

        /** The synchronizer; null if the constructor has not run, or this JDK's semaphores have other fields. */
        static @Nullable AbstractQueuedSynchronizer of(Semaphore semaphore) {
            return SYNC == Memory.NO_FIELD || PERMITS == Memory.NO_FIELD
                    ? null
                    : (AbstractQueuedSynchronizer) Memory.UNSAFE.getReference(semaphore, SYNC);
        }

        static int permits(AbstractQueuedSynchronizer sync) {
            return Memory.UNSAFE.getIntVolatile(sync, PERMITS);
        }

        static boolean isFair(AbstractQueuedSynchronizer sync) {
            return sync.getClass().getName().endsWith("$FairSync");
        }
    }
}
