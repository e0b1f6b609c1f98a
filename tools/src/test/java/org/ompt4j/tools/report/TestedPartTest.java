package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SEMAPHORE;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** For each condition of a test: a run that fulfils it and one that does not, close to the limit if there is one. */
class TestedPartTest {
    private static final long MILLI = 1_000_000;

    /** The time between two events of the builder, in nanoseconds. */
    private static final long STEP = 1_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript left = trace.thread("left", ThreadType.INITIAL);
    private final ThreadScript right = trace.thread("right", ThreadType.WORKER);
    private final long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
    private final long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");

    private List<String> judge(String key, String value) throws IOException {
        return judge(trace.build(), key, value);
    }

    private static List<String> judge(Trace trace, String key, String value) throws IOException {
        return TestedPart.judge(trace, Demands.of(Map.of(key, value)));
    }

    private void begin() {
        left.begin().initialTaskBegin();
        right.begin().initialTaskBegin();
    }

    private int site(ThreadScript thread) {
        return trace.callSite(thread == left ? "app.Left.run(Left.java:1)" : "app.Right.run(Right.java:2)");
    }

    private void ask(ThreadScript thread, long waitId) {
        if (waitId == lock) {
            thread.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, site(thread));
        } else {
            thread.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, site(thread));
        }
    }

    private void get(ThreadScript thread, long waitId) {
        if (waitId == lock) {
            thread.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, site(thread));
        } else {
            thread.acquired(SYNCHRONIZED, MutexKind.CRITICAL, waitId, site(thread));
        }
    }

    private void give(ThreadScript thread, long waitId) {
        if (waitId == lock) {
            thread.released(REENTRANT_LOCK, MutexKind.LOCK, lock, site(thread));
        } else {
            thread.released(SYNCHRONIZED, MutexKind.CRITICAL, waitId, site(thread));
        }
    }

    private void take(ThreadScript thread, long waitId) {
        ask(thread, waitId);
        get(thread, waitId);
    }

    // ---------------------------------------------------------------- locks held

    @ParameterizedTest
    @CsvSource({"5ms, 0", "4999us, 1", "0, 1"})
    void lockThatIsHeldForLongerThanAskedForIsSaid(String most, int found) throws IOException {
        begin();
        take(left, lock);
        trace.pass(5 * MILLI - STEP);
        give(left, lock);

        assertThat(judge("lockHeldAtMost", most))
                .hasSize(found)
                .allMatch(each -> each.equals("\"left\" held Lock #" + lock
                        + " for 5.00 ms from Left.run(Left.java:1); lockHeldAtMost is " + most));
    }

    @Test
    void monitorThatIsHeldWhenTheTestEndsIsHeldUntilThen() throws IOException {
        begin();
        take(left, monitor);
        trace.pass(7 * MILLI);

        assertThat(judge("lockHeldAtMost", "6ms"))
                .singleElement()
                .asString()
                .startsWith("\"left\" held Monitor #" + monitor + " for 7.00 ms ");
    }

    @Test
    void timeInWhichAnotherThreadHoldsItIsNobodyElses() throws IOException {
        begin();
        for (ThreadScript each : List.of(left, right, left, right)) {
            take(each, lock);
            trace.pass(3 * MILLI);
            give(each, lock);
        }

        assertThat(judge("lockHeldAtMost", "4ms")).isEmpty();
        assertThat(judge("lockHeldAtMost", "2ms")).hasSize(2);
    }

    @Test
    void onlyTheWorstFewAreSaidWithTheNumberOfTheOthers() throws IOException {
        begin();
        for (int i = 1; i <= 8; i++) {
            long each = trace.waitId(SYNCHRONIZED, "app.Monitor" + i);
            take(left, each);
            trace.pass(i * MILLI);
            give(left, each);
        }

        List<String> worse = judge("lockHeldAtMost", "500us");

        assertThat(worse).hasSize(6).last().isEqualTo("and 3 more of that kind");
        assertThat(worse.get(0)).contains("Monitor8 ");
        assertThat(worse.get(4)).contains("Monitor4 ");
    }

    @Test
    void nobodyHoldsASemaphore() throws IOException {
        begin();
        long semaphore = trace.waitId(SEMAPHORE, "app.Semaphore");
        left.acquire(SEMAPHORE, MutexKind.LOCK, MutexImpl.SEMAPHORE_NONFAIR, semaphore, site(left));
        left.acquired(SEMAPHORE, MutexKind.LOCK, semaphore, site(left));
        trace.pass(MILLI);

        assertThat(judge("lockHeldAtMost", "0")).isEmpty();
    }

    // ---------------------------------------------------------------- waits for locks

    @ParameterizedTest
    @CsvSource({"5ms, 0", "4999us, 1"})
    void waitThatIsLongerThanAskedForIsSaidWithWhoHeldTheLock(String most, int found) throws IOException {
        begin();
        take(left, lock);
        ask(right, lock);
        trace.pass(5 * MILLI - 2 * STEP);
        give(left, lock);
        get(right, lock);
        give(right, lock);

        assertThat(judge("lockWaitAtMost", most))
                .hasSize(found)
                .allMatch(each -> each.equals("\"right\" waited 5.00 ms for Lock #" + lock
                        + " at Right.run(Right.java:2), most of all such waits while \"left\" held it from Left.run(Left.java:1);"
                        + " lockWaitAtMost is " + most));
    }

    // ---------------------------------------------------------------- orders, deadlocks, pools

    @Test
    void locksThatAreTakenInBothOrdersAreSaid() throws IOException {
        begin();
        nested(left, lock, monitor);
        nested(right, monitor, lock);

        assertThat(judge("noLockInversion", "true"))
                .singleElement()
                .asString()
                .startsWith("Can deadlock: Lock #" + lock + " and Monitor #" + monitor + " are taken in both orders.")
                .contains("Left.run(Left.java:1)", "Right.run(Right.java:2)");
        assertThat(judge("noLockInversion", "false")).isEmpty();
        assertThat(judge("noPoolStarvation", "true")).isEmpty();
    }

    private void nested(ThreadScript thread, long outer, long inner) {
        take(thread, outer);
        take(thread, inner);
        give(thread, inner);
        give(thread, outer);
    }

    @Test
    void threadsThatWaitForEachOtherAtTheEndAreSaid() throws IOException {
        begin();
        take(left, lock);
        take(right, monitor);
        ask(left, monitor);
        ask(right, lock);
        trace.pass(MILLI);

        assertThat(judge("noLockInversion", "true"))
                .singleElement()
                .asString()
                .startsWith("Deadlock: 2 threads wait for each other");
    }

    @Test
    void whoHoldsTheLockThatAnAwaitedTaskNeedsIsSaid() throws IOException {
        begin();
        take(left, lock);
        long task = left.create(Construct.THREAD_POOL_EXECUTOR, 0, 0, 0);
        right.start(Construct.THREAD_POOL_EXECUTOR, task);
        ask(right, lock);
        left.sync(Construct.FUTURE_TASK, SyncRegionKind.TASKWAIT, BEGIN, task, site(left));
        left.syncWait(Construct.FUTURE_TASK, SyncRegionKind.TASKWAIT, BEGIN, task, site(left));
        trace.pass(MILLI);

        assertThat(judge("noLockInversion", "true"))
                .singleElement()
                .asString()
                .startsWith("Probably a deadlock: 2 threads wait for each other");
    }

    // ---------------------------------------------------------------- uneven work

    @ParameterizedTest
    @CsvSource({"33.4%, 0", "33 %, 1", "0%, 1"})
    void unevenRegionIsSaid(String most, int found) throws IOException {
        region(800 * MILLI, 400 * MILLI);

        List<String> worse = judge("imbalanceAtMost", most);

        assertThat(worse)
                .hasSize(found)
                .allMatch(each -> each.startsWith(
                                "uneven work: in regions at Left.run(Left.java:1) the busiest thread worked 33.3 % longer than the mean of all; ")
                        && each.endsWith("imbalanceAtMost is " + most));
    }

    /** A region whose two members work for these times, one after the other. */
    private void region(long leftNanos, long rightNanos) {
        begin();
        long task = left.task();
        long region = left.parallelBegin(PARALLEL_STREAM, 2, site(left), 0);
        left.join(PARALLEL_STREAM, region, 2, 0);
        long one = left.create(FORK_JOIN_TASK, 0, site(left), 0);
        long other = left.create(FORK_JOIN_TASK, 0, site(left), 0);
        left.start(FORK_JOIN_TASK, one);
        trace.pass(leftNanos);
        left.complete(FORK_JOIN_TASK);
        left.syncWait(PARALLEL_STREAM, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN, region, site(left));
        right.join(PARALLEL_STREAM, region, 2, 1).start(FORK_JOIN_TASK, other);
        trace.pass(rightNanos);
        right.complete(FORK_JOIN_TASK).leave(PARALLEL_STREAM, 1);
        left.syncWait(PARALLEL_STREAM, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, END, region, site(left));
        left.leave(PARALLEL_STREAM, 0).parallelEnd(PARALLEL_STREAM, region, task, 2, site(left));
    }

    // ---------------------------------------------------------------- pinned carriers

    /** Virtual threads wait for a microsecond on their carriers if the wait ends before they are unmounted. */
    @Test
    void virtualThreadsThatGiveTheirCarriersAwayArePinnedNowhere() throws IOException {
        assertThat(judge(VirtualThreadTrace.build(), "pinnedAtMost", "1us")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5ms, 0", "4999us, 1", "0, 1"})
    void waitOfAVirtualThreadThatKeepsItsCarrierIsSaid(String most, int found) throws IOException {
        begin();
        ThreadScript virtual = virtualThread();
        virtual.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site(right));
        trace.pass(5 * MILLI - STEP);
        virtual.wait(SLEEP, State.WAIT_SLEEP, END, 0, site(right)).complete(THREAD);

        assertThat(judge("pinnedAtMost", most))
                .hasSize(found)
                .allMatch(each -> each.equals(
                        "a virtual thread kept its carrier while it waited 5.00 ms (sleep) at Right.run(Right.java:2);"
                                + " pinnedAtMost is " + most));
    }

    @Test
    void virtualThreadThatStillWaitsOnItsCarrierAtTheEndIsSaid() throws IOException {
        begin();
        virtualThread().wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site(right));
        trace.pass(5 * MILLI);

        assertThat(judge("pinnedAtMost", "4ms")).hasSize(1);
    }

    @Test
    void threadThatIsNotVirtualHasNoCarrier() throws IOException {
        begin();
        left.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site(left));
        trace.pass(5 * MILLI);
        left.wait(SLEEP, State.WAIT_SLEEP, END, 0, site(left));

        assertThat(judge("pinnedAtMost", "0")).isEmpty();
    }

    private ThreadScript virtualThread() {
        long task = left.createVirtual(site(left), trace.body("app.Main.virtual"));
        return trace.virtualThread(task).mount(right);
    }

    // ---------------------------------------------------------------- what cannot be told

    @ParameterizedTest
    @CsvSource({
        "lockHeldAtMost, mutex.detail, contended, who holds locks is told with profile=full only",
        "lockHeldAtMost, events, '[all,-mutex_released]', who holds locks is told with profile=full only",
        "noLockInversion, min-wait, 1us, who holds locks is told with profile=full only",
        "lockWaitAtMost, mutex.detail, off, the agent does not report waits for locks",
        "lockWaitAtMost, min-wait, 2ms, min-wait leaves out waits below 2ms",
        "imbalanceAtMost, events, '[all,-implicit_task]', the agent does not report parallel regions",
        "pinnedAtMost, constructs, '[all,-sleep]', the setting constructs leaves out sleep",
        "lockHeldAtMost, constructs, '[all,-semaphore,-synchronized]', 'constructs leaves out synchronized, semaphore'",
        "lockWaitAtMost, constructs, '[all,-read-write-lock]', constructs leaves out read-write-lock",
        "noPoolStarvation, constructs, '[all,-future-task]', constructs leaves out future-task",
        "imbalanceAtMost, constructs, '[all,-parallel-stream]', constructs leaves out parallel-stream",
        "pinnedAtMost, events, '[all,-wait]', 'the agent does not report virtual threads, park, sleep and io'",
        "noPoolStarvation, events, '[all,-task_create]', the agent does not report tasks"
    })
    void whatTheSettingsDoNotTellHasNotBeenFoundToBeRight(String key, String setting, String value, String why)
            throws IOException {
        trace.configure(setting, value);
        begin();

        assertThat(judge(key, valueFor(key)))
                .singleElement()
                .asString()
                .startsWith(key + " cannot be judged: ")
                .contains(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lockHeldAtMost",
                "lockWaitAtMost",
                "imbalanceAtMost",
                "pinnedAtMost",
                "noLockInversion",
                "noPoolStarvation"
            })
    void allOfItIsToldInFullAndNothingOfItBySamples(String key) throws IOException {
        begin();

        assertThat(judge(key, valueFor(key))).isEmpty();
        assertThat(judge(trace.sampled().build(), key, valueFor(key)))
                .singleElement()
                .asString()
                .startsWith(key + " cannot be judged: ");
    }

    private static String valueFor(String key) {
        return key.startsWith("no") ? "true" : key.equals("imbalanceAtMost") ? "1%" : "1ms";
    }

    @Test
    void lockThatCanBeReleasedUnseenIsSaidOnlyIfOneWasUsed() throws IOException {
        trace.uses(new UnobservedUse(Reason.BY_REFERENCE, REENTRANT_LOCK.id(), "", 1, 1, 1));
        begin();
        take(left, monitor);
        give(left, monitor);
        assertThat(judge("noLockInversion", "true")).isEmpty();

        take(left, lock);
        trace.pass(MILLI);

        assertThat(judge("noLockInversion", "true"))
                .singleElement()
                .asString()
                .contains("locks (reentrant-lock) can be released in code that is not observed");
        assertThat(judge("lockHeldAtMost", "500us"))
                .singleElement()
                .asString()
                .startsWith("lockHeldAtMost cannot be judged: ");
    }

    @Test
    void eventsThatWereCountedInsteadLeaveNothingSure() throws IOException {
        begin();
        TraceInMemory whole = trace.build();
        Trace throttled =
                new TraceWithEvents(whole, whole.eventList(), List.of(), List.of(counted(Event.MUTEX_ACQUIRED)));
        Trace others = new TraceWithEvents(whole, whole.eventList(), List.of(), List.of(counted(Event.DISPATCH)));

        for (String each : List.of("lockHeldAtMost", "lockWaitAtMost", "noLockInversion")) {
            assertThat(judge(throttled, each, valueFor(each)))
                    .containsExactly(each
                            + " cannot be judged: events of locks were counted instead of recorded; set throttle=off");
            assertThat(judge(others, each, valueFor(each))).isEmpty();
        }
    }

    private static CountedEvents counted(Event event) {
        return new CountedEvents(1, event, null, Construct.SYNCHRONIZED, 0, 1, 0, 0, 0, 1);
    }

    @Test
    void testOfWhichNotAllWasRecordedIsNotJudged() throws IOException {
        begin();
        take(left, lock);
        trace.pass(MILLI);
        trace.dropped(12, "").failed("hook x threw\nat y", 2);

        assertThat(judge("lockHeldAtMost", "0"))
                .containsExactly(
                        "not all was recorded: 12 events dropped since the JVM began",
                        "the agent failed 2 times since the JVM began: hook x threw at y");
        assertThat(judge(trace.dropped(0, "the trace reached max-size").build(), "lockHeldAtMost", "0"))
                .first()
                .isEqualTo("not all was recorded: the trace reached max-size");
    }

    // ---------------------------------------------------------------- what is asked for

    @ParameterizedTest
    @CsvSource({
        "lockHeldAtMost, 10, 'lockHeldAtMost: \"10\" is no duration; write one such as 10ms, 500us, 1s or 0'",
        "pinnedAtMost, -1ms, 'pinnedAtMost: \"-1ms\" is no duration; write one such as 10ms, 500us, 1s or 0'",
        "imbalanceAtMost, 1.5, 'imbalanceAtMost: \"1.5\" is no percentage; write one such as 25%'",
        "noLockInversion, yes, 'noLockInversion: \"yes\" is neither true nor false'"
    })
    void whatMakesNoSenseIsSaidInOneLine(String key, String value, String line) {
        assertThatThrownBy(() -> TestedPart.check(Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(line);
    }

    @Test
    void whatThereIsNotIsSaidWithWhatThereIs() {
        assertThatThrownBy(() -> TestedPart.check(Map.of("lockHeld", "1ms")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "lockHeld: the agent of this JVM knows only lockHeldAtMost, lockWaitAtMost, imbalanceAtMost,"
                                + " pinnedAtMost, noLockInversion, noPoolStarvation; use the same version of both");
    }
}
