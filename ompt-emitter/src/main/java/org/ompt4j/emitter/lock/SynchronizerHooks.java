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
 * Called by {@link AbstractQueuedSynchronizer}, its like with a {@code long}, and {@link StampedLock} where a thread queues that has to wait, and where
 * it leaves the queue; and where a thread releases what others queue for. What has been told already, as where its call is rewritten, is told once.
 *
 * <p>A thread is told to wait before it enters the queue. Nobody can wake it yet, so that callbacks may wait and park: whatever permit they
 * use up was not meant for this wait, and the JDK tries once more before it parks.
 *
 * <p>Thread safety: any thread.
 */
public final class SynchronizerHooks extends SynchronizerGuards {

    private SynchronizerHooks() {}

    /**
     * The current thread is about to enter the queue, for the first time or because others were faster.
     *
     * @param begun what an earlier call for the same acquisition answered
     * @param shared whether it queues for what others may have besides
     * @return for {@link #left(int, boolean)}; never throws
     */
    public static boolean queues(boolean begun, Object synchronizer, boolean shared, boolean timed) {
        return begun || queues(synchronizer.getClass(), synchronizer, shared, timed);
    }

    /** As {@link #queues} in a stamped lock, or a subclass of it, to read. */
    public static boolean queuesToRead(boolean begun, Object lock, boolean timed) {
        return begun || queues(StampedLock.class, lock, true, timed);
    }

    /** As {@link #queuesToRead}, to write. */
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

    /** Asked before the thread is begun: most synchronizers are none of ours. */
    private static @Nullable QueuedFor queuedFor(Class<?> synchronizer, boolean shared) {
        try {
            QueuedFor what = QueuedFor.of(synchronizer, shared);
            return what != null && Threads.isJvmThreadThatHasNotBegun() ? null : what;
        } catch (Throwable t) {
            // A stop of the application's can have made the class that tells unusable.
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
            // The calls in application code tell of them, and this is none of those.
            ReflectiveCalls.count(what.construct);
            return false;
        }
        return QueuedWait.of(c).begin(c, what, synchronizer, timed);
    }

    /**
     * The acquisition is over; never throws.
     *
     * @param result more than 0 if what the thread queued for is there
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
     * @param stamp 0 or 1 if it gave up: after a time, or by an interrupt
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
     * The current thread is about to release what threads may queue for.
     *
     * @return for {@link #released} and {@link #releasedShared}: until when it was held at least, in nanoseconds; 0 if that is not told. Never
     *     throws.
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

    /** Nothing if nobody is told to wait for it now: nobody asks who held it then. */
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

    /** It is over; it was no release if the thread still holds it. Never throws. */
    @ForceInline
    public static void released(boolean released, Object synchronizer, long heldUntil) {
        if (released && heldUntil != 0) {
            tellReleased(synchronizer.getClass(), synchronizer, heldUntil, false);
        }
    }

    /** As {@link #released}, of what several threads can hold; it was no release if one of them still does. */
    @ForceInline
    public static void releasedShared(boolean released, Object synchronizer, long heldUntil) {
        if (released && heldUntil != 0) {
            tellReleased(synchronizer.getClass(), synchronizer, heldUntil, true);
        }
    }

    /** As {@link #released}, of a stamped lock to write. */
    @ForceInline
    public static void releasedToWrite(StampedLock lock, long heldUntil) {
        if (heldUntil != 0) {
            tellReleased(StampedLock.class, lock, heldUntil, false);
        }
    }

    /** As {@link #releasedShared}, of a stamped lock to read. */
    @ForceInline
    public static void releasedToRead(StampedLock lock, long heldUntil) {
        if (heldUntil != 0 && !lock.isReadLocked()) {
            tellReleased(StampedLock.class, lock, heldUntil, true);
        }
    }

    /** As {@link #releasedToRead(StampedLock, long)}, if the try to release it was a success. */
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
        // The stack is walked once others can have the lock.
        int callSite = SampledSites.ofObservedRelease(c);
        if (callSite >= 0) {
            // It may be part of a wait, as in a queue, whose lock is released for the time of it.
            Waits.interrupt(c);
            Mutexes.releasedAt(c, heldUntil, what.construct, kind, what.waitId(synchronizer), callSite);
            Waits.goOn(c);
        }
    }
}
