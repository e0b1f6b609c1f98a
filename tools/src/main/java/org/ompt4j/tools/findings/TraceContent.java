package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.RunSettings.Profile;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.text.AttachedLimits;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.text.Units;
import org.ompt4j.tools.trace.RecordLayout;

/** What a trace contains, according to its settings and losses. This decides what can be looked for. Thread safety: none. */
public final class TraceContent {
    private static final EnumSet<Event> TASK = EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.POOL_WORKER);
    private static final EnumSet<Event> MUTEX =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED);
    private static final EnumSet<Event> WAITS =
            EnumSet.of(Event.WAIT, Event.SYNC_REGION_WAIT, Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED);

    private static final EnumSet<Reason> RELEASE_UNSEEN =
            EnumSet.of(Reason.BY_REFERENCE, Reason.BY_REFLECTION, Reason.LEFT_OUT);

    private final Trace trace;
    private final RunSettings settings;
    private final Set<Construct> mayBeReleasedUnseen = EnumSet.noneOf(Construct.class);

    TraceContent(Trace trace) {
        this.trace = trace;
        this.settings = trace.header().settings();
        for (UnobservedUse each : trace.header().classScan().uses()) {
            if (RELEASE_UNSEEN.contains(each.reason())) {
                mayBeReleasedUnseen(each.construct());
            }
        }
    }

    /**
     * Locks of this construct may be released unseen. The id {@code lock} stands for calls of the interface, which can reach any lock. Monitors are
     * never released unseen, since the code that acquired one releases it.
     */
    private void mayBeReleasedUnseen(String id) {
        for (Construct each : Construct.values()) {
            boolean isLock = each.raised().contains(Event.MUTEX_RELEASED) && each != Construct.SYNCHRONIZED;
            if (isLock && (each.id().equals(id) || id.equals("lock"))) {
                mayBeReleasedUnseen.add(each);
            }
        }
    }

    /** Whether the holder of a mutex of this construct is known for certain, if every operation is traced. */
    public boolean tellsHolders(Construct construct) {
        return !construct.has(Trait.RELEASED_BY_ANYONE) && !mayBeReleasedUnseen.contains(construct);
    }

    /** Whether the object with this wait id is of a construct all of whose operations are traced, so that it can be judged as a signal. */
    boolean isCompleteFor(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null
                && isWhole()
                && !mayBeReleasedUnseen.contains(object.construct())
                && !isCounted(object.construct());
    }

    /** Whether operations on mutexes of this construct were counted instead of traced. */
    private boolean isCounted(Construct construct) {
        return trace.counted().stream().anyMatch(each -> each.construct() == construct && MUTEX.contains(each.event()));
    }

    /** The class of the object with a wait id; empty if it is not known. */
    String classOf(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object == null ? "" : object.className();
    }

    /** The settings that leave out waits, which then count as work, or the ends of threads: each with what it leaves out. */
    public List<String> leftOutBySettings() {
        List<String> leftOut = new ArrayList<>();
        String constructs = Stream.of(Construct.values())
                .filter(each -> each != Construct.NONE && !each.has(Trait.ON_REQUEST) && !settings.selects(each))
                .map(Construct::id)
                .collect(Collectors.joining(" and "));
        add(leftOut, !constructs.isEmpty(), "constructs (" + constructs + ")");
        add(leftOut, !settings.include().isEmpty(), "include");
        add(leftOut, !settings.exclude().isEmpty(), "exclude");
        add(leftOut, !WAITS.stream().allMatch(settings::selects), "events");
        add(leftOut, settings.mutexDetail() == MutexDetail.OFF, "mutex.detail");
        return leftOut;
    }

    /** Whether waits for monitors inside the JDK are observed, which is so if the JVM reports them. */
    public boolean tellsMonitorsOfJdk() {
        return settings.nativeMonitors();
    }

    /** The setting with which they are observed. */
    public String settingForMonitorsOfJdk() {
        return hasHooksInProgramOnly() ? "profile=default" : "native=auto";
    }

    /** Whether operations on mutexes are observed in the program's code, and no waits for them inside the JDK. */
    private boolean hasHooksInProgramOnly() {
        return settings.mutexDetail() == MutexDetail.FULL;
    }

    /** Whether threads wait for the object as a monitor. */
    public boolean isMonitor(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null && object.construct() == Construct.SYNCHRONIZED;
    }

    /** Whether the object has permits, of which a program chooses how many there are. */
    public boolean isSemaphore(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null && object.construct() == Construct.SEMAPHORE;
    }

    /** Whether a holder that acquired this mutex without waiting is unknown in this trace, but would be known with {@code profile=full}. */
    public boolean isHeldUnseen(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null
                && object.construct() != Construct.SYNCHRONIZED
                && !tellsEveryOperation()
                && tellsHolders(object.construct());
    }

    /** Whether notifications of this object while nobody waits are unknown in this trace, but would be known with {@code profile=full}. */
    public boolean isNotifiedUnseen(long waitId) {
        return isMonitor(waitId) && !tellsEveryOperation();
    }

    /** Whether a mutex can lose permits, which is seen only if every operation is traced. */
    public boolean mayLosePermitsUnseen(long waitId) {
        return mayLosePermits(waitId) && !tellsEveryOperation();
    }

    /** Whether a mutex can lose permits. */
    boolean mayLosePermits(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null && object.construct().has(Trait.RELEASED_BY_ANYONE);
    }

    /** Whether each acquisition and each release of a mutex is traced. */
    public boolean tellsEveryOperation() {
        return settings.mutexDetail() == MutexDetail.FULL && settings.minWaitNanos() == 0;
    }

    /** Whether no events are missing. */
    public boolean isWhole() {
        return trace.losses().isWhole();
    }

    /** Whether each wait of each observed thread is traced, from the begin of the program on. */
    boolean tellsAllWaits() {
        return isWhole()
                && hasTasks()
                && leftOutBySettings().isEmpty()
                && StandstillFinder.KINDS.stream().allMatch(settings::selects)
                && !AttachedLimits.areAmong(trace.header().notObserved());
    }

    /** Whether tasks, and the threads that run them, are traced. */
    public boolean hasTasks() {
        return settings.profile() != Profile.STATES && TASK.stream().allMatch(settings::selects);
    }

    /** Whether waits that were not over as the run ended say whether they have a timeout. */
    boolean tellsTimeouts() {
        return trace.header().formatVersion() >= RecordLayout.TIMEOUTS_SINCE;
    }

    /** Whether late tasks are traced. */
    boolean tellsLateTasks() {
        return settings.selects(Event.TASK_LATE) && trace.header().formatVersion() >= RecordLayout.TASK_LATE_SINCE;
    }

    /** Whether waits for mutexes are traced. */
    public boolean hasMutexes() {
        return settings.profile() != Profile.STATES
                && settings.mutexDetail() != MutexDetail.OFF
                && MUTEX.stream().allMatch(settings::selects);
    }

    /** A sentence about a recording that stopped before the end of the run. */
    String stoppedEarly() {
        TraceLosses losses = trace.losses();
        return "Recording stopped after " + Units.time(losses.durationNanos()) + ", "
                + Units.time(losses.unrecordedNanos()) + " before the run's end: " + losses.endReason() + ".";
    }

    /** What could not be found about mutexes, one sentence each. */
    List<String> limitsForMutexes(boolean hasForgottenWaits, boolean followedAllLocks) {
        if (!hasMutexes()) {
            return List.of(
                    "Not looked for: deadlocks, lock orders and waits for mutexes, which this trace does not contain.");
        }
        List<String> limits = new ArrayList<>();
        if (hasForgottenWaits) {
            limits.add("Waits for mutexes were looked at only in those with the longest ones: there are too many.");
        }
        if (!tellsEveryOperation()) {
            limits.add(
                    "Not looked for: lock orders, which only profile=full tells; deadlocks only where it is known who held"
                            + " a lock.");
        } else if (isWhole() && !mayBeReleasedUnseen.isEmpty()) {
            limits.add("Not looked for: deadlocks and lock orders of locks that are released where nobody looks ("
                    + mayBeReleasedUnseen.stream().map(Construct::id).collect(Collectors.joining(", ")) + ").");
        } else if (isWhole() && !followedAllLocks) {
            limits.add("Lock orders were looked for in a part of the locks only: there are too many.");
        }
        if (hasHooksInProgramOnly()) {
            limits.add("Not looked for: waits for locks and monitors inside the JDK, as of a synchronizedMap, which "
                    + settingForMonitorsOfJdk() + " tells.");
        }
        if (!isWhole()) {
            limits.add(
                    tellsEveryOperation()
                            ? "Not looked for, since events are missing: deadlocks and lock orders. Waits may be missing too."
                            : "Events are missing: waits for mutexes may be missing too.");
        }
        return limits;
    }

    private static void add(List<String> parts, boolean isPart, String sentence) {
        if (isPart) {
            parts.add(sentence);
        }
    }
}
