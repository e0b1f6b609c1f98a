package org.ompt4j.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Rule;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class TraceCheckerTest {

    @Test
    void legalTraceHasNoViolations() throws IOException {
        CheckResult result = TraceChecker.check(RichTrace.build());

        assertThat(result.violations()).isEmpty();
        assertThat(result.judged()).hasSizeGreaterThan(25);
        assertThat(result.notJudged().values())
                .allMatch(each -> each.contains("no samples") || each.contains("no trace"));
    }

    @Test
    void legalSamplesHaveNoViolations() throws IOException {
        CheckResult result = TraceChecker.check(SampledTrace.build());

        assertThat(result.violations()).isEmpty();
        assertThat(result.judged()).extracting(Rule::id).containsExactly("S1", "S2", "S3", "C2");
    }

    @Test
    void virtualThreadsThatGoFromCarrierToCarrierBreakNoRule() throws IOException {
        TraceInMemory whole = VirtualThreadTrace.build();

        assertThat(TraceChecker.check(whole).violations()).isEmpty();
        TraceInMemory killed =
                VirtualThreadTrace.addTo(new TraceBuilder().killed()).build();
        for (int length = 0; length < killed.eventList().size(); length++) {
            assertThat(TraceChecker.check(killed.withEvents(killed.eventList().subList(0, length)))
                            .violations())
                    .as("after %d events", length)
                    .isEmpty();
        }
    }

    @Test
    void killAtAnyInstantLeavesALegalTrace() throws IOException {
        TraceInMemory killed = RichTrace.addTo(new TraceBuilder().killed()).build();

        for (int length = 0; length < killed.eventList().size(); length++) {
            TraceInMemory cut = killed.withEvents(killed.eventList().subList(0, length));
            assertThat(TraceChecker.check(cut).violations())
                    .as("after %d events", length)
                    .isEmpty();
        }
    }

    /** A thread may be stopped after it has ended its task, which other threads can see, and before it has written that event. */
    @Test
    void killBeforeAThreadWroteTheEndOfItsTaskIsNoLateTask() throws IOException {
        TraceInMemory whole = RichTrace.build();
        TraceInMemory killed = RichTrace.addTo(new TraceBuilder().killed()).build();
        int late = 0;
        for (int i = 0; i < whole.eventList().size(); i++) {
            if (whole.eventList().get(i).priorTaskStatus() == TaskStatus.COMPLETE) {
                late += TraceChecker.check(withoutRestOfThread(whole, i))
                        .counts()
                        .getOrDefault("T6", 0L)
                        .intValue();
                assertThat(TraceChecker.check(withoutRestOfThread(killed, i)).counts())
                        .doesNotContainKey("T6");
            }
        }
        assertThat(late).isPositive();
    }

    /** A thread may be stopped after it has released a lock, which other threads can see, and before it has written that event. */
    @ParameterizedTest
    @CsvSource({"true, false, 0", "true, true, 1", "false, false, 1"})
    void killBeforeAThreadWroteItsReleaseIsNoSecondHolder(boolean killed, boolean holderGoesOn, long violations)
            throws IOException {
        TraceBuilder trace = killed ? new TraceBuilder().killed() : new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        int site = trace.callSite("app.Cache.get(Cache.java:7)");
        long lock = trace.waitId(READ_WRITE, "app.Cache");
        reads(main, lock, site);
        writes(other, lock, site);
        if (holderGoesOn) {
            main.flush(site);
        }

        assertThat(TraceChecker.check(trace.build()).counts().getOrDefault("M4", 0L))
                .isEqualTo(violations);
    }

    @ParameterizedTest
    @CsvSource({"SEMAPHORE, LOCK, SEMAPHORE_NONFAIR, 0", "REENTRANT_LOCK, NEST_LOCK, REENTRANT_NONFAIR, 3"})
    void onlyASemaphoreIsReleasedByWhoHasNotAcquiredIt(
            Construct construct, MutexKind kind, MutexImpl impl, long releasesWithoutHold) throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript listener =
                trace.thread("listener", ThreadType.INITIAL).begin().initialTaskBegin();
        int site = trace.callSite("app.Main.signal(Main.java:7)");
        for (int i = 0; i < 3; i++) {
            long signal = trace.waitId(construct, "app.Signal");
            listener.acquire(construct, kind, impl, signal, site);
            main.released(construct, kind, signal, site);
            listener.acquired(construct, kind, signal, site);
        }
        listener.initialTaskEnd().end();
        main.initialTaskEnd().end();

        assertThat(TraceChecker.check(trace.build()).counts().getOrDefault("M1", 0L))
                .isEqualTo(releasesWithoutHold);
    }

    private static final Construct READ_WRITE = Construct.READ_WRITE_LOCK;

    private static void reads(ThreadScript thread, long lock, int site) {
        thread.acquire(READ_WRITE, MutexKind.LOCK, MutexImpl.READ_FAIR, lock, site);
        thread.acquired(READ_WRITE, MutexKind.LOCK, lock, site);
    }

    private static void writes(ThreadScript thread, long lock, int site) {
        thread.acquire(READ_WRITE, MutexKind.NEST_LOCK, MutexImpl.WRITE_FAIR, lock, site);
        thread.acquired(READ_WRITE, MutexKind.NEST_LOCK, lock, site);
    }

    @Test
    void whatIsSharedIsHeldByManyAndOftenAndByWhoHoldsItAlone() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        int site = trace.callSite("app.Cache.get(Cache.java:7)");
        long lock = trace.waitId(READ_WRITE, "app.Cache");
        writes(main, lock, site);
        reads(main, lock, site);
        main.released(READ_WRITE, MutexKind.NEST_LOCK, lock, site);
        reads(other, lock, site);
        reads(other, lock, site);
        for (int i = 0; i < 2; i++) {
            other.released(READ_WRITE, MutexKind.LOCK, lock, site);
        }
        main.released(READ_WRITE, MutexKind.LOCK, lock, site);
        writes(other, lock, site);
        other.released(READ_WRITE, MutexKind.NEST_LOCK, lock, site);
        other.initialTaskEnd().end();
        main.initialTaskEnd().end();

        assertThat(TraceChecker.check(trace.build()).violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, M4", "false, M4"})
    void whoHoldsItAloneSharesItWithNobodyElse(boolean readsFirst, String rule) throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        int site = trace.callSite("app.Cache.get(Cache.java:7)");
        long lock = trace.waitId(READ_WRITE, "app.Cache");
        ThreadScript reader = readsFirst ? main : other;
        ThreadScript writer = readsFirst ? other : main;
        if (readsFirst) {
            reads(reader, lock, site);
        }
        writes(writer, lock, site);
        if (!readsFirst) {
            reads(reader, lock, site);
        }
        reader.released(READ_WRITE, MutexKind.LOCK, lock, site);
        // This release is one too many.
        reader.released(READ_WRITE, MutexKind.LOCK, lock, site);
        writer.released(READ_WRITE, MutexKind.NEST_LOCK, lock, site);
        other.initialTaskEnd().end();
        main.initialTaskEnd().end();

        assertThat(TraceChecker.check(trace.build()).counts())
                .containsOnlyKeys(rule, "M1")
                .containsEntry(rule, 1L)
                .containsEntry("M1", 1L);
    }

    /** With {@code contended} neither its release as a writer is recorded, since nobody waited, nor that it reads, since it did not wait. */
    @ParameterizedTest
    @CsvSource({"contended, 0", "full, 1"})
    void whoHasWrittenMayReadUnseenWhereNotEveryOperationIsTold(String detail, long violations) throws IOException {
        TraceBuilder trace = new TraceBuilder();
        trace.configure("mutex.detail", detail);
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        int site = trace.callSite("app.Cache.get(Cache.java:7)");
        long lock = trace.waitId(READ_WRITE, "app.Cache");
        writes(main, lock, site);
        main.released(READ_WRITE, MutexKind.LOCK, lock, site);
        main.initialTaskEnd().end();

        assertThat(TraceChecker.check(trace.build()).counts().getOrDefault("M1", 0L))
                .isEqualTo(violations);
    }

    /** If the agent is detached between the two events, it ends what is open on behalf of the thread. */
    @Test
    void undeferredTaskThatTheEndOfTheRecordingKeptFromStartingIsNoViolation() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = undeferredTaskIsMade(trace);
        for (ScopeEndpoint each : List.of(ScopeEndpoint.BEGIN, ScopeEndpoint.END)) {
            main.syncWait(Construct.PARALLEL_STREAM, SyncRegionKind.TASKGROUP, each, 0, 0);
        }
        main.initialTaskEnd().end();

        assertThat(TraceChecker.check(trace.build()).counts()).doesNotContainKey("T4");
    }

    @Test
    void creatorOfAnUndeferredTaskThatGoesOnIsAViolationWhateverItEndsBefore() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = undeferredTaskIsMade(trace);
        main.reduction(ScopeEndpoint.END);
        main.create(Construct.FORK_JOIN_TASK, 0, 0, 0);
        main.initialTaskEnd().end();

        assertThat(TraceChecker.check(trace.build()).counts()).containsEntry("T4", 1L);
    }

    private static ThreadScript undeferredTaskIsMade(TraceBuilder trace) {
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        main.create(Construct.FORK_JOIN_TASK, TaskFlag.UNDEFERRED, 0, 0);
        return main;
    }

    private static TraceInMemory withoutRestOfThread(TraceInMemory trace, int from) {
        List<TraceEvent> events = trace.eventList();
        List<TraceEvent> kept = new ArrayList<>(events.subList(0, from));
        events.subList(from, events.size()).stream()
                .filter(each -> each.threadId() != events.get(from).threadId())
                .forEach(kept::add);
        return trace.withEvents(kept);
    }

    @Test
    void whateverTheRingHasOverwrittenTheRestIsLegal() throws IOException {
        TraceInMemory ring = RichTrace.addTo(
                        new TraceBuilder().configure("ring", "true").dropped(7, ""))
                .build();

        for (int first = 0; first < ring.eventList().size(); first++) {
            TraceInMemory cut = ring.withEvents(
                    ring.eventList().subList(first, ring.eventList().size()));
            assertThat(TraceChecker.check(cut).violations())
                    .as("without the first %d", first)
                    .isEmpty();
        }
    }

    @Test
    void whateverHappenedDuringAPauseTheRestIsLegal() throws IOException {
        TraceInMemory whole = RichTrace.build();
        List<TraceEvent> events = whole.eventList();
        for (int first = 1; first < events.size(); first += 3) {
            for (int next = first; next < events.size(); next += 7) {
                List<TraceEvent> recorded = new ArrayList<>(events.subList(0, first));
                recorded.addAll(events.subList(next, events.size()));
                Pause pause = new Pause(
                        events.get(first - 1).timeNanos(), events.get(next).timeNanos());
                CheckResult result = TraceChecker.check(new TraceWithEvents(whole, recorded, List.of(pause)));

                assertThat(result.violations())
                        .as("without %d to %d", first, next)
                        .isEmpty();
                assertThat(result.events()).isEqualTo(recorded.size());
            }
        }
    }

    @Test
    void lastEventsOfAThreadBeforeAPauseMayHaveComeTooLate() throws IOException {
        TraceInMemory whole = RichTrace.build();
        List<TraceEvent> events = whole.eventList();
        for (int first = 1; first < events.size(); first++) {
            List<TraceEvent> before = events.subList(0, first);
            Pause pause = new Pause(before.get(first - 1).timeNanos(), Long.MAX_VALUE);
            for (long thread :
                    before.stream().map(TraceEvent::threadId).distinct().toList()) {
                for (int late : List.of(1, 2, 5, 8)) {
                    List<TraceEvent> recorded = withoutLast(before, thread, late);

                    assertThat(TraceChecker.check(new TraceWithEvents(whole, recorded, List.of(pause)))
                                    .violations())
                            .as("%d events, without the last %d of thread %d", first, late, thread)
                            .isEmpty();
                }
            }
        }
    }

    private static List<TraceEvent> withoutLast(List<TraceEvent> events, long thread, int late) {
        List<TraceEvent> rest = new ArrayList<>(events);
        int dropped = 0;
        for (int i = rest.size() - 1; i >= 0 && dropped < late; i--) {
            if (rest.get(i).threadId() == thread) {
                rest.remove(i);
                dropped++;
            }
        }
        return rest;
    }

    @Test
    void saysWhatWasCountedAndNotJudged() throws IOException {
        TraceInMemory whole = RichTrace.build();
        List<CountedEvents> counted = List.of(
                new CountedEvents(1, Event.DISPATCH, null, Construct.PARALLEL_STREAM, 3, 40, 0, 0, 1, 2),
                new CountedEvents(2, Event.DISPATCH, null, Construct.PARALLEL_STREAM, 3, 2, 0, 0, 1, 2));
        CheckResult result = TraceChecker.check(new TraceWithEvents(whole, whole.eventList(), List.of(), counted));

        assertThat(result.violations()).isEmpty();
        assertThat(result.notes())
                .contains("throttled: 42 events at 1 call site(s) were counted, not traced; the others were judged");
    }

    @Test
    void violationBeforeAndAfterAPauseIsFound() throws IOException {
        TraceInMemory whole = RichTrace.build();
        List<TraceEvent> twice = new ArrayList<>();
        TraceEvent begin = whole.eventList().get(0);
        assertThat(begin.event()).isEqualTo(Event.THREAD_BEGIN);
        twice.add(begin);
        twice.add(begin);
        twice.addAll(whole.eventList().subList(1, whole.eventList().size()));
        long end = twice.get(twice.size() - 1).timeNanos();

        for (Pause pause : List.of(new Pause(end, end), new Pause(-2, -1))) {
            assertThat(TraceChecker.check(new TraceWithEvents(whole, twice, List.of(pause)))
                            .violations())
                    .extracting(Violation::rule)
                    .contains("I3");
        }
    }

    @ParameterizedTest
    @EnumSource(Event.class)
    void eventThatIsSwitchedOffIsNotMissed(Event off) throws IOException {
        TraceInMemory trace = RichTrace.addTo(new TraceBuilder().configure("events", "[all,-" + off.specName() + "]"))
                .build();
        TraceInMemory without = trace.withEvents(
                trace.eventList().stream().filter(each -> each.event() != off).toList());

        assertThat(TraceChecker.check(without).violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "all;-task_schedule, task_schedule, task_create",
        "[all;-task_schedule], task_schedule, task_create",
        "-task_schedule, task_schedule, task_create",
        "-all;task_create, task_schedule, task_create",
        "task_create;thread_begin, task_schedule, task_create",
    })
    void listsOfTheHeaderAreReadAsTheAgentReadThem(String events, String leftOut, String chosen) throws IOException {
        CheckResult result = TraceChecker.check(
                RichTrace.addTo(new TraceBuilder().configure("events", events)).build());

        String marker = " leaves out ";
        Set<String> names = result.notJudged().values().stream()
                .filter(each -> each.contains(marker))
                .flatMap(each -> Stream.of(
                        each.substring(each.indexOf(marker) + marker.length()).split(", ")))
                .collect(Collectors.toSet());
        assertThat(names).contains(leftOut).doesNotContain(chosen);
    }

    /** Waits of several virtual threads on one carrier look like those of one thread. */
    @ParameterizedTest
    @CsvSource({"all, false", "all;-virtual-thread, true"})
    void mutexesAreNotJudgedWhereNothingTellsVirtualThreadsFromTheirCarrier(String constructs, boolean areJudged)
            throws IOException {
        CheckResult result = TraceChecker.check(RichTrace.addTo(new TraceBuilder()
                        .configure("events", "all;-task_schedule")
                        .configure("constructs", constructs))
                .build());

        assertThat(result.notJudged().keySet().stream()
                        .noneMatch(each -> each.id().equals("M1")))
                .isEqualTo(areJudged);
    }

    @ParameterizedTest
    @CsvSource({"*, false", "**, false", "com.acme.*, true", "com.acme.*;*, false", "all, true"})
    void onlyAGlobForEveryClassPromisesAllCallSites(String include, boolean leavesOut) throws IOException {
        CheckResult result = TraceChecker.check(RichTrace.addTo(new TraceBuilder().configure("include", include))
                .build());

        assertThat(result.notJudged().containsValue("include=" + include)).isEqualTo(leavesOut);
    }

    @ParameterizedTest
    @EnumSource(
            value = Construct.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "DEFINED"})
    void constructThatIsSwitchedOffIsNotMissed(Construct off) throws IOException {
        TraceInMemory trace = RichTrace.addTo(new TraceBuilder().configure("constructs", "[all,-" + off.id() + "]"))
                .build();
        TraceInMemory without = trace.withEvents(trace.eventList().stream()
                .filter(each -> each.construct() != off)
                .toList());

        assertThat(TraceChecker.check(without).violations()).isEmpty();
    }

    @Test
    void uncontendedMutexesAreNotMissedInTheDefaultProfile() throws IOException {
        TraceInMemory trace = RichTrace.addTo(new TraceBuilder().configure("profile", "default"))
                .build();
        TraceInMemory contended = trace.withEvents(onlyContended(trace.eventList()));

        CheckResult result = TraceChecker.check(contended);

        assertThat(result.violations()).isEmpty();
        assertThat(result.notJudged().keySet()).extracting(Rule::id).contains("M3", "M4", "M5");
        assertThat(result.judged()).extracting(Rule::id).contains("M1", "M2");
    }

    /** Keeps the acquisitions that waited and the releases for which a thread waited, like the profile {@code default}. */
    private static List<TraceEvent> onlyContended(List<TraceEvent> events) {
        List<TraceEvent> kept = new ArrayList<>();
        Set<List<Long>> waited = new HashSet<>();
        for (int i = 0; i < events.size(); i++) {
            TraceEvent each = events.get(i);
            boolean waits =
                    each.event() == Event.MUTEX_ACQUIRE && events.get(i + 1).threadId() != each.threadId();
            if (waits) {
                waited.add(List.of(each.threadId(), each.waitId()));
            }
            boolean isAnswer =
                    each.event() == Event.MUTEX_ACQUIRED && waited.remove(List.of(each.threadId(), each.waitId()));
            boolean isMutex = each.event() == Event.MUTEX_ACQUIRE
                    || each.event() == Event.MUTEX_ACQUIRED
                    || each.event() == Event.NEST_LOCK
                    || each.endsAttempt();
            if (!isMutex || waits || isAnswer) {
                kept.add(each);
            }
        }
        return kept;
    }
}
