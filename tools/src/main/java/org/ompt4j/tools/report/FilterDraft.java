package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/**
 * Sums of the events that settings could leave out of a trace. Each event counts for one setting at most. Operations on locks and monitors are
 * summed by the class whose code contains the calls, since the agent rewrites that code; all other events are summed by construct. A class takes its
 * sleeps with it on a JDK whose sleeps are observed in the code that calls them. An event in whose place another one would come counts for no setting.
 */
final class FilterDraft {
    private static final Pattern CLASS_NAME = Pattern.compile("[\\p{javaJavaIdentifierPart}.]+");

    private static final Set<Event> MUTEX = EnumSet.of(
            Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.NEST_LOCK, Event.LOCK_INIT);

    /** Constructs whose waits are observed inside the JDK, and whose other operations are observed in the code that calls them. */
    private static final Set<Construct> SEEN_IN_CODE_IF_FULL =
            EnumSet.of(Construct.READ_WRITE_LOCK, Construct.STAMPED_LOCK, Construct.SEMAPHORE);

    /** Constructs that are never left out: their events tell which thread runs what, and all other events depend on them. */
    private static final Set<Construct> KEPT =
            EnumSet.of(Construct.NONE, Construct.THREAD, Construct.VIRTUAL_THREAD, Construct.DEFINED);

