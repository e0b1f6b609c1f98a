package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.agent.BlameApp;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.report.Report;

/** Who the report says is to blame for waits of which it is known. */
@Isolated("holds times of waits against those of the program's own clock")
class BlameIT {
    private static final double PERCENT = 2;

    /** A thread that is taken off its processor between an event and the program's own reading. */
    private static final double LEAST_SLACK_NANOS = 3e6;

    @OnEveryJdk
    void whoIsLateIsBlamed(Jdk jdk) throws IOException {
        assertBlame(jdk, "platform");
    }

    @OnEveryJdk
    void whoIsLateIsBlamedInVirtualThreads(Jdk jdk) throws IOException {
        Assumptions.assumeTrue(jdk.major() >= 21, "has virtual threads");
        assertBlame(jdk, "virtual");
    }

    private static void assertBlame(Jdk jdk, String threads) throws IOException {
        AppRun app = AppRun.of(BlameApp.class).on(jdk).arguments(threads).profile(Profile.DEFAULT);
        try {
            assertBlame(app.observed());
        } catch (AssertionError busyMachine) {
            // What the machine did to one run it does not do to the next one.
            assertBlame(app.observed());
        }
    }

    private static void assertBlame(ObservedRun run) throws IOException {
        Map<String, Long> measured = measured(run);
        JsonNode report = report(run);
        assertLate(row(report, "awaitLatch"), "latch", "sleep at", "countDownLate", measured);
        assertLate(row(report, "awaitFuture"), "future", "sleep at", "completeLate", measured);
        assertLate(row(report, "awaitCondition"), "condition", "sleep at", "notifyLate", measured);
        assertLate(row(report, "awaitBarrier"), "barrier", "sleep at", "arriveLate", measured);
        JsonNode get = row(report, "awaitTask");
        assertLate(get, "get", "sleep at", "runSecond", measured);
        assertTime(part(get, "in the queue of pool-", "awaitTask"), measured.get("get queued"));
        JsonNode queue = row(report, "consume");
        assertSum(queue);
        assertTime(part(queue, "work in", "BlameApp"), measured.get("queue worked"));
        assertQueueStandsOut(report, queue);
    }

    /** A wait lies between two readings of the program's clock, and who is late begins once it has begun. */
    private static void assertLate(JsonNode row, String name, String what, String late, Map<String, Long> measured) {
        long slept = measured.get(name + " slept");
        assertThat(row.get("waited").asLong()).isBetween(slept - (long) LEAST_SLACK_NANOS, measured.get(name));
        assertTime(part(row, what, late), slept);
        assertSum(row);
    }

    private static void assertSum(JsonNode row) {
        long sum = 0;
        for (JsonNode each : row.get("portions")) {
            sum += each.get("ns").asLong();
        }
        assertThat(sum).isEqualTo(row.get("waited").asLong());
    }

    private static void assertQueueStandsOut(JsonNode report, JsonNode queue) {
        for (JsonNode each : report.get("findings")) {
            if (each.get("kind").asText().equals("blocking_queue_waits")) {
                assertThat(each.get("cost_ns").asLong())
                        .isEqualTo(queue.get("waited").asLong());
                assertThat(each.get("says").asText())
                        .matches("Threads waited [0-9.]+ ms in all in ArrayBlockingQueue #\\d+ at "
                                + "BlameApp\\.lambda\\$consume\\$\\d+\\(BlameApp\\.java:\\d+\\), in a run of [0-9.]+ m?s: "
                                + BlameApp.ITEMS + " waits, the longest [0-9.]+ ms\\. The other side is slower\\.");
                return;
            }
        }
        throw new AssertionError("no finding about the queue in " + report.get("findings"));
    }

    private static void assertTime(long told, long nanos) {
        assertThat((double) told).isCloseTo(nanos, within(Math.max(nanos * PERCENT / 100, LEAST_SLACK_NANOS)));
    }

    /** The row of waits in a method, whatever lambda they are in. */
    private static JsonNode row(JsonNode report, String method) {
        for (JsonNode table : report.get("tables")) {
            if (table.get("key").asText().equals("who_made_whom_wait")) {
                for (JsonNode row : table.get("rows")) {
                    if (row.get("waited_at").asText().contains("$" + method + "$")
                            || row.get("waited_at").asText().contains("." + method + "(")) {
                        return row;
                    }
                }
            }
        }
        throw new AssertionError("nobody waited in " + method + ": " + report.get("tables"));
    }

    private static long part(JsonNode row, String what, String name) {
        long sum = 0;
        for (JsonNode each : row.get("portions")) {
            boolean isOne = each.get("what").asText().startsWith(what)
                    && each.get("name").asText().contains(name);
            sum += isOne ? each.get("ns").asLong() : 0;
        }
        assertThat(sum).as(what + " " + name + " in " + row).isPositive();
        return sum;
    }

    private static JsonNode report(ObservedRun run) throws IOException {
        StringWriter out = new StringWriter();
        try (Trace trace = Traces.open(run.traceFile());
                JsonGenerator json = new JsonFactory().createGenerator(out)) {
            Report.writeJson(trace, null, "run.ompt", Integer.MAX_VALUE, json);
        }
        return new ObjectMapper().readTree(out.toString());
    }

    private static Map<String, Long> measured(ObservedRun run) throws IOException {
        Map<String, Long> measured = new HashMap<>();
        for (String line : Files.readAllLines(run.directory().resolve(BlameApp.MEASURED))) {
            String[] parts = line.split("\t");
            measured.put(parts[0], Long.valueOf(parts[1]));
        }
        return measured;
    }
}
