package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.EventDraft;
import org.ompt4j.tools.testing.Mutation;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceMutator;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** Regions and parallelism of runs for which they are known, and the sums of paths for random runs. */
class PathSectionTest extends PathFixture {

    @Test
    void whereARingHasOverwrittenEventsNobodyIsSaidToRest() throws IOException {
        ThreadScript main = trace.configure("ring", "true")
                .dropped(1_000, "")
                .thread("main", ThreadType.INITIAL)
                .begin()
                .initialTaskBegin();
        trace.pass(100 * MILLI);
        main.initialTaskEnd().end();

        assertThat(ReportText.of(trace.build(), 200).replaceAll("\\s+", " "))
                .contains("profile full; 1,000 older events were overwritten (ring=true)")
                .contains(
                        "Threads count as not working where their events are missing: 1,000 old events were overwritten")
                .contains("1,000 events dropped, the oldest ones (ring=true).")
                .doesNotContain("times as fast as by one thread");
    }

    @Test
    void lengthOfTheLongestRegionIsDividedToo() throws IOException {
        pass(9);
        stream(1);
        stream(4);
        pass(5);
        end();

        JsonNode regions = table("longest_regions").get("rows");
        assertThat(regions).hasSize(1);
        long nanos = regions.at("/0/length").asLong();
        Map<String, Long> parts = new LinkedHashMap<>();
        for (JsonNode each : regions.at("/0/portions")) {
            assertThat(each.get("what").asText()).isEqualTo("made of");
            parts.put(each.get("name").asText(), each.get("ns").asLong());
        }
        assertThat(nanos).isBetween(6 * MILLI, 6 * MILLI + 50_000);
        assertThat(parts.values().stream().mapToLong(each -> each).sum()).isEqualTo(nanos);
        assertThat(parts.get("parallel in app.Main.slow")).isBetween(5 * MILLI, 5 * MILLI + 50_000);
        assertThat(parts.get("after group at app.Main.get(Main.java:9)")).isBetween(MILLI, MILLI + 50_000);
    }

    /** A stream of which main runs a short part and a worker a long one. */
    private void stream(long millis) {
        long parent = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 2, get, longCode);
        main.join(PARALLEL_STREAM, region, 2, 0).sync(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, get);
        long root = main.create(PARALLEL_STREAM, TaskFlag.UNDEFERRED, get, longCode);
        main.start(PARALLEL_STREAM, root);
        long half = main.create(PARALLEL_STREAM, 0, get, longCode);
        one.join(PARALLEL_STREAM, region, 2, 1).start(PARALLEL_STREAM, half);
        pass(1);
        main.finish(PARALLEL_STREAM, TaskStatus.DETACH);
        main.syncWait(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, get);
        pass(millis);
        one.fulfill(PARALLEL_STREAM, root).complete(PARALLEL_STREAM);
        pass(1);
        goesOn(PARALLEL_STREAM, TASKGROUP, 0);
        one.leave(PARALLEL_STREAM, 1);
        main.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, 0, get);
        main.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, 0, get);
        main.leave(PARALLEL_STREAM, 0).parallelEnd(PARALLEL_STREAM, region, parent, 2, get);
    }

    @Test
    void countsThreadsThatWorkAtTheSameTime() throws IOException {
        pass(4);
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        pass(3);
        two.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, shortCode));
        pass(2);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, get);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(5);
        two.complete(THREAD_POOL_EXECUTOR);
        pass(1);
        main.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, get);
        end();

        assertThat(rows("parallelism", each -> each.get("threads").asText()))
                .containsExactly("9 ms 1", "3 ms 2", "2 ms 3", "1 ms 0");
        assertThat(rows("serial_part", PathSectionTest::what))
                .containsExactly("5 ms task in app.Main.fast", "4 ms serial before app.Main.submit(Main.java:5)");
        // One thread works alone for 9 ms, and several threads work for 12 ms in all, on 4 processors.
        assertThat(table("parallelism").at("/notes/0/says").asText())
                .startsWith("On 4 processors the work can be done at most 1.75 times as fast as by one thread");
    }

    @Test
    void partsAddUpWhateverATraceHas() throws IOException {
        List<Trace> traces = new ArrayList<>();
        for (TraceInMemory each : List.of(RichTrace.build(), VirtualThreadTrace.build(), monitorInTurns())) {
            traces.add(each);
            for (Mutation mutation : TraceMutator.mutations()) {
                Optional<List<TraceEvent>> broken = mutation.apply().apply(each.eventList());
                broken.ifPresent(events -> traces.add(each.withEvents(events)));
            }
            for (int seed = 0; seed < 200; seed++) {
                traces.add(each.withEvents(random(each.eventList(), new Random(seed))));
            }
        }

        for (Trace each : traces) {
            assertSums(each, each.losses().durationNanos());
        }
    }

    /** A monitor that the JVM reports, so that releases are not recorded. */
    private static TraceInMemory monitorInTurns() {
        TraceBuilder trace =
                new TraceBuilder().configure("mutex.detail", "contended").configure("native", "auto");
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        List<ThreadScript> threads = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            threads.add(trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin());
        }
        for (int turn = 1; turn < 12; turn++) {
            ThreadScript waits = threads.get(turn % 3);
            waits.acquire(
                    Construct.SYNCHRONIZED,
                    MutexKind.CRITICAL,
                    MutexImpl.MONITOR,
                    monitor,
                    site,
                    threads.get((turn - 1) % 3).id());
            trace.pass(turn * MILLI);
            if (turn > 1) {
                threads.get((turn - 1) % 3).acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
            }
        }
        threads.forEach(each -> each.initialTaskEnd().end());
        return trace.build();
    }

    /** Removes some events, and changes the object, the task or the thread of others. */
    private static List<TraceEvent> random(List<TraceEvent> events, Random random) {
        List<TraceEvent> some = new ArrayList<>();
        for (TraceEvent each : events) {
            EventDraft draft = EventDraft.of(each);
            TraceEvent other = events.get(random.nextInt(events.size()));
            switch (random.nextInt(20)) {
                case 0, 1 -> {
                    continue;
                }
                case 2 -> draft.waitId = other.waitId();
                case 3 -> draft.taskId = other.taskId();
                case 4 -> draft.nextTaskId = other.nextTaskId();
                case 5 -> draft.threadId = other.threadId();
                case 6 -> draft.owner = other.threadId();
                default -> {}
            }
            some.add(draft.toEvent());
        }
        return some;
    }

    @Test
    void pausesAreNoPartOfAPath() throws IOException {
        pass(2);
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        pass(5);
        long from = trace.now();
        pass(50);
        long to = trace.now();
        main.syncWait(FUTURE_TASK, TASKWAIT, BEGIN, task, get);
        pass(3);
        one.complete(THREAD_POOL_EXECUTOR);
        main.syncWait(FUTURE_TASK, TASKWAIT, END, task, get);
        end();
        TraceInMemory whole = trace.build();
        Trace paused = new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(from, to)));

        assertSums(paused, whole.losses().durationNanos() - (to - from));
    }
}
