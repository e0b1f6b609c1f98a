package org.ompt4j.tools.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.Profile;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.text.Quantity;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.PinnedWaits;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.model.MutexHold;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.path.PathModel;
import org.ompt4j.tools.read.PartOfTrace;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.text.Units;

/**
 * Judges the part of a trace that belongs to a test by the limits that the test sets. A limit that cannot be judged counts as a failure.
 *
 * <p>Thread safety: any thread.
 */
public final class TestedPart {
    private static final EnumSet<Event> MUTEX =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.NEST_LOCK);
    private static final EnumSet<Event> REGION =
            EnumSet.of(Event.PARALLEL_BEGIN, Event.PARALLEL_END, Event.IMPLICIT_TASK);
    private static final EnumSet<Construct> LOCKS = raising(Event.MUTEX_RELEASED);
    private static final EnumSet<Construct> REGIONS = raising(Event.PARALLEL_BEGIN);
    private static final EnumSet<Construct> BLOCKING =
            EnumSet.of(Construct.VIRTUAL_THREAD, Construct.PARK, Construct.SLEEP, Construct.IO);
    private static final EnumSet<Construct> POOLS = EnumSet.of(
            Construct.THREAD_POOL_EXECUTOR,
            Construct.SCHEDULED_EXECUTOR,
            Construct.FORK_JOIN_POOL,
            Construct.FUTURE_TASK,
            Construct.COMPLETABLE_FUTURE);

    private final Trace part;
    private final Demands demands;
    private final RunSettings settings;
    private final Names names;
    private final RunFindings findings;
    private final MutexModel mutexes;
    private final QueueModel queues = new QueueModel(StackOfWait.NONE);
    private final FindingPhrases phrases;
    private final FindingSection found;
    private final RegionSection regions;
    private final PathModel path;
    private final RunModel run;
    private final Excesses<Held> held = new Excesses<>();
    private final Excesses<Waited> waited = new Excesses<>();
    private final Excesses<PinnedWaits.PinnedWait> pinned = new Excesses<>();
    /** The constructs of the locks that were used. */
    private final EnumSet<Construct> locks = EnumSet.noneOf(Construct.class);

    private record Place(Object what, int codeptrRa) {}

    private record Held(MutexHold hold, long nanos) {}

    private record Waited(TraceEvent acquire, long nanos) {}

    /** The constructs of the JDK with this event that are observed by default. */
    private static EnumSet<Construct> raising(Event event) {
        EnumSet<Construct> raising = EnumSet.noneOf(Construct.class);
        for (Construct each : Construct.values()) {
            boolean isAskedFor = each.has(Construct.Trait.ON_REQUEST) || each == Construct.DEFINED;
            if (!isAskedFor && each.raised().contains(event)) {
                raising.add(each);
            }
        }
        return raising;
    }

    private TestedPart(Trace part, Demands demands) {
        this.part = part;
        this.demands = demands;
        this.settings = part.header().settings();
        this.names = new Names(part);
        this.run = RunModel.withoutHistory(part);
        this.findings = RunFindings.withoutHolders(part, run);
        List<MutexListener> listeners = new ArrayList<>(findings.finders().listeners());
        listeners.add(new Locks());
        this.mutexes = new MutexModel(part, listeners);
        this.path = new PathModel(part, run, mutexes);
        this.phrases = new FindingPhrases(
                names, new BlameWords(names, run, !part.pauses().isEmpty()), findings, null);
        this.found = new FindingSection(phrases, findings, mutexes, queues, path.parallelism());
        this.regions = new RegionSection(names, run, findings.finders());
    }

    /**
     * Checks the limits of a test.
     *
     * @param asked the limits as texts, by their names in the annotation of {@code ompt-junit}
     * @throws IllegalArgumentException with a message of one line if a name is unknown or a text is not valid
     */
    public static void check(Map<String, String> asked) {
        Demands.of(asked);
    }

    /**
     * Finds what exceeds the limits of a test in the latest part of a trace.
     *
     * @param trace the name of a trace that is being written; its recording has to be paused
     * @param sinceNanos a time soon after the recording was resumed for the test, in nanoseconds since the begin of the trace
     * @param asked the limits, as for {@link #check}
     * @return one sentence for each excess; empty if all limits are kept
     * @throws IOException if the trace cannot be read
     */
    public static List<String> judge(String trace, long sinceNanos, Map<String, String> asked) throws IOException {
        Demands demands = Demands.of(asked);
        try (Trace whole = Traces.open(Path.of(trace))) {
            PartOfTrace part = PartOfTrace.since(whole, sinceNanos);
            if (part != null) {
                return judge(part, demands);
            }
            List<String> lost = lost(whole.losses());
            return lost.isEmpty()
                    ? List.of("nothing of the test was recorded: recording did not go on when it began")
                    : lost;
        }
    }

    /** What exceeds the limits in a whole trace. */
    static List<String> judge(Trace part, Demands demands) throws IOException {
        List<String> lost = lost(part.losses());
        return lost.isEmpty() ? new TestedPart(part, demands).judge() : lost;
    }

    private static List<String> lost(TraceLosses losses) {
        List<String> lost = new ArrayList<>();
        if (!losses.endReason().isEmpty()) {
            lost.add("not all was recorded: " + losses.endReason());
        }
        if (losses.droppedEvents() > 0) {
            lost.add("not all was recorded: " + Units.plural(losses.droppedEvents(), "event")
                    + " dropped since the JVM began");
        }
        long unreadBytes = losses.damagedBytes() + losses.truncatedBytes() + losses.missingBytes();
        if (unreadBytes > 0) {
            lost.add("not all was recorded: " + Units.bytes(unreadBytes) + " of the trace cannot be read");
        }
        new TreeMap<>(losses.failures())
                .forEach((what, count) -> lost.add("the agent failed " + Units.plural(count, "time")
                        + " since the JVM began: " + Units.beginning(what)));
        return lost;
    }

    private List<String> judge() throws IOException {
        List<RunReader.Listener> listeners = List.of(mutexes, queues, path, found, regions, new PinnedWaits(each -> {
            if (demands.isExceeded(Demand.PINNED, each.nanos())) {
                pinned.add(new Place(each.state(), each.waitsAt()), each.nanos(), each);
            }
        }));
        path.finish(RunReader.read(part, run, listeners));
        List<String> worse = new ArrayList<>(held.say(this::say));
        worse.addAll(waited.say(this::say));
        worse.addAll(pinned.say(this::say));
        worse.addAll(uneven());
        for (FindingEntry<?> each : found.list().all()) {
            if (isAskedFor(each.finding.kind())) {
                FindingList.Words words = each.words();
                worse.add(words.sentence() + " " + String.join(" ", words.details()));
            }
        }
        worse.addAll(untold());
        return worse;
    }

    private boolean isAskedFor(Finding.Kind kind) {
        return switch (kind) {
            case DEADLOCK, LOCK_INVERSION -> demands.has(Demand.NO_LOCK_INVERSION);
            case POOL_STARVATION -> demands.has(Demand.NO_POOL_STARVATION);
            default -> false;
        };
    }

    private List<String> uneven() {
        Excesses<RegionSection.Site> uneven = new Excesses<>();
        for (RegionSection.Site each : regions.sites()) {
            if (demands.isExceeded(Demand.IMBALANCE, each.imbalance() - 1)) {
                uneven.add(each, each.imbalance(), each);
            }
        }
        return uneven.say(each -> "uneven work: in regions at " + Names.withoutPackages(each.callSite())
                + " the busiest thread worked " + Units.percent(each.imbalance() - 1)
                + " longer than the mean of all; " + demands.says(Demand.IMBALANCE));
    }

    private String say(Held each) {
        TraceEvent acquired = each.hold.acquired();
        return names.threadInText(acquired.threadId()) + " held " + object(acquired.waitId()) + " for "
                + Units.time(each.nanos) + " from " + site(acquired.codeptrRa()) + "; "
                + demands.says(Demand.LOCK_HELD);
    }

    private String say(Waited each) {
        TraceEvent acquire = each.acquire;
        String because = findings.sharesOf(acquire.waitId()).stream()
                .filter(share -> share.waitedAt() == acquire.codeptrRa())
                .findFirst()
                .map(LockWaits.Share::culprit)
                .map(culprit -> ", most of all such waits" + phrases.because(culprit))
                .orElse("");
        return names.threadInText(acquire.threadId()) + " waited " + Units.time(each.nanos) + " for "
                + object(acquire.waitId()) + " at " + site(acquire.codeptrRa()) + because + "; "
                + demands.says(Demand.LOCK_WAIT);
    }

    private String say(PinnedWaits.PinnedWait each) {
        return "a virtual thread kept its carrier while it waited " + Units.time(each.nanos()) + " ("
                + Names.state(each.state()) + ") at " + site(each.waitsAt()) + "; " + demands.says(Demand.PINNED);
    }

    private String site(int codeptrRa) {
        return Names.withoutPackages(names.callSite(codeptrRa));
    }

    private String object(long waitId) {
        return Names.withoutPackages(names.object(waitId));
    }

    /* The limits that could not be judged. */
    private List<String> untold() {
        List<String> untold = new ArrayList<>();
        for (Demand each : Demand.values()) {
            if (demands.has(each)) {
                whyNotTold(each).forEach(why -> untold.add(each.key() + " cannot be judged: " + why));
            }
        }
        return untold;
    }

    private List<String> whyNotTold(Demand demand) {
        if (part.header().tool().equals("sample")) {
            return List.of("tool=sample takes samples, and records no event");
        }
        return switch (demand) {
            case LOCK_HELD -> whyNoHolders();
            case LOCK_WAIT -> whyNoWaits();
            case IMBALANCE ->
                findings.content().hasTasks() && tells(REGION) ? whyLeftOut(REGIONS) : settingsLack("parallel regions");
            case PINNED ->
                findings.content().hasTasks() && tells(EnumSet.of(Event.WAIT))
                        ? whyLeftOut(BLOCKING)
                        : settingsLack("virtual threads, park, sleep and io");
            case NO_LOCK_INVERSION -> {
                List<String> why = new ArrayList<>(whyNoHolders());
                if (!findings.finders().followedAllLocks(mutexes)) {
                    why.add("there are too many locks");
                }
                yield why;
            }
            case NO_POOL_STARVATION -> findings.content().hasTasks() ? whyNoStarvation() : settingsLack("tasks");
        };
    }

    private List<String> whyNoStarvation() {
        List<String> why = new ArrayList<>(whyLeftOut(POOLS));
        if (queues.notFollowed() > 0) {
            why.add("there are too many tasks in queues");
        }
        if (queues.mayStarveUnseen(this::isWorker)) {
            why.add("a worker of a pool that was there before the test waits for a task that has not begun");
        }
        return why;
    }

    private boolean isWorker(long threadId) {
        Trace.TraceThread thread = part.thread(threadId);
        return thread != null && thread.type() == ThreadType.WORKER;
    }

    private List<String> whyLeftOut(EnumSet<Construct> constructs) {
        String leftOut = constructs.stream()
                .filter(each -> !settings.selects(each))
                .map(Construct::id)
                .collect(Collectors.joining(", "));
        return leftOut.isEmpty() ? List.of() : List.of("the setting constructs leaves out " + leftOut);
    }

    private static List<String> settingsLack(String what) {
        return List.of("with these settings the agent does not report " + what);
    }

    private boolean tells(EnumSet<Event> events) {
        return settings.profile() != Profile.STATES && events.stream().allMatch(settings::selects);
    }

    private List<String> whyNoWaits() {
        if (!findings.content().hasMutexes()) {
            return settingsLack("waits for locks");
        }
        List<String> why = new ArrayList<>(whyLeftOut(LOCKS));
        if (settings.minWaitNanos() > demands.value(Demand.LOCK_WAIT)) {
            why.add("min-wait leaves out waits below " + Quantity.ofNanos(settings.minWaitNanos()));
        } else {
            why.addAll(whyCounted());
        }
        return why;
    }

    private List<String> whyNoHolders() {
        if (!findings.content().hasMutexes() || !findings.content().tellsEveryOperation()) {
            return List.of("who holds locks is told with profile=full only, without min-wait");
        }
        List<String> why = new ArrayList<>(whyLeftOut(LOCKS));
        why.addAll(whyCounted());
        String unsure = locks.stream()
                .filter(each -> !each.has(Construct.Trait.RELEASED_BY_ANYONE)
                        && !findings.content().tellsHolders(each))
                .map(Construct::id)
                .collect(Collectors.joining(", "));
        if (!unsure.isEmpty()) {
            why.add("locks (" + unsure + ") can be released in code that is not observed, by a method reference or in"
                    + " classes that are left out");
        }
        return why;
    }

    private List<String> whyCounted() {
        boolean isCounted = part.counted().stream().anyMatch(each -> MUTEX.contains(each.event()));
        return isCounted ? List.of("events of locks were counted instead of recorded; set throttle=off") : List.of();
    }

    /** Notes how long locks are held and waited for. */
    private final class Locks implements MutexListener {
        @Override
        public void attempted(
                TraceEvent acquire, int path, long nanos, Outcome outcome, boolean isWait, boolean afterCondition) {
            locks.add(acquire.construct());
            if (isWait && demands.isExceeded(Demand.LOCK_WAIT, nanos)) {
                waited.add(new Place(acquire.waitId(), acquire.codeptrRa()), nanos, new Waited(acquire, nanos));
            }
        }

        @Override
        public void held(MutexHold hold, long timeNanos) {
            TraceEvent acquired = hold.acquired();
            long nanos = timeNanos - acquired.timeNanos();
            if (findings.content().tellsHolders(acquired.construct()) && demands.isExceeded(Demand.LOCK_HELD, nanos)) {
                held.add(new Place(acquired.waitId(), acquired.codeptrRa()), nanos, new Held(hold, nanos));
            }
        }
    }
}
