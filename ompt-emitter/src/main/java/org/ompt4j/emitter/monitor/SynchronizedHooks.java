package org.ompt4j.emitter.monitor;

import static org.ompt4j.ompt.Construct.SYNCHRONIZED;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.ConditionWaits;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.HeldMutexes;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;

/**
 * Hooks of {@code monitorenter} and {@code monitorexit} in application code; they report acquire, acquired, released and re-entry.
 *
 * <p>Thread safety: any thread.
 */
public final class SynchronizedHooks extends SynchronizedGuards {
    /*
     * Overview. The lowest bits of the object's header say whether its monitor is free, which is all that has to be asked unless
     * everything is reported. They are a hint: between the look and the monitorenter another thread may come or go.
     *   001  free: nothing to wait for, nothing to time
     *   000  held by some thread, perhaps this one
     *   010  inflated, which it stays for a while after contention: held or not is not known
     * Anything else (biased on 17) is treated as the last. The header is the same on 17 and 25 under all collectors, with compact
     * headers and with the object monitor table.
     *
     * `Waiting` counts the threads between the two hooks that may be waiting; it is 0 nearly always, so that a release is one
     * comparison. What waits makes its monitor inflated, hence only inflated ones are looked at any further; that also keeps the
     * look-up by identity hash from inflating others.
     */
    /** In a token: the entry counts as waiting. The number of the epoch, from 1, is in the bits above. */
    private static final int COUNTED = 1;

    private static final int EPOCH_SHIFT = 1;
    private static final int LOCK_BITS = 7;
    private static final int FREE = 1;
    private static final int HELD = 0;
    static final int INFLATED_BITS = 3;
    static final int INFLATED = 2;

    /** An upper bound, in nanoseconds, for entering an inflated monitor that no thread holds in interpreted code. */
    private static final long NO_WAIT_NANOS = 2_000;

    /** A counter that any thread increments and decrements. */
    private static final class Waiting {
        static final Waiting SHARED = new Waiting();
        static final long COUNT = Memory.fieldOffset(Waiting.class, "count");

        int count;
    }

    private SynchronizedHooks() {}

    // ---------------------------------------------------------------- enter

    /**
     * Before {@code monitorenter}.
     *
     * @return a token for {@link #acquired}; 0 if there is nothing to do
     */
    @ForceInline
    public static int enter(@Nullable Object monitor, int callSite) {
        if (Settings.reportsEveryMutex()) {
            return monitor == null ? 0 : enterFull(monitor, callSite);
        }
        return monitor == null || (Memory.UNSAFE.getInt(monitor, Memory.LOWEST_HEADER_WORD) & LOCK_BITS) == FREE
                ? 0
                : enterHeld(monitor, callSite);
    }

    /** After {@code monitorenter}, at a place where any exception exits the monitor. */
    @ForceInline
    public static void acquired(int token) {
        if (token != 0) {
            acquiredNoted(token);
        }
    }

    /**
     * Returns its argument. HotSpot refuses to compile a method that enters the same monitor in nested blocks if it can see that both references are
     * the same. A synchronized method whose body enters {@code this} again can be compiled, and must still be compilable when it is rewritten as a
     * block.
     */
    @ForceInline
    public static Object same(Object monitor) {
        return monitor;
    }

    @DontInline
    private static int enterHeld(Object monitor, int callSite) {
        return Thread.holdsLock(monitor) ? 0 : noteHeld(monitor, callSite);
    }

    @Guarded("synchronized")
    static int noteHeld(ThreadContext c, Object monitor, int callSite) {
        boolean held = (Memory.UNSAFE.getInt(monitor, Memory.LOWEST_HEADER_WORD) & LOCK_BITS) == HELD;
        // A callback must come before a possible wait: only the attempt can be reported then.
        MonitorEntry.Kind kind =
                held || Events.hasCallback(Event.MUTEX_ACQUIRE) ? MonitorEntry.Kind.WAITS : MonitorEntry.Kind.MAY_WAIT;
        MonitorEntry entry = MonitorEntry.of(c);
        return note(c, entry, entry.recent.of(monitor, SYNCHRONIZED), callSite, kind);
    }

    @DontInline
    private static int enterFull(Object monitor, int callSite) {
        return noteEvery(monitor, callSite);
    }

    @Guarded("synchronized")
    static int noteEvery(ThreadContext c, Object monitor, int callSite) {
        // The identity hash is taken before the monitor is entered: taken later it would inflate the monitor.
        MonitorEntry entry = MonitorEntry.of(c);
        long waitId = entry.recent.of(monitor, SYNCHRONIZED);
        return note(c, entry, waitId, callSite, kindOf(c, monitor, waitId));
    }

