package org.ompt4j.tools.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** The callers of code that waited, for waits of which a stack was taken. Memory is bounded. Thread safety: none. */
public final class WaitCallers {
    /** The most paths of all places together, and the most places. */
    private static final int MOST = 20_000;

    private final TaskPaths paths;
    private final WaitPaths waits;
    private final Map<Place, Map<CallPath, Long>> places = new HashMap<>();
    /** The time of all waits at each place. */
    private final Map<Place, Long> sums = new HashMap<>();

    private int size;
    private long waitedNanos;
    private long withStackNanos;

    private record Place(State state, int callSite) {}

    /**
     * The callers of a part of the waits at one place.
     *
     * @param callers the callers, the innermost first, without the call site of the wait
     * @param nanos the time of these waits in nanoseconds
     * @param isMost whether that is most of the time of all waits at the place, also of those without a stack
     */
    public record Callers(List<String> callers, long nanos, boolean isMost) {}

    WaitCallers(TaskPaths paths, WaitPaths waits) {
        this.paths = paths;
        this.waits = waits;
    }

    /** Takes an interval in which a thread waited. */
    void waited(ThreadModel thread, State state, long nanos) {
        waitedNanos += nanos;
        TraceEvent wait = thread.innermostWait();
        if (wait == null) {
            return;
        }
        Place place = new Place(state, wait.codeptrRa());
        if (sums.size() < MOST || sums.containsKey(place)) {
            sums.merge(place, nanos, Long::sum);
        }
        CallPath path = paths.ofWait(thread, wait);
        if (path == null) {
            return;
        }
        withStackNanos += nanos;
        Map<CallPath, Long> known = places.computeIfAbsent(place, key -> new HashMap<>());
        if (size < MOST || known.containsKey(path)) {
            int before = known.size();
            known.merge(path, nanos, Long::sum);
            size += known.size() - before;
        }
    }

    /** The time of all waits in nanoseconds. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** The time of the waits of which a stack was taken, in nanoseconds. */
    public long withStackNanos() {
        return withStackNanos;
    }

    /** The callers with the longest waits in this state at a call site; null if no stack was taken of these waits. */
    public @Nullable Callers of(State state, int callSite) {
        Place place = new Place(state, callSite);
        Map<CallPath, Long> known = callSite == 0 ? null : places.get(place);
        if (known == null) {
            return null;
        }
        long half = sums.getOrDefault(place, Long.MAX_VALUE) / 2;
        return known.entrySet().stream()
                .map(each ->
                        new Callers(waits.callers(each.getKey(), callSite), each.getValue(), each.getValue() > half))
                .max(Comparator.comparingLong(Callers::nanos)
                        .thenComparing(each -> String.join(";", each.callers), Comparator.reverseOrder()))
                .orElse(null);
    }
}
