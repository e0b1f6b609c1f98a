package org.ompt4j.emitter.lock;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.ToldWaiters;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;

/**
 * Called by {@link AbstractQueuedSynchronizer}, its variant with a {@code long}, and {@link StampedLock}: when a thread that has to wait enters the
 * queue and leaves it, and when a thread makes a release for which others may queue. Waits and releases that a rewritten call has already reported
 * are not reported again.
 *
 * <p>The wait of a thread is reported before it enters the queue. No thread can wake it yet, so callbacks may wait and park: a permit that they use
 * up was not meant for this wait, and the JDK tries once more before it parks.
 *
 * <p>Thread safety: any thread.
 */
public final class SynchronizerHooks extends SynchronizerGuards {

    private SynchronizerHooks() {}

    /**
     * The current thread is about to enter the queue, for the first time or again because others were faster.
     *
     * @param begun the result of an earlier call for the same acquisition
     * @param shared whether it queues for shared access
     * @return for {@link #left(int, boolean)}; never throws
     */
    public static boolean queues(boolean begun, Object synchronizer, boolean shared, boolean timed) {
        return begun || queues(synchronizer.getClass(), synchronizer, shared, timed);
    }

    /** As {@link #queues}, for a reader of a stamped lock or a subclass. */
    public static boolean queuesToRead(boolean begun, Object lock, boolean timed) {
        return begun || queues(StampedLock.class, lock, true, timed);
    }

    /** As {@link #queuesToRead}, for a writer. */
    public static boolean queuesToWrite(boolean begun, Object lock, boolean timed) {
        return begun || queues(StampedLock.class, lock, false, timed);
    }

    private static boolean queues(Class<?> type, Object synchronizer, boolean shared, boolean timed) {
        try {
            return begin(queuedFor(type, shared), synchronizer, timed);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return false;
        }
    }

    /** Asked before the thread is begun: most synchronizers do not belong to observed constructs. */
    private static @Nullable QueuedFor queuedFor(Class<?> synchronizer, boolean shared) {
        try {
            QueuedFor what = QueuedFor.of(synchronizer, shared);
            return what != null && Threads.isJvmThreadThatHasNotBegun() ? null : what;
        } catch (Throwable t) {
            // A {@code Thread.stop} by the application may have made this class unusable.
            Failures.count("wait in a synchronizer", t);
            return null;
        }
    }

    @Guarded("wait in a synchronizer")
    static boolean begin(ThreadContext c, @Needed QueuedFor what, Object synchronizer, boolean timed) {
        if (!Settings.selects(what.construct) || !Waits.canBegin(c)) {
            return false;
        }
        if (what.isMutex() && Settings.reportsEveryMutex()) {
            // Calls in application code report these waits, and this wait is not in such a call.
            ReflectiveCalls.count(what.construct);
            return false;
        }
        return QueuedWait.of(c).begin(c, what, synchronizer, timed);
    }

    /**
     * The acquisition is over; never throws.
     *
     * @param result more than 0 if the acquisition succeeded
     */
    @ForceInline
    public static void left(int result, boolean begun) {
        if (begun) {
            over(result > 0);
        }
    }

    /**
     * As {@link #left(int, boolean)} of a stamped lock.
     *
     * @param stamp 0 or 1 if the thread gave up because of a timeout or an interrupt
     */
    @ForceInline
    public static void left(long stamp, boolean begun) {
        if (begun) {
            over(stamp != 0 && stamp != 1);
        }
    }

    /** As {@link #left(int, boolean)}, by an exception. */
    @ForceInline
    public static void failed(boolean begun) {
        left(0, begun);
    }

