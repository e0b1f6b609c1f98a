package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.State;
import org.ompt4j.text.LibraryPools;
import org.ompt4j.tools.blame.BlameListener;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RegionWork;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.WaitCallers;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Collects the findings of a run while its events are read: passes events to all finders, and asks these for their findings at the end. Memory grows
 * with threads, mutexes, code and call sites, up to limits, not with events.
 *
 * <p>Thread safety: none.
 */
public final class RunFindings {
    private static final EnumSet<Event> OF_THREADS_AND_WAITS =
            EnumSet.of(Event.THREAD_BEGIN, Event.THREAD_END, Event.TASK_SCHEDULE, Event.SYNC_REGION_WAIT);

    /** The parts of the run by which findings are ranked: a half of it, a quarter and so on. */
    private static final List<Integer> COST_STEPS = List.of(2, 4, 10, 30);

    /** A tenth of the run. */
    private static final int LITTLE = 10;

    private final Trace trace;
    private final TraceContent content;
    private final JvmPauses pauses;
    private final @Nullable Holders holders;
    private final @Nullable WaitPaths paths;
    private final @Nullable WaitCallers callers;
    private final LockWaitFinder waits;
    private final SignalFinder signals;
    private final BlockingQueueFinder blockingQueues = new BlockingQueueFinder();
    private final MutualWaitFinder mutualWaits = new MutualWaitFinder();
    private final UnevenRegionFinder regions = new UnevenRegionFinder();
    private final UnevenPartyFinder parties = new UnevenPartyFinder();
    private final SmallTaskFinder smallTasks = new SmallTaskFinder();
    private final BriefThreadFinder briefThreads = new BriefThreadFinder();
    private final LateTaskFinder lateTasks;
    private final TimedOutWaitFinder timedOut;
    private final SubmissionFinder submissions = new SubmissionFinder();
    private final BlockedLoopFinder loops;
    private final CarrierWaitFinder carrierWaits;
    private final PinnedThreadFinder pinned = new PinnedThreadFinder();
    private final PinnedWaits pinnedWaits = new PinnedWaits(pinned);
    private final LockInversionFinder inversions;
    private final LastErrors errors = new LastErrors();
    private final WaitsAtTheEnd atTheEnd;
    private final StuckTaskWaits taskWaits;
    private final StandstillFinder standstill;
    private final RunModel run;

    /**
     * Findings without what holders of mutexes did, and without pauses of the JVM.
     *
     * @param run the run model, which must get the same events as this
     */
    public static RunFindings withoutHolders(Trace trace, RunModel run) {
        return new RunFindings(trace, JvmPauses.NONE, null, null, null, run);
    }

    /**
     * All findings.
     *
     * @param run the run model, which must get the same events as this
     * @param pauses the pauses of the JVM, as far as they are known
     * @param samples null if there are none
     * @param paths the paths by which threads came to their waits; null if no stacks were to be taken
     * @param callers what had called the code that waited; null if no stacks were to be taken
     */
    public RunFindings(
            Trace trace,
            RunModel run,
            JvmPauses pauses,
            @Nullable Samples samples,
            @Nullable WaitPaths paths,
            @Nullable WaitCallers callers) {
        this(trace, pauses, new Holders(run, samples, paths), paths, callers, run);
    }

    private RunFindings(
            Trace trace,
            JvmPauses pauses,
            @Nullable Holders holders,
            @Nullable WaitPaths paths,
            @Nullable WaitCallers callers,
            RunModel run) {
        this.callers = callers;
        this.run = run;
        this.trace = trace;
        this.pauses = pauses;
        this.holders = holders;
        this.paths = paths;
        this.waits = new LockWaitFinder(holders);
        this.loops = new BlockedLoopFinder(stacks(), trace::callSite);
        this.lateTasks = new LateTaskFinder(trace.pauses(), stacks());
        this.carrierWaits = new CarrierWaitFinder(trace.pauses());
        this.timedOut = new TimedOutWaitFinder(run, submissions::isDropped, errors);
        this.content = new TraceContent(trace);
        this.atTheEnd = new WaitsAtTheEnd(content.tellsTimeouts());
        this.taskWaits = new StuckTaskWaits(atTheEnd);
        this.standstill = new StandstillFinder(trace, run, stacks(), atTheEnd, errors);
        this.inversions = new LockInversionFinder(content::tellsHolders);
        this.signals = new SignalFinder(content.tellsEveryOperation());
    }

