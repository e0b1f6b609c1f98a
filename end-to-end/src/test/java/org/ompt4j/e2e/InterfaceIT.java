package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.mutation.CoveragePage;

/**
 * Every event, entry point, state and enumerator that a third-party tool can see in one run of a program that reaches all of them: one test for each
 * row of the coverage table. {@link InterfaceMutationIT} shows that each can fail.
 */
class InterfaceIT {

    @TempDir
    static Path folder;

    @TestFactory
    Stream<DynamicContainer> everyRowIsReached() throws IOException {
        Path[] tools = InterfaceRun.makeTools(folder);
        Expectations expectations = Expectations.read();
        return Jdks.all().stream()
                .map(jdk -> DynamicContainer.dynamicContainer(jdk.toString(), rows(jdk, tools, expectations)));
    }

    private static Stream<DynamicTest> rows(Jdk jdk, Path[] tools, Expectations expectations) {
        InterfaceRun run;
        try {
            run = InterfaceRun.of(jdk, AppRun.shippedJar(), tools);
        } catch (IOException e) {
            throw new IllegalStateException("no run on " + jdk, e);
        }
        DynamicTest harmless = DynamicTest.dynamicTest("the program runs as always", () -> {
            assertThat(run.output().exitCode()).isZero();
            assertThat(run.output().stdout()).isEqualTo("11994\n10\ncommand answered 65\n");
            assertThat(run.output().stderr().lines())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .endsWith("has no callback for work: it takes an OmptCallback.Work, not an OmptCallback.ThreadEnd");
            assertThat(run.lines()).noneMatch(line -> line.startsWith("failure "));
        });
        DynamicTest enumerated = DynamicTest.dynamicTest(
                "states that happen are enumerated, and no others",
                () -> assertThat(run.lines())
                        .filteredOn(line -> line.startsWith("state "))
                        .map(line -> line.replaceFirst("state \\S+ ", ""))
                        .containsExactlyInAnyOrderElementsOf(statesThatHappen()));
        return Stream.concat(
                Stream.of(harmless, enumerated),
                expectations.ofRow().keySet().stream()
                        .map(row -> DynamicTest.dynamicTest(
                                row,
                                () -> assertThat(expectations.missing(row, run.lines()))
                                        .isEmpty())));
    }

    /** The states that occur according to docs/ompt-coverage.md, without undefined, which no observed thread is in. */
    private static List<String> statesThatHappen() throws IOException {
        return CoveragePage.read().implemented().stream()
                .filter(each ->
                        each.group().equals("ompt_state_t") || each.group().equals("states"))
                .filter(each -> List.of("OpenMP 5.1", "What OMPT has not").contains(each.document()))
                .map(CoveragePage.Row::name)
                .filter(each -> !each.equals("ompt_state_undefined"))
                .toList();
    }
}