    private static MonitorEntry.Kind kindOf(ThreadContext c, Object monitor, long waitId) {
        if ((Memory.UNSAFE.getInt(monitor, Memory.LOWEST_HEADER_WORD) & LOCK_BITS) == FREE) {
            return MonitorEntry.Kind.AT_ONCE;
        }
        // Asking the JVM for the holder takes longer than everything else here, and the noted mutexes are nearly always
        // right.
        boolean held = HeldMutexes.of(c).contains(waitId) && Thread.holdsLock(monitor);
        return held ? MonitorEntry.Kind.REENTRY : MonitorEntry.Kind.WAITS;
    }

    /** Returns the token. */
    private static int note(ThreadContext c, MonitorEntry entry, long waitId, int callSite, MonitorEntry.Kind kind) {
        entry.waitId = waitId;
        entry.callSite = callSite;
        entry.kind = kind;
        // For releases: if not all of them are reported, they look for waiting threads first.
        int counted = Settings.reportsMutexes() && !Settings.reportsEveryMutex() ? COUNTED : 0;
        if (counted != 0) {
            Memory.UNSAFE.getAndAddInt(Waiting.SHARED, Waiting.COUNT, 1);
        }
        // The clock is read last, since the monitorenter is to be measured.
        switch (kind) {
            case WAITS ->
                entry.beginNanos = Mutexes.waitBegin(
                        c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, entry.waitId, callSite);
            case MAY_WAIT ->
                entry.beginNanos =
                        Mutexes.mayWait(c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, entry.waitId, callSite);
            // Reported when the monitor is held.
            case AT_ONCE -> Mutexes.acquiresAtOnce(c);
            case REENTRY -> {
                // Also reported then; the thread cannot wait.
            }
        }
        return (AttachEpoch.current() + 1) << EPOCH_SHIFT | counted;
    }

    @DontInline
    private static void acquiredNoted(int token) {
        if ((token & COUNTED) != 0) {
            Memory.UNSAFE.getAndAddInt(Waiting.SHARED, Waiting.COUNT, -1);
        }
        // The monitor was entered before the agent was detached: the entry is gone.
        if (token >> EPOCH_SHIFT == AttachEpoch.current() + 1) {
            report();
        }
    }

    @Guarded("synchronized")
    static void report(ThreadContext c) {
        MonitorEntry entry = MonitorEntry.of(c);
        report(c, entry);
        if (Settings.reportsEveryMutex()) {
            HeldMutexes.of(c).add(entry.waitId);
        }
    }

    private static void report(ThreadContext c, MonitorEntry entry) {
        long waitId = entry.waitId;
        int callSite = entry.callSite;
        long begin = entry.beginNanos;
        switch (entry.kind) {
            case AT_ONCE ->
                Mutexes.acquiredAtOnce(c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, callSite);
            case REENTRY -> Mutexes.reentered(c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, callSite);
            case WAITS ->
                Mutexes.acquired(c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, callSite, begin);
            case MAY_WAIT ->
                Mutexes.acquiredAfter(
                        c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, callSite, begin, NO_WAIT_NANOS);
        }
    }

    // ---------------------------------------------------------------- release