    /** Whether lock orders were examined for all locks. */
    public boolean followedAllLocks(MutexModel mutexes) {
        return inversions.dropped() + mutexes.notFollowed() == 0;
    }

    /** The code of the program that called the JDK's code at a call site, see {@link WaitPaths#callerInProgram}; null if it is not known. */
    public @Nullable String callerInProgram(int path, int callSite) {
        return path == 0 || paths == null ? null : paths.callerInProgram(path, callSite);
    }

    /** Where threads wait whose events have no call site. */
    public StackOfWait stacks() {
        return paths == null ? StackOfWait.NONE : paths::codeOf;
    }

    /** The code with a number of {@link #stacks}; null for 0. */
    public @Nullable String codeOfWait(int code) {
        return paths == null || code == 0 ? null : paths.code(code);
    }

    /** The listeners for mutexes. */
    public List<MutexListener> listeners() {
        return List.of(waits, signals, inversions);
    }

    /** The listeners for blame. */
    public List<BlameListener> blameListeners() {
        return List.of(blockingQueues, mutualWaits);
    }

    /** The events that {@link #event} needs. */
    public Set<Event> kinds() {
        EnumSet<Event> kinds = EnumSet.copyOf(OF_THREADS_AND_WAITS);
        kinds.addAll(LateTaskFinder.KINDS);
        kinds.addAll(TimedOutWaitFinder.KINDS);
        kinds.addAll(SubmissionFinder.KINDS);
        kinds.addAll(CarrierWaitFinder.KINDS);
        kinds.addAll(BriefThreadFinder.KINDS);
        kinds.addAll(StandstillFinder.KINDS);
        return kinds;
    }

