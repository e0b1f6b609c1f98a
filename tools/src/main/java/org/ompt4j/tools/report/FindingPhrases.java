package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.findings.CauseShare;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.PermitCounts;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.findings.TimedOutWaits;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.path.PartTime;
import org.ompt4j.tools.profile.WaitCallers;
import org.ompt4j.tools.text.Units;

/** Phrases for several kinds of findings. They leave out the packages of classes unless a method says otherwise. */
final class FindingPhrases {
    private static final Set<String> HANDS_OVER =
            Set.of("java.util.concurrent.SynchronousQueue", "java.util.concurrent.LinkedTransferQueue");

    /** Shares of a time up to this one, from 0 to 1, are not mentioned. */
    static final double SMALL_SHARE = 0.05;

    /** How many parts of a time are mentioned at most, the largest ones. */
    static final int MOST_PARTS = 3;

    /** How many related items are mentioned at most, such as threads that wait for each other. */
    static final int MOST_LINKS = 10;

    private final Names names;
    private final BlameWords blame;
    private final HoldWords holds;
    private final RunFindings run;
    private final @Nullable WaitCallers callers;

    /**
     * @param run where the findings are from
     * @param callers the callers of the code that waited; null if no stacks were taken
     */
    FindingPhrases(Names names, BlameWords blame, RunFindings run, @Nullable WaitCallers callers) {
        this.names = names;
        this.blame = blame;
        this.holds = new HoldWords(names);
        this.run = run;
        this.callers = callers;
    }

    String thread(long id) {
        return names.threadInText(id);
    }

    String site(int codeptrRa) {
        return Names.withoutPackages(names.callSite(codeptrRa));
    }

    /** A call site with the package of its class. */
    String wholeSite(int codeptrRa) {
        return names.callSite(codeptrRa);
    }

    /** The program's code that had called the JDK's code at a call site; null if it is not known. */
    @Nullable
    String caller(int path, int callSite) {
        return run.callerInProgram(path, callSite);
    }

    /** The text behind a call site in the JDK that names the program's code that had called it; empty if that is not known. */
    String calledBy(int path, int callSite) {
        String caller = caller(path, callSite);
        return caller == null ? "" : " (called by " + Names.withoutPackages(caller) + ")";
    }

    /** The methods through which most of the time at a call site was waited, the innermost first; empty if they are not known. */
    List<String> callers(State state, int callSite) {
        WaitCallers.Callers found = callers == null ? null : callers.of(state, callSite);
        return found == null || !found.isMost() ? List.of() : found.callers();
    }

    /** A sentence about the methods through which threads mostly came to a call site; none if these are not known. */
    List<String> cameBy(State state, int callSite) {
        List<String> found = callers(state, callSite);
        return found.isEmpty()
                ? List.of()
                : List.of("They mostly came there by " + RowLine.list(found, Names::withoutPackages) + ".");
    }

    /** What a thread waits for that puts an element in a queue: a taker if the queue only hands elements over, else room. */
    String toGive(long waitId) {
        String queue = Names.withoutId(wholeObject(waitId));
        return HANDS_OVER.contains(queue) ? " for a taker in " : " for room in ";
    }

    /** Whether settings leave out waits, which then count as work. */
    boolean leavesOutWaits() {
        return !run.content().leftOutBySettings().isEmpty();
    }

    /** Whether an option tells the JVM how many processors it has. */
    boolean isToldProcessors() {
        return run.isToldProcessors();
    }

    /** Whether waits for monitors inside the JDK are observed. */
    boolean tellsMonitorsOfJdk() {
        return run.content().tellsMonitorsOfJdk();
    }

    /** See {@link TraceContent#settingForMonitorsOfJdk}. */
    String settingForMonitorsOfJdk() {
        return run.content().settingForMonitorsOfJdk();
    }

    boolean isMonitor(long waitId) {
        return run.content().isMonitor(waitId);
    }

    boolean isSemaphore(long waitId) {
        return run.content().isSemaphore(waitId);
    }

    /** See {@link TraceContent#isHeldUnseen}. */
    boolean isHeldUnseen(long waitId) {
        return run.content().isHeldUnseen(waitId);
    }

    /** See {@link TraceContent#isNotifiedUnseen}. */
    boolean isNotifiedUnseen(long waitId) {
        return run.content().isNotifiedUnseen(waitId);
    }

    /** See {@link RunFindings#permitCounts}. */
    @Nullable
    PermitCounts permitCounts(long waitId) {
        return run.permitCounts(waitId);
    }

    /** See {@link TraceContent#mayLosePermitsUnseen}. */
    boolean mayLosePermitsUnseen(long waitId) {
        return run.content().mayLosePermitsUnseen(waitId);
    }

    boolean isKnownObject(long waitId) {
        return names.isKnownObject(waitId);
    }

