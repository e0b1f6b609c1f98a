package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.PageData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

class ArrowsOfThePageTest {
    private static final int MOST_IN_A_ROW = 1_000;
    private static final String LATCH = "java.util.concurrent.CountDownLatch";
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";

    private final TraceBuilder trace = new TraceBuilder();
    private final int site = trace.callSite("app.Main.go(Main.java:3)");
    private final ThreadScript main = thread("main");
    private final ThreadScript one = thread("one");
    private final ThreadScript two = thread("two");

    private ThreadScript thread(String name) {
        return trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin();
    }

    @Test
    void leadFromWhereATaskWasCreatedToTheThreadThatRunsIt() throws IOException {
        long elsewhere = main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
        long here = main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
        main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
        trace.pass(7_000);
        one.start(Construct.FORK_JOIN_TASK, elsewhere);
        main.start(Construct.FORK_JOIN_TASK, here);

        assertThat(arrows()).containsExactly("task main -> one");
        assertThat(longest()).isGreaterThanOrEqualTo(7_000);
    }

    @Test
    void leadFromTheReleaseOfALockToWhoWaitedForItAndHasIt() throws IOException {
        long lock = trace.waitId(Construct.REENTRANT_LOCK, LOCK);
        acquire(main, lock);
        acquired(main, lock);
        acquire(one, lock);
        trace.pass(9_000);
        main.released(Construct.REENTRANT_LOCK, MutexKind.LOCK, lock, site);
        acquired(one, lock);
        one.released(Construct.REENTRANT_LOCK, MutexKind.LOCK, lock, site);
        acquire(two, lock);
        acquired(two, lock);

        assertThat(arrows()).containsExactly("release main -> one of " + LOCK + " #" + lock);
        assertThat(longest()).isGreaterThanOrEqualTo(9_000);
    }

    private void acquire(ThreadScript thread, long lock) {
        thread.acquire(Construct.REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, site);
    }

    private void acquired(ThreadScript thread, long lock) {
        thread.acquired(Construct.REENTRANT_LOCK, MutexKind.LOCK, lock, site);
    }

    @Test
    void leadFromAWakeupToEachThreadThatItWakesAndNotToOneThatGaveUp() throws IOException {
        long latch = trace.waitId(Construct.PARK, LATCH);
        waits(one, State.WAIT_PARK, ScopeEndpoint.BEGIN, latch);
        waits(one, State.WAIT_PARK, ScopeEndpoint.END, latch);
        waits(one, State.WAIT_PARK, ScopeEndpoint.BEGIN, latch);
        waits(two, State.WAIT_PARK, ScopeEndpoint.BEGIN, latch);
        main.wakeup(Construct.PARK, latch, site);
        waits(one, State.WAIT_PARK, ScopeEndpoint.END, latch);
        waits(two, State.WAIT_PARK, ScopeEndpoint.END, latch);

        String name = " of " + LATCH + " #" + latch;
        assertThat(arrows()).containsExactly("wakeup main -> one" + name, "wakeup main -> two" + name);
    }

    @Test
    void leadFromAnInterruptToTheWaitThatItEnds() throws IOException {
        long lock = trace.waitId(Construct.REENTRANT_LOCK, LOCK);
        waits(one, State.WAIT_CONDITION, ScopeEndpoint.BEGIN, lock);
        waits(two, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0);
        main.wakeup(Construct.THREAD, RecordSink.permitOf(one.id()), site);
        main.wakeup(Construct.THREAD, RecordSink.permitOf(two.id()), site);
        one.waitEnds(Construct.PARK, State.WAIT_CONDITION, WaitOutcome.INTERRUPT, lock, site);
        waits(two, State.WAIT_SLEEP, ScopeEndpoint.END, 0);

        assertThat(arrows())
                .containsExactlyInAnyOrder("wakeup main -> one of " + LOCK + " #" + lock, "wakeup main -> two");
    }

    @Test
    void aSignalThatCanBeForSeveralLeadsToNoneOfThem() throws IOException {
        long lock = trace.waitId(Construct.REENTRANT_LOCK, LOCK);
        waits(one, State.WAIT_CONDITION, ScopeEndpoint.BEGIN, lock);
        waits(two, State.WAIT_CONDITION, ScopeEndpoint.BEGIN, lock);
        main.wakeup(Construct.REENTRANT_LOCK, lock, site);
        main.flush(site);
        waits(two, State.WAIT_CONDITION, ScopeEndpoint.END, lock);

        assertThat(arrows()).isEmpty();

        main.wakeup(Construct.REENTRANT_LOCK, lock, site);
        main.flush(site);
        waits(one, State.WAIT_CONDITION, ScopeEndpoint.END, lock);

        assertThat(arrows()).containsExactly("wakeup main -> one of " + LOCK + " #" + lock);
    }

    private void waits(ThreadScript thread, State state, ScopeEndpoint endpoint, long waitId) {
        thread.wait(Construct.PARK, state, endpoint, waitId, site);
    }

    @Test
    void areNeverManyAndTheOneAfterTheLongestWaitStays() throws IOException {
        int tasks = 5 * MOST_IN_A_ROW;
        for (int i = 0; i < tasks; i++) {
            long task = main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
            trace.pass(i == tasks / 2 ? 80_000 : 2_000);
            one.start(Construct.FORK_JOIN_TASK, task).complete(Construct.FORK_JOIN_TASK);
        }

        JsonNode data = data();
        assertThat(data.at("/arrows/told").asInt()).isEqualTo(tasks);
        assertThat(data.at("/arrows/row").size()).isBetween(MOST_IN_A_ROW / 4, MOST_IN_A_ROW);
        assertThat(data.at("/arrows/grain_ns").asLong()).isPositive();
        assertThat(longest(data)).isGreaterThanOrEqualTo(80_000);
    }

    private long longest() throws IOException {
        return longest(data());
    }

    private static long longest(JsonNode data) {
        long longest = 0;
        for (JsonNode each : data.at("/arrows/took")) {
            longest = Math.max(longest, each.asLong());
        }
        return longest;
    }

    /** All arrows as text. */
    private List<String> arrows() throws IOException {
        JsonNode data = data();
        JsonNode arrows = data.get("arrows");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < arrows.get("row").size(); i++) {
            String object = arrows.get("objects")
                    .get(arrows.get("object").get(i).asInt())
                    .asText();
            all.add(arrows.get("kinds").get(arrows.get("kind").get(i).asInt()).asText()
                    + " " + thread(arrows.get("from_row").get(i), data)
                    + " -> " + thread(arrows.get("row").get(i), data)
                    + (object.isEmpty() ? "" : " of " + object));
        }
        assertThat(arrows.get("told").asInt()).isEqualTo(all.size());
        assertThat(arrows.get("not_followed").asInt()).isZero();
        return all;
    }

    private static String thread(JsonNode row, JsonNode data) {
        return data.get("rows").get(row.asInt()).get("thread").asText();
    }

    private JsonNode data() throws IOException {
        return PageData.of(trace.build()).json().get("timeline");
    }
}
