package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** How long was waited, for each state and call site, or code where the call site is not known. Thread safety: none. */
public final class WaitSums {
    private final Map<Place, Long> sums = new HashMap<>(2);

    private record Place(State state, int waitsAt, int code) {}

    /**
     * Somebody was in this state so long, because of a wait that this event began.
     *
     * @param code see {@link StackOfWait#codeUnlessSiteIsKnown}
     */
    public void add(State state, TraceEvent wait, int code, long nanos) {
        sums.merge(new Place(state, wait.codeptrRa(), code), nanos, Long::sum);
    }

    /** Adds others. */
    public void add(WaitSums others) {
        others.sums.forEach((key, nanos) -> sums.merge(key, nanos, Long::sum));
    }

    /** Forgets them. */
    public void clear() {
        sums.clear();
    }

    /** The longest first. */
    public List<PoolQueue.Wait> sorted() {
        List<PoolQueue.Wait> all = new ArrayList<>();
        sums.forEach((key, nanos) -> all.add(new PoolQueue.Wait(key.state, key.waitsAt, key.code, nanos)));
        all.sort(Comparator.comparingLong((PoolQueue.Wait each) -> -each.nanos())
                .thenComparing(PoolQueue.Wait::state)
                .thenComparing(PoolQueue.Wait::waitsAt)
                .thenComparing(PoolQueue.Wait::code));
        return all;
    }
}
