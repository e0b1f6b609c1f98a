package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.bench.programs.Workload;
import org.ompt4j.bench.programs.Workloads;
import org.ompt4j.bench.suites.ConstructBenchmark;
import org.ompt4j.ompt.Construct;
import org.openjdk.jmh.annotations.Benchmark;

/** All measured programs and benchmarks exist, and all existing ones are measured. */
class SubjectsTest {

    @Test
    void everyConstructHasARow() {
        List<String> constructs = new ArrayList<>();
        for (Construct each : Construct.values()) {
            if (each != Construct.NONE) {
                constructs.add(each.id());
            }
        }

        assertThat(Constructs.ROWS.stream().map(Constructs.Row::construct).distinct())
                .as("constructs of ConstructBenchmark, to which a new mapping adds its methods")
                .containsExactlyInAnyOrderElementsOf(constructs);
    }

    @Test
    void everyRowOfAConstructHasItsBenchmark() {
        assertThat(Constructs.ROWS.stream().map(Constructs.Row::benchmark))
                .containsExactlyInAnyOrderElementsOf(Stream.of(ConstructBenchmark.class.getDeclaredMethods())
                        .filter(each -> each.isAnnotationPresent(Benchmark.class))
                        .map(Method::getName)
                        .toList());
    }

    static Stream<String> programs() {
        return Programs.ROWS.stream()
                .filter(each -> each.oldestJdk() <= Runtime.version().feature())
                .map(Programs.Row::id);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void everyProgramHasAWorkload(String program) throws Exception {
        try (Workload workload = Workloads.byId(program)) {
            assertThat(workload).isNotNull();
        }
    }

    @Test
    void everyCommandNamesAClassWithAMainMethod() throws Exception {
        for (Subject each : Subjects.all(false)) {
            String main = each.command().stream()
                    .filter(word -> !word.startsWith("-"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Class.forName(main).getMethod("main", String[].class)).isNotNull();
        }
    }

    @Test
    void everyBarOfAProgramIsOneThatIsMeasuredInEachSweep() {
        assertThat(Subjects.all(false))
                .filteredOn(each -> each.suite() == Suite.PROGRAMS && each.sweeps() > 3)
                .extracting(Subject::id)
                .containsExactlyInAnyOrder(
                        "ejml", "jtransforms", "lucene", "h2", "server-virtual", Programs.MICROSECOND_TASKS);
    }
}
