package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** How long was waited, for each state and call site. Thread safety: none. */
public final class WaitSums {
    private final Map<Long, Long> sums = new HashMap<>(2);

    /** Somebody was in this state so long, because of a wait that this event began. */
    public void add(State state, TraceEvent wait, long nanos) {
        sums.merge((long) state.value() << 32 | wait.codeptrRa() & 0xFFFF_FFFFL, nanos, Long::sum);
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
        sums.forEach((key, nanos) -> all.add(new PoolQueue.Wait(State.of((int) (key >>> 32)), key.intValue(), nanos)));
        all.sort(Comparator.comparingLong((PoolQueue.Wait each) -> -each.nanos())
                .thenComparing(PoolQueue.Wait::state)
                .thenComparing(PoolQueue.Wait::waitsAt));
        return all;
    }
}
