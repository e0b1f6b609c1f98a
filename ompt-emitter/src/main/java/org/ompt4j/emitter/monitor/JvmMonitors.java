package org.ompt4j.emitter.monitor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ConditionWaits;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.Memberships;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.ObservedClasses;
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
import org.ompt4j.text.ClassOrigin;

/**
 * What the JVM tells through the library {@code ompt4j-monitors}, where that is loaded. Of monitors: that a thread begins to wait for
 * one, has got it, waits in {@code Object.wait}, and does so no longer; and who holds one, if it is asked. No code is rewritten for it,
 * and it comes from all code, also the JDK's. What the JVM does not tell are releases, re-entries, notifications and the end of the wait
 * for the monitor after {@code Object.wait}. Of garbage collections: when they stop all threads.
 *
 * <p>Thread safety: any thread; {@link #prepare}, {@link #choose}, {@link #start} and {@link #stop} on one thread at a time.
 */
public final class JvmMonitors {
    /*
     * Overview. Hooks run between the thread's decision to wait and its wait, or right after it, with whatever the thread holds.
     * Nothing in them waits for long; what they wait for themselves is no event, which the library sees to.
     *
     * A call site is a place in code (method id and bytecode index, one number) that becomes a text, once, and then a number of ours.
     * Looking up takes no lock. A place for which the table has no room left has no call site. Places are those of the code as it is now: who rewrites it
     * again forgets them.
     *
     * The calls of wait and notify in application code are rewritten in any case, since the JVM does not tell of notifications and of
     * the monitor's release and re-entry around a wait: a thread in such a call is in its state already, and left alone.
     */
    private static final Construct K = Construct.SYNCHRONIZED;
    private static final int NO_SITE = 0;
    /** Frames above the waiting method: the native method that looks and the hook. */
    private static final int ABOVE = 2;

    private static final int DEEPEST_WAIT = 6;
    private static final long STOP_TIMEOUT_NANOS = 200_000_000L;
    private static final Object LOCK = new Object();

    private static boolean prepared;
    private static volatile boolean chosen;
    private static volatile boolean started;
    private static boolean beginsThreads;
    private static volatile Places places = new Places();

    private JvmMonitors() {}

    // ---------------------------------------------------------------- life

    /** Whether {@link #prepare} was successful, in this epoch or an earlier one. */
    public static boolean isPrepared() {
        return prepared;
    }

    /**
     * Gets what is needed from the JVM; called once, when the library is loaded.
     *
     * @return null, or why the JVM cannot tell of monitors
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
     * Says whether monitors are observed in this way in this epoch.
     *
     * @param beginThreads whether a thread that was not seen so far is observed from its first wait on
     */
    public static void choose(boolean inThisWay, boolean beginThreads) {
        chosen = inThisWay;
        beginsThreads = beginThreads;
        synchronized (LOCK) {
            places = new Places();
        }
    }

    /** Has monitors observed in another way after all, if they are not observed yet; whether that is the case. */
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

    /** Begins to hear of monitors, if that is how they are observed. */
    public static void start() {
        started = chosen;
        if (chosen && start0() != 0) {
            Failures.count("the JVM does not tell of monitors");
        }
    }

