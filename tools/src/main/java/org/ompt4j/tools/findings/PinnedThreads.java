package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.findings.PinnedWaits.PinnedWait;
import org.ompt4j.tools.model.PoolQueue.Wait;

/**
 * Virtual threads that waited without leaving their carriers, so that these ran no others.
 *
 * @param waits the waits, summed up by kind and call site, the longest first
 * @param costNanos how long all together
 * @param longest the longest of these waits
 */
public record PinnedThreads(List<Wait> waits, long costNanos, PinnedWait longest) implements Finding {

    @Override
    public Kind kind() {
        return Kind.PINNED_THREADS;
    }

    @Override
    public Interval interval() {
        return new Interval(longest.carrierId(), longest.beginNanos(), longest.beginNanos() + longest.nanos());
    }

    @Override
    public List<Integer> callSites() {
        return waits.stream().map(Wait::waitsAt).distinct().toList();
    }
}
