package org.ompt4j.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/** The page with the results in tables and charts, made from raw data only. */
final class Page {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    private final RunInfo run;
    private final RawData data;
    private final StringBuilder text = new StringBuilder();

    Page(RunInfo run, RawData data) {
        this.run = run;
        this.data = data;
    }

    /** The directory with the raw data and the charts of a page. */
    static Path dataOf(Path page) {
        String name = page.getFileName().toString();
        return page.resolveSibling(name.substring(0, name.lastIndexOf('.')));
    }

    void write(Path page) throws IOException {
        Path charts = dataOf(page);
        head(charts.getFileName().toString());
        bars();
        for (Map.Entry<Integer, String> each : run.jdks().entrySet()) {
            text.append(new JdkSection(each.getKey(), each.getValue(), data, charts).text());
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

                Everything is a ratio to, or a difference from, a JVM without the agent that ran next to it; programs take turns with it round by
                round. A cell is the median of all rounds, in brackets the lowest and the highest median of a pair of JVMs. Programs are compared with
                each of two JVMs without the agent; `off, another JVM` is what these differ by. Times as such are of this machine only.

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
        text.append("""

                Virtual threads are there from JDK 21 on. That no method becomes uncompilable and that faults do no harm are no figures but
                tests: `CompilationGateIT`; `FaultIT`, `OverloadIT`, `OutputPlacesIT`, `EndingIT`, `KillIT`.

                """);
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
}
