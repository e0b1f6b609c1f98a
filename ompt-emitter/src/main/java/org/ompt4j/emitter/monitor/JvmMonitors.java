package org.ompt4j.emitter.monitor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ConditionWaits;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.Memberships;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;

/**
 * Receives events of the JVM through the library {@code ompt4j-monitors}, if that is loaded. About monitors: a thread begins to wait for one, has got
 * it, begins and ends {@code Object.wait}; and who holds a monitor, on request. No code is rewritten for this, and the events come from all code,
 * including that of the JDK. The JVM does not report releases, re-entries, notifications, and the end of the wait for the monitor after {@code
 * Object.wait}. About garbage collections: when they stop all threads.
 *
 * <p>Thread safety: any thread; {@link #prepare}, {@link #choose}, {@link #start} and {@link #stop} on one thread at a time.
 */
public final class JvmMonitors {
    /*
     * Overview. Hooks run between the thread's decision to wait and its wait, or right after the wait, while the thread may hold anything. So they
     * never wait for long. Waits inside the hooks raise no events; the library takes care of that.
     *
     * The calls of wait and notify in application code are rewritten in any case, since the JVM reports neither notifications nor the release and
     * re-entry of the monitor around a wait. A thread in such a call is already in the state of a wait, and its JVM events are ignored.
     */
    private static final Construct K = Construct.SYNCHRONIZED;
    /** Number of frames above the waiting method: the native method that reads the stack, and the hook. */
    private static final int ABOVE = 2;

    private static final int DEEPEST_WAIT = 6;
    private static final long STOP_TIMEOUT_NANOS = 200_000_000L;

    private static boolean prepared;
    private static volatile boolean chosen;
    private static volatile boolean started;
    private static boolean beginsThreads;
    private static volatile SitesOfPlaces entrySites = SitesOfPlaces.ofEntries();
    private static volatile SitesOfPlaces waitSites = SitesOfPlaces.ofWaits();

    private JvmMonitors() {}

    // ---------------------------------------------------------------- life

    /** Whether {@link #prepare} was successful, in this epoch or an earlier one. */
    public static boolean isPrepared() {
        return prepared;
    }

    /**
     * Requests the necessary capabilities from the JVM; called once, when the library is loaded.
     *
     * @return null, or the reason why the JVM cannot report waits for monitors
     * @throws UnsatisfiedLinkError if the library is not loaded
     */
    public static @Nullable String prepare() {
        int error = prepare0();
        if (error != 0) {
            return error < 0
                    ? "the JVM has no tool interface"
                    : "the JVM refuses its events of monitors (error "
                            .concat(Integer.toString(error))
                            .concat(")");
        }
        prepared = true;
        MonitorOwners.look();
        return null;
    }

    /**
     * Sets whether monitors are observed in this way in this epoch.
     *
     * @param beginThreads whether a wait for a monitor begins a thread that has not begun
     */
    public static void choose(boolean inThisWay, boolean beginThreads) {
        chosen = inThisWay;
        beginsThreads = beginThreads;
        // Places belong to the present code, which may have been rewritten since the last epoch.
        entrySites = SitesOfPlaces.ofEntries();
        waitSites = SitesOfPlaces.ofWaits();
    }

    /** Chooses the other way of observing monitors, if observation has not started yet. Returns whether this was possible. */
    public static boolean giveUp() {
        if (!chosen || started) {
            return false;
        }
        chosen = false;
        return true;
    }

    /** Whether monitors are observed in this way, so that no code is rewritten for it. */
    public static boolean areChosen() {
        return chosen;
    }

    /** Starts receiving events, if monitors are observed in this way. */
    public static void start() {
        started = chosen;
        if (chosen && start0() != 0) {
            Failures.count("the JVM's events of monitors could not be enabled");
        }
    }

