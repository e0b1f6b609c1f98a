package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ompt4j.apps.inquiry.WaitStatesApp;
import org.ompt4j.e2e.StateTimeline.Span;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** Compares the samples of {@link SamplingTool} with the states in the trace of the same run. */
final class SampledStates {
    /** A sample that is closer to a transition than this may be from either side. */
    static final long TRANSITION_NANOS = 50_000;

    /**
     * The wait states that mapped constructs have. Not included: {@code wait_barrier_implicit_workshare} (only the encountering thread is in that
     * barrier, and never waits there), {@code wait_ordered} and {@code wait_atomic} (no thread ever waits), and {@code wait_queue}, {@code wait_park}
     * and {@code wait_io}, which have their own tests.
     */
    private static final List<State> REACHABLE_WAITS = List.of(
            State.WAIT_BARRIER_IMPLICIT_PARALLEL,
            State.WAIT_BARRIER_EXPLICIT,
            State.WAIT_BARRIER_IMPLEMENTATION,
            State.WAIT_TASKWAIT,
            State.WAIT_TASKGROUP,
            State.WAIT_LOCK,
            State.WAIT_CRITICAL,
            State.WAIT_CONDITION,
            State.WAIT_SLEEP);

    private static final int SAMPLES_OF_EACH = 100;

    /** If the sampler took longer than this for one thread, it had lost its processor while it read. */
    private static final long LONGEST_READING_NANOS = 200_000;

    private static final int LISTED = 10;

    /** The longest time, by experience, for which a machine stops a thread. */
    private static final long LONGEST_STOP_NANOS = 100_000_000;

    /** What the sampler read of one thread between two readings of the clock, in nanoseconds of the trace. */
    record Sample(
            long fromNanos, long toNanos, long threadId, State state, long waitId, long taskId, long parallelId) {}

    /** A sample that disagrees with the trace. */
    record Disagreement(Sample sample, Span span, String what) {}

    final List<Disagreement> disagreements = new ArrayList<>();

    /** Disagreements that occur if the thread was stopped in the middle of a transition. */
    final List<Disagreement> halfWay = new ArrayList<>();

    /** All samples, in the order in which they were taken. */
    final List<Sample> samples;

    final Map<State, Integer> agreeing = new HashMap<>();
    int taken;
    int interrupted;
    int nearTransitions;
    int judged;
    private final StateTimeline timeline;
    private final Map<Long, String> names = new HashMap<>();

    SampledStates(Path directory, List<TraceEvent> events) throws IOException {
        timeline = new StateTimeline(events);
        Map<Long, Integer> places = new HashMap<>();
        samples = read(directory, offset(directory, events));
        for (Sample each : samples) {
            taken++;
            if (each.toNanos - each.fromNanos > LONGEST_READING_NANOS) {
                interrupted++;
                continue;
            }
            List<Span> spans = timeline.spans(each.threadId);
            int at = places.getOrDefault(each.threadId, 0);
            while (at < spans.size() && spans.get(at).toNanos() < each.fromNanos - TRANSITION_NANOS) {
                at++;
            }
            places.put(each.threadId, at);
            if (at < spans.size()) {
                judge(each, spans, at);
            }
        }
    }

    /** How often each state was sampled, for a run without a trace. */
    static Map<State, Integer> count(Path directory) throws IOException {
        Map<State, Integer> counts = new HashMap<>();
        for (Sample each : read(directory, 0)) {
            counts.merge(each.state, 1, Integer::sum);
        }
        return counts;
    }

    /** Asserts that there are samples of all states that {@link WaitStatesApp} has. */
    static void assertEveryStateIsFound(Map<State, Integer> counts, Object where) {
        assertThat(REACHABLE_WAITS)
                .as("%s", where)
                .allSatisfy(each -> assertThat(counts)
                        .hasEntrySatisfying(each, count -> assertThat(count).isGreaterThanOrEqualTo(SAMPLES_OF_EACH)));
        assertThat(counts).containsKeys(State.IDLE, State.WORK_SERIAL, State.WORK_PARALLEL, State.WORK_REDUCTION);
    }

    private String nameOf(long threadId) {
        return names.getOrDefault(threadId, "?");
    }

    /** The difference of the two clocks, which run equally: known from the begin of a thread. */
    private long offset(Path directory, List<TraceEvent> events) throws IOException {
        Map<Long, Long> begun = new HashMap<>();
        for (String line : Files.readAllLines(directory.resolve(SamplingTool.THREADS_FILE))) {
            String[] parts = line.split(" ", 3);
            begun.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
            names.put(Long.parseLong(parts[0]), parts[2]);
        }
        for (TraceEvent each : events) {
            Long absolute = each.event() == Event.THREAD_BEGIN ? begun.get(each.threadId()) : null;
            if (absolute != null) {
                return absolute - each.timeNanos();
            }
        }
        throw new AssertionError("no thread of the trace began in the tool's sight");
    }