    /** Takes an event into account. */
    public void event(TraceEvent event, ThreadModel thread, QueueModel queues) {
        if (event.event() == Event.ERROR) {
            errors.add(event);
        }
        atTheEnd.event(event, thread);
        timedOut.event(event, thread, queues);
        submissions.event(event, thread);
        lateTasks.event(event, thread);
        carrierWaits.event(event, thread);
        briefThreads.event(event);
        standstill.event(event, thread);
        if (OF_THREADS_AND_WAITS.contains(event.event())) {
            inversions.event(event);
            taskWaits.event(event, thread);
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
        standstill.interval(thread, state, nanos, next);
    }

    /** The end of the recording, or of its part up to a pause. */
    public void end(ThreadModel thread, long timeNanos) {
        pinnedWaits.end(thread, timeNanos);
        taskWaits.end(thread);
        parties.end(thread);
        lateTasks.end(thread);
        carrierWaits.end(thread, timeNanos);
        briefThreads.end(timeNanos);
    }

    /** Recording was paused; called after {@link #end} of all threads. */
    public void pause() {
        atTheEnd.pause();
        taskWaits.pause();
        standstill.pause();
    }

    /** A region has ended; {@code work} is what each thread did in it. */
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

    /**
     * How little the finding cost, in steps: 0 for the most. Findings of equal rank are ordered by kind. A finding that can stop the program has rank 0.
     */
    private long rank(Finding finding) {
        if (finding.canStopTheProgram()) {
            return 0;
        }
        long lost = finding.mostLostNanos();
        long cost = LITTLE * lost < recordedNanos() ? lost : finding.coveredNanos();
        return COST_STEPS.stream().filter(step -> step * cost < recordedNanos()).count();
    }

    /** The findings, worst first. Call after the last event. */
    public List<Finding> all(MutexModel mutexes, QueueModel queues, Parallelism parallelism) {
        long least = Threshold.of(recordedNanos());
        List<Finding> all = new ArrayList<>(waits.find(
                recordedNanos(),
                mostSavedNanos(parallelism),
                content::classOf,
                trace::callSite,
                this::isSignal,
                mutexes.stuck()));
        all.addAll(submissions.find(least, content.isWhole() && trace.pauses().isEmpty()));
        all.addAll(timedOut.find(least, this::isSignal));
        all.addAll(QueueWaitFinder.find(queues, recordedNanos(), parallelism.busyProcessors()));
        all.addAll(BlockedWorkers.of(queues, least));
        all.addAll(loops.find(least));
        all.addAll(pinned.find(least));
        all.addAll(carrierWaits.find(least));
        all.addAll(parties.find(least));
        all.addAll(smallTasks.find(recordedNanos()));
        all.addAll(lateTasks.find(least));
        all.addAll(ofOtherWaits(least));
        all.addAll(LongPauses.of(pauses, recordedNanos()));
        if (content.isWhole()) {
            all.addAll(briefThreads.find(least));
            all.addAll(BriefPools.of(queues.sites(), least));
            all.addAll(AbandonedPoolFinder.find(queues.left(), recordedNanos()));
            all.addAll(ofWork(parallelism));
            queues.starved().forEach(each -> all.add(PoolStarvation.of(each, atTheEnd, endNanos())));
        }
        if (content.hasMutexes() && content.tellsEveryOperation() && content.isWhole()) {
            all.addAll(ofOrders(mutexes, queues));
        } else if (content.hasMutexes() && content.isWhole()) {
            all.addAll(deadlocks(mutexes, queues, any -> true, false));
        }
        if (content.tellsAllWaits() && all.stream().noneMatch(RunFindings::explainsStandstill)) {
            all.addAll(standstill.find(mutexes, least, endNanos()));
        }
        all.removeIf(each -> each instanceof LockWaits && isOfStuckThreads((LockWaits) each, all));
        all.sort(Comparator.comparing(this::rank)
                .thenComparing(Finding::kind)
                .thenComparing(RunFindings::isQueueOfTasksThatWait)
                .thenComparing(each -> -each.mostLostNanos())
                .thenComparing(each -> -each.costNanos()));
        return all;
    }

    /** Whether tasks waited in a queue because those before them waited, as for tasks of another pool: the queue of that pool is the cause. */
    private static boolean isQueueOfTasksThatWait(Finding finding) {
        return finding instanceof QueueWaits queue && queue.isOfWaitingTasks() && !queue.waitedForOthers();
    }

    private static boolean explainsStandstill(Finding finding) {
        return finding.kind() == Finding.Kind.DEADLOCK || finding.kind() == Finding.Kind.POOL_STARVATION;
    }

    /** Whether these waits are only those of a deadlock, or of the run's standstill at its end. */
    private boolean isOfStuckThreads(LockWaits waits, List<Finding> all) {
        return waits.objects() == 1
                && waits.notEnded() == waits.waits()
                && all.stream()
                        .filter(each -> each.mutexes().contains(waits.waitId()))
                        .anyMatch(each -> each.kind() == Finding.Kind.DEADLOCK
                                || each.kind() == Finding.Kind.STANDSTILL && !content.mayLosePermits(waits.waitId()));
    }

    /** How much shorter the run would be at most if all work was spread over all processors. */
    private long mostSavedNanos(Parallelism parallelism) {
        return content.isWhole() && content.leftOutBySettings().isEmpty()
                ? Math.max(0, recordedNanos() - parallelism.leastNanos())
                : recordedNanos();
    }

    /** Findings about waits of threads for one another, stages of pipelines, and queues that the former do not explain. */
    private List<Finding> ofOtherWaits(long leastNanos) {
        Set<String> idle = IdleMethods.of(trace.header().notObserved());
        List<MutualWaits> mutual = mutualWaits.find(leastNanos).stream()
                .filter(each -> !isIdleness(each, idle))
                .toList();
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

    /** Whether these are idle threads of a pool that was not observed, by the stacks of their waits: they wait for work, not for one another. */
    private boolean isIdleness(MutualWaits waits, Set<String> idleMethods) {
        WaitCallers.Callers from = callers == null ? null : callers.of(waits.state(), waits.waitsAt());
        return from != null && from.callers().stream().anyMatch(idleMethods::contains);
    }

    /** Findings about how work was divided among threads. */
    private List<Finding> ofWork(Parallelism parallelism) {
        List<SerialCombining> combining = SerialCombining.of(parallelism, recordedNanos());
        List<SequentialSource> sources = SequentialSource.of(parallelism, recordedNanos());
        // A thread that combines alone, or takes elements from the source, works longer than the others, which is not
        // reported again.
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

    /** Findings about deadlocks, and about lock orders that can lead to one. */
    private List<Finding> ofOrders(MutexModel mutexes, QueueModel queues) {
        List<Deadlock> deadlocks = deadlocks(mutexes, queues, content::tellsHolders, true);
        List<Finding> found = new ArrayList<>(deadlocks);
        inversions.find().stream()
                .filter(each -> deadlocks.stream().noneMatch(deadlock -> deadlock.isOf(each)))
                .forEach(found::add);
        return found;
    }

    /** Whether a mutex is used as a signal: threads wait for a release, and no thread holds it. False if events are missing. */
    private boolean isSignal(long waitId) {
        return content.isCompleteFor(waitId) && signals.isSignal(waitId, trace::callSite);
    }

    /** How often a semaphore or a stamped lock was acquired and released; null if that is not known, and of other mutexes. */
    public @Nullable PermitCounts permitCounts(long waitId) {
        return content.isCompleteFor(waitId) ? signals.counts(waitId) : null;
    }

    private long endNanos() {
        return trace.losses().durationNanos();
    }

    private List<Deadlock> deadlocks(
            MutexModel mutexes, QueueModel queues, Predicate<Construct> looksAt, boolean holdersAreTold) {
        return new DeadlockFinder(mutexes.stuck(), taskWaits.find(run, queues), looksAt, holdersAreTold, endNanos())
                .find();
    }

    /** The shares of a mutex's waiting time by culprit, the largest first; empty for a mutex without an entry. */
    public List<LockWaits.Share> sharesOf(long waitId) {
        return waits.shares(waitId);
    }

    /** The periodic tasks that an exception ended. */
    public List<ThrownPeriodicTask> thrownPeriodicTasks() {
        return lateTasks.thrown();
    }

    /** What the trace contains. */
    public TraceContent content() {
        return content;
    }

    /** How many processors the JVM had. */
    public int processors() {
        return trace.header().availableProcessors();
    }

    /** How long the run was recorded. */
    public long recordedNanos() {
        return trace.recordedNanos();
    }

    /** What could not be found because of missing data, one sentence each. */
    public List<String> limits(MutexModel mutexes, QueueModel queues) {
        List<String> limits = new ArrayList<>();
        if (trace.losses().unrecordedNanos() > 0) {
            limits.add(content.stoppedEarly());
        }
        limits.addAll(content.limitsForMutexes(waits.hasForgotten(), followedAllLocks(mutexes)));
        List<String> leftOut = content.leftOutBySettings();
        if (!leftOut.isEmpty()) {
            limits.add("Waits that settings leave out count as work: " + String.join(", ", leftOut) + ".");
        }
        if (!content.hasTasks()) {
            limits.add("Not looked for: queues of pools, which this trace does not contain.");
        } else if (!content.isWhole()) {
            limits.add(
                    "Not looked for, since events are missing: pools that wait for themselves or are left behind, brief threads and pools, uneven regions, serial parts,"
                            + " more threads at work than processors.");
        }
        if (lateTasks.hasScheduled() && !content.tellsLateTasks()) {
            limits.add("Not looked for: late tasks, which this trace does not contain.");
        }
        limits.addAll(forgotten(queues));
        // Pools that the program uses and that are observed only on request.
        trace.header().notObserved().stream()
                .filter(each -> LibraryPools.libraryIn(each) != null)
                .map(each -> "Not looked at: " + each + ".")
                .forEach(limits::add);
        return limits;
    }

    /** What was examined only in part because of the limits of memory, one sentence each. */
    private List<String> forgotten(QueueModel queues) {
        List<String> parts = new ArrayList<>();
        add(parts, queues.notFollowed() > 0, "Only a part of the tasks in queues was followed: there are too many.");
        add(
                parts,
                queues.hasForgotten(),
                "Only the queues of the pools with the most waiting time were examined: there are too many pools.");
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
                briefThreads.hasForgotten(),
                "Brief threads were looked for only among a part of the threads: there are too many.");
        add(
                parts,
                queues.hasForgottenSites(),
                "Brief pools were looked for only at the call sites that made the most: there are too many.");
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
}
