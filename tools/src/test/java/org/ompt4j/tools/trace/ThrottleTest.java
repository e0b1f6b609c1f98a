package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.check.CheckResult;
import org.ompt4j.tools.check.TraceChecker;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

/** Throttling of call sites with too many events. The events have times of the test. */
class ThrottleTest {
    private static final Construct LOCK = Construct.REENTRANT_LOCK;
    private static final MutexImpl IMPL = MutexImpl.REENTRANT_NONFAIR;
    private static final int PER_WINDOW = 100;
    private static final long WINDOW = ThrottleLimits.WINDOW_NANOS;
    private static final long MICRO = 1_000;
    private static final int SITE = 11;
    private static final int UNLOCK = 12;
    private static final int OTHER = 13;
    private static final int EXPLICIT_UNTIED = TaskFlag.EXPLICIT | TaskFlag.UNTIED;

    @TempDir
    Path directory;

    private TestThread thread = new TestThread(7);
    private TestRuntime runtime = new TestRuntime();
    private EventCalls sink;
    private long now;

    @BeforeEach
    void begin() {
        begin("1000/10us", "contended");
    }

    private void begin(String throttle, String detail) {
        runtime =
                TestRuntime.writing(file(), "trace").with("throttle", throttle).with("mutex.detail", detail);
        assertThat(runtime.start(new TraceTool())).isTrue();
        sink = runtime.events();
        thread = new TestThread(7, "main", ThreadType.INITIAL);
        sink.defineCallSite(SITE, "com.acme.Main.run(Main.java:11)");
        now = System.nanoTime();
        sink.threadBegin(thread, now, Construct.THREAD, ThreadType.INITIAL);
        sink.implicitTask(thread, now, Construct.THREAD, ScopeEndpoint.BEGIN, 1, 2, 1, 1, TaskFlag.INITIAL);
    }

    private Path file() {
        return directory.resolve("run.ompt");
    }

    private Trace end() throws IOException {
        sink.implicitTask(thread, now, Construct.THREAD, ScopeEndpoint.END, 0, 2, 0, 1, TaskFlag.INITIAL);
        sink.threadEnd(thread, now, Construct.THREAD);
        runtime.endAt(now, newest());
        return open();
    }

    private Trace open() throws IOException {
        return Traces.open(newest());
    }

    private Path newest() {
        Path newest = file();
        for (int i = 1; directory.resolve("run-" + i + ".ompt").toFile().exists(); i++) {
            newest = directory.resolve("run-" + i + ".ompt");
        }
        return newest;
    }

    // ---------------------------------------------------------------- events of a thread

    private void pass(long nanos) {
        now += nanos;
    }

    /** Waits until the real time is that of the last event, since pauses have real times. */
    private void catchUp() {
        while (System.nanoTime() < now) {
            Thread.onSpinWait();
        }
    }

    private void acquire(long waitId, int site) {
        sink.mutexAcquire(thread, now, LOCK, MutexKind.NEST_LOCK, 0, IMPL, waitId, site);
    }

    private void acquired(long waitId, int site) {
        sink.mutexAcquired(thread, now, LOCK, MutexKind.NEST_LOCK, waitId, site);
    }

    private void released(long waitId, int site) {
        sink.mutexReleased(thread, now, LOCK, MutexKind.NEST_LOCK, waitId, site);
    }

    private void nestLock(ScopeEndpoint endpoint, long waitId, int site) {
        sink.nestLock(thread, now, LOCK, endpoint, waitId, site);
    }

    /** Waits for a lock, holds it for a microsecond, and lets some time pass. */
    private void use(long waitNanos, long restNanos) {
        acquire(50, SITE);
        pass(waitNanos);
        acquired(50, SITE);
        pass(MICRO);
        released(50, UNLOCK);
        pass(restNanos);
    }

    private void use(int times, long waitNanos, long restNanos) {
        for (int i = 0; i < times; i++) {
            use(waitNanos, restNanos);
        }
    }

    // ---------------------------------------------------------------- content of the trace

