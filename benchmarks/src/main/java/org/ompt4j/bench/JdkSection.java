package org.ompt4j.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/** The section of the page for one JDK, with its charts. */
final class JdkSection {
    private static final List<Setting> WITH_PEERS = List.of(
            Setting.OFF_AGAIN,
            Setting.IDLE,
            Setting.STATES,
            Setting.DEFAULT,
            Setting.FULL,
            Setting.JFR,
            Setting.ASYNC_PROFILER);
    private static final List<Setting> OF_CONSTRUCTS =
            List.of(Setting.NOBODY, Setting.SILENT, Setting.DEFAULT, Setting.FULL);
    private static final List<Setting> OF_START_UP =
            List.of(Setting.EMPTY, Setting.DISABLED, Setting.STATES, Setting.DEFAULT, Setting.FULL);

    private final int jdk;
    private final String version;
    private final RawData data;
    private final Figures figures;
    private final Path charts;
    private final List<Subject> subjects = Subjects.all(false);
    private final StringBuilder text = new StringBuilder();

    /**
     * @param jdk feature version
     * @param version full version
     * @param charts directory of the charts, next to the page
     */
    JdkSection(int jdk, String version, RawData data, Path charts) {
        this.jdk = jdk;
        this.version = version;
        this.data = data;
        this.figures = new Figures(data, jdk);
        this.charts = charts;
    }

    String text() throws IOException {
        text.append("## JDK ")
                .append(jdk)
                .append("\n\n")
                .append(version)
                .append(". ")
                .append(extent())
                .append("\n\n");
        realPrograms();
        otherPrograms();
        wholeRuns();
        constructs();
        events();
        startUp();
        traces();
        memory();
        return text.toString();
    }

    private String extent() {
        long jvms =
                data.rows().stream().filter(each -> each.trial().jdk() == jdk).count();
        String sweeps = of(Suite.PROGRAMS).stream()
                .map(each -> figures.value(Suite.PROGRAMS, each.id(), Setting.DEFAULT, Figures.WALL))
                .flatMap(Optional::stream)
                .map(each -> each.pairs() + " x " + each.values() / each.pairs())
                .distinct()
                .sorted()
                .reduce((one, other) -> one + ", " + other)
                .orElse("no");
        return jvms + " JVMs ran; medians of programs are of " + sweeps + " rounds (pairs of JVMs x rounds of each).";
    }

    private void realPrograms() throws IOException {
        text.append("### Real programs in their steady state\n\n");
        tablesOfPrograms(true);
        BarChart chart = new BarChart(
                "Real programs on JDK " + jdk + ": wall time of a round, per cent over without",
                WITH_PEERS,
                BarChart.Scale.LINEAR);
        for (Subject each : programs(true)) {
            chart.add(each.title(), setting -> figures.addedPercent(each.id(), setting, Figures.WALL));
        }
        draw(chart, "real-programs-" + jdk);
    }

    private void otherPrograms() throws IOException {
        text.append("### Programs that do little else than what is observed, in their steady state\n\n");
        tablesOfPrograms(false);
        BarChart chart = new BarChart(
                "Programs of little else on JDK " + jdk + ": wall time of a round, ratio to that without",
                WITH_PEERS,
                BarChart.Scale.RATIO);
        for (Subject each : programs(false)) {
            chart.add(each.title(), setting -> figures.ratio(each.id(), setting, Figures.WALL));
        }
        draw(chart, "other-programs-" + jdk);
    }

    private void tablesOfPrograms(boolean real) {
        for (String metric : List.of(Figures.WALL, Figures.PROCESSOR)) {
            text.append(
                    metric.equals(Figures.WALL)
                            ? "Wall time of a round:\n\n"
                            : "Processor time of a round, all threads of the JVM:\n\n");
            table(
                    "off, ms",
                    WITH_PEERS,
                    programs(real),
                    subject -> figures.value(Suite.PROGRAMS, subject.id(), Setting.OFF, metric),
                    (subject, setting) -> figures.addedPercent(subject.id(), setting, metric),
                    Numbers::percent);
        }
    }

    private void wholeRuns() {
        text.append("### The same programs with their start\n\nUntil the first round was done:\n\n");
        wholeRuns(Turns.FIRST);
        text.append("With all its rounds, those that warm up included:\n\n");
        wholeRuns(Turns.ALL);
    }

    private void wholeRuns(String metric) {
        table(
                "off, ms",
                WITH_PEERS,
                of(Suite.PROGRAMS),
                subject -> figures.value(Suite.PROGRAMS, subject.id(), Setting.OFF, metric),
                (subject, setting) -> figures.addedPercent(subject.id(), setting, metric),
                Numbers::percent);
    }

    private void constructs() throws IOException {
        text.append("### One use of a construct, nanoseconds added\n\n");
        tableOfConstructs(constructs(false));
        text.append(
                "In the next rows another thread has to wake up, which takes a few microseconds or many, differently in each JVM."
                        + " Most of a difference is that, not the agent.\n\n");
        tableOfConstructs(constructs(true));
        BarChart chart = new BarChart(
                "One use of a construct on JDK " + jdk + ": nanoseconds added (log scale)",
                OF_CONSTRUCTS,
                BarChart.Scale.LOGARITHMIC);
        for (Subject each : constructs(false)) {
            chart.add(each.title(), setting -> figures.addedNanos(each.id(), setting));
        }
        draw(chart, "constructs-" + jdk);
    }

    private void tableOfConstructs(List<Subject> constructs) {
        table(
                "off, ns",
                OF_CONSTRUCTS,
                constructs,
                subject -> figures.value(Suite.CONSTRUCTS, subject.id(), Setting.OFF, Figures.SCORE),
                (subject, setting) -> figures.addedNanos(subject.id(), setting),
                Numbers::added);
    }