    /**
     * Before {@code monitorexit}. Throws nothing of its own even if the stack is exhausted, since the monitor must be exited.
     *
     * @return a token for {@link #endRelease}; 0 if there is nothing to do
     */
    @ForceInline
    public static int beginRelease(@Nullable Object monitor, int callSite) {
        try {
            if (Settings.reportsEveryMutex()) {
                return releaseFull(monitor, callSite, true);
            } else if (Waiting.SHARED.count != 0 && Settings.reportsMutexes()) {
                return releaseAwaited(monitor, callSite, true);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through: the rewritten code exits the monitor
            // then.
        }
        return 0;
    }

    /** After {@code monitorexit}, outside of its handlers. */
    @ForceInline
    public static void endRelease(int token) {
        if (token != 0) {
            releasedNoted(token);
        }
    }

    /** As {@link #beginRelease}, at a place where nothing can be called after the {@code monitorexit}: the release is reported before. */
    @ForceInline
    public static void release(@Nullable Object monitor, int callSite) {
        try {
            if (Settings.reportsEveryMutex()) {
                releaseFull(monitor, callSite, false);
            } else if (Waiting.SHARED.count != 0 && Settings.reportsMutexes()) {
                releaseAwaited(monitor, callSite, false);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // As above.
        }
    }

    @DontInline
    private static int releaseAwaited(@Nullable Object monitor, int callSite, boolean endFollows) {
        if (monitor == null || (Memory.UNSAFE.getInt(monitor, Memory.LOWEST_HEADER_WORD) & INFLATED_BITS) != INFLATED) {
            return 0;
        }
        return Events.wanted(Event.MUTEX_RELEASED) ? reportAwaited(monitor, callSite, endFollows) : 0;
    }

    @Guarded("synchronized")
    static int reportAwaited(ThreadContext c, Object monitor, int callSite, boolean endFollows) {
        long waitId = MonitorEntry.of(c).recent.ifKnown(monitor);
        boolean awaited = waitId != 0
                && ThreadRegistry.anyWaits(
                        State.WAIT_CRITICAL, waitId, c.clock().now(), NO_WAIT_NANOS);
        return awaited ? release(c, waitId, callSite, endFollows) : 0;
    }

    @DontInline
    private static int releaseFull(@Nullable Object monitor, int callSite, boolean endFollows) {
        return reportRelease(monitor, callSite, endFollows);
    }

    @Guarded("synchronized")
    static int reportRelease(ThreadContext c, @Needed Object monitor, int callSite, boolean endFollows) {
        long waitId = MonitorEntry.of(c).recent.ifKnown(monitor);
        HeldMutexes held = HeldMutexes.of(c);
        if (waitId == 0 || !held.remove(waitId)) {
            return 0;
        }
        if (held.contains(waitId)) {
            Mutexes.innerRelease(c, SYNCHRONIZED, waitId, callSite);
            return 0;
        }
        return release(c, waitId, callSite, endFollows);
    }

    /** Reports the release now; or notes it, so that it is reported after the monitor was exited and a callback does not block other threads. */
    private static int release(ThreadContext c, long waitId, int callSite, boolean endFollows) {
        if (!endFollows || !Events.hasCallback(Event.MUTEX_RELEASED)) {
            Mutexes.released(c, SYNCHRONIZED, MutexKind.CRITICAL, waitId, callSite);
            return 0;
        }
        MonitorEntry entry = MonitorEntry.of(c);
        entry.releasedId = waitId;
        entry.releaseCallSite = callSite;
        entry.heldUntilNanos = Mutexes.heldUntil(c);
        return (AttachEpoch.current() + 1) << EPOCH_SHIFT;
    }

    @DontInline
    private static void releasedNoted(int token) {
        try {
            if (token >> EPOCH_SHIFT == AttachEpoch.current() + 1) {
                reportReleased();
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("synchronized")
    static void reportReleased(ThreadContext c) {
        MonitorEntry entry = MonitorEntry.of(c);
        Mutexes.releasedAt(
                c, entry.heldUntilNanos, SYNCHRONIZED, MutexKind.CRITICAL, entry.releasedId, entry.releaseCallSite);
    }

    // ---------------------------------------------------------------- wait, notify

    /** {@code monitor.wait()}; makes the call. */
    @Hidden
    public static void wait(Object monitor, int callSite) throws InterruptedException {
        long waitId = released(monitor, 0, callSite);
        boolean interrupted = false;
        try {
            monitor.wait();
        } catch (InterruptedException e) {
            interrupted = true;
            throw e;
        } finally {
            acquiredAgain(monitor, waitId, interrupted, 0, callSite);
        }
    }

    /** {@code monitor.wait(timeoutMillis)}; makes the call. */
    @Hidden
    public static void wait(Object monitor, long timeoutMillis, int callSite) throws InterruptedException {
        long waitId = released(monitor, timeoutMillis, callSite);
        long endNanos = endOf(waitId, timeoutMillis, 0);
        boolean interrupted = false;
        try {
            monitor.wait(timeoutMillis);
        } catch (InterruptedException e) {
            interrupted = true;
            throw e;
        } finally {
            acquiredAgain(monitor, waitId, interrupted, endNanos, callSite);
        }
    }

    /** {@code monitor.wait(timeoutMillis, nanos)}; makes the call. */
    @Hidden
    public static void wait(Object monitor, long timeoutMillis, int nanos, int callSite) throws InterruptedException {
        long waitId = released(monitor, nanos < 0 || nanos > 999_999 ? -1 : timeoutMillis, callSite);
        long endNanos = endOf(waitId, timeoutMillis, nanos);
        boolean interrupted = false;
        try {
            monitor.wait(timeoutMillis, nanos);
        } catch (InterruptedException e) {
            interrupted = true;
            throw e;
        } finally {
            acquiredAgain(monitor, waitId, interrupted, endNanos, callSite);
        }
    }

    /** {@link Waits#endAfter} of the wait that was reported just before; 0 if it has no timeout, or is not reported. */
    private static long endOf(long waitId, long timeoutMillis, int nanos) {
        return waitId == 0 || timeoutMillis <= 0 && nanos <= 0 ? 0 : endOfLimited(timeoutMillis, nanos);
    }

    @Guarded("synchronized")
    static long endOfLimited(ThreadContext c, long timeoutMillis, int nanos) {
        Waits.limitMillis(c, timeoutMillis);
        return Waits.endAfterMillis(timeoutMillis) + nanos;
    }

    /** Before {@code monitor.notify()} and {@code monitor.notifyAll()}. */
    public static void notifies(@Nullable Object monitor, int callSite) {
        if (!Settings.reportsMutexes()
                || !Events.wanted(Event.WAKEUP)
                || monitor == null
                || !Thread.holdsLock(monitor)) {
            return;
        }
        reportWakeup(monitor, callSite);
    }

    @Guarded("synchronized")
    static void reportWakeup(ThreadContext c, Object monitor, int callSite) {
        WaitIds.Recent recent = MonitorEntry.of(c).recent;
        // No wait for a monitor without an id was reported. Giving an id to each of many objects would take
        // microseconds.
        long waitId = Settings.reportsEveryMutex() ? recent.of(monitor, SYNCHRONIZED) : recent.ifKnown(monitor);
        if (waitId != 0) {
            Events.wakeup(c, c.clock().now(), SYNCHRONIZED, waitId, callSite);
        }
    }

    /** After {@code monitor.notify()} and {@code monitor.notifyAll()}: the threads that they have woken wait for the monitor now. */
    public static void notified(Object monitor) {
        try {
            reportNotified(monitor);
        } catch (RuntimeException | VirtualMachineError | LinkageError stackUsedUp) {
            // Counting the failure could fail too. ThreadDeath is let through.
        }
    }

    @Guarded("synchronized")
    static void reportNotified(ThreadContext c, Object monitor) {
        long waitId = ConditionWaits.any() ? MonitorEntry.of(c).recent.ifKnown(monitor) : 0;
        if (waitId != 0) {
            ConditionWaits.signalled(c, waitId);
        }
    }

    /** The monitor's wait id if the call will release the monitor, negative inside another wait; else 0. */
    private static long released(@Nullable Object monitor, long timeoutMillis, int callSite) {
        if (monitor == null || timeoutMillis < 0 || JvmThreads.isInterrupted() || !Thread.holdsLock(monitor)) {
            return 0;
        }
        return released(monitor, callSite);
    }

    /**
     * As {@link #released(Object, long, int)}, for a call in the JDK: only for a monitor whose acquisition by the thread was reported, and whose
     * release was not.
     */
    @Guarded(value = "synchronized", begins = false)
    static long releasedInJdk(ThreadContext c, Object monitor, long timeoutMillis) {
        boolean willThrow = timeoutMillis < 0 || JvmThreads.isInterrupted() || !Thread.holdsLock(monitor);
        if (willThrow || !HeldMutexes.hasAny(c)) {
            return 0;
        }
        MonitorEntry entry = MonitorEntry.of(c);
        boolean isHeld = !entry.isReleased && HeldMutexes.of(c).contains(entry.recent.ifKnown(monitor));
        if (!isHeld) {
            return 0;
        }
        long released = released(c, monitor, 0);
        entry.waitsUntilNanos = timeoutMillis == 0 ? 0 : Waits.endAfterMillis(timeoutMillis);
        return released;
    }

    /** The wait that {@link #releasedInJdk} reported is over. */
    @Guarded("synchronized")
    static void acquiredInJdk(ThreadContext c, Object monitor, @Needed long released, boolean interrupted) {
        acquiredAgain(c, monitor, released, interrupted, MonitorEntry.of(c).waitsUntilNanos, 0);
    }

    @Guarded("synchronized")
    static long released(ThreadContext c, Object monitor, int callSite) {
        MonitorEntry entry = MonitorEntry.of(c);
        long waitId = entry.recent.of(monitor, SYNCHRONIZED);
        if (Mutexes.reportsWait(c, waitId)) {
            Mutexes.released(c, SYNCHRONIZED, MutexKind.CRITICAL, waitId, callSite);
        }
        boolean begun =
                ConditionWaits.begin(c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, null, callSite);
        entry.isReleased = true;
        JvmMonitors.toldWait();
        return begun ? waitId : -waitId;
    }

    @Guarded("synchronized")
    static void acquiredAgain(
            ThreadContext c, Object monitor, @Needed long released, boolean interrupted, long endNanos, int callSite) {
        long waitId = Math.abs(released);
        MonitorEntry entry = MonitorEntry.of(c);
        entry.isReleased = false;
        // The id differs, or is missing, if the agent was detached and attached again meanwhile.
        boolean reports = entry.recent.ifKnown(monitor) == waitId && Mutexes.reportsWait(c, waitId);
        c.clock().markStale();
        if (released > 0) {
            ConditionWaits.keepOutcome(c, Waits.isOver(endNanos), interrupted);
            ConditionWaits.end(c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, callSite, reports);
        } else if (reports) {
            Mutexes.acquiredAtOnce(c, SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, callSite);
        }
    }
}
