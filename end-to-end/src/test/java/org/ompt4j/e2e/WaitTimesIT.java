package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.inquiry.WaitTimesApp;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Compares how long each thread waited and worked, according to a report, with the JVM's own measurements: no waiting thread is shown at work, and no
 * working thread as waiting. For virtual threads, input and output, and idle workers, which the JVM does not measure, the program's own clock is
 * used; for virtual threads the least waiting time is known by construction.
 */
@AnotherRun
@Isolated("times are compared with those that the JVM measured")
class WaitTimesIT {
    private static final double WAITS_WITHIN = 0.05;

    private static final double WORK_WITHIN = 0.02;

    /** The JVM measures waits in milliseconds, and the resolution of processor time can be as coarse. */
    private static final long SLACK_NANOS = 3_000_000;

    /** There must be threads with each of these in their names. */
    private static final List<String> KINDS = List.of(
            "ReentrantLock", "worker ForkJoinPool", "worker of a thread pool", "worker of a scheduler", "Timer");

    private static final int THREADS = 60;
    private static final int VIRTUAL_THREADS = 5;

    /** A line of the file that the program writes; times are in nanoseconds. */
    private record Measured(
            String thread,
            long virtual,
            long blocked,
            long waited,
            long processor,
            long worked,
            long away,
            long input,
            long least) {

        static Measured of(String line) {
            List<String> values = List.of(line.split(";"));
            assertThat(values).hasSameSizeAs(WaitTimesApp.COLUMNS);
            List<Long> numbers = values.stream().skip(1).map(Long::parseLong).collect(Collectors.toList());
            return new Measured(
                    values.get(0),
                    numbers.get(0),
                    numbers.get(1),
                    numbers.get(2),
                    numbers.get(3),
                    numbers.get(4),
                    numbers.get(5),
                    numbers.get(6),
                    numbers.get(7));
        }

        /** Whether the JVM counts some time twice: while a notified thread is blocked, it also counts as waiting. */
        boolean isCountedTwice() {
            return thread.startsWith("Object.wait") || thread.equals("Thread.join");
        }

        /** Whether the thread is blocked at a monitor of the program; others are shortly blocked at monitors of the JDK and the agent. */
        boolean isBlockedByMonitor() {
            return thread.contains("synchronized");
        }

        long waitedAndBlocked() {
            return isCountedTwice() ? waited : waited + blocked;
        }
    }

    /** The time of a thread in each state between its marks. */
    private static final class Traced {
        private final StateTimes times = new StateTimes();
        private StateTimes sinceMark = new StateTimes();
        private boolean isMarked;

        void mark() {
            if (isMarked) {
                times.addAll(sinceMark);
            }
            isMarked = true;
            sinceMark = new StateTimes();
        }
    }

    @OnEveryJdk
    void timesOfThreadsAreThoseOfTheJvmInTheDefaultProfile(Jdk jdk) throws IOException {
        judge(jdk, Profile.DEFAULT);
    }

    @OnEveryJdk
    void timesOfThreadsAreThoseOfTheJvmInTheFullProfile(Jdk jdk) throws IOException {
        judge(jdk, Profile.FULL);
    }

    private static void judge(Jdk jdk, Profile profile) throws IOException {
        ObservedRun run = AppRun.of(WaitTimesApp.class)
                .on(jdk)
                .profile(profile)
                .with("define", "[masked:" + WaitTimesApp.MARK + "]")
                .observedUnjudged();
        run.judge(new RunOutput(0, "measured\n", ""));
        Map<String, Long> ids = run.trace().threads().stream()
                .collect(Collectors.toMap(Trace.TraceThread::name, Trace.TraceThread::id, (one, other) -> other));
        Map<Long, Traced> traced = traced(run.trace());
        List<Measured> threads = new ArrayList<>();
        for (String line : Files.readAllLines(run.directory().resolve(WaitTimesApp.MEASURED))) {
            threads.add(Measured.of(line));
        }
        SoftAssertions softly = new SoftAssertions();
        long waited = 0;
        long missed = 0;
        for (Measured each : threads) {
            long id = each.virtual == 0 ? ids.get(each.thread) : RecordSink.FIRST_VIRTUAL_THREAD + each.virtual;
            judge(softly, each, traced.get(id).times);
            waited += each.waitedAndBlocked();
            missed += Math.max(0, each.waitedAndBlocked() - traced.get(id).times.waited());
        }
        softly.assertThat(missed).as("time of waits that is not told").isLessThan((long) (WAITS_WITHIN * waited));
        softly.assertAll();
        assertEnoughWasMeasured(threads, jdk);
    }

    private static void judge(SoftAssertions softly, Measured thread, StateTimes traced) {
        String what = thread + ": " + traced;
        long inWaits = thread.isBlockedByMonitor() ? thread.waited + thread.blocked : thread.waited;
        long least = thread.virtual == 0 ? inWaits : thread.least;
        softly.assertThat(traced.waited())
                .as("waited by %s", what)
                .isBetween(less(least, WAITS_WITHIN), more(thread.away, WAITS_WITHIN));
        softly.assertThat(traced.input())
                .as("waited for input by %s", what)
                .isBetween(less(thread.input, WAITS_WITHIN), Long.MAX_VALUE);
        softly.assertThat(traced.worked())
                .as("worked by %s", what)
                .isGreaterThanOrEqualTo(thread.worked - (long) (WORK_WITHIN * thread.processor) - SLACK_NANOS);
        softly.assertThat(thread.virtual == 0 ? traced.unknown() : 0)
                .as("unknown of %s", what)
                .isZero();
    }

    private static long less(long nanos, double share) {
        return (long) ((1 - share) * nanos) - SLACK_NANOS;
    }

    private static long more(long nanos, double share) {
        return (long) ((1 + share) * nanos) + SLACK_NANOS;
    }

    private static void assertEnoughWasMeasured(List<Measured> threads, Jdk jdk) {
        assertThat(threads).hasSizeGreaterThan(THREADS);
        for (String kind : KINDS) {
            assertThat(threads).anyMatch(each -> each.thread.contains(kind));
        }
        assertThat(threads.stream().filter(each -> each.virtual != 0))
                .hasSize(jdk.hasVirtualThreads() ? VIRTUAL_THREADS : 0)
                .allMatch(each -> each.least > 10 * SLACK_NANOS);
    }

    private static Map<Long, Traced> traced(Trace trace) throws IOException {
        Map<Long, Traced> threads = new HashMap<>();
        RunReader.read(trace, RunModel.withoutHistory(trace), new TracedStates(threads));
        return threads;
    }

    /** Sums up the time of each thread in each state, since its first mark. */
    private record TracedStates(Map<Long, Traced> threads) implements RunReader.EventListener, RunReader.StateListener {

        @Override
        public void event(TraceEvent event, ThreadModel thread) {
            if (event.event() == Event.MASKED) {
                of(thread).mark();
            }
        }

        @Override
        public void interval(ThreadModel thread, State state, long nanos) {
            of(thread).sinceMark.add(state, nanos);
        }

        private Traced of(ThreadModel thread) {
            return threads.computeIfAbsent(thread.id(), id -> new Traced());
        }
    }
}
