package org.ompt4j.tools.report;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.AbandonedPools;
import org.ompt4j.tools.findings.BlockedLoops;
import org.ompt4j.tools.findings.BlockedWorkers;
import org.ompt4j.tools.findings.BlockingQueueWaits;
import org.ompt4j.tools.findings.BriefPools;
import org.ompt4j.tools.findings.BriefThreads;
import org.ompt4j.tools.findings.CallerRanTasks;
import org.ompt4j.tools.findings.CarrierWaits;
import org.ompt4j.tools.findings.Deadlock;
import org.ompt4j.tools.findings.DroppedTasks;
import org.ompt4j.tools.findings.Finders;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.findings.FindingLimits;
import org.ompt4j.tools.findings.LateTasks;
import org.ompt4j.tools.findings.LockInversion;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.LongPauses;
import org.ompt4j.tools.findings.MutualWaits;
import org.ompt4j.tools.findings.Oversubscription;
import org.ompt4j.tools.findings.PinnedThreads;
import org.ompt4j.tools.findings.PoolStarvation;
import org.ompt4j.tools.findings.QueueWaits;
import org.ompt4j.tools.findings.RejectedTasks;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.findings.SequentialSource;
import org.ompt4j.tools.findings.SerialCombining;
import org.ompt4j.tools.findings.SerialPart;
import org.ompt4j.tools.findings.SlowStage;
import org.ompt4j.tools.findings.SmallTasks;
import org.ompt4j.tools.findings.Standstill;
import org.ompt4j.tools.findings.ThrownPeriodicTask;
import org.ompt4j.tools.findings.TimedOutWaits;
import org.ompt4j.tools.findings.UnevenParties;
import org.ompt4j.tools.findings.UnevenRegions;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** What is wrong with the run. */
final class FindingSection implements Section, RunReader.EventListener, RunReader.IntervalListener {
    /** How many periodic tasks are mentioned that exceptions ended; the table of exceptions has all. */
    private static final int MOST_THROWN = 3;

    private final FindingPhrases phrases;
    private final RunFindings findings;
    private final Finders finders;
    private final MutexModel mutexes;
    private final QueueModel queues;
    private final Parallelism parallelism;

    FindingSection(
            FindingPhrases phrases,
            RunFindings findings,
            MutexModel mutexes,
            QueueModel queues,
            Parallelism parallelism) {
        this.phrases = phrases;
        this.findings = findings;
        this.finders = findings.finders();
        this.mutexes = mutexes;
        this.queues = queues;
        this.parallelism = parallelism;
    }

    @Override
    public Set<Event> kinds() {
        return finders.kinds();
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        finders.event(event, thread, queues);
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        finders.interval(mutexes, thread, state, nanos, next);
    }

    @Override
    public void end(ThreadModel thread, long timeNanos) {
        finders.end(thread, timeNanos);
    }

    @Override
    public void pause() {
        finders.pause();
    }

    FindingList list() {
        List<FindingEntry<?>> all = findings.all(mutexes, queues, parallelism).stream()
                .<FindingEntry<?>>map(each -> entry(each, phrases))
                .toList();
        List<String> remarks = Stream.concat(thrown(), all.stream().flatMap(each -> each.remarks().stream()))
                .distinct()
                .toList();
        return new FindingList(
                all,
                FindingLimits.of(findings, mutexes, queues),
                remarks,
                findings.content().isWhole());
    }

    private Stream<String> thrown() {
        return findings.thrownPeriodicTasks().stream()
                .distinct()
                .limit(MOST_THROWN)
                .map(this::thrown);
    }

    private String thrown(ThrownPeriodicTask task) {
        return "An exception ended the periodic task " + phrases.code(task.body(), task.codeptrRa())
                + ", scheduled at " + phrases.site(task.codeptrRa()) + ", in run " + Units.count(task.runs())
                + ", after which it is not run any more"
                + (task.isOfTimer() ? ", nor any other task of its timer" : "") + ": "
                + Names.withoutPackages(task.errorClass()) + " at "
                + phrases.site(task.thrownAt()) + ".";
    }

    /** A kind of finding without an entry is a compile error. A switch over the records themselves, without casts, would need Java 21. */
    static FindingEntry<?> entry(Finding finding, FindingPhrases phrases) {
        return switch (finding.kind()) {
            case DEADLOCK -> new DeadlockEntry((Deadlock) finding, phrases);
            case POOL_STARVATION -> new PoolStarvationEntry((PoolStarvation) finding, phrases);
            case STANDSTILL -> new StandstillEntry((Standstill) finding, phrases);
            case LOCK_INVERSION -> new LockInversionEntry((LockInversion) finding, phrases);
            case REJECTED_TASKS -> new RejectedTasksEntry((RejectedTasks) finding, phrases);
            case DROPPED_TASKS -> new DroppedTasksEntry((DroppedTasks) finding, phrases);
            case ABANDONED_POOLS -> new AbandonedPoolsEntry((AbandonedPools) finding, phrases);
            case TIMED_OUT_WAITS -> new TimedOutWaitsEntry((TimedOutWaits) finding, phrases);
            case LOCK_WAITS -> new LockWaitsEntry((LockWaits) finding, phrases);
            case QUEUE_WAITS -> new QueueWaitsEntry((QueueWaits) finding, phrases);
            case CALLER_RAN_TASKS -> new CallerRanTasksEntry((CallerRanTasks) finding, phrases);
            case LATE_TASKS -> new LateTasksEntry((LateTasks) finding, phrases);
            case BLOCKED_WORKERS -> new BlockedWorkersEntry((BlockedWorkers) finding, phrases);
            case BLOCKED_LOOPS -> new BlockedLoopsEntry((BlockedLoops) finding, phrases);
            case PINNED_THREADS -> new PinnedThreadsEntry((PinnedThreads) finding, phrases);
            case CARRIER_WAITS -> new CarrierWaitsEntry((CarrierWaits) finding, phrases);
            case SLOW_STAGE -> new SlowStageEntry((SlowStage) finding, phrases);
            case BLOCKING_QUEUE_WAITS -> new BlockingQueueWaitsEntry((BlockingQueueWaits) finding, phrases);
            case MUTUAL_WAITS -> new MutualWaitsEntry((MutualWaits) finding, phrases);
            case UNEVEN_REGIONS -> new UnevenRegionsEntry((UnevenRegions) finding, phrases);
            case UNEVEN_PARTIES -> new UnevenPartiesEntry((UnevenParties) finding, phrases);
            case SMALL_TASKS -> new SmallTasksEntry((SmallTasks) finding, phrases);
            case BRIEF_THREADS -> new BriefThreadsEntry((BriefThreads) finding, phrases);
            case BRIEF_POOLS -> new BriefPoolsEntry((BriefPools) finding, phrases);
            case SEQUENTIAL_SOURCE -> new SequentialSourceEntry((SequentialSource) finding, phrases);
            case SERIAL_COMBINING -> new SerialCombiningEntry((SerialCombining) finding, phrases);
            case SERIAL_PART -> new SerialPartEntry((SerialPart) finding, phrases);
            case OVERSUBSCRIPTION -> new OversubscriptionEntry((Oversubscription) finding, phrases);
            case LONG_PAUSES -> new LongPausesEntry((LongPauses) finding, phrases);
        };
    }
}
