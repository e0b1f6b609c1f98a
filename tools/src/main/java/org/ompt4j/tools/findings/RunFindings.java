package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.RunSettings.Profile;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.blame.BlameListener;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RegionWork;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.text.Units;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * What is wrong with a run, found while its events pass by. Memory grows with threads, mutexes, code and call sites, up to limits, not with events.
 *
 * <p>Thread safety: none.
 */
public final class RunFindings {
    private static final EnumSet<Event> TASK = EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.POOL_WORKER);
    private static final EnumSet<Event> OF_THREADS_AND_WAITS =
            EnumSet.of(Event.THREAD_BEGIN, Event.THREAD_END, Event.TASK_SCHEDULE, Event.SYNC_REGION_WAIT);
    private static final EnumSet<Event> MUTEX =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED);
    private static final EnumSet<Event> WAITS =
            EnumSet.of(Event.WAIT, Event.SYNC_REGION_WAIT, Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED);

    private static final EnumSet<Reason> RELEASE_UNSEEN =
            EnumSet.of(Reason.BY_REFERENCE, Reason.BY_REFLECTION, Reason.LEFT_OUT);

    /** A half, a quarter and a tenth of the run. */
    private static final List<Integer> COST_STEPS = List.of(2, 4, 10);

    private final Trace trace;
    private final RunSettings settings;
    private final JvmPauses pauses;
    private final Set<Construct> mayBeReleasedUnseen = EnumSet.noneOf(Construct.class);
    private final @Nullable Holders holders;
    private final @Nullable WaitPaths paths;
    private final LockWaitFinder waits;
    private final SignalFinder signals;
    private final BlockingQueueFinder blockingQueues = new BlockingQueueFinder();
    private final MutualWaitFinder mutualWaits = new MutualWaitFinder();
    private final UnevenRegionFinder regions = new UnevenRegionFinder();
    private final UnevenPartyFinder parties = new UnevenPartyFinder();
    private final SmallTaskFinder smallTasks = new SmallTaskFinder();
    private final LateTaskFinder lateTasks;
    private final TimedOutWaitFinder timedOut;
    private final SubmissionFinder submissions = new SubmissionFinder();
    private final BlockedLoopFinder loops = new BlockedLoopFinder();
    private final CarrierWaitFinder carrierWaits;
    private final PinnedThreadFinder pinned = new PinnedThreadFinder();
    private final PinnedWaits pinnedWaits = new PinnedWaits(pinned);
    private final LockInversionFinder inversions = new LockInversionFinder(this::tellsHolders);

    /** Those that say nothing of what holders of mutexes did, nor of pauses. */
    public static RunFindings withoutHolders(Trace trace) {
        return new RunFindings(trace, JvmPauses.NONE, null, null, null);
    }

    /**
     * All that can be said.
     *
     * @param run is told the same events as this
     * @param pauses those of the JVM, as far as they are told
     * @param samples null if there are none
     * @param paths by which threads came to where they waited; null if no stacks were to be taken
     */
    public RunFindings(
            Trace trace, RunModel run, JvmPauses pauses, @Nullable Samples samples, @Nullable WaitPaths paths) {
        this(trace, pauses, new Holders(run, samples, paths), paths, run);
    }

    private RunFindings(
            Trace trace,
            JvmPauses pauses,
            @Nullable Holders holders,
            @Nullable WaitPaths paths,
            @Nullable RunModel run) {
        this.trace = trace;
        this.pauses = pauses;
        this.holders = holders;
        this.paths = paths;
        this.waits = new LockWaitFinder(holders);
        this.lateTasks = new LateTaskFinder(trace.pauses());
        this.carrierWaits = new CarrierWaitFinder(trace.pauses());
        this.timedOut = new TimedOutWaitFinder(run, submissions::isDropped);
        this.settings = trace.header().settings();
        this.signals = new SignalFinder(tellsEveryOperation());
        for (UnobservedUse each : trace.header().classScan().uses()) {
            if (RELEASE_UNSEEN.contains(each.reason())) {
                mayBeReleasedUnseen(each.construct());
            }
        }
    }

    /** A monitor is released by the code that has acquired it; a call of an interface can be one of any lock. */
    private void mayBeReleasedUnseen(String id) {
        for (Construct each : Construct.values()) {
            boolean isLock = each.raised().contains(Event.MUTEX_RELEASED) && each != Construct.SYNCHRONIZED;
            if (isLock && (each.id().equals(id) || id.equals("lock"))) {
                mayBeReleasedUnseen.add(each);
            }
        }
    }

    /** Whether orders of locks were looked for in all of them. */
    public boolean followedAllLocks(MutexModel mutexes) {
        return inversions.dropped() + mutexes.notFollowed() == 0;
    }

    /** The code of the program's by which the JDK's code at a call site was come to, see {@link WaitPaths#callerInProgram}; null if that is not known. */
    public @Nullable String callerInProgram(int path, int callSite) {
        return path == 0 || paths == null ? null : paths.callerInProgram(path, callSite);
    }

    /** What has to hear of mutexes. */
    public List<MutexListener> listeners() {
        return List.of(waits, signals, inversions);
    }

    /** What has to hear because of whom threads wait. */
    public List<BlameListener> blameListeners() {
        return List.of(blockingQueues, mutualWaits);
    }

    /** Which events it has to be told of. */
    public Set<Event> kinds() {
        EnumSet<Event> kinds = EnumSet.copyOf(OF_THREADS_AND_WAITS);
        kinds.addAll(LateTaskFinder.KINDS);
        kinds.addAll(TimedOutWaitFinder.KINDS);
        kinds.addAll(SubmissionFinder.KINDS);
        kinds.addAll(CarrierWaitFinder.KINDS);
        return kinds;
    }

    /** Takes an event into account. */
    public void event(TraceEvent event, ThreadModel thread, QueueModel queues) {
        timedOut.event(event, thread, queues);
        submissions.event(event, thread);
        lateTasks.event(event, thread);
        carrierWaits.event(event, thread);
        if (OF_THREADS_AND_WAITS.contains(event.event())) {
            inversions.event(event);
            pinnedWaits.event(event, thread);
            parties.event(event, thread);
        }
    }

    /**
     * A stretch of time in which a thread was in one state.
     *
     * @param next the thread's event at its end; null if there is none
     */
    public void interval(MutexModel mutexes, ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        if (holders != null) {
            holders.interval(mutexes, thread, state, nanos);
        }
        loops.interval(thread, state, nanos);
        lateTasks.interval(thread, state, nanos);
        pinnedWaits.interval(thread, state, nanos, next);
    }

    /** The end of the recording, or of its part up to a pause. */
    public void end(ThreadModel thread, long timeNanos) {
        pinnedWaits.end(thread, timeNanos);
        parties.end(thread);
        lateTasks.end(thread);
        carrierWaits.end(thread, timeNanos);
    }

    /** A region has ended, with what each thread did of it. */
    public void ended(RegionWork region, long endNanos) {
        regions.ended(region, endNanos);
    }

    /**
     * A task has ended.
     *
     * @param place of its code, see {@link EventShape#place}
     */
    public void ran(long place, long workedNanos, long endNanos) {
        smallTasks.ran(place, workedNanos, endNanos);
    }

    /** Whether it is known of such a mutex for sure who holds it, where every operation is told. */
    public boolean tellsHolders(Construct construct) {
        return !construct.has(Trait.RELEASED_BY_ANYONE) && !mayBeReleasedUnseen.contains(construct);
    }

    /** How little it cost, in steps: of findings that cost about as much the kind says which comes first. What can stop the program comes before all. */
    private long rank(Finding finding) {
        return finding.canStopTheProgram()
                ? 0
                : COST_STEPS.stream()
                        .filter(step -> step * finding.mostLostNanos() < recordedNanos())
                        .count();
    }

    /** The findings, worst first, once all events have passed by. */
    public List<Finding> all(MutexModel mutexes, QueueModel queues, Parallelism parallelism) {
        long least = Threshold.of(recordedNanos());
        List<Finding> all = new ArrayList<>(waits.find(
                recordedNanos(),
                mostSavedNanos(parallelism),
                this::classOf,
                trace::callSite,
                this::isSignal,
                mutexes.stuck()));
        all.addAll(submissions.find(least, isWhole() && trace.pauses().isEmpty()));
        all.addAll(timedOut.find(least, this::isSignal));
        all.addAll(QueueWaitFinder.find(queues, recordedNanos(), parallelism.nanosOfAtLeast(processors())));
        all.addAll(BlockedWorkers.of(queues, least));
        all.addAll(loops.find(least));
        all.addAll(pinned.find(least));
        all.addAll(carrierWaits.find(least));
        all.addAll(parties.find(least));
        all.addAll(smallTasks.find(recordedNanos()));
        all.addAll(lateTasks.find(least));
        all.addAll(ofOtherWaits(least));
        all.addAll(LongPauses.of(pauses, recordedNanos()));
        if (isWhole()) {
            all.addAll(AbandonedPoolFinder.find(queues.left(), recordedNanos()));
            all.addAll(ofWork(parallelism));
            queues.starved().forEach(each -> all.add(PoolStarvation.of(each, endNanos())));
        }
        if (hasMutexes() && tellsEveryOperation() && isWhole()) {
            all.addAll(ofOrders(mutexes));
        } else if (hasMutexes() && isWhole()) {
            all.addAll(new DeadlockFinder(mutexes.stuck(), any -> true, false, endNanos()).find());
        }
        all.removeIf(each -> each instanceof LockWaits && isOfDeadlock((LockWaits) each, all));
        all.sort(
                Comparator.comparing(this::rank).thenComparing(Finding::kind).thenComparing(each -> -each.costNanos()));
        return all;
    }

    /** Whether all that is to say of these waits is that they are a deadlock's. */
    private static boolean isOfDeadlock(LockWaits waits, List<Finding> all) {
        return waits.objects() == 1
                && waits.notEnded() == waits.waits()
                && all.stream()
                        .anyMatch(each -> each.kind() == Finding.Kind.DEADLOCK
                                && each.mutexes().contains(waits.waitId()));
    }

    /** How much shorter the run would be at most if all work was spread over all processors. */
    private long mostSavedNanos(Parallelism parallelism) {
        return isWhole() && leftOutBySettings().isEmpty()
                ? Math.max(0, recordedNanos() - parallelism.leastNanos())
                : recordedNanos();
    }

    /** Waits of threads for one another, stages of pipelines, and queues of which these do not say all. */
    private List<Finding> ofOtherWaits(long leastNanos) {
        List<MutualWaits> mutual = mutualWaits.find(leastNanos);
        List<BlockingQueueWaits> fullOrEmpty = blockingQueues.find(leastNanos).stream()
                .filter(each -> mutual.stream().noneMatch(other -> other.has(each.place(), each.waitId())))
                .toList();
        List<SlowStage> stages = SlowStage.of(fullOrEmpty);
        List<Finding> found = new ArrayList<>(mutual);
        found.addAll(stages);
        fullOrEmpty.stream()
                .filter(each ->
                        stages.stream().noneMatch(stage -> stage.neighbours().contains(each)))
                .forEach(found::add);
        return found;
    }

    /** How work was divided among threads. */
    private List<Finding> ofWork(Parallelism parallelism) {
        List<SerialCombining> combining = SerialCombining.of(parallelism, recordedNanos());
        List<SequentialSource> sources = SequentialSource.of(parallelism, recordedNanos());
        // Who combines alone, or goes on to the next elements, has more to do than the others: that need not be
        // said twice.
        List<UnevenRegions> uneven = regions.find(recordedNanos()).stream()
                .filter(each -> combining.stream().noneMatch(alone -> alone.explains(each)))
                .filter(each -> sources.stream().noneMatch(alone -> alone.explains(each)))
                .toList();
        List<Finding> found = new ArrayList<>(combining);
        found.addAll(sources);
        found.addAll(uneven);
        found.addAll(SerialPartFinder.find(parallelism, uneven, combining, sources, recordedNanos(), processors()));
        found.addAll(Oversubscription.of(parallelism, recordedNanos(), processors()));
        return found;
    }

    /** Deadlocks, and orders of mutexes that have led to none but can. */
    private List<Finding> ofOrders(MutexModel mutexes) {
        List<Deadlock> deadlocks = deadlocks(mutexes);
        List<Finding> found = new ArrayList<>(deadlocks);
        inversions.find().stream()
                .filter(each -> deadlocks.stream().noneMatch(deadlock -> deadlock.isOf(each)))
                .forEach(found::add);
        return found;
    }

    /** Whether threads wait for it to be told something, and nobody holds it. Where events are missing that is not known. */
    private boolean isSignal(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null
                && isWhole()
                && !mayBeReleasedUnseen.contains(object.construct())
                && !isCounted(object.construct())
                && signals.isSignal(waitId, trace::callSite);
    }

    /** Whether something that was done with such mutexes was counted instead of traced. */
    private boolean isCounted(Construct construct) {
        return trace.counted().stream().anyMatch(each -> each.construct() == construct && MUTEX.contains(each.event()));
    }

    private String classOf(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object == null ? "" : object.className();
    }

    private long endNanos() {
        return trace.losses().durationNanos();
    }

    private List<Deadlock> deadlocks(MutexModel mutexes) {
        return new DeadlockFinder(mutexes.stuck(), this::tellsHolders, true, endNanos()).find();
    }

    /** Because of whom a mutex was waited for, the largest share first; empty for one that is not kept apart. */
    public List<LockWaits.Share> sharesOf(long waitId) {
        return waits.shares(waitId);
    }

    /** The settings by which waits may not be told, which are work then, or the ends of threads: each with what it leaves out. */
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

    /** Whether waits for monitors inside the JDK are observed: the JVM tells of them, rewritten code does not. */
    public boolean tellsMonitorsOfJdk() {
        return trace.header().settings().nativeMonitors();
    }

    /** Whether an object is waited for as a monitor. */
    public boolean isMonitor(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null && object.construct() == Construct.SYNCHRONIZED;
    }

    /** Whether another run can tell who holds this mutex of the program's, which this one does not where that did not wait for it. */
    public boolean isHeldUnseen(long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object != null
                && object.construct() != Construct.SYNCHRONIZED
                && !tellsEveryOperation()
                && tellsHolders(object.construct());
    }

    /** How many processors the JVM had. */
    public int processors() {
        return trace.header().availableProcessors();
    }

    /** How long the run was recorded. */
    public long recordedNanos() {
        return trace.recordedNanos();
    }

    /** What could not be found because of what the trace does not hold, a sentence each. */
    public List<String> limits(MutexModel mutexes, QueueModel queues) {
        List<String> limits = new ArrayList<>();
        if (trace.losses().unrecordedNanos() > 0) {
            limits.add(stoppedEarly());
        }
        limits.addAll(limitsOf(mutexes));
        List<String> leftOut = leftOutBySettings();
        if (!leftOut.isEmpty()) {
            limits.add("Waits that settings leave out count as work: " + String.join(", ", leftOut) + ".");
        }
        if (!hasTasks()) {
            limits.add("Not looked for: queues of pools, which this trace does not tell.");
        } else if (!isWhole()) {
            limits.add(
                    "Not looked for, since events are missing: pools that wait for themselves or are left behind, uneven regions, serial parts,"
                            + " more threads at work than processors.");
        }
        if (lateTasks.hasScheduled() && !tellsLateTasks()) {
            limits.add("Not looked for: late tasks, which this trace does not tell.");
        }
        limits.addAll(forgotten(queues));
        // What the program uses and could be observed if it were asked for.
        trace.header().notObserved().stream()
                .filter(each -> each.contains(": define="))
                .map(each -> "Not looked at: " + each + ".")
                .forEach(limits::add);
        return limits;
    }

    private String stoppedEarly() {
        TraceLosses losses = trace.losses();
        return "Recording stopped after " + Units.time(losses.durationNanos()) + ", "
                + Units.time(losses.unrecordedNanos()) + " before the run's end: " + losses.endReason() + ".";
    }

    /** What was looked at in a part of the run only, since there is more of it than is kept. */
    private List<String> forgotten(QueueModel queues) {
        List<String> parts = new ArrayList<>();
        add(parts, queues.notFollowed() > 0, "Only a part of the tasks in queues was followed: there are too many.");
        add(
                parts,
                queues.hasForgotten(),
                "Queues of pools were looked at only where most was waited: there are too many pools.");
        add(
                parts,
                lateTasks.hasForgotten(),
                "Late tasks were looked for only in a part of what was scheduled: there is too much.");
        add(
                parts,
                blockingQueues.hasForgotten(),
                "Waits in blocking queues were looked at only in those with the longest ones: there are too many.");
        add(
                parts,
                regions.hasForgotten(),
                "Uneven work was looked for only at the call sites that had most of it: there are too many.");
        add(
                parts,
                smallTasks.hasForgotten(),
                "Small tasks were looked for only in the code that worked longest: there is too much.");
        add(
                parts,
                parties.hasForgotten(),
                "Uneven parties were looked for only where they waited longest: there are too many places.");
        add(
                parts,
                submissions.hasForgotten(),
                "Rejected tasks were looked for only in a part of what was submitted: there are too many call sites.");
        add(
                parts,
                timedOut.hasForgotten(),
                "Waits that timed out were looked at only where they were longest: there are too many places.");
        add(
                parts,
                mutualWaits.hasForgotten(),
                "Waits of threads for one another were looked for only where they were longest: there are too many places.");
        return parts;
    }

    private static void add(List<String> parts, boolean isPart, String sentence) {
        if (isPart) {
            parts.add(sentence);
        }
    }

    private List<String> limitsOf(MutexModel mutexes) {
        if (!hasMutexes()) {
            return List.of(
                    "Not looked for: deadlocks, lock orders and waits for mutexes, which this trace does not tell.");
        }
        List<String> limits = new ArrayList<>();
        if (waits.hasForgotten()) {
            limits.add("Waits for mutexes were looked at only in those with the longest ones: there are too many.");
        }
        if (!tellsEveryOperation()) {
            limits.add(
                    "Not looked for: lock orders, which only profile=full tells; deadlocks only where it is known who held"
                            + " a lock.");
        } else if (isWhole() && !mayBeReleasedUnseen.isEmpty()) {
            limits.add("Not looked for: deadlocks and lock orders of locks that are released where nobody looks ("
                    + mayBeReleasedUnseen.stream().map(Construct::id).collect(Collectors.joining(", ")) + ").");
        } else if (isWhole() && !followedAllLocks(mutexes)) {
            limits.add("Lock orders were looked for in a part of the locks only: there are too many.");
        }
        if (!isWhole()) {
            limits.add(
                    tellsEveryOperation()
                            ? "Not looked for, since events are missing: deadlocks and lock orders. Waits may be missing too."
                            : "Events are missing: waits for mutexes may be missing too.");
        }
        return limits;
    }

    /** Whether each acquisition and each release of a mutex is told. */
    public boolean tellsEveryOperation() {
        return settings.mutexDetail() == MutexDetail.FULL && settings.minWaitNanos() == 0;
    }

    /** Whether no events are missing. */
    public boolean isWhole() {
        return trace.losses().isWhole();
    }

    /** Whether tasks are told, and who runs them. */
    public boolean hasTasks() {
        return settings.profile() != Profile.STATES && TASK.stream().allMatch(settings::selects);
    }

    private boolean tellsLateTasks() {
        return settings.selects(Event.TASK_LATE) && trace.header().formatVersion() >= RecordLayout.TASK_LATE_SINCE;
    }

    /** Whether waits for mutexes are told. */
    public boolean hasMutexes() {
        return settings.profile() != Profile.STATES
                && settings.mutexDetail() != MutexDetail.OFF
                && MUTEX.stream().allMatch(settings::selects);
    }
}
