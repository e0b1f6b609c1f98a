package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.bench.programs.Steady;

class TurnsTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path directory = Path.of("");

    private final Map<Setting, String> failures = new TreeMap<>();

    @Test
    void roundsOfAllAreMeasured() throws Exception {
        Map<Setting, Map<String, List<Double>>> measured;
        try (Turns turns = turns()) {
            turns.join(Setting.OFF, steady("fib-2"));
            turns.join(Setting.OFF_AGAIN, steady("fib-2"));
            turns.warmUp(2);
            turns.measure(3, new Random(1));
            measured = turns.end();
        }

        assertThat(failures).isEmpty();
        assertThat(measured).containsOnlyKeys(Setting.OFF, Setting.OFF_AGAIN);
        for (Map<String, List<Double>> each : measured.values()) {
            assertThat(each.get(Figures.WALL)).hasSize(3).allMatch(millis -> millis > 0);
            assertThat(each.get(Figures.PROCESSOR)).hasSize(1);
            double sum = each.get(Turns.FIRST).get(0)
                    + each.get(Figures.WALL).stream()
                            .mapToDouble(millis -> millis)
                            .sum();
            assertThat(each.get(Turns.ALL).get(0)).isGreaterThan(sum);
        }
    }

    @Test
    void whatFailsIsToldAndTheOthersGoOn() throws Exception {
        Map<Setting, Map<String, List<Double>>> measured;
        try (Turns turns = turns()) {
            turns.join(Setting.OFF, steady("fib-2"));
            turns.join(Setting.FULL, steady("no-such-program"));
            turns.measure(1, new Random(1));
            measured = turns.end();
        }

        assertThat(measured).containsOnlyKeys(Setting.OFF);
        assertThat(failures).containsOnlyKeys(Setting.FULL);
        assertThat(failures.get(Setting.FULL)).startsWith("ended with 1: ").contains("no-such-program");
    }

    private Turns turns() {
        return new Turns((setting, e) -> failures.put(setting, String.valueOf(e.getMessage())));
    }

    private ForkedRun steady(String program) throws IOException {
        List<String> command =
                List.of(JAVA, "-cp", System.getProperty("java.class.path"), Steady.class.getName(), program);
        return ForkedRun.start(command, Map.of(), directory.resolve(program + ".err"));
    }
}
