package org.ompt4j.tools.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** What had called the code that waited, of waits of which a stack was taken. Memory is bounded. Thread safety: none. */
public final class WaitCallers {
    /** Paths of all places together. */
    private static final int MOST = 20_000;

    private final TaskPaths paths;
    private final WaitPaths waits;
    private final Map<Place, Map<CallPath, Long>> places = new HashMap<>();
    private int size;
    private long waitedNanos;
    private long withStackNanos;

    private record Place(State state, int callSite) {}

    /**
     * By what a part of the waits at one place was called.
     *
     * @param callers the innermost first, without the call site of the wait
     * @param nanos how long these waits took
     */
    public record Callers(List<String> callers, long nanos) {}

    WaitCallers(TaskPaths paths, WaitPaths waits) {
        this.paths = paths;
        this.waits = waits;
    }

    /** A stretch of time in which a thread waited. */
    void waited(ThreadModel thread, State state, long nanos) {
        waitedNanos += nanos;
        TraceEvent wait = thread.innermostWait();
        CallPath path = wait == null ? null : paths.ofWait(thread, wait);
        if (wait == null || path == null) {
            return;
        }
        withStackNanos += nanos;
        Map<CallPath, Long> known = places.computeIfAbsent(new Place(state, wait.codeptrRa()), key -> new HashMap<>());
        if (size < MOST || known.containsKey(path)) {
            int before = known.size();
            known.merge(path, nanos, Long::sum);
            size += known.size() - before;
        }
    }

    /** What threads have waited in all. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** The part of it that was in waits of which a stack was taken. */
    public long withStackNanos() {
        return withStackNanos;
    }

    /** Those by which threads waited longest in this state at a call site; null if no stack was taken of these. */
    public @Nullable Callers of(State state, int callSite) {
        Map<CallPath, Long> known = callSite == 0 ? null : places.get(new Place(state, callSite));
        if (known == null) {
            return null;
        }
        return known.entrySet().stream()
                .map(each -> new Callers(waits.callers(each.getKey(), callSite), each.getValue()))
                .max(Comparator.comparingLong(Callers::nanos)
                        .thenComparing(each -> String.join(";", each.callers), Comparator.reverseOrder()))
                .orElse(null);
    }
}
