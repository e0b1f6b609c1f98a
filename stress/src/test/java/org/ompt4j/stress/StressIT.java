package org.ompt4j.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Runs the jcstress tests of this module, {@code *Stress}, in JVMs of their own, for seconds; with {@code -Dstress=MODE} in a mode of jcstress
 * ({@code quick}, {@code default}, {@code tough}, {@code stress}).
 */
class StressIT {
    /** With long strides and yielding, since on a busy machine the two threads of a test seldom run at the same time. */
    private static final String SHORT =
            "-m quick -iters 2 -time 500 -f 1 -sc false -af NONE -spinStyle THREAD_YIELD -strideSize 1000 -strideCount 4";

    /** The packages of the JDK that the agent opens to the emitter. Without them actors would throw, which jcstress takes for results of 0. */
    private static final String EXPORTS = "--add-exports java.base/jdk.internal.misc=ALL-UNNAMED"
            + " --add-exports java.base/jdk.internal.ref=ALL-UNNAMED";

    private static final String MUTANT = "org.ompt4j.tools.trace.TagBeforeRecordMutantStress";

    private static final Pattern RESULTS = Pattern.compile(
            "\\(Results: \\d+ planned; (\\d+) passed, (\\d+) failed, \\d+ soft errs, (\\d+) hard errs\\)");

    @BeforeAll
    static void needsTwoProcessors() {
        assumeThat(Runtime.getRuntime().availableProcessors())
                .as("processors, as many as a test has threads")
                .isGreaterThanOrEqualTo(2);
    }

    /** The mutant breaks the memory order on purpose: jcstress must find this, and no other forbidden result. */
    @Test
    void whatIsForbiddenIsSeenInTheMutantAlone() throws Exception {
        String output = run("order", "\\w+Stress");

        Results results = Results.in(output);
        assertThat(results.errors).as(output).isZero();
        assertThat(results.passed).as(output).isPositive();
        assertThat(results.failed).as(output).isPositive();
        assertThat(output)
                .contains("Failed tests: 1 matching test results.")
                .contains("[FAILED] " + MUTANT)
                .contains("Error tests: No matches.")
                .contains("All remaining tests: 8 matching test results")
                .contains("TEST FAILURES");
        assertThat(output.lines().filter(each -> each.contains("Observed forbidden state: ")))
                .isNotEmpty()
                .allMatch(each -> each.startsWith(MUTANT) && each.contains("Observed forbidden state: 1, 2"));
    }

    /** The numbers of all tests' runs; errors are runs that jcstress has aborted. */
    private record Results(int passed, int failed, int errors) {

        static Results in(String output) {
            Matcher matcher = RESULTS.matcher(output);
            Results last = new Results(0, 0, 1);
            while (matcher.find()) {
                last = new Results(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3)));
            }
            return last;
        }
    }

    private static String run(String name, String tests) throws IOException, InterruptedException {
        Path reports = Files.createDirectories(Path.of(System.getProperty("stress.reports"), name));
        Path log = reports.resolve("log");
        List<String> command = new ArrayList<>();
        command.add(new File(System.getProperty("java.home"), "bin/java").getPath());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main"));
        command.addAll(mode());
        command.addAll(List.of("-t", tests, "-r", reports + "/", "-hs", "256"));
        command.addAll(List.of("-jvmArgs", EXPORTS));
        Process process = new ProcessBuilder(command)
                .directory(reports.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    private static List<String> mode() {
        String mode = System.getProperty("stress", "");
        return mode.isEmpty() ? List.of(SHORT.split(" ")) : List.of("-m", mode);
    }
}