    /** Stops receiving events, after a short wait for hooks that are running; events that were lost are counted. */
    public static void stop() {
        if (!chosen) {
            return;
        }
        started = false;
        stop0();
        long deadline = System.nanoTime() + STOP_TIMEOUT_NANOS;
        while (underWay0() != 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        long failed = takeFailed0();
        if (failed != 0) {
            Failures.count(Long.toString(failed)
                    .concat(" events of monitors were lost or incomplete, since stack or memory was exhausted"));
        }
    }

    /**
     * The current thread has reported the call of {@code Object.wait} that it makes next. The JVM's event for its begin is dropped, since handling it
     * would delay the release of the monitor.
     */
    static void toldWait() {
        if (started) {
            toldWait0();
        }
    }

    /** The pauses of garbage collections while monitors were observed, without the first {@code first} ones, which the caller already knows. */
    public static CollectionPauses collectionPauses(long first) {
        long[] numbers = collections0(first);
        return numbers == null || numbers.length == 1
                ? new CollectionPauses(first, CollectionPauses.NONE.beginsAndEnds())
                : new CollectionPauses(numbers[0], Arrays.copyOfRange(numbers, 1, numbers.length));
    }

    // ---------------------------------------------------------------- called by the library

    /** The current thread has to wait for a monitor, since this time of the JVM's clock in nanoseconds; 0 for now. */
    static void enter(Object monitor, long sinceNanos) {
        ThreadContext c = context();
        if (c == null) {
            return;
        }
        MonitorEntry entry = entryOf(c);
        try {
            entry.hooked = true;
            // Asked first: at its first call the rest takes longer than many waits, and the monitor may then be free.
            long owner = Mutexes.wantsOwners() ? MonitorOwners.of(monitor) : 0;
            String nameOfJvm = nameIfOfJvm(monitor);
            boolean isOfJvm = nameOfJvm != null && isOfJvm0(ABOVE);
            if (ConditionWaits.comesBack(c)) {
                enterAgain(c, entry, monitor, sinceNanos, owner);
            } else if (announces(c, entry, monitor, isOfJvm ? nameOfJvm : null)) {
                int callSite = sitesOfEntry(isOfJvm).of(place0(ABOVE));
                if (callSite >= 0) {
                    enter(c, entry, callSite, sinceNanos, ownerOf(monitor, owner));
                } else {
                    Waits.withdraw(c);
                    goOnAsBefore(c, entry);
                }
            }
        } catch (Throwable t) {
            Failures.count("synchronized", t);
        }
        entry.hooked = false;
        c.leave();
    }

    /** The name under which a monitor is shown that the JVM itself locks; null for other monitors. */
    private static @Nullable String nameIfOfJvm(Object monitor) {
        if (monitor instanceof int[] array) {
            return array.length == 0 ? RecordSink.INITIALIZATION_OF_CLASS : null;
        }
        return monitor instanceof ClassLoader ? RecordSink.LOADING_OF_CLASS : null;
    }

    /** Announces a wait. Returns false, without a change of state, if it is not to be reported. */
    private static boolean announces(ThreadContext c, MonitorEntry entry, Object monitor, @Nullable String name) {
        Memberships.leaveEnded(c);
        if (isWaiting(c) || c.tasks().isBetweenTasksOfRegion() || isToldByHalves(c, name)) {
            return false;
        }
        entry.waitId = name == null ? entry.recent.of(monitor, K) : entry.recent.ofNamed(monitor, K, name);
        entry.before = c.tasks().isEmpty() ? c.state() : null;
        return Waits.announce(c, State.WAIT_CRITICAL, entry.waitId);
    }

    /** Whether a virtual thread waits for the initialization of a class: JDK 25 tells only the end of this wait, JDK 26 only its begin. */
    private static boolean isToldByHalves(ThreadContext c, @Nullable String name) {
        return c.isVirtual() && RecordSink.INITIALIZATION_OF_CLASS.equals(name);
    }

    /**
     * A worker that searches for a task may have waited for a monitor, for example while another thread initialized a class of the JDK: restores its
     * former state.
     */
    private static void goOnAsBefore(ThreadContext c, MonitorEntry entry) {
        State before = entry.before;
        if (before != null) {
            entry.before = null;
            InitialTasks.endOfWorker(c, before);
        }
    }

    /** After a wait for a condition. */
    private static void enterAgain(ThreadContext c, MonitorEntry entry, Object monitor, long sinceNanos, long owner) {
        if (Mutexes.showsWait(c, entry.recent.of(monitor, K))) {
            ConditionWaits.acquires(c, c.clock().at(sinceNanos), ownerOf(monitor, owner));
        }
    }

    private static void enter(ThreadContext c, MonitorEntry entry, int callSite, long sinceNanos, long owner) {
        entry.callSite = callSite;
        long begin = c.clock().at(sinceNanos);
        entry.beginNanos =
                Mutexes.waitBegin(c, K, MutexKind.CRITICAL, MutexImpl.MONITOR, entry.waitId, callSite, begin, owner);
        entry.isTold = true;
    }

    /** The id of the thread that holds the monitor, as read before, or as the JVM says now; 0 if it is not known. */
    private static long ownerOf(Object monitor, long read) {
        if (read != MonitorOwners.NOT_READ) {
            return read;
        }
        Thread owner = owner0(monitor);
        return owner == null || ThreadRegistry.isVirtual(owner) ? 0 : ThreadRegistry.idOf(owner);
    }

    /** The current thread has got the monitor that it waited for. */
    static void entered(Object monitor) {
        ThreadContext c = Threads.enterIfBegun();
        if (c == null) {
            return;
        }
        MonitorEntry entry = entryOf(c);
        try {
            entry.hooked = true;
            // No wait was reported: the thread began to wait before the events were switched on, or is in another wait.
            if (entry.isTold) {
                entry.isTold = false;
                Mutexes.acquired(
                        c, K, MutexKind.CRITICAL, MutexImpl.MONITOR, entry.waitId, entry.callSite, entry.beginNanos);
                goOnAsBefore(c, entry);
            }
        } catch (Throwable t) {
            Failures.count("synchronized", t);
        }
        entry.hooked = false;
        c.leave();
    }

    /** The current thread is in {@code Object.wait}, since this time in nanoseconds; 0 for now. */
    static void waits(Object monitor, long sinceNanos) {
        waits(monitor, false, sinceNanos);
    }

    /** As {@link #waits(Object, long)}, with a timeout. */
    static void waitsAtMost(Object monitor, long sinceNanos) {
        waits(monitor, true, sinceNanos);
    }

    private static void waits(Object monitor, boolean isLimited, long sinceNanos) {
        // If the thread is not the owner of the monitor, the call fails and no event reports its end. For a virtual
        // thread in such a wait no context is kept.
        boolean isTold = Thread.holdsLock(monitor) && !ThreadRegistry.isVirtual(Thread.currentThread());
        ThreadContext c = isTold ? context() : null;
        if (c == null) {
            return;
        }
        MonitorEntry entry = entryOf(c);
        try {
            entry.hooked = true;
            entry.awaitedId = isWorking(c) ? entry.recent.of(monitor, K) : 0;
            if (entry.awaitedId != 0 && Waits.announce(c, State.WAIT_CONDITION, entry.awaitedId)) {
                entry.awaitCallSite = siteOfWait();
                entry.isWaitTold = entry.awaitCallSite >= 0;
                if (entry.isWaitTold) {
                    Waits.beginAnnounced(c, K, State.WAIT_CONDITION, entry.awaitedId, entry.awaitCallSite, sinceNanos);
                } else {
                    Waits.withdraw(c);
                }
            }
            if (isLimited) {
                Waits.limit(c);
            }
        } catch (Throwable t) {
            Failures.count("synchronized", t);
        }
        entry.hooked = false;
        c.leave();
    }

    /** The current thread is no longer in {@code Object.wait}, since this time in nanoseconds; 0 for now. It may have to wait for the monitor. */
    static void waited(Object monitor, long sinceNanos) {
        waited(false, sinceNanos);
    }

    /** As {@link #waited(Object, long)}, after a timeout. */
    static void timedOut(Object monitor, long sinceNanos) {
        waited(true, sinceNanos);
    }

    private static void waited(boolean timedOut, long sinceNanos) {
        ThreadContext c = Threads.enterIfBegun();
        if (c == null) {
            return;
        }
        MonitorEntry entry = entryOf(c);
        try {
            entry.hooked = true;
            // The interrupt status is cleared only later, when the exception is thrown.
            Waits.keepOutcome(c, timedOut, JvmThreads.isInterrupted());
            if (entry.isWaitTold) {
                entry.isWaitTold = false;
                Waits.end(c, K, State.WAIT_CONDITION, entry.awaitedId, entry.awaitCallSite, sinceNanos);
            } else {
                ConditionWaits.wakes(c, sinceNanos);
            }
        } catch (Throwable t) {
            Failures.count("synchronized", t);
        }
        entry.hooked = false;
        c.leave();
    }

    /** A hook of the thread has thrown because stack or memory is exhausted: closes what it left open. */
    static void brokenOff(@Nullable Object nothing) {
        ThreadContext c = Threads.currentIfBegun();
        MonitorEntry entry = c == null ? null : MonitorEntry.ifAny(c);
        if (c == null || entry == null || !entry.hooked) {
            return;
        }
        entry.isTold = false;
        entry.before = null;
        entry.isWaitTold = false;
        c.tasks().setWorking();
        entry.hooked = false;
        c.leave();
    }

    /** Whether the current thread is virtual, so that it would block its carrier while it waits in native code. */
    static boolean isVirtual() {
        return ThreadRegistry.isVirtual(Thread.currentThread());
    }

    // ---------------------------------------------------------------- whose, and what they do

    /** The entry of the thread, made at the first call. If there is no memory for it, the hook ends and the thread stays observed. */
    private static MonitorEntry entryOf(ThreadContext entered) {
        try {
            return MonitorEntry.of(entered);
        } catch (Throwable noMemory) {
            entered.leave();
            throw noMemory;
        }
    }

    private static @Nullable ThreadContext context() {
        ThreadContext begun = Threads.enterIfBegun();
        Thread thread = Thread.currentThread();
        return begun != null || !beginsThreads || Threads.isOfJvm(thread) || ThreadRegistry.isVirtual(thread)
                ? begun
                : Threads.enter();
    }

    /** Whether the thread is already in a reported wait: only the outermost wait is reported. */
    private static boolean isWaiting(ThreadContext c) {
        return c.state().isWait();
    }

    private static boolean isWorking(ThreadContext c) {
        return isWork(c.state());
    }

    private static boolean isWork(State state) {
        return state.isWork() || state == State.OVERHEAD;
    }

    // ---------------------------------------------------------------- call sites

    /** If the JVM itself enters the monitor, the code at the place waits in another way: it does not enter a monitor there. */
    private static SitesOfPlaces sitesOfEntry(boolean isOfJvm) {
        return isOfJvm ? waitSites : entrySites;
    }

    /** The call site of the current {@code Object.wait}; negative if it is not to be observed. */
    private static int siteOfWait() {
        for (int depth = ABOVE + 1; depth < DEEPEST_WAIT + ABOVE; depth++) {
            int callSite = waitSites.of(place0(depth));
            if (callSite != SitesOfPlaces.IN_OBJECT) {
                return callSite;
            }
        }
        return SitesOfPlaces.NO_SITE;
    }

    // ---------------------------------------------------------------- the library

    private static native int prepare0();

    private static native int start0();

    private static native void stop0();

    private static native void toldWait0();

    private static native int underWay0();

    private static native long takeFailed0();

    /** The number of pauses before {@code first}, then begin and end of each; null if there is no memory. */
    private static native long @Nullable [] collections0(long first);

    private static native long place0(int depth);

    /**
     * Whether the JVM itself, and not the code at this depth, enters the monitor (of an array or a class loader) for which the thread is about to
     * wait.
     */
    private static native boolean isOfJvm0(int depth);

    /** The holder of the monitor; null if no thread or a virtual thread holds it now, or if asking would take too large a part of the run. */
    private static native @Nullable Thread owner0(Object monitor);

    /**
     * @param enters whether the code enters a monitor there
     */
    static native @Nullable String textOf0(long place, boolean enters);
}