    /** The largest share of the waits for a mutex; null if there are several mutexes, or if no share is known. */
    LockWaits.@Nullable Share mainShare(List<Long> mutexes) {
        List<LockWaits.Share> shares = mutexes.size() == 1 ? run.sharesOf(mutexes.get(0)) : List.of();
        return shares.isEmpty() ? null : shares.get(0);
    }

    String object(long waitId) {
        return Names.withoutPackages(names.object(waitId));
    }

    String objectIfKnown(long waitId) {
        return isKnownObject(waitId) ? object(waitId) : "what is not known";
    }

    /**
     * What threads waited for, to be put after the verb.
     *
     * @param isOne whether it was one wait
     * @param object the object, in words
     */
    String awaited(State state, Construct construct, long waitId, boolean isOne, String object) {
        return switch (state) {
            case WAIT_QUEUE -> "for an item of " + object;
            case WAIT_QUEUE_FULL -> toGive(waitId).strip() + " " + object;
            case WAIT_CONDITION -> "for a condition of " + object;
            case WAIT_PARK -> "parked";
            case WAIT_BARRIER_EXPLICIT -> "for others in " + object;
            case WAIT_BARRIER_IMPLEMENTATION -> "for the end of a pool";
            case WAIT_TASKGROUP -> "for a group of tasks";
            case WAIT_TASKWAIT -> isKnownObject(waitId) ? "for " + object : awaitedTasks(construct, isOne);
            default -> "for " + object;
        };
    }

    private static String awaitedTasks(Construct construct, boolean isOne) {
        return switch (construct) {
            case THREAD -> isOne ? "for the end of a thread" : "for threads to end";
            case COMPLETABLE_FUTURE -> isOne ? "for a CompletableFuture" : "for CompletableFutures";
            default -> isOne ? "for a task" : "for tasks";
        };
    }

    /**
     * That exceptions ended what threads did, with the last one and the place where it was thrown.
     *
     * @param ended the verb
     * @param one the thread, if it is one exception
     * @param several the threads, if they are several
     */
    String thrown(TimedOutWaits.Thrown thrown, String ended, String one, String several) {
        return (thrown.isLeast() ? "at least " : "")
                + (thrown.count() == 1
                        ? "one exception " + ended + " what " + one + " did: "
                        : Units.count(thrown.count()) + " exceptions " + ended + " what " + several
                                + " did, the last one: ")
                + Names.withoutPackages(thrown.errorClass())
                + (thrown.codeptrRa() == 0 ? "" : " at " + site(thrown.codeptrRa()));
    }

    /** An object with the package of its class. */
    String wholeObject(long waitId) {
        return names.object(waitId);
    }

    /** The code of tasks. */
    String code(int body, int madeAt) {
        return Names.withoutPackages(names.code(body, madeAt));
    }

    /** What was done, see {@link BlameWords#what}. */
    String what(Cause cause) {
        return blame.what(cause);
    }

    /** Where that was, see {@link BlameWords#where}. */
    String where(Cause cause) {
        return Names.withoutPackages(blame.where(cause));
    }

