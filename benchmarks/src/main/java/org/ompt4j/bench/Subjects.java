package org.ompt4j.bench;

import java.util.ArrayList;
import java.util.List;

/** Everything that is measured. */
final class Subjects {
    static final String HELLO = "hello";
    static final String HELLO_STREAM = "hello-stream";
    static final String PLATFORM_THREADS = "platform-threads";
    static final String VIRTUAL_THREADS = "virtual-threads";

    private static final String PROGRAMS = "org.ompt4j.bench.programs.";
    private static final String RETAINED = PROGRAMS + "Retained";
    private static final String SUITES = "org.ompt4j.bench.suites.";
    /** The number of sweeps for subjects without a limit, since sweeps take long. */
    private static final int FEW_SWEEPS = 2;

    private static final int ALL_SWEEPS = Integer.MAX_VALUE;
    private static final int OLDEST_JDK = 17;
    private static final List<Setting> IN_DEPTH = List.of(Setting.OFF, Setting.STATES, Setting.DEFAULT, Setting.FULL);

    private static final List<Setting> OF_PROGRAMS_WITH_BARS =
            List.of(Setting.OFF, Setting.OFF_AGAIN, Setting.IDLE, Setting.STATES, Setting.DEFAULT, Setting.FULL);

    private final boolean quick;
    private final List<Subject> subjects = new ArrayList<>();

    private Subjects(boolean quick) {
        this.quick = quick;
    }

    /** @param quick whether to measure so briefly that results mean little, to test that everything works */
    static List<Subject> all(boolean quick) {
        Subjects all = new Subjects(quick);
        all.startUp();
        all.events();
        all.programs();
        all.constructs();
        all.traces();
        all.memory();
        return all.subjects;
    }

    private void startUp() {
        int turns = quick ? 2 : 5;
        add(
                Suite.START_UP,
                HELLO,
                "hello world",
                List.of(PROGRAMS + "HelloWorld"),
                List.of(Setting.OFF, Setting.EMPTY, Setting.DISABLED, Setting.STATES, Setting.DEFAULT, Setting.FULL),
                turns);
        add(
                Suite.START_UP,
                HELLO_STREAM,
                "hello parallel stream",
                List.of(PROGRAMS + "HelloParallelStream"),
                List.of(Setting.OFF, Setting.STATES, Setting.DEFAULT, Setting.FULL),
                turns);
    }

    private void events() {
        event("PeerBenchmark.nothing", "nothing", Setting.DEFAULT);
        event("PeerBenchmark.nanoTime", "`System.nanoTime`", Setting.DEFAULT);
        event("EventBenchmark.event", "event from the hook to the trace", Setting.DEFAULT);
        event("EventBenchmark.eventInsideHook", "the same without entering and leaving the hook", Setting.DEFAULT);
        event("PeerBenchmark.jfrEvent", "commit of a JFR event with the same payload", Setting.DEFAULT);
        event("EventBenchmark.event", "event, nobody listens", Setting.NOBODY);
        event("EventBenchmark.eventInsideHook", "the same without entering and leaving the hook", Setting.NOBODY);
    }

    private void event(String benchmark, String title, Setting setting) {
        add(Suite.EVENTS, benchmark, title, jmh(benchmark), List.of(setting), 1);
    }

    private void constructs() {
        for (Constructs.Row each : Constructs.ROWS) {
            subjects.add(new Subject(
                    Suite.CONSTRUCTS,
                    each.benchmark(),
                    each.title(),
                    jmh("ConstructBenchmark." + each.benchmark()),
                    List.of(Setting.OFF, Setting.NOBODY, Setting.SILENT, Setting.DEFAULT, Setting.FULL),
                    List.of(),
                    1,
                    0,
                    1,
                    Subject.Rounds.NONE,
                    each.oldestJdk(),
                    each.agentArguments(),
                    each));
        }
    }

    private List<String> jmh(String benchmark) {
        return quick
                ? List.of(SUITES + "Jmh", benchmark, "2", "2", "50")
                : List.of(SUITES + "Jmh", benchmark, "5", "5", "100");
    }

    private void programs() {
        for (Programs.Row each : Programs.ROWS) {
            subjects.add(new Subject(
                    Suite.PROGRAMS,
                    each.id(),
                    each.title(),
                    steady(each.id()),
                    each.hasBar() ? OF_PROGRAMS_WITH_BARS : IN_DEPTH,
                    List.of(Setting.JFR, Setting.ASYNC_PROFILER),
                    each.hasBar() ? ALL_SWEEPS : 1,
                    1,
                    1,
                    quick ? new Subject.Rounds(1, 2) : each.rounds(),
                    each.oldestJdk(),
                    List.of()));
        }
    }

    /** Subjects whose traces are measured: two rounds, so that the trace is not only that of the start. */
    private void traces() {
        for (Programs.Row each : Programs.ROWS) {
            if (each.real()) {
                subjects.add(new Subject(
                        Suite.TRACES,
                        each.id(),
                        each.title(),
                        steady(each.id()),
                        List.of(Setting.DEFAULT, Setting.FULL),
                        List.of(),
                        1,
                        0,
                        1,
                        new Subject.Rounds(1, 1),
                        each.oldestJdk(),
                        List.of()));
            }
        }
    }

    private void memory() {
        memory(PLATFORM_THREADS, "a platform thread", List.of(RETAINED, "500", "platform"), OLDEST_JDK);
        // Compiled frames are smaller, which changes the stacks of virtual threads in the heap: a difference of some
        // bytes would not be seen.
        memory(
                VIRTUAL_THREADS,
                "a virtual thread",
                List.of("-Xint", RETAINED, "20000", "virtual"),
                Programs.OLDEST_WITH_VIRTUAL_THREADS);
    }

    private void memory(String id, String title, List<String> command, int oldestJdk) {
        subjects.add(new Subject(
                Suite.MEMORY,
                id,
                title,
                command,
                IN_DEPTH,
                List.of(),
                FEW_SWEEPS,
                0,
                1,
                Subject.Rounds.NONE,
                oldestJdk,
                List.of()));
    }

    private static List<String> steady(String program) {
        return List.of(PROGRAMS + "Steady", program);
    }

    private void add(Suite suite, String id, String title, List<String> command, List<Setting> settings, int turns) {
        subjects.add(new Subject(
                suite,
                id,
                title,
                command,
                settings,
                List.of(),
                ALL_SWEEPS,
                0,
                turns,
                Subject.Rounds.NONE,
                OLDEST_JDK,
                List.of()));
    }
}
