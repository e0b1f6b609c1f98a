package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.profile.WaitCallers;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.Trace;

/**
 * The findings of a run, for which its finders are asked once they have got all events. {@link FindingLimits} tells what they could not look for.
 *
 * <p>Thread safety: none.
 */
public final class RunFindings {
    /** The parts of the run by which findings are ranked: a half of it, a quarter and so on. */
    private static final List<Integer> COST_STEPS = List.of(2, 4, 10, 30);

    /** A tenth of the run. */
    private static final int LITTLE = 10;

    private final Trace trace;
    private final TraceContent content;
    private final JvmPauses pauses;
    private final @Nullable WaitPaths paths;
    private final @Nullable WaitCallers callers;
    private final RunModel run;
    private final Finders finders;

    /**
     * Findings without what holders of mutexes did, and without pauses of the JVM.
     *
     * @param run the run model, which must get the same events as the finders
     */
    public static RunFindings withoutHolders(Trace trace, RunModel run) {
        return new RunFindings(trace, run, JvmPauses.NONE, null, null);
    }

    /**
     * All findings.
     *
     * @param run the run model, which must get the same events as the finders
     * @param pauses the pauses of the JVM, as far as they are known
     * @param stacks the stacks of samples, and of waits; null if none were to be taken
     */
    public RunFindings(Trace trace, RunModel run, JvmPauses pauses, @Nullable UserStacks stacks) {
        this(trace, run, pauses, new Holders(run, stacks), stacks);
    }

    private RunFindings(
            Trace trace, RunModel run, JvmPauses pauses, @Nullable Holders holders, @Nullable UserStacks stacks) {
        this.trace = trace;
        this.run = run;
        this.pauses = pauses;
        this.paths = stacks == null ? null : stacks.waitPaths();
        this.callers = stacks == null ? null : stacks.waits();
        this.content = new TraceContent(trace);
        this.finders = new Finders(trace, run, content, holders, stacks());
    }

    /** The finders, which must get the events of the run. */
    public Finders finders() {
        return finders;
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
        List<Finding> all = new ArrayList<>(finders.waits.find(
                recordedNanos(),
                mostSavedNanos(parallelism),
                content::classOf,
                trace::callSite,
                this::isSignal,
                mutexes.stuck()));
        all.addAll(finders.submissions.find(
                least, content.isWhole() && trace.pauses().isEmpty()));
        all.addAll(finders.timedOut.find(least, this::isSignal));
        all.addAll(QueueWaitFinder.find(queues, recordedNanos(), parallelism.busyProcessors()));
        all.addAll(BlockedWorkers.of(queues, least));
        all.addAll(finders.loops.find(least));
        all.addAll(finders.pinned.find(least));
        all.addAll(finders.carrierWaits.find(least));
        all.addAll(finders.parties.find(least));
        all.addAll(finders.smallTasks.find(recordedNanos()));
        all.addAll(finders.lateTasks.find(least));
        all.addAll(ofOtherWaits(least));
        all.addAll(LongPauses.of(pauses, recordedNanos()));
        if (content.isWhole()) {
            all.addAll(finders.briefThreads.find(least));
            all.addAll(BriefPools.of(queues.sites(), least));
            all.addAll(AbandonedPoolFinder.find(queues.left(), recordedNanos()));
            all.addAll(ofWork(parallelism));
            queues.starved().forEach(each -> all.add(PoolStarvation.of(each, finders.atTheEnd, endNanos())));
        }
        if (content.hasMutexes() && content.tellsEveryOperation() && content.isWhole()) {
            all.addAll(ofOrders(mutexes, queues));
        } else if (content.hasMutexes() && content.isWhole()) {
            all.addAll(deadlocks(mutexes, queues, any -> true, false));
        }
        if (content.tellsAllWaits() && all.stream().noneMatch(RunFindings::explainsStandstill)) {
            all.addAll(finders.standstill.find(mutexes, least, endNanos()));
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
        List<MutualWaits> mutual = finders.mutualWaits.find(leastNanos).stream()
                .filter(each -> !isIdleness(each, idle))
                .toList();
        List<BlockingQueueWaits> fullOrEmpty = finders.blockingQueues.find(leastNanos).stream()
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
        List<UnevenRegions> uneven = finders.regions.find(recordedNanos()).stream()
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
        finders.inversions.find().stream()
                .filter(each -> deadlocks.stream().noneMatch(deadlock -> deadlock.isOf(each)))
                .forEach(found::add);
        return found;
    }

    /** Whether a mutex is used as a signal: threads wait for a release, and no thread holds it. False if events are missing. */
    private boolean isSignal(long waitId) {
        return content.isCompleteFor(waitId) && finders.signals.isSignal(waitId, trace::callSite);
    }

    /** How often a semaphore or a stamped lock was acquired and released; null if that is not known, and of other mutexes. */
    public @Nullable PermitCounts permitCounts(long waitId) {
        return content.isCompleteFor(waitId) ? finders.signals.counts(waitId) : null;
    }

    /** Whether an option tells the JVM how many processors it has. */
    public boolean isToldProcessors() {
        return trace.header().isToldProcessors();
    }

    private long endNanos() {
        return trace.losses().durationNanos();
    }

    private List<Deadlock> deadlocks(
            MutexModel mutexes, QueueModel queues, Predicate<Construct> looksAt, boolean holdersAreTold) {
        return new DeadlockFinder(
                        mutexes.stuck(), finders.taskWaits.find(run, queues), looksAt, holdersAreTold, endNanos())
                .find();
    }

    /** The shares of a mutex's waiting time by culprit, the largest first; empty for a mutex without an entry. */
    public List<LockWaits.Share> sharesOf(long waitId) {
        return finders.waits.shares(waitId);
    }

    /** The periodic tasks that an exception ended. */
    public List<ThrownPeriodicTask> thrownPeriodicTasks() {
        return finders.lateTasks.thrown();
    }

    /** What the trace contains. */
    public TraceContent content() {
        return content;
    }

    Trace trace() {
        return trace;
    }

    /** How many processors the JVM had. */
    public int processors() {
        return trace.header().availableProcessors();
    }

    /** How long the run was recorded. */
    public long recordedNanos() {
        return trace.recordedNanos();
    }
}
