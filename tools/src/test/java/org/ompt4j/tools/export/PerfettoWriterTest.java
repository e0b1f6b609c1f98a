package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.PerfettoFile;
import org.ompt4j.tools.testing.PerfettoFile.Flow;
import org.ompt4j.tools.testing.PerfettoFile.Instant;
import org.ompt4j.tools.testing.PerfettoFile.Slice;
import org.ompt4j.tools.testing.PerfettoFile.Value;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;
import org.ompt4j.tools.testing.WhatHappened;

class PerfettoWriterTest {
    private static final String WORKER = "ForkJoinPool.commonPool-worker-1";
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock #";

    static Stream<Trace> traces() {
        return Stream.of(RichTrace.build(), VirtualThreadTrace.build());
    }

    @ParameterizedTest
    @MethodSource("traces")
    void everyRegionTaskAndWaitIsASlice(Trace trace) throws IOException {
        WhatHappened happened = new WhatHappened(trace);

        PerfettoFile file = export(trace);

        assertThat(file.slices().stream().filter(each -> each.annotations.containsKey("parallel_id")))
                .hasSameSizeAs(happened.regions);
        assertThat(file.slices().stream().filter(each -> each.category.equals("task")))
                .hasSameSizeAs(happened.begunTasks);
        assertThat(file.slices().stream().filter(each -> each.category.equals("sync region")))
                .hasSize(happened.syncRegions);
        assertThat(file.flows().stream().filter(each -> !each.from().startsWith("releases")))
                .hasSameSizeAs(happened.begunTasks);
    }

    @Test
    void whatAThreadDoesNestsUnderNamesOfTheReport() throws IOException {
        List<Slice> main = export(RichTrace.build()).slices("main");

        assertThat(main.stream().limit(6))
                .extracting(Slice::toString)
                .containsExactly(
                        "region: parallel-stream at app.Main.sum(Main.java:10)",
                        "  sync region: taskgroup at app.Main.sum(Main.java:10)",
                        "    task: app.Main.lambda$sum$0",
                        "    wait: wait_taskgroup",
                        "  sync region: barrier_implicit_parallel at app.Main.sum(Main.java:10)",
                        "    wait: wait_barrier_implicit_parallel");
        assertThat(main)
                .filteredOn(each -> each.name.startsWith("wait_lock"))
                .allMatch(each -> each.name.matches("wait_lock \\Q" + LOCK + "\\E\\d+"))
                .extracting(each -> each.annotations.get("call site"))
                .containsOnly("app.Account.add(Account.java:5)");
    }

    @Test
    void taskSaysHowLongItWasQueuedAndWhereItComesFrom() throws IOException {
        PerfettoFile file = export(RichTrace.build());

        Slice left = file.slices(WORKER).stream()
                .filter(each -> "app.Fib.compute(Fib.java:7)".equals(each.annotations.get("call site")))
                .findFirst()
                .orElseThrow();
        Flow fork = file.flows().stream()
                .filter(each -> each.toNanos() == left.beginNanos)
                .findFirst()
                .orElseThrow();
        assertThat(fork.toTrack()).isEqualTo(left.track);
        assertThat(fork.fromTrack()).isEqualTo(WORKER);
        assertThat(left.annotations).containsEntry("ns since created", left.beginNanos - fork.fromNanos());
    }

    @Test
    void releasePointsToWhoWaitedForTheLock() throws IOException {
        PerfettoFile file = export(RichTrace.build());

        List<Flow> releases = file.flows().stream()
                .filter(each -> each.from().startsWith("releases " + LOCK))
                .toList();
        assertThat(releases).hasSize(1);
        Flow release = releases.get(0);
        assertThat(release.fromTrack()).isEqualTo("main");
        assertThat(release.toTrack()).isEqualTo("writer");
        assertThat(file.slices("writer"))
                .filteredOn(each -> each.name.startsWith("wait_lock"))
                .extracting(each -> each.endNanos)
                .containsExactly(release.toNanos());
    }

