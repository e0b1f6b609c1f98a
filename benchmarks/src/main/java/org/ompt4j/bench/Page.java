package org.ompt4j.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/** The page: what was measured, in tables and charts, made of raw data alone. */
final class Page {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);
    private static final List<Setting> WITH_PEERS =
            List.of(Setting.STATES, Setting.DEFAULT, Setting.FULL, Setting.JFR, Setting.ASYNC_PROFILER);
    private static final List<Setting> OF_CONSTRUCTS =
            List.of(Setting.NOBODY, Setting.SILENT, Setting.DEFAULT, Setting.FULL);
    private static final List<Setting> OF_START_UP =
            List.of(Setting.EMPTY, Setting.DISABLED, Setting.STATES, Setting.DEFAULT, Setting.FULL);

    private final RunInfo run;
    private final RawData data;
    private final List<Subject> subjects;
    private final StringBuilder text = new StringBuilder();

    Page(RunInfo run, RawData data) {
        this.run = run;
        this.data = data;
        this.subjects = Subjects.all(run.quick());
    }

    /** Where the raw data and the charts of a page are. */
    static Path dataOf(Path page) {
        String name = page.getFileName().toString();
        return page.resolveSibling(name.substring(0, name.lastIndexOf('.')));
    }

    void write(Path page) throws IOException {
        Path charts = dataOf(page);
        head(charts.getFileName().toString());
        bars();
        for (Map.Entry<Integer, String> each : run.jdks().entrySet()) {
            jdk(each.getKey(), each.getValue(), charts);
        }
        failures();
        Files.writeString(page, text);
    }

    private void head(String directory) {
        Instant begin = data.rows().stream()
                .map(RawData.Row::began)
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        Instant end = data.rows().stream()
                .map(RawData.Row::began)
                .max(Instant::compareTo)
                .orElse(begin);
        double[] busy = data.of(RawData.Row::busyProcessors).sorted().toArray();
        text.append("# What the agent costs\n\n");
        if (run.quick()) {
            text.append("**A quick run: to see that everything works. Its figures mean little.**\n\n");
        }
        text.append("""
                Made by `benchmarks/run` of revision %s, begun %s, %d minutes. Machine: %s. While nothing was measured, %s of its
                processors were busy with something else (median; at most %s). What is measured and how:
                [benchmarks](../benchmarks/README.md). Where the time goes: [cost-profile.md](cost-profile.md). All values of all rounds:
                [raw.csv](%s/raw.csv).

                Everything is a ratio to, or a difference from, a JVM without the agent that ran next to it. A cell is the median of all
                rounds, in brackets the lowest and the highest median of a pair of JVMs. Times as such are of this machine only.

                """.formatted(
                        run.revision(),
                        MINUTE.format(begin),
                        Duration.between(begin, end).toMinutes(),
                        run.machine(),
                        Numbers.plain(busy.length == 0 ? 0 : Spread.median(busy)),
                        Numbers.plain(busy.length == 0 ? 0 : busy[busy.length - 1]),
                        directory));
    }

    private void bars() {
        text.append("## Bars\n\n`close`: not all pairs of JVMs are on the same side of the bar.\n\n| what | at most");
        run.jdks().keySet().forEach(jdk -> text.append(" | JDK ").append(jdk).append(" | "));
        text.append(" |\n|---|---").append("|---|---".repeat(run.jdks().size())).append("|\n");
        for (Bar bar : Bars.all()) {
            text.append("| ").append(bar.what()).append(" | ").append(bar.limitText());
            for (int jdk : run.jdks().keySet()) {
                Figures figures = new Figures(data, jdk);
                text.append(" | ").append(bar.cell(figures)).append(" | ").append(bar.verdict(figures));
            }
            text.append(" |\n");
        }
        text.append('\n');
    }

    private void jdk(int jdk, String version, Path charts) throws IOException {
        Figures figures = new Figures(data, jdk);
        text.append("## JDK ").append(jdk).append("\n\n").append(version).append("\n\n");
        realPrograms(figures, jdk, charts);
        constructedPrograms(figures, jdk, charts);
        wholeRuns(figures);
        constructs(figures, jdk, charts);
        events(figures);
        startUp(figures, jdk, charts);
        traces(figures);
    }

    private void realPrograms(Figures figures, int jdk, Path charts) throws IOException {
        text.append("### Real programs in their steady state\n\n");
        programs(figures, true);
        BarChart chart = new BarChart(
                "Real programs on JDK " + jdk + ": wall time of a round, per cent over without",
                WITH_PEERS,
                BarChart.Scale.LINEAR);
        for (Subject each : programs(true)) {
            chart.add(each.title(), setting -> figures.addedPercent(each.id(), setting, Figures.WALL));
        }
        draw(chart, charts, "real-programs-" + jdk);
    }

    private void constructedPrograms(Figures figures, int jdk, Path charts) throws IOException {
        text.append("### Programs that do little else than what is observed, in their steady state\n\n");
        programs(figures, false);
        BarChart chart = new BarChart(
                "Programs of little else on JDK " + jdk + ": wall time of a round, ratio to that without",
                WITH_PEERS,
                BarChart.Scale.RATIO);
        for (Subject each : programs(false)) {
            chart.add(each.title(), setting -> figures.ratio(each.id(), setting, Figures.WALL));
        }
        draw(chart, charts, "other-programs-" + jdk);
    }

    private void programs(Figures figures, boolean real) {
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

    private void wholeRuns(Figures figures) {
        text.append("### The same programs with their start\n\nUntil the first round was done:\n\n");
        wholeRuns(figures, ForkedRun.FIRST);
        text.append("The whole process, with all rounds:\n\n");
        wholeRuns(figures, ForkedRun.TOTAL);
    }

    private void wholeRuns(Figures figures, String metric) {
        table(
                "off, ms",
                WITH_PEERS,
                of(Suite.PROGRAMS),
                subject -> figures.value(Suite.PROGRAMS, subject.id(), Setting.OFF, metric),
                (subject, setting) -> figures.addedPercent(subject.id(), setting, metric),
                Numbers::percent);
    }

    private void constructs(Figures figures, int jdk, Path charts) throws IOException {
        text.append("### One use of a construct, nanoseconds added\n\n");
        table(
                "off, ns",
                OF_CONSTRUCTS,
                of(Suite.CONSTRUCTS),
                subject -> figures.value(Suite.CONSTRUCTS, subject.id(), Setting.OFF, Figures.SCORE),
                (subject, setting) -> figures.addedNanos(subject.id(), setting),
                Numbers::added);
        BarChart chart = new BarChart(
                "One use of a construct on JDK " + jdk + ": nanoseconds added (log scale)",
                OF_CONSTRUCTS,
                BarChart.Scale.LOGARITHMIC);
        for (Subject each : of(Suite.CONSTRUCTS)) {
            chart.add(each.title(), setting -> figures.addedNanos(each.id(), setting));
        }
        draw(chart, charts, "constructs-" + jdk);
    }

    private void events(Figures figures) {
        text.append("### One event\n\n| | ns |\n|---|---|\n");
        for (Subject each : of(Suite.EVENTS)) {
            Setting setting = each.settings().get(0);
            text.append("| ").append(each.title()).append(" | ");
            text.append(Numbers.cell(figures.value(Suite.EVENTS, each.id(), setting, Figures.SCORE), Numbers::plain));
            text.append(" |\n");
        }
        text.append("\n`nothing` is what JMH itself takes.\n\n");
    }

    private void startUp(Figures figures, int jdk, Path charts) throws IOException {
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
        draw(chart, charts, "start-up-" + jdk);
    }

    private void traces(Figures figures) {
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
                                .map(events -> "%,.0f".formatted(events.median()))
                                .orElse(""))
                        .append(" | ")
                        .append(Numbers.cell(figures.bytesPerEvent(subject.id(), each), Numbers::plain))
                        .append(" |");
            }
            text.append('\n');
        }
        text.append('\n');
    }

    private void failures() {
        List<RawData.Row> failed =
                data.rows().stream().filter(RawData.Row::failed).toList();
        if (!failed.isEmpty()) {
            text.append("## What could not be measured\n\n");
            for (RawData.Row each : failed) {
                Trial trial = each.trial();
                text.append("- JDK %d, %s, %s: the JVM did not end as it should.\n"
                        .formatted(trial.jdk(), trial.subject(), trial.setting().title()));
            }
        }
    }

    /** Where a value comes from. */
    private interface Cell {
        Optional<Spread> of(Subject subject, Setting setting);
    }

    /** Where the value without the agent comes from. */
    private interface Off {
        Optional<Spread> of(Subject subject);
    }

    /** A row for each subject of which anything was measured. */
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

    private void draw(BarChart chart, Path directory, String name) throws IOException {
        if (!chart.isEmpty()) {
            Files.writeString(directory.resolve(name + ".svg"), chart.svg());
            text.append("![](%s/%s.svg)\n\n".formatted(directory.getFileName(), name));
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
