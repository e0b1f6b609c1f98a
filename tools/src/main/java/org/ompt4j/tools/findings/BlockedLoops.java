package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.model.PoolQueue.Wait;

/**
 * Threads that poll a selector, or an event loop in native code, and waited for something else between two polls, while no
 * other thread polled it: events that came meanwhile had to wait, too.
 *
 * @param threads how many
 * @param looks how often they polled
 * @param waits their other waits, summed up by kind and call site, the longest first
 * @param costNanos how long that was, all together
 * @param interval the longest of these waits
 */
public record BlockedLoops(int threads, long looks, List<Wait> waits, long costNanos, Interval interval)
        implements Finding {

    @Override
    public Kind kind() {
        return Kind.BLOCKED_LOOPS;
    }

    @Override
    public List<Integer> callSites() {
        return waits.stream().map(Wait::waitsAt).distinct().toList();
    }
}
