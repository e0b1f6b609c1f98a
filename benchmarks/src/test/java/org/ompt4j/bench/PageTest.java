package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    private static final RunInfo RUN = new RunInfo("abc123", "2 processors", false, Map.of(17, "17.0.1+1 (Some)"));

    @TempDir
    private Path directory = Path.of("");

    private Path page = Path.of("");
    private RawData data;

    @BeforeEach
    void begin() throws IOException {
        page = directory.resolve("overhead.md");
        Files.createDirectories(Page.dataOf(page));
        data = RawData.begin(Page.dataOf(page).resolve("raw.csv"));
    }

    @Test
    void barsAreJudged() throws IOException {
        add(Suite.PROGRAMS, "h2", Setting.OFF, "wall", 100, 100, 100);
        add(Suite.PROGRAMS, "h2", Setting.STATES, "wall", 100, 101, 100);
        add(Suite.PROGRAMS, "h2", Setting.DEFAULT, "wall", 103, 103, 104);

        assertThat(written())
                .contains("| H2, `states` | 1 % | +0.0 % | holds |")
                .contains("| H2, `default` | 2 % | +3.0 % | **missed** |")
                .contains("| H2, `full` | 10 % |  | not measured |");
    }

    @Test
    void programsAreComparedWithBothJvmsWithoutTheAgent() throws IOException {
        add(Suite.PROGRAMS, "h2", Setting.OFF, "wall", 100, 100, 100);
        add(Suite.PROGRAMS, "h2", Setting.OFF_AGAIN, "wall", 125, 125, 125);
        add(Suite.PROGRAMS, "h2", Setting.STATES, "wall", 125, 125, 125);

        assertThat(written())
                .contains("| H2, `states` | 1 % | +12.5 % | **missed** |")
                .contains("| H2 | 100 | +25.0 % |  | +12.5 % |");
    }

    @Test
    void programsHaveARowAndABarInTheChart() throws IOException {
        add(Suite.PROGRAMS, "h2", Setting.OFF, "wall", 100);
        add(Suite.PROGRAMS, "h2", Setting.FULL, "wall", 150);
        add(Suite.PROGRAMS, "h2", Setting.JFR, "wall", 98);

        assertThat(written())
                .contains("| H2 | 100 |  |  |  |  | +50.0 % | -2.0 % |  |", "(overhead/real-programs-17.svg)");
        assertThat(Files.readString(Page.dataOf(page).resolve("real-programs-17.svg")))
                .contains(">H2<", ">50.0<", ">-2.00<");
    }

    @Test
    void traceBytesAreWeighedByTheirEvents() throws IOException {
        for (String program : List.of("h2", "lucene")) {
            double events = program.equals("h2") ? 10 : 990;
            data.add(row(
                    trial(Suite.TRACES, program, Setting.FULL),
                    Map.of("events", List.of(events), "bytes", List.of(program.equals("h2") ? 10_000.0 : 9_900.0))));
        }

        assertThat(written())
                .contains("| H2 |  |  | 10 | 1000 |")
                .contains("bytes per event, real programs together, `full` | 16 | 19.9 | **missed** |");
    }

    @Test
    void eventsAreComparedWithTheClock() throws IOException {
        add(Suite.EVENTS, Figures.NANO_TIME, Setting.DEFAULT, "score", 20, 20, 20);
        add(Suite.EVENTS, Figures.EVENT, Setting.DEFAULT, "score", 30, 30, 30);
        add(Suite.EVENTS, Figures.JFR_EVENT, Setting.DEFAULT, "score", 60, 60, 60);

        assertThat(written())
                .contains("in calls of `System.nanoTime` | 1.60 | 1.50 | holds |")
                .contains("in commits of a JFR event | 1 | 0.50 | holds |");
    }

    @Test
    void memoryIsComparedInTotalAndByThread() throws IOException {
        Trial off = trial(Suite.MEMORY, Subjects.PLATFORM_THREADS, Setting.OFF);
        Trial on = trial(Suite.MEMORY, Subjects.PLATFORM_THREADS, Setting.DEFAULT);
        data.add(row(off, Map.of("base", List.of(1e6), "threads", List.of(8.0), "live", List.of(600.0))));
        data.add(row(on, Map.of("base", List.of(1e6 + 5 * 1024 * 1024), "live", List.of(4696.0))));

        assertThat(written())
                .contains("beyond 64 KB for each thread of a JVM that does nothing | 4 | +4.50 | **missed** |")
                .contains("| for each live platform thread, KB added | 64 | +4.00 | holds |")
                .contains("| a platform thread that lives |  | +4096 |  |");
    }

    @Test
    void whatFailedIsSaid() throws IOException {
        data.add(row(trial(Suite.PROGRAMS, "h2", Setting.ASYNC_PROFILER), Map.of(RawData.FAILED, List.of(1.0))));

        assertThat(written()).contains("- JDK 17, h2, async-profiler: ");
    }

    @Test
    void quickRunSaysThatItsFiguresMeanLittle() throws IOException {
        new Page(new RunInfo("abc123", "2 processors", true, RUN.jdks()), data).write(page);

        assertThat(Files.readString(page)).contains("**A quick run");
    }

    @Test
    void runInfoIsReadAsItWasWritten() throws IOException {
        Path file = directory.resolve("run.properties");
        RUN.write(file);

        assertThat(RunInfo.read(file)).isEqualTo(RUN);
    }

    @Test
    void resumedRunKeepsTheJdksOfBothParts() {
        assertThat(RUN.with(Map.of(17, "other", 25, "25+1")).jdks())
                .isEqualTo(Map.of(17, "17.0.1+1 (Some)", 25, "25+1"));
    }

    private String written() throws IOException {
        new Page(RUN, data).write(page);
        return Files.readString(page);
    }

    private void add(Suite suite, String subject, Setting setting, String metric, double... values) throws IOException {
        data.add(row(
                trial(suite, subject, setting),
                Map.of(metric, DoubleStream.of(values).boxed().toList())));
    }

    private static Trial trial(Suite suite, String subject, Setting setting) {
        return new Trial(0, 17, suite, subject, setting);
    }

    private static RawData.Row row(Trial trial, Map<String, List<Double>> metrics) {
        return new RawData.Row(trial, Instant.EPOCH, 0, metrics);
    }
}