    private static List<Sample> read(Path directory, long offset) throws IOException {
        Path file = directory.resolve(SamplingTool.FILE);
        int count = (int) (Files.size(file) / (7 * Long.BYTES));
        List<Sample> samples = new ArrayList<>(count);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int i = 0; i < count; i++) {
                long from = in.readLong() - offset;
                long to = in.readLong() - offset;
                long thread = in.readLong();
                State state = stateOf((int) in.readLong());
                samples.add(new Sample(from, to, thread, state, in.readLong(), in.readLong(), in.readLong()));
            }
        }
        return samples;
    }

    private static State stateOf(int value) {
        for (State each : State.values()) {
            if (each.value() == value) {
                return each;
            }
        }
        throw new AssertionError("no state has the number " + value);
    }

    private void judge(Sample sample, List<Span> spans, int at) {
        Span span = spans.get(at);
        if (sample.fromNanos - TRANSITION_NANOS <= span.fromNanos()
                || sample.toNanos + TRANSITION_NANOS >= span.toNanos()) {
            nearTransitions++;
            return;
        }
        judged++;
        String what = difference(sample, span);
        if (what.isEmpty()) {
            agreeing.merge(sample.state, 1, Integer::sum);
        } else if (isHalfWay(sample, spans, at) || isLateReturn(sample)) {
            halfWay.add(new Disagreement(sample, span, what));
        } else {
            disagreements.add(new Disagreement(sample, span, what));
        }
    }

    /**
     * Whether the thread was stopped, by the machine or by the loading of a class, in the middle of a transition: it had read the clock, but its values
     * were still, or already, those of a neighbouring span. Spans that are too short for a sample do not count as neighbours.
     */
    private static boolean isHalfWay(Sample sample, List<Span> spans, int at) {
        Span span = spans.get(at);
        for (int i = at - 1; i >= 0 && span.fromNanos() - spans.get(i).toNanos() <= TRANSITION_NANOS; i--) {
            if (sample.toNanos - span.fromNanos() < LONGEST_STOP_NANOS && isBetween(sample, span, spans.get(i))) {
                return true;
            }
        }
        for (int i = at + 1; i < spans.size() && spans.get(i).fromNanos() - span.toNanos() <= TRANSITION_NANOS; i++) {
            if (span.toNanos() - sample.fromNanos < LONGEST_STOP_NANOS && isBetween(sample, span, spans.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether each value of the sample is that of one or the other span. */
    private static boolean isBetween(Sample sample, Span one, Span other) {
        boolean idle = sample.parallelId == 0
                && (one.states().contains(State.IDLE) || other.states().contains(State.IDLE));
        return (one.states().contains(sample.state) || other.states().contains(sample.state))
                && (sample.waitId == one.waitId() || sample.waitId == other.waitId())
                && (sample.taskId == one.taskId() || sample.taskId == other.taskId())
                && (idle || sample.parallelId == one.parallelId() || sample.parallelId == other.parallelId());
    }

    /** Whether a task's body returns after the end of its region: in the trace the task ends with the region. */
    private boolean isLateReturn(Sample sample) {
        long ended = timeline.endOf(sample.parallelId);
        return sample.state == State.WORK_PARALLEL
                && sample.fromNanos > ended
                && sample.toNanos - ended < LONGEST_STOP_NANOS;
    }

    private static String difference(Sample sample, Span span) {
        StringBuilder what = new StringBuilder();
        if (!span.states().contains(sample.state)) {
            what.append(" state");
        }
        if (sample.waitId != span.waitId()) {
            what.append(" wait-id");
        }
        if (sample.taskId != span.taskId()) {
            what.append(" task");
        }
        if (sample.parallelId != (sample.state == State.IDLE ? 0 : span.parallelId())) {
            what.append(" region");
        }
        return what.toString().strip();
    }

    @Override
    public String toString() {
        return String.format(
                "%d samples, %d of them read too slowly, %d near transitions, %d judged, %d half way; agreeing: %s; first"
                        + " disagreements: %s",
                taken,
                interrupted,
                nearTransitions,
                judged,
                halfWay.size(),
                agreeing,
                disagreements.stream()
                        .limit(LISTED)
                        .map(each -> nameOf(each.sample().threadId()) + ": " + each)
                        .collect(Collectors.joining("\n", "\n", "\n")));
    }
}