    private List<Subject> constructs(boolean wakingAnother) {
        return of(Suite.CONSTRUCTS).stream()
                .filter(each -> each.row() != null && each.row().wakesAnother() == wakingAnother)
                .toList();
    }

    private void events() {
        text.append("### One event\n\n| | ns |\n|---|---|\n");
        for (Subject each : of(Suite.EVENTS)) {
            Setting setting = each.settings().get(0);
            text.append("| ").append(each.title()).append(" | ");
            text.append(Numbers.cell(figures.value(Suite.EVENTS, each.id(), setting, Figures.SCORE), Numbers::plain));
            text.append(" |\n");
        }
        text.append("\n`nothing` is what JMH itself takes.\n\n");
    }

    private void startUp() throws IOException {
        text.append("### Start-up, milliseconds added\n\n");
        table(
                "off, ms",
                OF_START_UP,
                of(Suite.START_UP),
                subject -> figures.value(Suite.START_UP, subject.id(), Setting.OFF, ForkedRun.TOTAL),
                (subject, setting) -> figures.addedMillis(subject.id(), setting),
                Numbers::added);
        BarChart chart =
                new BarChart("Start-up on JDK " + jdk + ": milliseconds added", OF_START_UP, BarChart.Scale.LINEAR);
        for (Subject each : of(Suite.START_UP)) {
            chart.add(each.title(), setting -> figures.addedMillis(each.id(), setting));
        }
        draw(chart, "start-up-" + jdk);
    }

    private void traces() {
        text.append("### Traces of two rounds\n\n| |");
        for (Setting each : List.of(Setting.DEFAULT, Setting.FULL)) {
            text.append(' ').append(each.title()).append(", events | bytes per event |");
        }
        text.append("\n|---|---|---|---|---|\n");
        for (Subject subject : of(Suite.TRACES)) {
            text.append("| ").append(subject.title()).append(" |");
            for (Setting each : List.of(Setting.DEFAULT, Setting.FULL)) {
                text.append(' ')
                        .append(figures.value(Suite.TRACES, subject.id(), each, Figures.NUMBER_OF_EVENTS)
                                .map(events -> String.format(Locale.ROOT, "%,.0f", events.median()))
                                .orElse(""))
                        .append(" | ")
                        .append(Numbers.cell(figures.bytesPerEvent(subject.id(), each), Numbers::plain))
                        .append(" |");
            }
            text.append('\n');
        }
        text.append('\n');
    }

    private void memory() {
        text.append("### Heap and metaspace in use after a collection, bytes added\n\n");
        List<Setting> settings = List.of(Setting.STATES, Setting.DEFAULT, Setting.FULL);
        text.append("| | ").append(String.join(" | ", titles(settings))).append(" |\n|---|---|---|---|\n");
        for (Subject each : of(Suite.MEMORY)) {
            memory("before there is " + each.title(), each, Figures.BASE, settings);
            memory(each.title() + " that lives", each, Figures.LIVE, settings);
            memory(each.title() + " that has ended", each, Figures.ENDED, settings);
        }
        text.append('\n');
    }

    private void memory(String title, Subject subject, String metric, List<Setting> settings) {
        if (figures.addedBytes(subject.id(), Setting.DEFAULT, metric).isPresent()) {
            text.append("| ").append(title);
            for (Setting each : settings) {
                text.append(" | ").append(Numbers.cell(figures.addedBytes(subject.id(), each, metric), Numbers::added));
            }
            text.append(" |\n");
        }
    }

    /** The value of a subject in a setting. */
    private interface Cell {
        Optional<Spread> of(Subject subject, Setting setting);
    }

    /** The value of a subject without the agent. */
    private interface Off {
        Optional<Spread> of(Subject subject);
    }

    /** A table with a row for each subject that was measured. */
    private void table(
            String unit,
            List<Setting> settings,
            List<Subject> rows,
            Off off,
            Cell cell,
            DoubleFunction<String> number) {
        text.append("| | ")
                .append(unit)
                .append(" | ")
                .append(String.join(" | ", titles(settings)))
                .append(" |\n");
        text.append("|---|---").append("|---".repeat(settings.size())).append("|\n");
        for (Subject each : rows) {
            if (off.of(each).isPresent()) {
                text.append("| ").append(each.title()).append(" | ").append(Numbers.cell(off.of(each), Numbers::plain));
                for (Setting setting : settings) {
                    text.append(" | ").append(Numbers.cell(cell.of(each, setting), number));
                }
                text.append(" |\n");
            }
        }
        text.append('\n');
    }

    private void draw(BarChart chart, String name) throws IOException {
        if (!chart.isEmpty()) {
            Files.writeString(charts.resolve(name + ".svg"), chart.svg());
            text.append("![](%s/%s.svg)\n\n".formatted(charts.getFileName(), name));
        }
    }

    private List<Subject> of(Suite suite) {
        return subjects.stream().filter(each -> each.suite() == suite).toList();
    }

    private List<Subject> programs(boolean real) {
        List<Subject> programs = new ArrayList<>();
        for (Subject each : of(Suite.PROGRAMS)) {
            Stream<Programs.Row> rows = Programs.ROWS.stream();
            if (rows.anyMatch(row -> row.id().equals(each.id()) && row.real() == real)) {
                programs.add(each);
            }
        }
        return programs;
    }

    private static List<String> titles(List<Setting> settings) {
        return settings.stream().map(Setting::title).toList();
    }
}
