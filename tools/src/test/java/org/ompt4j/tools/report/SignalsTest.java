package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.SEMAPHORE;
import static org.ompt4j.ompt.Construct.STAMPED_LOCK;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Threads that wait for a semaphore used as a signal do not wait for a lock; threads that wait for permits which others hold do. */
class SignalsTest {
    private static final long MILLI = 1_000_000;
    private static final String TAKES = "app.Worker.next(Worker.java:5)";
    private static final String GIVES = "app.Worker.wakeup(Worker.java:9)";
    private static final String FINDING = "  Waiting for Jobs #";

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript boss = trace.thread("boss", ThreadType.INITIAL);
    private final ThreadScript worker = trace.thread("worker", ThreadType.INITIAL);

    private Construct construct = SEMAPHORE;
    private long jobs;

    private void begin(String detail) {
        trace.configure("mutex.detail", detail);
        jobs = trace.waitId(construct, "app.Jobs");
        ThreadScript.beginAll(boss, worker);
    }

    private String report() throws IOException {
        ThreadScript.endAll(boss, worker);
        StringWriter out = new StringWriter();
        Report.write(new TracedRun(trace.build(), null, "run.ompt"), new Page(out, 240, 10));
        return out.toString();
    }

    /** The worker waits until the boss signals a job. */
    private void jobs(int count, String takenAt, String givenAt) {
        for (int i = 0; i < count; i++) {
            ask(worker, takenAt);
            trace.pass(100 * MILLI);
            give(boss, givenAt);
            get(worker, takenAt);
        }
    }

    private void ask(ThreadScript thread, String site) {
        MutexImpl impl = construct == SEMAPHORE ? MutexImpl.SEMAPHORE_FAIR : MutexImpl.STAMPED_WRITE;
        thread.acquire(construct, MutexKind.LOCK, impl, jobs, trace.callSite(site));
    }

    private void get(ThreadScript thread, String site) {
        thread.acquired(construct, MutexKind.LOCK, jobs, trace.callSite(site));
    }

    private void give(ThreadScript thread, String site) {
        thread.released(construct, MutexKind.LOCK, jobs, trace.callSite(site));
    }

    @ParameterizedTest
    @ValueSource(strings = {"contended", "full"})
    void waitingForJobsIsNoFindingAndStaysInTheTable(String detail) throws IOException {
        begin(detail);
        jobs(5, TAKES, GIVES);

        assertThat(report()).doesNotContain(FINDING).contains("Locks and monitors", "app.Jobs #" + jobs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"contended", "full"})
    void whoReleasesItAndWaitsForItTooHasHeldIt(String detail) throws IOException {
        begin(detail);
        jobs(5, TAKES, GIVES);
        ask(boss, TAKES);
        trace.pass(MILLI);
        give(worker, GIVES);
        get(boss, TAKES);

        assertThat(report()).contains(FINDING);
    }

    /** As of connections that are not given back where a query throws: nobody is to be blamed for the waits. */
    @ParameterizedTest
    @ValueSource(strings = {"contended", "full"})
    void permitsThatWereNotGivenBackAreCountedWhereEachIsTold(String detail) throws IOException {
        begin(detail);
        for (ThreadScript each : List.of(boss, worker, worker)) {
            ask(each, TAKES);
            get(each, TAKES);
        }
        give(worker, TAKES);
        ask(boss, TAKES);
        get(boss, TAKES);
        ask(worker, TAKES);
        trace.pass(300 * MILLI);

        String lost = "In all it was acquired 4 times and released 1 time: look for a way on which it is not released.";
        String report = report();
        assertThat(report).contains(FINDING, "who held it is not known");
        assertThat(report.contains(lost)).isEqualTo(detail.equals("full"));
        assertThat(report.contains(
                        "Whether a permit or stamp is acquired and not released is told with profile=full only."))
                .isEqualTo(detail.equals("contended"));
    }

    /** Only waits are recorded: a thread may get permits without a wait and hold them for long, and release them while nobody waits. */
    @Test
    void inDefaultWhatIsReleasedInTheMethodThatWaitsForItCanBeALock() throws IOException {
        begin("contended");
        jobs(5, "app.Worker.next(Worker.java:5)", "app.Worker.next(Worker.java:9)");

        assertThat(report()).contains(FINDING);
    }

    @Test
    void inDefaultAStampedLockIsALock() throws IOException {
        construct = STAMPED_LOCK;
        begin("contended");
        jobs(5, TAKES, GIVES);

        assertThat(report()).contains(FINDING);
    }

    @Test
    void inFullAStampedLockThatOthersReleaseIsASignal() throws IOException {
        construct = STAMPED_LOCK;
        begin("full");
        jobs(5, TAKES, GIVES);

        assertThat(report()).doesNotContain(FINDING);
    }

    /** Such a semaphore limits how many operations are active; other threads end them. */
    @Test
    void inFullWhatCanBeAcquiredBeforeAnyReleaseIsALimit() throws IOException {
        begin("full");
        ask(worker, TAKES);
        get(worker, TAKES);
        jobs(5, TAKES, GIVES);

        assertThat(report()).contains(FINDING);
    }

    @Test
    void whereReleasesAreMissingNothingIsSaidToBeASignal() throws IOException {
        begin("contended");
        jobs(5, TAKES, GIVES);
        trace.dropped(3, "the disk is full");

        assertThat(report()).contains(FINDING);
    }

    private void giveUp(ThreadScript thread) {
        ask(thread, TAKES);
        trace.pass(100 * MILLI);
        thread.waitEnds(construct, State.WAIT_LOCK, WaitOutcome.TIMEOUT, jobs, trace.callSite(TAKES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"contended", "full"})
    void threadSleepsInWhatNobodyReleasesUntilItsTimeIsOver(String detail) throws IOException {
        begin(detail);
        for (int i = 0; i < 5; i++) {
            giveUp(worker);
        }

        assertThat(report()).doesNotContain(FINDING).contains("Locks and monitors", "app.Jobs #" + jobs);
    }

    /** A thread may hold it that got it without a wait, which is not recorded; with {@code full} nobody would hold it. */
    @Test
    void inDefaultWhatSeveralThreadsGiveUpCanBeHeld() throws IOException {
        begin("contended");
        giveUp(worker);
        giveUp(boss);

        assertThat(report()).contains(FINDING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"contended", "full"})
    void whatOneAttemptGetsIsNoSleep(String detail) throws IOException {
        begin(detail);
        ask(worker, TAKES);
        get(worker, TAKES);
        giveUp(worker);

        assertThat(report()).contains(FINDING);
    }
}