    @Test
    void wakeupPointsToEachThreadThatItWakes() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        int site = trace.callSite("app.Main.await(Main.java:3)");
        long latch = trace.waitId(Construct.PARK, "java.util.concurrent.CountDownLatch");
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript one = trace.thread("one", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript two = trace.thread("two", ThreadType.INITIAL).begin().initialTaskBegin();
        main.wakeup(Construct.PARK, latch, site);
        one.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.BEGIN, latch, site);
        two.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.BEGIN, latch, site);
        main.wakeup(Construct.PARK, latch, site);
        one.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.END, latch, site);
        two.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.END, latch, site);
        one.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.BEGIN, latch, site);
        one.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.END, latch, site);

        PerfettoFile file = export(trace.build());

        assertThat(file.instants())
                .filteredOn(each -> each.name().startsWith("wakes"))
                .hasSize(1);
        assertThat(file.flows()).extracting(Flow::toTrack).containsExactly("one", "two");
        assertThat(file.flows())
                .allMatch(each -> each.from().equals("wakes java.util.concurrent.CountDownLatch #" + latch));
    }

    @Test
    void signalThatCanBeForSeveralPointsToNone() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        int site = trace.callSite("app.Main.await(Main.java:3)");
        long lock = trace.waitId(Construct.REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript one = trace.thread("one", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript two = trace.thread("two", ThreadType.INITIAL).begin().initialTaskBegin();
        one.wait(Construct.REENTRANT_LOCK, State.WAIT_CONDITION, ScopeEndpoint.BEGIN, lock, site);
        two.wait(Construct.REENTRANT_LOCK, State.WAIT_CONDITION, ScopeEndpoint.BEGIN, lock, site);
        main.wakeup(Construct.REENTRANT_LOCK, lock, site).flush(site);
        two.wait(Construct.REENTRANT_LOCK, State.WAIT_CONDITION, ScopeEndpoint.END, lock, site);

        assertThat(export(trace.build()).flows()).isEmpty();
    }

    @Test
    void mutexThatIsHadAtOnceIsNoWait() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        TraceInMemory rich = RichTrace.addTo(trace).build();
        List<TraceEvent> events = new ArrayList<>();
        for (TraceEvent each : rich.eventList()) {
            // In traces both events have the same time.
            TraceEvent last = events.isEmpty() ? each : events.get(events.size() - 1);
            events.add(
                    last.event() == Event.MUTEX_ACQUIRE && last.threadId() == each.threadId()
                            ? at(last.timeNanos(), each)
                            : each);
        }

        PerfettoFile file = export(rich.withEvents(events));

        assertThat(file.slices("main").stream().filter(each -> each.name.startsWith("wait_lock")))
                .isEmpty();
        assertThat(file.slices("writer").stream().filter(each -> each.name.startsWith("wait_lock")))
                .hasSize(1);
    }

    @Test
    void virtualThreadIsATrackOfItsOwnAndASliceOnEachCarrier() throws IOException {
        PerfettoFile file = export(VirtualThreadTrace.build());

        List<Slice> first = file.slices("virtual thread #7");
        assertThat(first)
                .extracting(Slice::toString)
                .startsWith(
                        "task: app.Main.first",
                        "  wait: wait_lock " + LOCK + "9",
                        "  region: parallel-stream at app.Main.stream(Main.java:7)");
        assertThat(file.slices("ForkJoinPool-1-worker-1"))
                .extracting(each -> each.name)
                .contains("virtual thread #7");
        assertThat(file.slices("ForkJoinPool-1-worker-2"))
                .extracting(each -> each.name)
                .contains("virtual thread #7");
        Slice parked = file.slices("virtual thread #8 / state").stream()
                .filter(each -> each.name.equals("wait_park"))
                .findFirst()
                .orElseThrow();
        assertThat(parked.nanos()).isGreaterThanOrEqualTo(VirtualThreadTrace.PARK_NANOS);
    }

    @Test
    void countersAreTheThreadsThatWorkAtThatTime() throws IOException {
        PerfettoFile file = export(RichTrace.build());

        List<Slice> states = file.slices(" / state");
        for (Value each : file.counters().get("threads that work")) {
            assertThat(states.stream()
                            .filter(state -> state.name.startsWith("work_")
                                    && state.beginNanos <= each.timeNanos()
                                    && each.timeNanos() < state.endNanos))
                    .as("states at %s", each)
                    .hasSize((int) each.value());
        }
        assertThat(file.counters().get("threads that work"))
                .extracting(Value::value)
                .contains(2L)
                .endsWith(0L);
        assertThat(file.counters().get("ForkJoinPool.commonPool: workers that work"))
                .extracting(Value::value)
                .containsOnly(0L, 1L);
        assertThat(file.counters().get("fork-join-task: tasks not begun"))
                .extracting(Value::value)
                .containsExactly(1L, 2L, 1L, 0L, 1L, 2L, 1L, 0L);
    }

    @Test
    void whatIsOpenWhenRecordingIsPausedOrEndsIsClosedThere() throws IOException {
        TraceInMemory whole = RichTrace.build();
        long middle = whole.losses().durationNanos() / 2;
        Trace paused = new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(middle, middle + 1)));
        List<TraceEvent> beginning = whole.eventList().stream()
                .filter(each -> each.timeNanos() < middle)
                .toList();

        PerfettoFile file = export(paused);
        PerfettoFile cut = export(whole.withEvents(beginning));

        assertThat(file.slices()).filteredOn(each -> each.name.equals("paused")).hasSize(1);
        assertThat(file.slices()).filteredOn(each -> each.endNanos == middle).hasSizeGreaterThan(3);
        assertThat(file.slices())
                .noneMatch(each -> each.beginNanos < middle && each.endNanos > middle && !each.name.equals("paused"));
        assertThat(cut.slices())
                .filteredOn(each -> each.endNanos == whole.losses().durationNanos())
                .hasSizeGreaterThan(3);
    }

    @Test
    void samplesAreInstants() throws IOException {
        Trace trace = SampledTrace.build();

        PerfettoFile file = export(trace);

        assertThat(file.slices()).isEmpty();
        assertThat(file.instants().stream().filter(each -> each.track().equals("main / state")))
                .hasSize(30)
                .extracting(Instant::name)
                .containsOnly("work_serial", "work_parallel", "wait_lock", "wait_sleep");
    }

    private static TraceEvent at(long timeNanos, TraceEvent event) {
        return new TraceEvent(
                timeNanos,
                event.threadId(),
                event.taskId(),
                event.event(),
                event.details(),
                event.a(),
                event.b(),
                event.c(),
                event.d(),
                event.place(),
                event.message());
    }

    private static PerfettoFile export(Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExportFormat.PERFETTO.write(trace, out);
        return new PerfettoFile(out.toByteArray());
    }

    @Test
    void everyPauseAfterTheLastEventIsShown() throws IOException {
        TraceInMemory whole = RichTrace.build();
        long end = whole.losses().durationNanos();
        Trace paused = new TraceWithEvents(
                whole, whole.eventList(), List.of(new Pause(end + 1, end + 2), new Pause(end + 3, end + 4)));

        assertThat(export(paused).slices())
                .filteredOn(each -> each.name.equals("paused"))
                .hasSize(2);
    }

    @Test
    void tasksCreatedBeforeAPauseAreCountedUpToIt() throws IOException {
        TraceInMemory whole = RichTrace.build();
        String gauge = "fork-join-task: tasks not begun";
        long created = export(whole).counters().get(gauge).get(0).timeNanos();
        Trace paused = new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(created, created + 1)));

        assertThat(export(paused).counters().get(gauge))
                .extracting(Value::value)
                .allMatch(each -> each >= 0)
                .startsWith(0L)
                .contains(1L)
                .endsWith(0L);
    }
}