    /** The causes of the parts of a wait that are not small, one sentence each. Parts that read alike, as of several threads, are one. */
    List<String> shares(List<CauseShare> shares, long waitedNanos) {
        Map<String, Long> sums = new LinkedHashMap<>();
        shares.forEach(each -> sums.merge(inWords(each.cause()), each.nanos(), Long::sum));
        return sums.entrySet().stream()
                .filter(each -> each.getValue() > SMALL_SHARE * waitedNanos)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_PARTS)
                .map(each -> Units.time(each.getValue()) + ": " + each.getKey() + ".")
                .toList();
    }

    private String inWords(Cause cause) {
        String where = where(cause);
        return what(cause) + (where.isEmpty() ? "" : " " + where);
    }

    /** The code of the culprit, see {@link BlameWords#code}. */
    String code(Cause cause) {
        return Names.withoutPackages(blame.code(cause));
    }

    /** What was done while a mutex was held, as a sentence with a space before it. */
    String hold(Culprit.Kind kind, InHold hold) {
        return holds.sentence(kind, hold);
    }

    /** A time, followed by the length of the run for comparison. */
    String inRun(String time) {
        return time + ", in a run of " + Units.time(run.recordedNanos());
    }

    /** A time, followed by its share of the run. */
    String ofRun(long nanos) {
        return Units.time(nanos) + ", " + percentOfRun(nanos) + " of a run of " + Units.time(run.recordedNanos());
    }

    String percentOfRun(long nanos) {
        return Units.percent(nanos / (double) Math.max(1, run.recordedNanos()));
    }

    String processors() {
        return Units.plural(run.processors(), "processor");
    }

    /** The parts that are not small compared with {@code allNanos}, one sentence each. */
    List<String> largest(List<PartTime> parts, long allNanos) {
        return PathRow.of(parts, names).stream()
                .filter(each -> each.nanos() > SMALL_SHARE * allNanos)
                .limit(MOST_PARTS)
                .map(each -> Units.time(each.nanos()) + ": " + each.what()
                        + (each.code() == null
                                ? ", in code that is not known."
                                : " " + Names.withoutPackages(each.code()) + "."))
                .toList();
    }

    /** How long these waits took in all, and the larger of them, each with its kind and call site. */
    String inAll(long nanos, List<PoolQueue.Wait> waits) {
        return inRun(Units.time(nanos) + " in all") + places(waits, nanos);
    }

    /**
     * The larger waits, each with its kind and call site.
     *
     * @param wholeNanos the time of which they are a part
     */
    String places(List<PoolQueue.Wait> waits, double wholeNanos) {
        String places = oneOfEachKindWithoutSite(waits).stream()
                .filter(each -> each.nanos() > SMALL_SHARE * wholeNanos)
                .limit(MOST_PARTS)
                .map(each -> Names.state(each.state()) + " " + Units.percent(each.nanos() / wholeNanos) + place(each))
                .collect(Collectors.joining(", "));
        return places.isEmpty() ? "" : ": " + places;
    }

    /** Waits without a call site are one of each kind. */
    private static List<PoolQueue.Wait> oneOfEachKindWithoutSite(List<PoolQueue.Wait> waits) {
        List<PoolQueue.Wait> all = new ArrayList<>(
                waits.stream().filter(each -> each.waitsAt() != 0).toList());
        waits.stream()
                .filter(each -> each.waitsAt() == 0)
                .collect(Collectors.groupingBy(PoolQueue.Wait::state))
                .forEach((state, alike) -> all.add(sum(state, alike)));
        all.sort(Comparator.comparingLong((PoolQueue.Wait each) -> -each.nanos())
                .thenComparing(PoolQueue.Wait::state)
                .thenComparing(PoolQueue.Wait::waitsAt));
        return all;
    }

    /** All of these waits, with the code of more than half of their time. */
    private static PoolQueue.Wait sum(State state, List<PoolQueue.Wait> alike) {
        long nanos = alike.stream().mapToLong(PoolQueue.Wait::nanos).sum();
        int code = alike.stream()
                .filter(each -> 2 * each.nanos() > nanos)
                .mapToInt(PoolQueue.Wait::code)
                .findFirst()
                .orElse(0);
        return new PoolQueue.Wait(state, 0, code, nanos);
    }

    /** The code that waited at a place whose call site is not known, see {@link RunFindings#codeOfWait}. */
    @Nullable
    String codeOfWait(int code) {
        return run.codeOfWait(code);
    }

    private String place(PoolQueue.Wait wait) {
        String code = codeOfWait(wait);
        if (wait.waitsAt() == 0 && code != null) {
            return " in " + Names.withoutPackages(code);
        }
        return wait.waitsAt() == 0 ? "" : " at " + site(wait.waitsAt());
    }

    /** The code that waited, with the package of its class; null if it is not known, or if the call site is. */
    @Nullable
    String codeOfWait(PoolQueue.Wait wait) {
        return codeOfWait(wait.code());
    }

    String pool(PoolQueue queue) {
        return pool(queue, "");
    }

    /** @param first another property of the pool, or the empty string */
    String pool(PoolQueue queue, String first) {
        return pool(queue.pool(), first);
    }

    /** The sentence that says which pool ran those tasks of a call site that did run. */
    String whereTheOthersRan(long poolId) {
        return "Those that ran did in " + pool(poolId) + ".";
    }

    @Nullable
    String poolName(long poolId) {
        PoolModel pool = blame.poolOf(poolId);
        return pool == null ? null : pool.name();
    }

    String pool(long poolId) {
        return pool(blame.poolOf(poolId), "");
    }

    private String pool(@Nullable PoolModel pool, String first) {
        int site = pool == null ? 0 : pool.begin().codeptrRa();
        String rest = Stream.of(first, site == 0 ? "" : "made at " + site(site))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
        return Names.inText(Names.pool(pool)) + (rest.isEmpty() ? "" : " (" + rest + ")");
    }

    /** The cause of a part of a wait, as the end of a sentence. */
    String because(Culprit culprit) {
        String site = site(culprit.codeptrRa());
        return switch (culprit.kind()) {
            case HOLDER -> " while " + thread(culprit.threadId()) + " held it from " + site;
            case OWNER ->
                " while, at first, " + thread(culprit.threadId()) + " held it"
                        + (culprit.codeptrRa() == 0 ? "" : " from " + site);
            case RELEASER, SIGNALLER -> " until " + thread(culprit.threadId()) + " released it at " + site;
            case BARGER ->
                " until " + thread(culprit.threadId()) + " released it at " + site
                        + "; it had been taken ahead of the others, at a time that is not known";
            case HAND_OFF -> " between a release and the next acquisition";
            case UNKNOWN -> "; who held it is not known";
        };
    }
}