    private static final Set<Event> WAITS =
            EnumSet.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.WAIT, Event.WAKEUP);

    private static final Set<Event> WAITS_FOR_MUTEXES =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.NEST_LOCK);

    private static final Set<Event> EVERYTHING = EnumSet.allOf(Event.class);

    /**
     * The events in whose place other constructs report some if a construct is left out. A wait becomes a park, or the waits of the lock and the
     * condition inside of the object; a task of a thread pool becomes the idle time around it, one of a scheduled executor a task of the thread pool
     * that this executor is, the region of a stream one of a task outside of pools.
     */
    private static final Map<Construct, Set<Event>> REPLACED = Map.ofEntries(
            Map.entry(Construct.BLOCKING_QUEUE, WAITS),
            Map.entry(Construct.COUNT_DOWN_LATCH, WAITS),
            Map.entry(Construct.CYCLIC_BARRIER, WAITS),
            Map.entry(Construct.PHASER, WAITS),
            Map.entry(Construct.EXCHANGER, WAITS),
            Map.entry(Construct.FUTURE_TASK, WAITS),
            Map.entry(Construct.STRUCTURED_TASK_SCOPE, WAITS),
            Map.entry(Construct.SEMAPHORE, EVERYTHING),
            Map.entry(Construct.READ_WRITE_LOCK, EVERYTHING),
            Map.entry(Construct.STAMPED_LOCK, EVERYTHING),
            Map.entry(Construct.SCHEDULED_EXECUTOR, EVERYTHING),
            Map.entry(Construct.THREAD_POOL_EXECUTOR, with(WAITS, Event.TASK_SCHEDULE)),
            Map.entry(
                    Construct.PARALLEL_STREAM,
                    with(WAITS, Event.PARALLEL_BEGIN, Event.PARALLEL_END, Event.IMPLICIT_TASK, Event.WORK)));

    private static final Pattern MAJOR = Pattern.compile("^[0-9]{1,4}");

    /** From this JDK on sleeps are observed inside the JDK. */
    private static final int FIRST_WITH_SLEEPS_IN_JDK = 19;

    private final Trace trace;
    private final RunSettings settings;
    private final Map<Integer, @Nullable String> classes = new HashMap<>();
    private final Map<String, Score.Sum> byClass = new HashMap<>();
    private final Map<Construct, Score.Sum> byConstruct = new HashMap<>();
    /** Sleeps by the class that calls them, as far as they are left out with that class; they are in the sum of their construct too. */
    private final Map<String, Score.Sum> sleepsByClass = new HashMap<>();

    private final boolean seesSleepsInCode;

    FilterDraft(Trace trace) {
        this.trace = trace;
        this.settings = trace.header().settings();
        Matcher major = MAJOR.matcher(trace.header().javaVersion());
        this.seesSleepsInCode = major.find() && Integer.parseInt(major.group()) < FIRST_WITH_SLEEPS_IN_JDK;
    }

    private static Set<Event> with(Set<Event> events, Event... more) {
        Set<Event> all = EnumSet.copyOf(events);
        all.addAll(List.of(more));
        return all;
    }

    void add(TraceEvent event, long bytes) {
        Construct construct = event.construct();
        if (isSeenInCode(construct)) {
            boolean isLeftOut = MUTEX.contains(event.event()) && !becomesPark(event)
                    || construct == Construct.SYNCHRONIZED && event.event() == Event.WAKEUP;
            addTo(byClass, isLeftOut ? className(event.codeptrRa()) : null, bytes);
        } else if (!KEPT.contains(construct)
                && !REPLACED.getOrDefault(construct, Set.of()).contains(event.event())) {
            byConstruct.computeIfAbsent(construct, key -> new Score.Sum()).add(bytes);
        }
        if (construct == Construct.SLEEP && seesSleepsInCode) {
            addTo(sleepsByClass, className(event.codeptrRa()), bytes);
        }
    }

    /** If only acquisitions that wait are in the trace, each of them becomes a park. */
    private boolean becomesPark(TraceEvent event) {
        return settings.mutexDetail() != MutexDetail.FULL
                && event.construct() != Construct.SYNCHRONIZED
                && WAITS_FOR_MUTEXES.contains(event.event());
    }

    private static void addTo(Map<String, Score.Sum> sums, @Nullable String className, long bytes) {
        if (className != null) {
            sums.computeIfAbsent(className, key -> new Score.Sum()).add(bytes);
        }
    }

    private boolean isSeenInCode(Construct construct) {
        return construct == Construct.REENTRANT_LOCK
                || construct == Construct.SYNCHRONIZED && !settings.nativeMonitors()
                || settings.mutexDetail() == MutexDetail.FULL && SEEN_IN_CODE_IF_FULL.contains(construct);
    }

    /** The class of the code at a call site; null if that class cannot be left out. */
    private @Nullable String className(int codeptrRa) {
        if (!classes.containsKey(codeptrRa)) {
            classes.put(codeptrRa, classOf(trace.callSite(codeptrRa)));
        }
        return classes.get(codeptrRa);
    }

    private static @Nullable String classOf(@Nullable String callSite) {
        if (callSite == null) {
            return null;
        }
        int parenthesis = callSite.indexOf('(');
        String method = parenthesis < 0 ? callSite : callSite.substring(0, parenthesis);
        int dot = method.lastIndexOf('.');
        String name = dot < 0 ? "" : method.substring(0, dot);
        // The name is checked because it goes into a configuration, and a trace may contain any text.
        return CLASS_NAME.matcher(name).matches() && !ClassOrigin.isOfJdk(name) ? name : null;
    }

    /**
     * Chooses the fewest settings that leave out the given percentage of the events' bytes, or of the events if the trace is not a file.
     *
     * @param name what the trace is called
     */
    Filter choose(Score.Sum all, double percent, String name) {
        boolean hasBytes = all.bytes > 0;
        List<Candidate> candidates = new ArrayList<>();
        byClass.forEach((key, sum) -> candidates.add(new Candidate(key, null, sum)));
        byConstruct.forEach((key, sum) -> candidates.add(new Candidate("", key, sum)));
        candidates.sort(Comparator.comparing((Candidate each) -> hasBytes ? -each.sum.bytes : -each.sum.events)
                .thenComparing(Candidate::text));
        List<Candidate> chosen = new ArrayList<>();
        Score.Sum out = new Score.Sum();
        double wanted = percent / 100 * (hasBytes ? all.bytes : all.events);
        for (Candidate each : candidates) {
            if ((hasBytes ? out.bytes : out.events) >= wanted) {
                break;
            }
            Candidate more = each.with(sleepsOf(each, chosen));
            if (more.sum.events > 0) {
                chosen.add(more);
                out.add(more.sum, 1);
            }
        }
        double total = Math.max(1, hasBytes ? all.bytes : all.events);
        double share = (hasBytes ? out.bytes : out.events) / total;
        return new Filter(lines(chosen, out, all, name), out.events, out.bytes, share, all.events - out.events);
    }

    /** The sleeps that a class takes with it, or, as a negative sum, those that chosen classes have taken from the construct. */
    private Score.Sum sleepsOf(Candidate candidate, List<Candidate> chosen) {
        Score.Sum sleeps = new Score.Sum();
        if (candidate.construct == Construct.SLEEP) {
            chosen.forEach(each -> sleeps.add(sleepsByClass.get(each.className), -1));
        } else if (chosen.stream().noneMatch(each -> each.construct == Construct.SLEEP)) {
            sleeps.add(sleepsByClass.get(candidate.className), 1);
        }
        return sleeps;
    }

    private List<String> lines(List<Candidate> chosen, Score.Sum out, Score.Sum all, String name) {
        List<String> lines = new ArrayList<>();
        lines.add("# Made by: score --write-filter, of " + name);
        lines.add("# Leaves out what made " + Units.count(out.events) + " of its " + Units.plural(all.events, "event")
                + ". All other settings are to be as they were in that run.");
        lines.add("# Waits that are left out count as work, and as what a holder of a lock did.");
        List<String> excluded = new ArrayList<>(settings.exclude());
        List<String> constructs =
                new ArrayList<>(List.of(SettingsText.of(settings).getOrDefault("constructs", "all")));
        for (Candidate each : chosen) {
            lines.add("# " + each.text() + ": " + Units.plural(each.sum.events, "event") + ", "
                    + each.loss(seesSleepsInCode));
            if (each.construct == null) {
                excluded.add(each.className);
            } else {
                constructs.add("-" + each.construct.id());
            }
        }
        if (chosen.stream().anyMatch(each -> each.construct == null)) {
            lines.add("exclude = " + String.join(",", excluded));
        }
        if (chosen.stream().anyMatch(each -> each.construct != null)) {
            lines.add("constructs = " + String.join(",", constructs));
        }
        return lines;
    }

    /**
     * One thing that a setting leaves out.
     *
     * @param className for the setting exclude, if {@code construct} is null
     * @param construct for the setting constructs
     */
    private record Candidate(String className, @Nullable Construct construct, Score.Sum sum) {
        Candidate with(Score.Sum more) {
            Score.Sum both = new Score.Sum();
            both.add(sum, 1);
            both.add(more, 1);
            return new Candidate(className, construct, both);
        }

        String text() {
            return construct == null ? className : construct.id();
        }

        String loss(boolean withSleeps) {
            return construct == null
                    ? "operations on locks and monitors in its code, " + (withSleeps ? "sleeps, " : "")
                            + "and starts and joins of threads; waits for them become parks or are not told"
                    : construct.title();
        }
    }
}
