package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.agent.BlameApp;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.ReportData;

/** The report names the right culprits for waits whose causes are known. */
@AnotherRun
class BlameIT {
    /** A sleep can be shorter than requested, and a wait begins a little before the thread's state is that of a wait. */
    private static final long SLACK_NANOS = 3_000_000;

    @OnEveryJdk
    void whoIsLateIsBlamed(Jdk jdk) throws IOException {
        assertBlame(jdk, "platform");
    }

    @OnEveryJdk
    void whoIsLateIsBlamedInVirtualThreads(Jdk jdk) throws IOException {
        Assumptions.assumeTrue(hasVirtualThreads(jdk), "has virtual threads");
        assertBlame(jdk, "virtual");
    }

    private static void assertBlame(Jdk jdk, String threads) throws IOException {
        assertBlame(program(jdk, threads).observed());
    }

    private static AppRun program(Jdk jdk, String threads) {
        return AppRun.of(BlameApp.class).on(jdk).arguments(threads).profile(Profile.DEFAULT);
    }

    /** The programs whose results are compared with runs without the agent. */
    static Stream<AppRun> programs(Jdk jdk) {
        return Stream.of("platform", "virtual")
                .filter(each -> each.equals("platform") || hasVirtualThreads(jdk))
                .map(each -> program(jdk, each));
    }

    private static boolean hasVirtualThreads(Jdk jdk) {
        return jdk.hasVirtualThreads();
    }

    private static void assertBlame(ObservedRun run) throws IOException {
        Map<String, Long> measured = Measured.read(run.directory());
        JsonNode report = report(run);
        assertLate(row(report, "awaitLatch"), "latch", "sleep at", "countDownLate", measured);
        assertLate(row(report, "awaitFuture"), "future", "sleep at", "completeLate", measured);
        assertLate(row(report, "awaitCondition"), "condition", "sleep at", "notifyLate", measured);
        assertLate(row(report, "awaitBarrier"), "barrier", "sleep at", "arriveLate", measured);
        assertLate(row(report, "awaitAny"), "any", "sleep at", "endLate", measured);
        assertLate(row(report, "awaitPermit"), "permit", "sleep at", "unparkLate", measured);
        assertLate(row(report, "awaitInterrupt"), "interrupt", "sleep at", "interruptLate", measured);
        assertLate(row(report, "awaitComposed"), "composed", "sleep at", "completeInnerLate", measured);
        assertLate(row(report, "awaitSupplied"), "supplied", "sleep at", "supplyLate", measured);
        JsonNode stage = row(report, "awaitStage");
        assertSum(stage);
        assertLasts(part(stage, "work in", "BlameApp"), BlameApp.LEAST_SLEPT_NANOS, measured.get("stage"));
        JsonNode get = row(report, "awaitTask");
        assertLate(get, "get", "sleep at", "runSecond", measured);
        assertLasts(
                part(get, "in the queue of pool-", "awaitTask"),
                BlameApp.LEAST_SLEPT_NANOS,
                measured.get("get queued"));
        JsonNode queue = row(report, "consume");
        assertSum(queue);
        assertLasts(part(queue, "work in", "BlameApp"), BlameApp.LEAST_WORKED_NANOS, measured.get("queue"));
        assertQueueStandsOut(report, queue);
    }

    /** A wait lies between two readings of the program's clock, and the late thread begins its activity after the wait has begun. */
    private static void assertLate(JsonNode row, String name, String what, String late, Map<String, Long> measured) {
        assertLasts(row.get("waited").asLong(), BlameApp.LEAST_SLEPT_NANOS, measured.get(name));
        assertLasts(part(row, what, late), BlameApp.LEAST_SLEPT_NANOS, measured.get(name + " slept"));
        assertSum(row);
    }

    /** The time lies between two readings of the program's clock and includes a sleep, however long threads had to wait for a processor. */
    private static void assertLasts(long told, long least, long most) {
        assertThat(told).isBetween(least - SLACK_NANOS, most);
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

    /** The row of waits in the lambdas of a method. */
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
        try (Trace trace = Traces.open(run.traceFile())) {
            return ReportData.of(trace);
        }
    }
}
