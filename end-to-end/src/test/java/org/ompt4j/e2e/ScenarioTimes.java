package org.ompt4j.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The begin times of the scenarios of a program, as {@link Scenarios} recorded them, and so the events of each scenario: those of the thread that
 * runs the scenarios during this time, all events of threads that began during this time, and, on threads that serve several scenarios, those of
 * tasks that first appeared during this time.
 */
final class ScenarioTimes {
    /** In the directory that the program ran in. */
    static final String FILE = "scenario-times";

    private static final String RUNS_THEM = "main";

    /**
     * Workers of the common pool, carriers of virtual threads and what keeps the time for completable futures; a pool of a scenario's own may be called so too.
     */
    private static final Pattern LASTS = Pattern.compile("ForkJoinPool.*|.*DelayScheduler|.*-delayScheduler");

    /** A wait by which the scenarios are kept apart on the thread that runs them: its begin and its end. */
    private static final int EVENTS_BETWEEN = 2;

    private final NavigableMap<Long, String> begins = new TreeMap<>();
    private final Set<Long> runThem = new HashSet<>();
    private final Set<Long> last = new HashSet<>();
    private final Map<Long, String> ofThread = new HashMap<>();
    private final Map<Long, String> ofTask = new HashMap<>();

    /** What the thread that runs them does now, and how many events of the wait before that have passed. */
    private String runs = "";

    private int passed;

    private ScenarioTimes(List<String> lines, Collection<Trace.TraceThread> threads) {
        for (String each : lines) {
            int colon = each.indexOf(": ");
            begins.put(Long.valueOf(each.substring(colon + 2)), each.substring(0, colon));
        }
        for (Trace.TraceThread each : threads) {
            if (each.name().equals(RUNS_THEM)) {
                runThem.add(each.id());
            } else if (LASTS.matcher(each.name()).matches()) {
                last.add(each.id());
            }
        }
    }

    /** The events of these scenarios of a run, in the order given. */
    static List<TraceEvent> events(ObservedRun run, Set<String> scenarios, List<TraceEvent> all) {
        ScenarioTimes times = of(run);
        Assertions.assertThat(times.begins.values()).as("scenarios of %s", run).containsAll(scenarios);
        return all.stream()
                .filter(each -> scenarios.contains(times.scenario(each)))
                .toList();
    }

    private static ScenarioTimes of(ObservedRun run) {
        try {
            return new ScenarioTimes(
                    Files.readAllLines(run.directory().resolve(FILE)),
                    run.trace().threads());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The scenario that the next event of the run is of; empty for none. */
    private String scenario(TraceEvent next) {
        String now = at(next.timeNanos());
        if (next.event() == Event.TASK_CREATE) {
            ofTask.putIfAbsent(next.newTaskId(), now);
        }
        if (runThem.contains(next.threadId())) {
            return isBetween(next, now) ? "" : now;
        }
        String begun = ofThread.computeIfAbsent(next.threadId(), id -> now);
        if (!last.contains(next.threadId())) {
            return begun;
        }
        long task = task(next);
        return task == 0 ? now : ofTask.computeIfAbsent(task, id -> now);
    }

    /** Whether it is of the wait as such a scenario begins. */
    private boolean isBetween(TraceEvent next, String now) {
        passed = now.equals(runs) ? passed : 0;
        runs = now;
        passed = next.construct() == Construct.SLEEP ? passed + 1 : EVENTS_BETWEEN;
        return next.construct() == Construct.SLEEP && passed <= EVENTS_BETWEEN;
    }

    private static long task(TraceEvent event) {
        if (event.event() == Event.TASK_SCHEDULE) {
            return event.priorTaskId() != 0 ? event.priorTaskId() : event.nextTaskId();
        }
        return event.taskId();
    }

    /** The scenario that ran at this time; empty for none. */
    private String at(long nanos) {
        Map.Entry<Long, String> begun = begins.floorEntry(nanos);
        return begun == null ? "" : begun.getValue();
    }
}