    /** Hears nothing more, and waits a moment for what is being told; what was not told is counted. */
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
            Failures.count(Long.toString(failed).concat(" events of monitors broke off, for want of stack or memory"));
        }
    }

    /**
     * The current thread has told of the call of {@code Object.wait} that it makes next: what the JVM tells of its begin is dropped, which would keep
     * the thread from giving the monitor back.
     */
    static void toldWait() {
        if (started) {
            toldWait0();
        }
    }

    /** The times in which garbage collections have stopped all threads while monitors were observed, but for so many that are known. */
    public static CollectionPauses collectionPauses(long first) {
        long[] numbers = collections0(first);
        return numbers == null || numbers.length == 1
                ? new CollectionPauses(first, CollectionPauses.NONE.beginsAndEnds())
                : new CollectionPauses(numbers[0], Arrays.copyOfRange(numbers, 1, numbers.length));
    }

    // ---------------------------------------------------------------- called by the library

    /** The current thread has to wait for a monitor, since then by the JVM's clock; 0 for now. */
    static void enter(Object monitor, long sinceNanos) {
        ThreadContext c = context();
        if (c == null) {
            return;
        }
        MonitorEntry entry = entryOf(c);
        try {
            entry.hooked = true;
            // Before all else, which takes longer than many waits the first time: nobody may hold it any more then.
            long owner = Mutexes.wantsOwners() ? MonitorOwners.of(monitor) : 0;
            String nameOfJvm = nameIfOfJvm(monitor);
            boolean isOfJvm = nameOfJvm != null && isOfJvm0(ABOVE);
            if (ConditionWaits.comesBack(c)) {
                enterAgain(c, entry, monitor, sinceNanos, owner);
            } else if (announces(c, entry, monitor, isOfJvm ? nameOfJvm : null)) {
                int callSite = siteOf(place0(ABOVE));
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

    /** What it is called if the JVM locks it by itself; null if it does not lock the like. */
    private static @Nullable String nameIfOfJvm(Object monitor) {
        if (monitor instanceof int[] array) {
            return array.length == 0 ? RecordSink.INITIALIZATION_OF_CLASS : null;
        }
        return monitor instanceof ClassLoader ? RecordSink.LOADING_OF_CLASS : null;
    }

    /** A wait of its own is announced; false, without a change of state, if there is none. */
    private static boolean announces(ThreadContext c, MonitorEntry entry, Object monitor, @Nullable String name) {
        Memberships.leaveEnded(c);
        if (isWaiting(c) || c.tasks().isBetweenTasksOfRegion()) {
            return false;
        }
        entry.waitId = name == null ? entry.recent.of(monitor, K) : entry.recent.ofNamed(monitor, K, name);
        entry.before = c.tasks().isEmpty() ? c.state() : null;
        return Waits.announce(c, State.WAIT_CRITICAL, entry.waitId);
    }

    /** A worker that looks for a task may wait for a monitor, as while another thread initializes a class of the JDK's: it goes on looking. */
    private static void goOnAsBefore(ThreadContext c, MonitorEntry entry) {
        State before = entry.before;
        if (before != null) {
            entry.before = null;
            InitialTasks.endOfWorker(c, before);
        }
    }

    /** After a wait for a condition. */
    private static void enterAgain(ThreadContext c, MonitorEntry entry, Object monitor, long sinceNanos, long owner) {
        if (Mutexes.reportsWait(c, entry.recent.of(monitor, K))) {
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

    /** The thread that holds the monitor, as it was read, or as the JVM says now; 0 if that is not known. */
    private static long ownerOf(Object monitor, long read) {
        if (read != MonitorOwners.NOT_READ) {
            return read;
        }
        Thread owner = owner0(monitor);
        return owner == null || ThreadRegistry.isVirtual(owner) ? 0 : ThreadRegistry.idOf(owner);
    }

    /** It has the monitor that it waited for. */
    static void entered(Object monitor) {
        ThreadContext c = Threads.enterIfBegun();
        if (c == null) {
            return;
        }
        MonitorEntry entry = entryOf(c);
        try {
            entry.hooked = true;
            // Not told: the thread began to wait before the JVM was asked to tell, or waited for something else.
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

    /** It is in {@code Object.wait}, since then; 0 for now. */
    static void waits(Object monitor, long sinceNanos) {
        // Where it is not the owner, which is refused, nothing tells of the end. Of a virtual thread nothing is kept
        // that only waits so.
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
        } catch (Throwable t) {
            Failures.count("synchronized", t);
        }
        entry.hooked = false;
        c.leave();
    }

    /** It is not any more, since then; 0 for now. It may have to wait for the monitor. */
    static void waited(Object monitor, long sinceNanos) {
        waited(false, sinceNanos);
    }

    /** As {@link #waited(Object, long)}: the time was over for which it wanted to wait. */
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
            // An interrupt is taken back where it is thrown, which comes later.
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

    /** A hook of the thread has thrown, for want of stack or memory: what it left open is closed. */
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

    /** Whether the current thread would keep its carrier while it waits in C. */
    static boolean isVirtual() {
        return ThreadRegistry.isVirtual(Thread.currentThread());
    }

    // ---------------------------------------------------------------- whose, and what they do

    /** The first one of a thread is made here; if there is no memory for it the hook is over, and the thread observed as before. */
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

    /** A wait is told once, as the outermost one. */
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

    /** The call site of the current {@code Object.wait}; less than 0 if it is not to be observed. */
    private static int siteOfWait() {
        for (int depth = ABOVE + 1; depth < DEEPEST_WAIT + ABOVE; depth++) {
            int callSite = siteOf(place0(depth));
            if (callSite != Places.IN_OBJECT) {
                return callSite;
            }
        }
        return NO_SITE;
    }

    private static int siteOf(long place) {
        if (place == 0) {
            return NO_SITE;
        }
        Places now = places;
        int known = now.find(place);
        if (known != Places.MISSING) {
            return known;
        }
        return now.isFull() ? NO_SITE : addSite(place);
    }

    private static int addSite(long place) {
        String text = textOf0(place);
        int callSite = text == null ? NO_SITE : siteOf(text);
        synchronized (LOCK) {
            if (!places.isFull() && places.find(place) == Places.MISSING) {
                places = places.with(place, callSite);
            }
        }
        return callSite;
    }

    private static int siteOf(String text) {
        if (text.startsWith("java.lang.Object.")) {
            return Places.IN_OBJECT;
        }
        // The agent's code runs on the program's threads too: its transformer does, outside of any hook.
        if (ClassOrigin.isOfAgent(text) || !ObservedClasses.areAll() && !ObservedClasses.include(classIn(text))) {
            return Places.UNOBSERVED;
        }
        return Definitions.callSite(text);
    }

    private static String classIn(String text) {
        return text.substring(0, text.lastIndexOf('.', text.indexOf('(')));
    }

    // ---------------------------------------------------------------- the library

    private static native int prepare0();

    private static native int start0();

    private static native void stop0();

    private static native void toldWait0();

    private static native int underWay0();

    private static native long takeFailed0();

    /** How many there were before the first, and begin and end of each; null for want of memory. */
    private static native long @Nullable [] collections0(long first);

    private static native long place0(int depth);

    /** Whether the code at this depth does not ask for the monitor, of an array or a class loader, that its thread is about to wait for, so that the JVM does. */
    private static native boolean isOfJvm0(int depth);

    /** Null if no thread holds the monitor now, or a virtual one does, or if asking would take too long a part of the run. */
    private static native @Nullable Thread owner0(Object monitor);

    private static native @Nullable String textOf0(long place);
}
