package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;

/** The recorded pauses of a JVM, each once. Thread safety: immutable. */
public final class JvmPauses {
    /** No pauses, since none were recorded. */
    public static final JvmPauses NONE = new JvmPauses(List.of(), Long.MAX_VALUE);

    private final List<JvmPause> pauses;
    private final long sinceNanos;
    private final boolean hasCollections;
    private final long[] begins;
    /** For each pause: the sum of all pauses before it, in nanoseconds. */
    private final long[] before;

    /**
     * Creates the pauses that the Flight Recorder recorded.
     *
     * @param pauses the pauses in any order; they must not overlap
     * @param sinceNanos when their recording began, in nanoseconds since the begin of the trace
     */
    public JvmPauses(List<JvmPause> pauses, long sinceNanos) {
        this(pauses, sinceNanos, false);
    }

    private JvmPauses(List<JvmPause> pauses, long sinceNanos, boolean hasCollections) {
        this.hasCollections = hasCollections;
        List<JvmPause> sorted = new ArrayList<>(pauses);
        sorted.sort(Comparator.comparingLong(JvmPause::fromNanos));
        this.pauses = List.copyOf(sorted);
        this.sinceNanos = sinceNanos;
        this.begins = sorted.stream().mapToLong(JvmPause::fromNanos).toArray();
        this.before = new long[begins.length];
        for (int i = 1; i < before.length; i++) {
            before[i] = before[i - 1] + sorted.get(i - 1).nanos();
        }
    }

    /**
     * These pauses, and garbage collections that stopped all threads, from another source. A collection within a known pause is that same pause:
     * the Flight Recorder also knows the cause, and how long the threads took to stop.
     */
    public JvmPauses and(List<Pause> collections) {
        if (collections.isEmpty()) {
            return this;
        }
        List<JvmPause> all = new ArrayList<>(pauses);
        for (Pause each : collections) {
            if (nanosBetween(each.fromNanos(), each.toNanos()) == 0) {
                all.add(new JvmPause(each.fromNanos(), each.toNanos(), true, ""));
            }
        }
        return new JvmPauses(all, sinceNanos, true);
    }

    /** The pauses in the time of the trace, without the times in which its recording was paused: the Flight Recorder continues then. */
    public JvmPauses recordedIn(Trace trace) {
        List<JvmPause> recorded = new ArrayList<>();
        for (JvmPause each : pauses) {
            long from = Math.max(0, each.fromNanos());
            for (Pause unrecorded : trace.pauses()) {
                addPart(recorded, each, from, unrecorded.fromNanos());
                from = Math.max(from, unrecorded.toNanos());
            }
            addPart(recorded, each, from, trace.losses().durationNanos());
        }
        return new JvmPauses(recorded, sinceNanos, hasCollections);
    }

    private static void addPart(List<JvmPause> to, JvmPause whole, long fromNanos, long untilNanos) {
        long until = Math.min(whole.toNanos(), untilNanos);
        if (fromNanos < until) {
            to.add(new JvmPause(fromNanos, until, whole.isCollection(), whole.cause()));
        }
    }

    /** Whether garbage collections came from another source than the Flight Recorder. */
    public boolean hasCollections() {
        return hasCollections;
    }

    /** Whether the Flight Recorder recorded all kinds of pauses, from {@link #sinceNanos} on. */
    public boolean isOfFlightRecorder() {
        return sinceNanos != Long.MAX_VALUE;
    }

    /**
     * Pauses with the same cause.
     *
     * @param isCollection whether these were garbage collections
     * @param cause the JVM's name for the cause; empty if it is not known
     */
    public record Cause(boolean isCollection, String cause, long count, long nanos, long longestNanos) {}

    public boolean isEmpty() {
        return pauses.isEmpty();
    }

    /** The number of pauses. */
    public int count() {
        return pauses.size();
    }

    /** The sum of all pauses in nanoseconds. */
    public long nanos() {
        return nanosUntil(Long.MAX_VALUE);
    }

    /** When the Flight Recorder began to record pauses; {@link Long#MAX_VALUE} if it never did. */
    public long sinceNanos() {
        return sinceNanos;
    }

    /** The longest pause; null if there is none. */
    public @Nullable JvmPause longest() {
        return pauses.stream().max(Comparator.comparingLong(JvmPause::nanos)).orElse(null);
    }

    /** The nanoseconds of this time that were in pauses. */
    public long nanosBetween(long fromNanos, long toNanos) {
        return nanosUntil(toNanos) - nanosUntil(fromNanos);
    }

    private long nanosUntil(long timeNanos) {
        int at = Arrays.binarySearch(begins, timeNanos);
        int last = at >= 0 ? at : -at - 2;
        if (last < 0) {
            return 0;
        }
        JvmPause pause = pauses.get(last);
        return before[last] + Math.min(timeNanos, pause.toNanos()) - pause.fromNanos();
    }

    /** The pauses by cause, the cause with the longest total time first. */
    public List<Cause> byCause() {
        Map<String, Cause> causes = new LinkedHashMap<>();
        for (JvmPause each : pauses) {
            Cause one = new Cause(each.isCollection(), each.cause(), 1, each.nanos(), each.nanos());
            causes.merge(each.isCollection() + each.cause(), one, JvmPauses::sum);
        }
        return causes.values().stream()
                .sorted(Comparator.comparingLong((Cause each) -> -each.nanos).thenComparing(Cause::cause))
                .toList();
    }

    private static Cause sum(Cause one, Cause other) {
        return new Cause(
                one.isCollection,
                one.cause,
                one.count + other.count,
                one.nanos + other.nanos,
                Math.max(one.longestNanos, other.longestNanos));
    }
}