    private static void over(boolean acquired) {
        try {
            end(acquired);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded(value = "wait in a synchronizer", begins = false)
    static void end(ThreadContext c, boolean acquired) {
        QueuedWait.of(c).end(c, acquired);
    }

    // ---------------------------------------------------------------- releases

    /**
     * The current thread is about to make a release for which threads may queue.
     *
     * @return for {@link #released} and {@link #releasedShared}: the time in nanoseconds until which it was certainly held; 0 if the release is not
     *     reported. Never throws.
     */
    @ForceInline
    public static long releases(AbstractQueuedSynchronizer synchronizer) {
        try {
            return Settings.reportsMutexes() && LockSync.mayBeQueuedFor(synchronizer)
                    ? heldUntil(synchronizer.getClass(), synchronizer)
                    : 0;
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return 0;
        }
    }

    /** As {@link #releases(AbstractQueuedSynchronizer)}, of a synchronizer that counts in a {@code long}. */
    @ForceInline
    public static long releases(AbstractQueuedLongSynchronizer synchronizer) {
        try {
            return Settings.reportsMutexes() && LockSync.mayBeQueuedFor(synchronizer)
                    ? heldUntil(synchronizer.getClass(), synchronizer)
                    : 0;
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return 0;
        }
    }

    /** As {@link #releases(AbstractQueuedSynchronizer)}, of a stamped lock or a subclass of it. */
    @ForceInline
    public static long releases(StampedLock lock) {
        try {
            return Settings.reportsMutexes() && LockSync.mayBeQueuedFor(lock) ? heldUntil(StampedLock.class, lock) : 0;
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
            return 0;
        }
    }

    private static long heldUntil(Class<?> type, Object synchronizer) {
        return Events.wanted(Event.MUTEX_RELEASED) ? waitedFor(type, synchronizer) : 0;
    }

    /** Returns 0 if no wait for it was reported: then the holder is of no interest. */
    @Guarded(value = "release of a synchronizer", begins = false)
    static long waitedFor(ThreadContext c, Class<?> type, Object synchronizer) {
        QueuedFor what = QueuedFor.of(type, false);
        if (what == null || !what.isMutex() || !Settings.selects(what.construct)) {
            return 0;
        }
        long waitId = WaitIds.ifKnown(synchronizer);
        boolean isTold = waitId != 0 && !ToldRelease.take(c, waitId) && ToldWaiters.mayBeAny(waitId);
        return isTold ? Mutexes.heldUntil(c) : 0;
    }

    /** The release is over. It was no release if the thread still holds the mutex. Never throws. */
    @ForceInline
    public static void released(boolean released, Object synchronizer, long heldUntil) {
        if (released && heldUntil != 0) {
            tellReleased(synchronizer.getClass(), synchronizer, heldUntil, false);
        }
    }

    /** As {@link #released}, for shared access; it was no release if another thread still holds it. */
    @ForceInline
    public static void releasedShared(boolean released, Object synchronizer, long heldUntil) {
        if (released && heldUntil != 0) {
            tellReleased(synchronizer.getClass(), synchronizer, heldUntil, true);
        }
    }

    /** As {@link #released}, for a writer of a stamped lock. */
    @ForceInline
    public static void releasedToWrite(StampedLock lock, long heldUntil) {
        if (heldUntil != 0) {
            tellReleased(StampedLock.class, lock, heldUntil, false);
        }
    }

    /** As {@link #releasedShared}, for a reader of a stamped lock. */
    @ForceInline
    public static void releasedToRead(StampedLock lock, long heldUntil) {
        if (heldUntil != 0 && !lock.isReadLocked()) {
            tellReleased(StampedLock.class, lock, heldUntil, true);
        }
    }

    /** As {@link #releasedToRead(StampedLock, long)}, if the attempt to release it succeeded. */
    @ForceInline
    public static void releasedToRead(boolean released, StampedLock lock, long heldUntil) {
        if (released) {
            releasedToRead(lock, heldUntil);
        }
    }

    private static void tellReleased(Class<?> type, Object synchronizer, long heldUntil, boolean shared) {
        try {
            reportReleased(type, synchronizer, heldUntil, shared);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded(value = "release of a synchronizer", begins = false)
    static void reportReleased(ThreadContext c, Class<?> type, Object synchronizer, long heldUntil, boolean shared) {
        QueuedFor what = QueuedFor.of(type, shared);
        MutexKind kind = what == null ? null : what.kind(false);
        if (what == null || kind == null || AttachEpoch.isBefore(heldUntil)) {
            return;
        }
        // The stack is walked after others can get the lock.
        int callSite = SampledSites.ofObservedRelease(c);
        if (callSite >= 0) {
            // The release may be part of another wait: for example, a wait in a queue releases the queue's lock.
            Waits.interrupt(c);
            Mutexes.releasedAt(c, heldUntil, what.construct, kind, what.waitId(synchronizer), callSite);
            Waits.goOn(c);
        }
    }
}
