package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.PageData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

class LateTasksOfThePageTest {
    private static final int MOST_IN_A_ROW = 500;

    private final TraceBuilder trace = new TraceBuilder();
    private final int site = trace.callSite("app.Poll.start(Poll.java:7)");
    private final ThreadScript main = thread("main");
    private final ThreadScript timer = thread("timer");

    private ThreadScript thread(String name) {
        return trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin();
    }

    @Test
    void areMarkedWhereTheyBeginAndThoseInTimeAreNot() throws IOException {
        run(0);
        run(12_500_000);
        run(3_000_000);

        JsonNode timeline = timeline();
        assertThat(late("timer", timeline)).containsExactly(12_500_000L, 3_000_000L);
        assertThat(row("main", timeline).has("late")).isFalse();
        assertThat(timeline.get("late_begins").asInt()).isEqualTo(2);
        assertThat(row("timer", timeline).at("/late/grain_ns").asLong()).isZero();
        assertThat(beginOfFirst(timeline)).isBetween(3_000L, trace.now());
    }

    /** The page stores each time as the difference from the previous one. */
    private static long beginOfFirst(JsonNode timeline) {
        return row("timer", timeline).at("/late/gap/0").asLong();
    }

    @Test
    void areNeverManyAndTheOneThatIsMostLateStays() throws IOException {
        int tasks = 5 * MOST_IN_A_ROW;
        for (int i = 0; i < tasks; i++) {
            run(i == tasks / 2 ? 80_000_000 : 2_000_000);
        }

        JsonNode timeline = timeline();
        assertThat(timeline.get("late_begins").asInt()).isEqualTo(tasks);
        assertThat(late("timer", timeline))
                .hasSizeBetween(MOST_IN_A_ROW / 4, MOST_IN_A_ROW)
                .containsOnlyOnce(80_000_000L);
        assertThat(row("timer", timeline).at("/late/grain_ns").asLong()).isPositive();
    }

    @Test
    void areNotMentionedIfThereAreNone() throws IOException {
        run(0);

        JsonNode timeline = timeline();
        assertThat(timeline.get("late_begins").asInt()).isZero();
        assertThat(row("timer", timeline).has("late")).isFalse();
    }

    /** The timer runs a task that is late by this time. */
    private void run(long lateNanos) {
        long task = main.create(Construct.TIMER, 0, site, 0);
        trace.pass(2_000);
        timer.start(Construct.TIMER, task);
        if (lateNanos > 0) {
            timer.late(Construct.TIMER, lateNanos, 0);
        }
        trace.pass(1_000);
        timer.complete(Construct.TIMER);
    }

    private static List<Long> late(String thread, JsonNode timeline) {
        List<Long> all = new ArrayList<>();
        row(thread, timeline).at("/late/ns").forEach(each -> all.add(each.asLong()));
        return all;
    }

    private static JsonNode row(String thread, JsonNode timeline) {
        for (JsonNode each : timeline.get("rows")) {
            if (each.get("thread").asText().equals(thread)) {
                return each;
            }
        }
        throw new AssertionError("no row of " + thread);
    }

    private JsonNode timeline() throws IOException {
        return PageData.of(trace.build()).json().get("timeline");
    }
}
