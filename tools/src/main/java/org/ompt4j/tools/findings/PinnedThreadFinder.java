package org.ompt4j.tools.findings;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.PinnedWaits.PinnedWait;
import org.ompt4j.tools.model.PoolQueue.Wait;

/** Finds virtual threads that kept their carriers while they waited. Memory is bounded. Thread safety: none. */
final class PinnedThreadFinder implements PinnedWaits.Listener {
    /** Of more the later ones have no call site. */
    private static final int MOST_PLACES = 10_000;

    private final Map<Place, Long> places = new HashMap<>();
    private @Nullable PinnedWait longest;
    private long nanos;

    private record Place(State state, int waitsAt) {}

    @Override
    public void waited(PinnedWait wait) {
        if (wait.state() == State.WAIT_IO) {
            // During operations on files the JDK adds another carrier, and events do not distinguish these operations
            // from others.
            return;
        }
        Place place = new Place(wait.state(), wait.waitsAt());
        boolean isKept = places.size() < MOST_PLACES || places.containsKey(place);
        places.merge(isKept ? place : new Place(wait.state(), 0), wait.nanos(), Long::sum);
        nanos += wait.nanos();
        if (longest == null || wait.nanos() > longest.nanos()) {
            longest = wait;
        }
    }

    List<PinnedThreads> find(long leastNanos) {
        if (longest == null || nanos <= leastNanos) {
            return List.of();
        }
        List<Wait> waits = places.entrySet().stream()
                .map(each -> new Wait(each.getKey().state(), each.getKey().waitsAt(), 0, each.getValue()))
                .sorted(Comparator.comparingLong((Wait each) -> -each.nanos())
                        .thenComparing(Wait::state)
                        .thenComparing(Wait::waitsAt))
                .toList();
        return List.of(new PinnedThreads(waits, nanos, longest));
    }
}
