package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.BlockedWorkers;
import org.ompt4j.tools.findings.BlockingQueueWaits;
import org.ompt4j.tools.findings.Deadlock;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.findings.LockInversion;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.LongPauses;
import org.ompt4j.tools.findings.Oversubscription;
import org.ompt4j.tools.findings.PinnedThreads;
import org.ompt4j.tools.findings.PoolStarvation;
import org.ompt4j.tools.findings.QueueWaits;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.findings.SequentialSource;
import org.ompt4j.tools.findings.SerialCombining;
import org.ompt4j.tools.findings.SerialPart;
import org.ompt4j.tools.findings.SlowStage;
import org.ompt4j.tools.findings.SmallTasks;
import org.ompt4j.tools.findings.UnevenParties;
import org.ompt4j.tools.findings.UnevenRegions;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.StarvedPool;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.path.PartTime;
import org.ompt4j.tools.read.TraceEvent;

/** What is wrong with the run, in plain words. */
final class FindingSection
        implements Section, RunReader.EventListener, RunReader.IntervalListener, Finding.Cases<FindingList.Words> {
    private static final int SHARES_PER_FINDING = 3;

    /** Of a lock so many are said if fewer are not half of the waiting. */
    private static final int MOST_SHARES = 6;

    private static final int ORDERS_PER_FINDING = 10;

    /** Smaller ones are not worth a word. */
    private static final double SMALL_SHARE = 0.05;

    private static final double MOSTLY = 0.5;

    private final Names names;
    private final HoldWords holds;
    private final BlameWords words;
    private final RunFindings findings;
    private final MutexModel mutexes;
    private final QueueModel queues;
    private final Parallelism parallelism;

    FindingSection(
            Names names,
            BlameWords words,
            RunFindings findings,
            MutexModel mutexes,
            QueueModel queues,
            Parallelism parallelism) {
        this.names = names;
        this.holds = new HoldWords(names);
        this.words = words;
        this.findings = findings;
        this.mutexes = mutexes;
        this.queues = queues;
        this.parallelism = parallelism;
    }

    @Override
    public Set<Event> kinds() {
        return findings.kinds();
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        findings.event(event, thread);
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        findings.interval(mutexes, thread, state, nanos, next);
    }

    @Override
    public void end(ThreadModel thread, long timeNanos) {
        findings.end(thread, timeNanos);
    }

    FindingList list() {
        List<Finding> all = findings.all(mutexes, queues, parallelism);
        List<String> remarks = all.stream().anyMatch(FindingSection::namesFirstHolders)
                ? List.of("Who held a monitor at first is known, not when it was released; native=off tells that too.")
                : List.of();
        return new FindingList(all, each -> each.in(this), findings.limits(mutexes, queues), remarks);
    }

    private static boolean namesFirstHolders(Finding finding) {
        return finding instanceof LockWaits waits
                && waits.shares().stream().anyMatch(each -> each.culprit().kind() == Culprit.Kind.OWNER);
    }

    @Override
    public FindingList.Words of(Deadlock deadlock) {
        List<Deadlock.Link> links = deadlock.links();
        boolean isOne = links.size() == 1;
        long since = links.stream().mapToLong(Deadlock.Link::waitedNanos).min().orElse(0);
        String sentence = "Deadlock: "
                + (isOne
                        ? "a thread waits for what it holds itself"
                        : Units.plural(links.size(), "thread") + " wait for each other")
                + ", since " + Units.time(since) + " before the end.";
        List<String> details = new ArrayList<>();
        for (int i = 0; i < Math.min(links.size(), ORDERS_PER_FINDING); i++) {
            Deadlock.Link each = links.get(i);
            Deadlock.Link next = links.get((i + 1) % links.size());
            details.add(thread(each.threadId()) + " waits at " + site(each.waitsAt()) + " for "
                    + object(each.waitId()) + ", which " + thread(next.threadId()) + " acquired at "
                    + site(each.heldAt()) + ".");
        }
        if (links.size() > ORDERS_PER_FINDING) {
            details.add("And so on, back to " + thread(links.get(0).threadId()) + ".");
        }
        return new FindingList.Words(sentence, details);
    }

    @Override
    public FindingList.Words of(LockInversion inversion) {
        LockInversion.Order one = inversion.one();
        String sentence = "Can deadlock: " + object(one.heldId()) + " and " + object(one.askedId())
                + " are taken in both orders"
                + (inversion.pairs() == 1
                        ? "."
                        : (inversion.pairs() == 2 ? ", as is " : ", as are ")
                                + Units.plural(inversion.pairs() - 1, "other pair") + " at these call sites.");
        return new FindingList.Words(sentence, List.of(say(one), say(inversion.other())));
    }

    private String say(LockInversion.Order order) {
        return thread(order.threadId()) + " takes " + object(order.askedId()) + " at "
                + site(order.askedAt()) + " while it holds " + object(order.heldId()) + " from "
                + site(order.heldAt()) + ".";
    }

    @Override
    public FindingList.Words of(LockWaits waits) {
        boolean isOne = waits.objects() == 1;
        String sentence = "Waiting for "
                + (isOne ? "" : Units.count(waits.objects()) + " objects like ") + object(waits.waitId()) + " took "
                + Units.time(waits.costNanos()) + " in all, in a run of " + Units.time(findings.recordedNanos()) + ": "
                + Units.plural(waits.waits(), "wait") + ", the longest "
                + Units.time(waits.longest().nanos()) + ".";
        List<String> details = new ArrayList<>();
        List<LockWaits.Share> shares = waits.shares();
        int shown = sharesToSay(waits);
        Set<InHold> said = Collections.newSetFromMap(new IdentityHashMap<>());
        for (LockWaits.Share each : shares.subList(0, shown)) {
            InHold hold = each.inHold();
            details.add(Units.time(each.nanos()) + ": " + thread(each.waiter()) + " waited at " + site(each.waitedAt())
                    + because(each.culprit()) + "."
                    + (hold == null || !said.add(hold)
                            ? ""
                            : holds.sentence(each.culprit().kind(), hold)));
        }
        if (shown < shares.size()) {
            long rest = shares.stream()
                    .skip(shown)
                    .mapToLong(LockWaits.Share::nanos)
                    .sum();
            details.add(Units.time(rest) + ": " + Units.plural(shares.size() - shown, "smaller part") + ".");
        }
        details.add("Without these waits the run would be at most " + Units.time(waits.mostSavedNanos()) + " shorter, "
                + Units.percent(waits.mostSavedNanos() / (double) Math.max(1, findings.recordedNanos())) + "."
                + remedy(waits));
        return new FindingList.Words(sentence, details);
    }

    private static int sharesToSay(LockWaits waits) {
        int count = 0;
        long said = 0;
        for (LockWaits.Share each : waits.shares()) {
            boolean isHalf = 2 * said >= waits.costNanos();
            if (count == MOST_SHARES || count >= SHARES_PER_FINDING && isHalf) {
                break;
            }
            said += each.nanos();
            count++;
        }
        return count;
    }

    /** What follows from what took most of the time; empty if nothing does. */
    private static String remedy(LockWaits waits) {
        LockWaits.Main main = waits.main();
        LockWaits.Main atFirst = waits.mainAtFirst();
        if (main == LockWaits.Main.HAND_OFF) {
            return " Most of it took threads to wake up: try to take the lock less often.";
        }
        if (main != LockWaits.Main.NONE) {
            return waits.isForSignals()
                    ? " Who released it " + did(main) + " until then: try to release it earlier."
                    : " Who held it " + did(main) + ": try to " + instead(main) + ".";
        }
        return atFirst == LockWaits.Main.NONE
                ? ""
                : " Who held it at first " + did(atFirst) + " meanwhile: if it held it still, try to "
                        + instead(atFirst) + ".";
    }

    private static String did(LockWaits.Main main) {
        return switch (main) {
            case SLEEP -> "mostly slept";
            case IO -> "was mostly in input or output";
            case LOCK -> "mostly waited for another lock";
            case WAIT -> "mostly waited";
            case WORK -> "mostly worked";
            case HAND_OFF, NONE -> throw new IllegalArgumentException(main.name());
        };
    }

    private static String instead(LockWaits.Main main) {
        return switch (main) {
            case SLEEP -> "release it before that";
            case IO, WAIT -> "do that before or after the hold";
            case LOCK -> "take that one outside of the hold";
            case WORK -> "do less in the hold, or to have a lock for each part of the data";
            case HAND_OFF, NONE -> throw new IllegalArgumentException(main.name());
        };
    }

    @Override
    public FindingList.Words of(PoolStarvation starvation) {
        List<StarvedPool.Worker> workers = starvation.pool().workers();
        boolean isOne = workers.size() == 1;
        String sentence = "Pool starvation: "
                + (isOne ? "the only worker of " : "all " + Units.count(workers.size()) + " workers of ")
                + pool(starvation.pool().queue(), "")
                + (isOne ? " waits for a task that is" : " wait for tasks that are")
                + " in its own queue, since " + Units.time(starvation.sinceNanos()) + " before the end.";
        List<String> details = new ArrayList<>();
        for (StarvedPool.Worker each : workers.subList(0, Math.min(workers.size(), ORDERS_PER_FINDING))) {
            details.add(thread(each.threadId()) + " waits at " + site(each.waitsAt())
                    + " for a task that was submitted at " + site(each.createdAt()) + ".");
        }
        return new FindingList.Words(sentence, details);
    }

    @Override
    public FindingList.Words of(QueueWaits waits) {
        PoolQueue queue = waits.queue();
        double tasks = Math.max(1, queue.tasks());
        String sentence = Units.plural(queue.tasks(), "task") + " waited " + Units.time(queue.queuedNanos() / tasks)
                + " on average in the queue of "
                + pool(queue, Units.plural(queue.mostWorkers(), "worker")) + ", the longest "
                + Units.time(queue.longestNanos()) + ", in a run of " + Units.time(findings.recordedNanos()) + ".";
        List<String> details = new ArrayList<>();
        double ran = Math.max(1, queue.ranNanos());
        details.add("Each ran " + Units.time(queue.ranNanos() / tasks) + " on average, waiting "
                + Units.percent(waits.waitedNanos() / ran) + " of that time" + places(queue.waits(), ran) + ".");
        if (queue.fullWhileQueuedNanos() != PoolQueue.NOT_TOLD) {
            double full = queue.fullWhileQueuedNanos() / (double) Math.max(1, queue.queuedNanos());
            details.add("All workers were busy for " + Units.percent(full) + " of the time in the queue."
                    + (full > MOSTLY ? remedy(waits) : ""));
        }
        return new FindingList.Words(sentence, details);
    }

    @Override
    public FindingList.Words of(BlockedWorkers blocked) {
        PoolQueue queue = blocked.queue();
        String sentence = "Workers of " + pool(queue, "") + " were blocked for " + Units.time(blocked.costNanos())
                + " in all, in a run of " + Units.time(findings.recordedNanos())
                + places(queue.blocked(), blocked.costNanos()) + ".";
        return new FindingList.Words(
                sentence, List.of("The pool gets no other worker instead, unless managedBlock tells it."));
    }

    @Override
    public FindingList.Words of(PinnedThreads pinned) {
        String sentence = "Virtual threads kept their carriers while they waited, for "
                + Units.time(pinned.costNanos()) + " in all, in a run of " + Units.time(findings.recordedNanos())
                + places(pinned.waits(), pinned.costNanos()) + ".";
        return new FindingList.Words(
                sentence,
                List.of("Something that they were in pinned them, such as native code or the initialization of a class,"
                        + " before JDK 24 a monitor too; what it was no event tells."));
    }

    @Override
    public FindingList.Words of(BlockingQueueWaits waits) {
        String sentence = "Threads waited " + Units.time(waits.costNanos()) + " in all in "
                + object(waits.waitId()) + " at " + site(waits.place().waitsAt())
                + ", in a run of " + Units.time(findings.recordedNanos()) + ": "
                + Units.plural(waits.waits(), "wait") + ", the longest "
                + Units.time(waits.longest().nanos()) + ". The other side is slower.";
        List<String> details = new ArrayList<>();
        for (BlockingQueueWaits.Share each : waits.shares()) {
            if (details.size() < SHARES_PER_FINDING && each.nanos() > SMALL_SHARE * waits.costNanos()) {
                String where = Names.withoutPackages(words.where(each.cause()));
                details.add(Units.time(each.nanos()) + ": " + words.what(each.cause())
                        + (where.isEmpty() ? "" : " " + where) + ".");
            }
        }
        details.add("Between these waits those that waited worked for " + Units.time(waits.workedNanos()) + ".");
        return new FindingList.Words(sentence, details);
    }

    @Override
    public FindingList.Words of(SlowStage stage) {
        String code = Names.withoutPackages(words.code(stage.stage()));
        List<BlockingQueueWaits> waits = stage.neighbours();
        String sentence = "Slow stage: " + words.what(stage.stage()) + " " + code + " kept threads waiting in "
                + Units.plural(
                        waits.stream()
                                .map(BlockingQueueWaits::waitId)
                                .distinct()
                                .count(),
                        "queue") + " for "
                + Units.time(stage.becauseNanos()) + " of " + Units.time(stage.costNanos())
                + " that they waited there, in a run of " + Units.time(findings.recordedNanos()) + ".";
        List<String> details = new ArrayList<>();
        for (BlockingQueueWaits each : waits.subList(0, Math.min(waits.size(), ORDERS_PER_FINDING))) {
            details.add(Units.time(each.costNanos()) + ": waited at "
                    + site(each.place().waitsAt()) + " in "
                    + object(each.waitId()) + ", " + Units.plural(each.waits(), "time") + ", the longest "
                    + Units.time(each.longest().nanos()) + ".");
        }
        return new FindingList.Words(sentence, details);
    }

    @Override
    public FindingList.Words of(SerialCombining combining) {
        long run = findings.recordedNanos();
        String sentence = "Serial combining: partial results of the stream at " + site(combining.codeptrRa())
                + " were combined by one thread while no other worked for " + Units.time(combining.costNanos()) + ", "
                + Units.percent(combining.costNanos() / (double) Math.max(1, run)) + " of a run of " + Units.time(run)
                + ".";
        return new FindingList.Words(
                sentence,
                List.of("The longest was " + Units.time(combining.interval().nanos()) + ", of "
                        + thread(combining.interval().threadId()) + "."));
    }

    @Override
    public FindingList.Words of(SequentialSource source) {
        long run = findings.recordedNanos();
        String sentence = "Sequential source: one thread took elements from the source of the stream at "
                + site(source.codeptrRa()) + " while no other worked for " + Units.time(source.costNanos()) + ", "
                + Units.percent(source.costNanos() / (double) Math.max(1, run)) + " of a run of " + Units.time(run)
                + ".";
        List<String> details = new ArrayList<>();
        details.add(
                "The source gives one element after the other, as an iterator does: it cannot be split among threads.");
        if (source.waitedNanos() > SMALL_SHARE * source.costNanos()) {
            details.add("The thread waited for elements for " + Units.time(source.waitedNanos()) + " of that.");
        }
        return new FindingList.Words(sentence, details);
    }

    @Override
    public FindingList.Words of(SmallTasks small) {
        String sentence = "Small tasks: " + Units.count(small.small()) + " of "
                + Units.plural(small.tasks(), "task") + " of "
                + Names.withoutPackages(names.code(small.body(), small.codeptrRa())) + " worked less than "
                + Units.time(SmallTasks.LITTLE_NANOS) + " each, all of them " + Units.time(small.meanNanos())
                + " on average, " + Units.time(small.costNanos()) + " in all, in a run of "
                + Units.time(findings.recordedNanos()) + ".";
        return new FindingList.Words(
                sentence,
                List.of(
                        "What the agent takes for each of them is in that. To make, steal and join a task takes time of that order"
                                + " too: try to divide the work less finely."));
    }

    @Override
    public FindingList.Words of(UnevenParties uneven) {
        String sentence =
                "Uneven parties: at " + object(uneven.waitId()) + " " + Units.plural(uneven.threads(), "thread")
                        + " waited " + Units.time(uneven.waitedNanos()) + " in all for one another, in a run of "
                        + Units.time(findings.recordedNanos()) + ", " + Units.time(uneven.costNanos())
                        + " of it because one of them mostly came last.";
        List<String> details = List.of(
                thread(uneven.lastThread()) + " waited " + Units.time(uneven.lastWaitedNanos()) + ", the others "
                        + Units.time(uneven.othersMeanNanos()) + " on average, at " + site(uneven.waitsAt())
                        + ", the longest time " + Units.time(uneven.longest().nanos()) + ".",
                "Try to give it less to do before they meet.");
        return new FindingList.Words(sentence, details);
    }

    @Override
    public FindingList.Words of(UnevenRegions uneven) {
        boolean isOne = uneven.regions() == 1;
        String regions = isOne ? "the region" : Units.count(uneven.regions()) + " regions";
        String sentence = "Uneven work: " + regions + " at " + site(uneven.codeptrRa()) + " took "
                + Units.time(uneven.totalNanos()) + (isOne ? "; " : " in all; ")
                + "with even shares up to " + Units.time(uneven.costNanos()) + " less.";
        UnevenRegions.Worst worst = uneven.worst();
        String where = isOne ? "" : "In the worst one, of " + Units.time(worst.nanos()) + ", ";
        String first = where + thread(worst.threadId()) + " worked " + Units.time(worst.busyNanos()) + ", "
                + Units.plural(worst.threads(), "thread") + " " + Units.time(worst.meanNanos()) + " on average.";
        String alone = worst.aloneNanos() > SMALL_SHARE * worst.nanos()
                ? "for " + Units.time(worst.aloneNanos()) + " after all others had ended their last task"
                : "";
        String tasks = worst.tasks() == 0
                ? ""
                : "It ran " + Units.plural(worst.tasks(), "task")
                        + (worst.tasks() == 1 ? ", of " : ", the longest of ") + Units.time(worst.longestTaskNanos())
                        + elements(worst);
        String second = tasks.isEmpty()
                ? (alone.isEmpty() ? "" : "It worked " + alone)
                : tasks + (alone.isEmpty() ? "" : ", and worked " + alone);
        return new FindingList.Words(sentence, second.isEmpty() ? List.of(first) : List.of(first, second + "."));
    }

    @Override
    public FindingList.Words of(SerialPart serial) {
        long run = findings.recordedNanos();
        String sentence = "Serial part: exactly one thread worked for " + Units.time(serial.costNanos()) + ", "
                + Units.percent(serial.costNanos() / (double) Math.max(1, run)) + " of a run of " + Units.time(run)
                + ".";
        List<String> details = new ArrayList<>();
        details.add("So the work can be done at most " + Units.ratio(serial.mostSpeedUp())
                + " times as fast as by one thread on " + Units.plural(serial.processors(), "processor") + ".");
        details.addAll(largest(serial.parts(), serial.costNanos()));
        details.add(
                "The longest time at once was " + Units.time(serial.interval().nanos()) + ", of "
                        + thread(serial.interval().threadId()) + ".");
        return new FindingList.Words(sentence, details);
    }

    /** Those of these parts that are no small share of all, a sentence each. */
    private List<String> largest(List<PartTime> parts, long allNanos) {
        return PathRow.of(parts, names).stream()
                .filter(each -> each.nanos() > SMALL_SHARE * allNanos)
                .limit(SHARES_PER_FINDING)
                .map(each -> Units.time(each.nanos()) + ": " + each.what()
                        + (each.code() == null
                                ? ", in code that is not known."
                                : " " + Names.withoutPackages(each.code()) + "."))
                .toList();
    }

    @Override
    public FindingList.Words of(Oversubscription crowd) {
        long run = findings.recordedNanos();
        String sentence = "Oversubscription: more threads worked than there are processors for "
                + Units.time(crowd.costNanos()) + ", " + Units.percent(crowd.costNanos() / (double) Math.max(1, run))
                + " of a run of " + Units.time(run) + ": up to " + Units.count(crowd.mostThreads()) + " on "
                + Units.plural(crowd.processors(), "processor") + ".";
        long all = PathRow.sum(crowd.parts());
        List<String> details = new ArrayList<>();
        details.add("All threads together worked " + Units.time(all) + " in that time" + ofPools(crowd, all) + ".");
        details.addAll(largest(crowd.parts(), all));
        details.add(
                "A thread that is blocked where no event tells, as by the initialization of a class, counts as working.");
        return new FindingList.Words(sentence, details);
    }

    private String ofPools(Oversubscription crowd, long all) {
        String pools = crowd.pools().stream()
                .filter(each -> each.poolId() != 0 && each.nanos() > SMALL_SHARE * all)
                .limit(SHARES_PER_FINDING)
                .map(each -> Units.time(each.nanos()) + " of it in " + pool(words.poolOf(each.poolId()), ""))
                .collect(Collectors.joining(", "));
        return pools.isEmpty() ? "" : ", " + pools;
    }

    @Override
    public FindingList.Words of(LongPauses pauses) {
        long run = findings.recordedNanos();
        String sentence = "Pauses: the JVM kept all threads stopped for " + Units.time(pauses.costNanos()) + ", "
                + Units.percent(pauses.costNanos() / (double) Math.max(1, run)) + " of a run of " + Units.time(run)
                + ": " + Units.plural(pauses.pauses(), "pause") + ", the longest "
                + Units.time(pauses.interval().nanos()) + ".";
        List<String> details = new ArrayList<>();
        pauses.causes().stream()
                .filter(each -> each.nanos() > SMALL_SHARE * pauses.costNanos())
                .limit(SHARES_PER_FINDING)
                .forEach(each -> details.add(Units.time(each.nanos()) + ": "
                        + Units.plural(each.count(), PauseSection.what(each))
                        + (each.cause().isEmpty() ? "" : ", " + each.cause()) + "."));
        return new FindingList.Words(sentence, details);
    }

    private static String elements(UnevenRegions.Worst worst) {
        if (worst.firstElement() < 0 || worst.elements() <= 0) {
            return "";
        }
        String first = Units.count(worst.firstElement());
        return worst.elements() == 1
                ? " (element " + first + ")"
                : " (elements " + first + " to " + Units.count(worst.firstElement() + worst.elements() - 1) + ")";
    }

    /** The larger ones of these waits: of several one for each kind and call site. */
    private String places(List<PoolQueue.Wait> waits, double ran) {
        String places = waits.stream()
                .filter(each -> each.nanos() > SMALL_SHARE * ran)
                .limit(SHARES_PER_FINDING)
                .map(each -> Names.state(each.state()) + " " + Units.percent(each.nanos() / ran)
                        + (each.waitsAt() == 0 ? "" : " at " + site(each.waitsAt())))
                .collect(Collectors.joining(", "));
        return places.isEmpty() ? "" : ": " + places;
    }

    private String remedy(QueueWaits waits) {
        if (waits.waitedForOthers()) {
            return " The tasks mostly waited: with more workers they begin earlier.";
        }
        int workers = waits.queue().mostWorkers();
        return waits.isOfWaitingTasks()
                ? ""
                : " The tasks mostly worked: " + Units.plural(workers, "worker") + " on "
                        + Units.plural(findings.processors(), "processor") + ".";
    }

    /** @param first what is to be said of the pool besides, or empty */
    private String pool(PoolQueue queue, String first) {
        return pool(queue.pool(), first);
    }

    private String pool(@Nullable PoolModel pool, String first) {
        String name = pool == null ? null : pool.name();
        int site = pool == null ? 0 : pool.begin().codeptrRa();
        String rest = Stream.of(first, site == 0 ? "" : "made at " + site(site))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
        return (name == null ? "a pool" : name) + (rest.isEmpty() ? "" : " (" + rest + ")");
    }

    /** What a part of a wait was waited for, as the end of a sentence. */
    String because(Culprit culprit) {
        String site = site(culprit.codeptrRa());
        return switch (culprit.kind()) {
            case HOLDER -> " while " + thread(culprit.threadId()) + " held it from " + site;
            case OWNER ->
                " while, at first, " + thread(culprit.threadId()) + " held it"
                        + (culprit.codeptrRa() == 0 ? "" : " from " + site);
            case RELEASER, SIGNALLER -> " until " + thread(culprit.threadId()) + " released it at " + site;
            case HAND_OFF -> " between a release and the next acquisition";
            case UNKNOWN -> "; who held it is not known";
        };
    }

    private String thread(long id) {
        return names.threadInText(id);
    }

    private String site(int codeptrRa) {
        return Names.withoutPackages(names.callSite(codeptrRa));
    }

    private String object(long waitId) {
        return Names.withoutPackages(names.object(waitId));
    }
}
