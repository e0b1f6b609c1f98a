package org.ompt4j.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The limits for time and size. */
final class Bars {
    private static final double PER_CENT_OF_STATES = 1;
    private static final double PER_CENT_OF_DEFAULT = 2;
    private static final double PER_CENT_OF_FULL = 10;
    private static final double BYTES_PER_EVENT = 16;
    private static final double KILOBYTE = 1024;
    private static final double MEGABYTE = 1024 * 1024;

    private Bars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>(List.of(
                new Bar(
                        "event recorded at full speed, in calls of `System.nanoTime`",
                        1.6,
                        Numbers::plain,
                        figures -> figures.eventInUnitsOf(Figures.NANO_TIME)),
                new Bar(
                        "the same, in commits of a JFR event",
                        1,
                        Numbers::plain,
                        figures -> figures.eventInUnitsOf(Figures.JFR_EVENT)),
                new Bar(
                        "event with nobody listening, inside a hook, ns",
                        1,
                        Numbers::plain,
                        figures -> figures.unheardEvent(Figures.EVENT_INSIDE_HOOK)),
                construct("`synchronized`, `default`, ns added", "monitor", 3),
                construct("`ReentrantLock`, `default`, ns added", "lock", 3),
                construct("elided monitor, `default`, ns added", "elidedMonitor", 2),
                program(
                        "fork/join task of 1 µs, tool registered for nothing",
                        Programs.MICROSECOND_TASKS,
                        Setting.IDLE,
                        3),
                program("fork/join task of 1 µs, `states`", Programs.MICROSECOND_TASKS, Setting.STATES, 3),
                program("fork/join task of 1 µs, `default`", Programs.MICROSECOND_TASKS, Setting.DEFAULT, 10),
                program("fork/join task of 1 µs, `full`", Programs.MICROSECOND_TASKS, Setting.FULL, 20)));
        for (Programs.Row each : Programs.ROWS) {
            if (each.real()) {
                bars.add(program(each, Setting.IDLE, PER_CENT_OF_STATES));
                bars.add(program(each, Setting.STATES, PER_CENT_OF_STATES));
                bars.add(program(each, Setting.DEFAULT, PER_CENT_OF_DEFAULT));
                bars.add(program(each, Setting.FULL, PER_CENT_OF_FULL));
            }
        }
        for (Setting each : List.of(Setting.DEFAULT, Setting.FULL)) {
            bars.add(new Bar(
                    "bytes per event, real programs together, " + each.title(),
                    BYTES_PER_EVENT,
                    Numbers::plain,
                    figures -> bytesPerEvent(figures, each)));
        }
        bars.addAll(List.of(
                new Bar(
                        "retained memory, `default`, MB added beyond 64 KB for each thread of a JVM that does nothing",
                        4,
                        Numbers::added,
                        Bars::retainedMegabytes),
                memory(
                        "for each live platform thread, KB added",
                        Subjects.PLATFORM_THREADS,
                        Figures.LIVE,
                        KILOBYTE,
                        64),
                memory("for each live virtual thread, bytes added", Subjects.VIRTUAL_THREADS, Figures.LIVE, 1, 100),
                memory("for each ended virtual thread, bytes added", Subjects.VIRTUAL_THREADS, Figures.ENDED, 1, 1),
                startUp("hello world, `default`, ms added", Subjects.HELLO, Setting.DEFAULT, 150),
                startUp("hello world, `OMP_TOOL=disabled`, ms added", Subjects.HELLO, Setting.DISABLED, 60),
                startUp("hello parallel stream, `default`, ms added", Subjects.HELLO_STREAM, Setting.DEFAULT, 250)));
        return bars;
    }

    private static Bar construct(String what, String benchmark, double limit) {
        return new Bar(what, limit, Numbers::added, figures -> figures.addedNanos(benchmark, Setting.DEFAULT));
    }

    private static Bar program(Programs.Row program, Setting setting, double limit) {
        return program(program.title() + ", " + setting.title(), program.id(), setting, limit);
    }

    private static Bar program(String what, String program, Setting setting, double limit) {
        return new Bar(what, limit, Numbers::percent, figures -> figures.addedPercent(program, setting, Figures.WALL));
    }

    private static Bar memory(String what, String subject, String metric, double unit, double limit) {
        return new Bar(
                what,
                limit,
                Numbers::added,
                figures -> figures.addedBytes(subject, Setting.DEFAULT, metric).map(each -> each.times(1 / unit)));
    }

    private static Optional<Spread> retainedMegabytes(Figures figures) {
        return figures.value(Suite.MEMORY, Subjects.PLATFORM_THREADS, Setting.OFF, Figures.THREADS)
                .flatMap(threads -> figures.addedBytes(Subjects.PLATFORM_THREADS, Setting.DEFAULT, Figures.BASE)
                        .map(added ->
                                added.plus(-64 * KILOBYTE * threads.median()).times(1 / MEGABYTE)));
    }

    private static Bar startUp(String what, String subject, Setting setting, double limit) {
        return new Bar(what, limit, Numbers::added, figures -> figures.addedMillis(subject, setting));
    }

    /** All bytes divided by all events, so that small traces have little weight. */
    private static Optional<Spread> bytesPerEvent(Figures figures, Setting setting) {
        double bytes = 0;
        double events = 0;
        for (Programs.Row each : Programs.ROWS) {
            bytes += sum(figures.value(Suite.TRACES, each.id(), setting, Figures.BYTES));
            events += sum(figures.value(Suite.TRACES, each.id(), setting, Figures.NUMBER_OF_EVENTS));
        }
        double ratio = bytes / events;
        return events == 0 ? Optional.empty() : Optional.of(new Spread(ratio, ratio, ratio, 1, 1));
    }

    private static double sum(Optional<Spread> measured) {
        return measured.map(Spread::median).orElse(0.0);
    }
}
