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
 * The begin times of the scenarios of a program, recorded by {@link Scenarios}, and by these times the events of each scenario: those of the
 * thread that runs the scenarios, all events of threads that began during the scenario, and, on threads that several scenarios use, those of tasks
 * that first appeared during the scenario.
 */
final class ScenarioTimes {
    /** The file in the program's working directory. */
    static final String FILE = "scenario-times";

    private static final String RUNS_THEM = "main";

    /**
     * Threads that several scenarios use: workers of the common pool, carriers of virtual threads and the timer thread of completable futures. Threads of
     * a scenario's own pool may have such names too.
     */
    private static final Pattern LASTS = Pattern.compile("ForkJoinPool.*|.*DelayScheduler|.*-delayScheduler");

    /** On the thread that runs the scenarios a wait separates them: the events of its begin and its end. */
    private static final int EVENTS_BETWEEN = 2;

    private final NavigableMap<Long, String> begins = new TreeMap<>();
    private final Set<Long> runThem = new HashSet<>();
    private final Set<Long> last = new HashSet<>();
    private final Map<Long, String> ofThread = new HashMap<>();
    private final Map<Long, String> ofTask = new HashMap<>();

    /** The scenario that runs now, and the number of events of the wait before it that have passed. */
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

    /** The events of these scenarios, in the given order. */
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

    /** The scenario of the next event of the run; empty for none. */
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

    /** Whether the event belongs to the wait before a scenario. */
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
