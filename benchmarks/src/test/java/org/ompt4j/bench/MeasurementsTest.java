package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.bench.programs.HelloWorld;
import org.ompt4j.bench.programs.Steady;

/** The tests have no JVM to start: error messages show what would be measured. */
class MeasurementsTest {
    private static final Subject SUBJECT = new Subject(
            Suite.PROGRAMS,
            "a",
            "program a",
            List.of(),
            List.of(Setting.OFF, Setting.DEFAULT),
            List.of(),
            1,
            0,
            1,
            Subject.Rounds.NONE,
            17,
            List.of());

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    private Path directory = Path.of("");

    private final List<String> progress = new ArrayList<>();
    private final List<Plan.Group> plan = Plan.of(List.of(SUBJECT), List.of(17), 1, true);
    private RawData data;
    private Measurements measurements;

    @BeforeEach
    void begin() throws Exception {
        data = RawData.begin(directory.resolve("raw.csv"));
        Workplace place = new Workplace(directory.resolve("work"), Path.of("agent.jar"));
        measurements = new Measurements(place, Map.of(), data, progress::add);
    }

    @Test
    void whatWasMeasuredIsNotMeasuredAgain() throws Exception {
        for (Trial each : plan.get(0).trials()) {
            data.add(new RawData.Row(each, Instant.EPOCH, 0, Map.of("wall", List.of(1.0))));
        }

        measurements.run(plan, Instant.MAX);

        assertThat(progress).isEmpty();
    }

    @Test
    void whatIsMissingIsMeasured() throws Exception {
        data.add(new RawData.Row(plan.get(0).trials().get(0), Instant.EPOCH, 0, Map.of("wall", List.of(1.0))));

        assertThatThrownBy(() -> measurements.run(plan, Instant.MAX)).hasMessage("no JDK 17 was found");

        assertThat(progress).containsExactly("1/1 JDK 17 programs: program a");
    }

    @Test
    void jvmsThatTakeTurnsAreMeasuredTogetherIfOneIsMissing() throws Exception {
        Subject fib = new Subject(
                Suite.PROGRAMS,
                "fib-2",
                "fib",
                List.of(Steady.class.getName(), "fib-2"),
                List.of(Setting.OFF, Setting.OFF_AGAIN),
                List.of(),
                1,
                0,
                1,
                new Subject.Rounds(1, 2),
                17,
                List.of());
        Workplace place = new Workplace(directory.resolve("work"), Path.of("agent.jar"));
        List<Plan.Group> groups = Plan.of(List.of(fib), List.of(17), 1, true);
        Trial known = groups.get(0).trials().get(0);
        data.add(new RawData.Row(known, Instant.EPOCH, 0, Map.of("wall", List.of(1.0))));

        new Measurements(place, Map.of(17, JAVA), data, progress::add).run(groups, Instant.MAX);

        assertThat(progress).containsExactly("1/1 JDK 17 programs: fib");
        assertThat(data.rows()).hasSize(2).allSatisfy(row -> {
            assertThat(row.began()).isAfter(Instant.EPOCH);
            assertThat(row.metrics().get("wall")).hasSize(2);
        });
    }

    @Test
    void nothingBeginsWhenTheTimeIsUp() throws Exception {
        measurements.run(plan, Instant.EPOCH);

        assertThat(progress).containsExactly("time is up; --resume goes on");
        assertThat(data.rows()).isEmpty();
    }

    @Test
    void anAgentThatLeavesNoTraceIsNotTakenForACheapOne() throws Exception {
        Subject hello = new Subject(
                Suite.CONSTRUCTS,
                "hello",
                "hello world",
                List.of(HelloWorld.class.getName()),
                List.of(Setting.OFF, Setting.DEFAULT),
                List.of(),
                1,
                0,
                1,
                Subject.Rounds.NONE,
                17,
                List.of());
        Path work = directory.resolve("work");
        Workplace place = new Workplace(work, work.resolve("empty-agent.jar"));

        new Measurements(place, Map.of(17, JAVA), data, progress::add)
                .run(Plan.of(List.of(hello), List.of(17), 1, true), Instant.MAX);

        assertThat(progress).containsExactly("1/1 JDK 17 constructs: hello world", "  default left no trace");
        assertThat(data.rows()).hasSize(2);
    }

    @Test
    void aConstructThatNoTraceShowsHasNoFigureWithTheAgent() throws Exception {
        Subject lock = new Subject(
                Suite.CONSTRUCTS,
                "lock",
                "a lock",
                List.of(HelloWorld.class.getName()),
                List.of(Setting.OFF, Setting.NOBODY, Setting.FULL),
                List.of(),
                1,
                0,
                1,
                Subject.Rounds.NONE,
                17,
                List.of(),
                Constructs.ROWS.get(0));
        Path work = directory.resolve("work");
        Workplace place = new Workplace(work, work.resolve("empty-agent.jar"));

        new Measurements(place, Map.of(17, JAVA), data, progress::add)
                .run(Plan.of(List.of(lock), List.of(17), 1, true), Instant.MAX);

        assertThat(progress)
                .containsExactly(
                        "1/1 JDK 17 constructs: a lock", "  full left no trace; no figure with the agent counts");
        assertThat(data.rows())
                .filteredOn(row -> !row.failed())
                .extracting(row -> row.trial().setting())
                .containsExactly(Setting.OFF);
    }
}