    private static Map<Event, Long> traced(Trace trace) throws IOException {
        Map<Event, Long> counts = new EnumMap<>(Event.class);
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            counts.merge(events.next().event(), 1L, Long::sum);
        }
        return counts;
    }

    private static Map<Event, Long> counted(Trace trace) {
        Map<Event, Long> counts = new EnumMap<>(Event.class);
        for (CountedEvents each : trace.counted()) {
            counts.merge(each.event(), each.count(), Long::sum);
        }
        return counts;
    }

    private static void assertSplit(Trace trace, Event event, long traced, long counted) throws IOException {
        assertThat(traced(trace).getOrDefault(event, 0L)).as("traced %s", event).isEqualTo(traced);
        assertThat(counted(trace).getOrDefault(event, 0L))
                .as("counted %s", event)
                .isEqualTo(counted);
    }

    private static void assertNoViolation(Trace trace) throws IOException {
        CheckResult result = TraceChecker.check(trace);
        // The times of the test's events may be after the real end of the run.
        assertThat(result.violations()).allMatch(each -> each.rule().equals("C2"));
        assertThat(trace.losses().droppedEvents()).isZero();
        assertThat(trace.losses().truncatedBytes()).isZero();
    }

    // ---------------------------------------------------------------- tests

    @Test
    void whatFiresTooOftenIsCountedFromAcquireToRelease() throws IOException {
        use(10_000, 2 * MICRO, 2 * MICRO);
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRE, PER_WINDOW, 9_900);
            assertSplit(trace, Event.MUTEX_ACQUIRED, PER_WINDOW, 9_900);
            assertSplit(trace, Event.MUTEX_RELEASED, PER_WINDOW, 9_900);
            assertNoViolation(trace);
        }
    }

    /** The thread changes its carrier while it holds a lock, which it acquired without a wait, and while it waits for it. */
    @Test
    void virtualThreadTakesAlongWhetherItsMutexesAreCounted() throws IOException {
        begin("1000/10us", "full");
        TestThread other = new TestThread(8, "carrier", ThreadType.WORKER);
        sink.threadBegin(other, now, Construct.THREAD, ThreadType.WORKER);
        TestThread first = new TestThread(9, "carrier", ThreadType.WORKER);
        sink.threadBegin(first, now, Construct.THREAD, ThreadType.WORKER);
        long virtual = RecordSink.FIRST_VIRTUAL_THREAD + 40;
        sink.taskCreate(thread, now, Construct.THREAD, 2, virtual, EXPLICIT_UNTIED, false, SITE, 0);
        TestThread main = thread;
        for (int i = 0; i < 1_000; i++) {
            thread = first;
            schedule(0, virtual);
            acquire(50, SITE);
            pass(MICRO);
            acquired(50, SITE);
            if (i % 2 == 0) {
                schedule(virtual, 0);
                thread = other;
                schedule(0, virtual);
            }
            released(50, UNLOCK);
            acquire(51, OTHER);
            schedule(virtual, 0);
            thread = first;
            schedule(0, virtual);
            acquired(51, OTHER);
            released(51, UNLOCK);
            schedule(virtual, 0);
        }
        thread = first;
        schedule(0, virtual);
        sink.taskSchedule(thread, now, Construct.THREAD, virtual, TaskStatus.COMPLETE, 0);
        sink.threadEnd(first, now, Construct.THREAD);
        sink.threadEnd(other, now, Construct.THREAD);
        thread = main;
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRE, 1_000 + PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_ACQUIRED, 1_000 + PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_RELEASED, 1_000 + PER_WINDOW, 900);
            assertNoViolation(trace);
        }
    }

    /** The thread releases the lock while nothing is recorded: its next acquisition is no re-entry, whose duration would be ignored. */
    @Test
    void whatAnUnmountedVirtualThreadHeldIsForgottenInAPause() throws IOException {
        begin("1000/10us", "full");
        TestThread carrier = new TestThread(9, "carrier", ThreadType.WORKER);
        sink.threadBegin(carrier, now, Construct.THREAD, ThreadType.WORKER);
        long virtual = RecordSink.FIRST_VIRTUAL_THREAD + 40;
        sink.taskCreate(thread, now, Construct.THREAD, 2, virtual, EXPLICIT_UNTIED, false, SITE, 0);
        sink.taskCreate(thread, now, Construct.THREAD, 2, virtual + 1, EXPLICIT_UNTIED, false, SITE, 0);
        TestThread main = thread;
        thread = carrier;
        schedule(0, virtual);
        for (int i = 0; i <= PER_WINDOW; i++) {
            acquire(50, SITE);
            acquired(50, SITE);
            if (i < PER_WINDOW) {
                released(50, UNLOCK);
            }
        }
        schedule(virtual, 0);
        runtime.threads.add(main);
        runtime.threads.add(carrier);
        catchUp();
        runtime.control(ControlCommand.PAUSE);
        runtime.control(ControlCommand.START);
        now = System.nanoTime();
        // The first event of the carrier after the pause.
        schedule(0, virtual + 1);
        schedule(virtual + 1, 0);
        schedule(0, virtual);
        acquire(50, SITE);
        pass(20 * MICRO);
        acquired(50, SITE);
        released(50, UNLOCK);
        sink.taskSchedule(thread, now, Construct.THREAD, virtual, TaskStatus.COMPLETE, 0);
        sink.threadEnd(carrier, now, Construct.THREAD);
        thread = main;
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRED, PER_WINDOW + 1, 1);
        }
    }

    private void schedule(long prior, long next) {
        sink.taskSchedule(thread, now, Construct.THREAD, prior, TaskStatus.SWITCH, next);
        pass(MICRO);
    }

    @Test
    void semaphoreIsCountedWhereItIsAcquiredAndOnAnotherThreadWhereItIsReleased() throws IOException {
        begin("1000/10us", "full");
        TestThread releaser = new TestThread(8, "releaser", ThreadType.INITIAL);
        sink.threadBegin(releaser, now, Construct.THREAD, ThreadType.INITIAL);
        sink.implicitTask(releaser, now, Construct.THREAD, ScopeEndpoint.BEGIN, 3, 4, 1, 1, TaskFlag.INITIAL);
        for (int i = 0; i < 1_000; i++) {
            sink.mutexReleased(releaser, now, Construct.SEMAPHORE, MutexKind.LOCK, 50, UNLOCK);
            sink.mutexAcquire(thread, now, Construct.SEMAPHORE, MutexKind.LOCK, 0, MutexImpl.SEMAPHORE_FAIR, 50, SITE);
            pass(MICRO);
            sink.mutexAcquired(thread, now, Construct.SEMAPHORE, MutexKind.LOCK, 50, SITE);
        }
        sink.implicitTask(releaser, now, Construct.THREAD, ScopeEndpoint.END, 0, 4, 0, 1, TaskFlag.INITIAL);
        sink.threadEnd(releaser, now, Construct.THREAD);
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRED, PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_RELEASED, PER_WINDOW, 900);
            assertNoViolation(trace);
        }
    }

    @Test
    void whatIsHeldOftenOrAloneBesidesIsCountedAsAWhole() throws IOException {
        Construct k = Construct.READ_WRITE_LOCK;
        begin("1000/10us", "full");
        for (int i = 0; i < 1_000; i++) {
            sink.mutexAcquire(thread, now, k, MutexKind.NEST_LOCK, 0, MutexImpl.WRITE_FAIR, 50, SITE);
            pass(MICRO);
            sink.mutexAcquired(thread, now, k, MutexKind.NEST_LOCK, 50, SITE);
            for (int read = 0; read < 2; read++) {
                sink.mutexAcquire(thread, now, k, MutexKind.LOCK, 0, MutexImpl.READ_FAIR, 50, SITE);
                sink.mutexAcquired(thread, now, k, MutexKind.LOCK, 50, SITE);
            }
            sink.mutexReleased(thread, now, k, MutexKind.NEST_LOCK, 50, UNLOCK);
            sink.mutexReleased(thread, now, k, MutexKind.LOCK, 50, UNLOCK);
            sink.mutexReleased(thread, now, k, MutexKind.LOCK, 50, UNLOCK);
        }
        try (Trace trace = end()) {
            assertThat(trace.counted()).isNotEmpty();
            assertNoViolation(trace);
        }
    }

    @Test
    void whatWasCountedHasItsCallSiteAndTimes() throws IOException {
        use(PER_WINDOW, MICRO, 0);
        long first = now;
        use(10, 2 * MICRO, 0);
        use(7 * MICRO, 0);
        long last = now - MICRO;
        try (Trace trace = end()) {
            CountedEvents waits = trace.counted().stream()
                    .filter(each -> each.event() == Event.MUTEX_ACQUIRED)
                    .findAny()
                    .orElseThrow();
            assertThat(waits.threadId()).isEqualTo(7);
            assertThat(waits.construct()).isEqualTo(LOCK);
            assertThat(trace.callSite(waits.codeptrRa())).isEqualTo("com.acme.Main.run(Main.java:11)");
            assertThat(waits.count()).isEqualTo(11);
            assertThat(waits.totalNanos()).isEqualTo(27 * MICRO);
            assertThat(waits.maxNanos()).isEqualTo(7 * MICRO);
            assertThat(waits.toNanos() - waits.fromNanos()).isEqualTo(last - first - 2 * MICRO);
        }
    }

    @Test
    void whatTakesLongIsTracedAtAnyRate() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            use(MICRO, 0);
            use(10 * MICRO, 0);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRED, PER_WINDOW + 1_000, 900);
            assertSplit(trace, Event.MUTEX_RELEASED, PER_WINDOW + 1_000, 900);
            assertNoViolation(trace);
        }
    }

    private void sleep(long nanos) {
        sink.wait(thread, now, Construct.NONE, ScopeEndpoint.BEGIN, State.WAIT_SLEEP, 2, 0, SITE);
        pass(nanos);
        sink.wait(thread, now, Construct.NONE, ScopeEndpoint.END, State.WAIT_SLEEP, 2, 0, SITE);
    }

    @Test
    void waitsOfOursAreCountedAsAWholeIfTheyAreShortAndOften() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            sleep(MICRO);
            sleep(10 * MICRO);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.WAIT, 2 * (PER_WINDOW + 1_000), 2 * 900);
            assertThat(trace.counted())
                    .filteredOn(each -> each.endpoint() == ScopeEndpoint.END)
                    .extracting(CountedEvents::totalNanos)
                    .containsExactly(900 * MICRO);
            assertNoViolation(trace);
        }
    }

    @Test
    void waitInWhichSomethingHappensIsTraced() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            sink.wait(thread, now, Construct.NONE, ScopeEndpoint.BEGIN, State.UNKNOWN, 2, 0, SITE);
            use(10 * MICRO, 0);
            sink.wait(thread, now, Construct.NONE, ScopeEndpoint.END, State.UNKNOWN, 2, 0, SITE);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.WAIT, 2_000, 0);
            assertNoViolation(trace);
        }
    }

    @Test
    void aRateBelowTheLimitIsTraced() throws IOException {
        use(1_000, MICRO, WINDOW / PER_WINDOW);
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRED, 1_000, 0);
            assertThat(trace.counted()).isEmpty();
        }
    }

    @Test
    void aSiteThatCalmsDownIsTracedAgain() throws IOException {
        use(PER_WINDOW + 20, MICRO, 0);
        pass(2 * WINDOW);
        use(MICRO, 0);
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRED, PER_WINDOW + 1, 20);
            assertNoViolation(trace);
        }
    }

    @Test
    void aSiteIsReconsideredInEachWindow() throws IOException {
        long apart = 100 * MICRO;
        use(1_000, MICRO, apart); // too many events
        use(1_000, MICRO, apart); // too many again: counted from the begin of this window on
        pass(WINDOW / 2);
        use(10, MICRO, apart); // few events, but this window is not over
        pass(WINDOW);
        use(10, MICRO, apart); // traced, since the previous window had few events
        try (Trace trace = end()) {
            assertThat(traced(trace).get(Event.MUTEX_ACQUIRED)).isBetween(PER_WINDOW + 10L, PER_WINDOW + 20L);
            assertThat(traced(trace).get(Event.MUTEX_ACQUIRED) + counted(trace).get(Event.MUTEX_ACQUIRED))
                    .isEqualTo(2_020);
        }
    }

    @Test
    void eachCallSiteIsJudgedByItself() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            use(0, 0);
            if (i % 20 == 0) {
                acquire(51, OTHER);
                acquired(51, OTHER);
            }
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRE, PER_WINDOW + 50, 900);
            assertThat(trace.counted()).noneMatch(each -> each.codeptrRa() == OTHER);
        }
    }

    @Test
    void dispatchesOfShortChunksAreCounted() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            sink.dispatch(thread, now, Construct.PARALLEL_STREAM, 1, 2, DispatchKind.TASKLOOP_CHUNK, i, 1, SITE);
            pass(i % 10 == 0 ? 20 * MICRO : MICRO);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.DISPATCH, 100 + PER_WINDOW, 800);
            assertThat(trace.counted()).allMatch(each -> each.codeptrRa() == SITE);
        }
    }

    private void dispatch(long start) {
        sink.dispatch(thread, now, Construct.PARALLEL_STREAM, 1, 2, DispatchKind.TASKLOOP_CHUNK, start, 1, SITE);
    }

    private void dispatches(int times) {
        for (int i = 0; i < times; i++) {
            dispatch(i);
            pass(MICRO);
        }
    }

    @Test
    void aLongChunkAtAThrottledSiteIsTracedWithItsOwnTime() throws IOException {
        long start = now;
        dispatches(500);
        long begin = now;
        dispatch(4711);
        pass(20 * MICRO);
        dispatches(10);
        try (Trace trace = end()) {
            assertSplit(trace, Event.DISPATCH, PER_WINDOW + 1, 410);
            List<TraceEvent> traced = new ArrayList<>();
            trace.events().forEachRemaining(traced::add);
            TraceEvent longOne = traced.stream()
                    .filter(each -> each.event() == Event.DISPATCH && each.value(Member.START) == 4711)
                    .findAny()
                    .orElseThrow();
            assertThat(longOne.timeNanos() - traced.get(0).timeNanos()).isEqualTo(begin - start);
            CountedEvents counted = trace.counted().get(0);
            assertThat(counted.totalNanos()).isEqualTo(410 * MICRO);
            assertThat(counted.maxNanos()).isEqualTo(MICRO);
        }
    }

    @Test
    void aChunkUnderWayAtAThrottledSiteCountsInTheTraceOfAKilledRun() throws IOException {
        dispatches(500);
        dispatch(0);
        try (Trace trace = open()) {
            assertThat(trace.losses().finished()).isFalse();
            assertSplit(trace, Event.DISPATCH, PER_WINDOW, 401);
        }
    }

    @Test
    void aChunkAtAThrottledSiteThatAPauseCutsShortCounts() throws IOException {
        dispatches(500);
        dispatch(0);
        catchUp();
        runtime.control(ControlCommand.PAUSE);
        runtime.control(ControlCommand.START);
        now = System.nanoTime();
        dispatches(5);
        try (Trace trace = end()) {
            assertThat(traced(trace).get(Event.DISPATCH) + counted(trace).get(Event.DISPATCH))
                    .isEqualTo(506);
        }
    }

    @Test
    void whoStillWaitsAtAThrottledSiteIsInTheTraceOfAKilledRun() throws IOException {
        use(500, MICRO, 0);
        acquire(50, SITE);
        try (Trace trace = open()) {
            assertThat(trace.losses().finished()).isFalse();
            assertSplit(trace, Event.MUTEX_ACQUIRE, PER_WINDOW + 1, 400);
            assertSplit(trace, Event.MUTEX_ACQUIRED, PER_WINDOW, 400);
        }
        runtime.end();
    }

    @Test
    void triesThatFailAreCountedAlone() throws IOException {
        begin("1000/10us", "full");
        for (int i = 0; i < 1_000; i++) {
            acquire(50, SITE);
            pass(MICRO);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRE, PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_ACQUIRED, 0, 0);
            assertNoViolation(trace);
        }
    }

    @Test
    void aLockOfTheUsersIsNotTornWhileItIsAcquired() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            sink.mutexAcquire(thread, now, Construct.DEFINED, MutexKind.LOCK, 0, MutexImpl.USER_DEFINED, 60, OTHER);
            use(0, 0);
            sink.mutexAcquired(thread, now, Construct.DEFINED, MutexKind.LOCK, 60, OTHER);
            sink.mutexReleased(thread, now, Construct.DEFINED, MutexKind.LOCK, 60, OTHER);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRE, 1_000 + PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_ACQUIRED, 1_000 + PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_RELEASED, 1_000 + PER_WINDOW, 900);
            assertNoViolation(trace);
        }
    }

    @Test
    void reEntriesGoWithTheOutermostAcquisition() throws IOException {
        begin("1000/10us", "full");
        for (int i = 0; i < 1_000; i++) {
            acquire(50, SITE);
            acquired(50, SITE);
            acquire(50, OTHER);
            nestLock(ScopeEndpoint.BEGIN, 50, OTHER);
            released(50, 21); // waits on a condition
            pass(20 * MICRO);
            acquire(50, 21);
            acquired(50, 21);
            nestLock(ScopeEndpoint.END, 50, OTHER);
            released(50, UNLOCK);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRE, 3L * PER_WINDOW, 2_700);
            assertSplit(trace, Event.NEST_LOCK, 2L * PER_WINDOW, 1_800);
            assertSplit(trace, Event.MUTEX_RELEASED, 2L * PER_WINDOW, 1_800);
            assertNoViolation(trace);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,full", "2,full", "3,full", "4,contended", "5,contended", "6,contended"})
    void nothingIsLostAndNothingIsTornWhateverTheOrder(int seed, String detail) throws IOException {
        begin("1000/10us", detail);
        Random random = new Random(seed);
        Map<Event, Long> raised = new EnumMap<>(Event.class);
        Deque<Long> held = new ArrayDeque<>();
        List<Long> nested = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            pass(random.nextInt(200) == 0 ? WINDOW : random.nextInt(8) * MICRO);
            int choice = random.nextInt(5);
            if (choice < 2 && held.size() < 12) {
                long lock = 50 + random.nextInt(3) * 20L + held.size();
                int site = random.nextBoolean() ? SITE : OTHER;
                acquire(lock, site);
                raised.merge(Event.MUTEX_ACQUIRE, 1L, Long::sum);
                pass(random.nextInt(12) * MICRO);
                if (random.nextInt(10) > 0) {
                    acquired(lock, site);
                    raised.merge(Event.MUTEX_ACQUIRED, 1L, Long::sum);
                    held.push(lock);
                }
            } else if (choice == 2 && !held.isEmpty() && detail.equals("full")) {
                acquire(held.element(), OTHER);
                nestLock(ScopeEndpoint.BEGIN, held.element(), OTHER);
                raised.merge(Event.MUTEX_ACQUIRE, 1L, Long::sum);
                raised.merge(Event.NEST_LOCK, 1L, Long::sum);
                nested.add(held.element());
            } else if (!nested.isEmpty()) {
                nestLock(ScopeEndpoint.END, nested.remove(nested.size() - 1), OTHER);
                raised.merge(Event.NEST_LOCK, 1L, Long::sum);
            } else if (!held.isEmpty()) {
                released(held.pop(), UNLOCK + random.nextInt(3));
                raised.merge(Event.MUTEX_RELEASED, 1L, Long::sum);
            }
        }
        try (Trace trace = end()) {
            Map<Event, Long> traced = traced(trace);
            Map<Event, Long> counted = counted(trace);
            assertThat(counted).containsKey(Event.MUTEX_ACQUIRED);
            raised.forEach(
                    (event, count) -> assertThat(traced.getOrDefault(event, 0L) + counted.getOrDefault(event, 0L))
                            .as("%s", event)
                            .isEqualTo(count));
            if (detail.equals("full")) {
                assertThat(traced.get(Event.MUTEX_ACQUIRED) - traced.get(Event.MUTEX_RELEASED))
                        .as("held to the end")
                        .isLessThanOrEqualTo(held.size());
            }
            assertNoViolation(trace);
        }
    }

    @Test
    void longWaitsForAConditionAreTracedWithBothEnds() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            released(50, SITE);
            sink.wait(thread, now, LOCK, ScopeEndpoint.BEGIN, State.WAIT_CONDITION, 2, 50, SITE);
            pass(i % 10 == 0 ? 50 * MICRO : MICRO);
            sink.wait(thread, now, LOCK, ScopeEndpoint.END, State.WAIT_CONDITION, 2, 50, SITE);
            acquire(50, SITE);
            acquired(50, SITE);
        }
        try (Trace trace = end()) {
            assertSplit(trace, Event.WAIT, 2 * (PER_WINDOW + 100), 2 * 800);
            assertSplit(trace, Event.MUTEX_ACQUIRE, PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_ACQUIRED, PER_WINDOW, 900);
            assertSplit(trace, Event.MUTEX_RELEASED, PER_WINDOW + 1, 899);
            assertNoViolation(trace);
        }
    }

    @Test
    void aPauseForgetsWhatWasHeld() throws IOException {
        use(500, MICRO, 0);
        acquire(50, SITE);
        acquired(50, SITE);
        catchUp();
        runtime.control(ControlCommand.PAUSE);
        runtime.control(ControlCommand.START);
        now = System.nanoTime();
        use(5, MICRO, 0);
        try (Trace trace = end()) {
            assertThat(traced(trace).get(Event.MUTEX_ACQUIRED) + counted(trace).get(Event.MUTEX_ACQUIRED))
                    .isEqualTo(506);
            assertNoViolation(trace);
        }
    }

    @Test
    void nothingIsThrottledWithoutLimits() throws IOException {
        begin("off", "full");
        use(5_000, 0, 0);
        try (Trace trace = end()) {
            assertSplit(trace, Event.MUTEX_ACQUIRED, 5_000, 0);
            assertThat(trace.counted()).isEmpty();
        }
    }
}
