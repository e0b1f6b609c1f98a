package org.ompt4j.views.collector;

import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.views.collector.Collector.OmpCollectorState;

/**
 * The two metrics that the paper derives from sampled states. Together they are the time that was sampled; waiting includes idleness and
 * overhead.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Spec: Collector API, section 6, "OpenMP Metrics".
 */
public final class OpenMpMetrics {
    private final LongAdder work = new LongAdder();
    private final LongAdder waiting = new LongAdder();

    /** A thread was found in that state; the sample stands for so many nanoseconds. */
    public void sample(OmpCollectorState state, long nanos) {
        (state.isWork() ? work : waiting).add(nanos);
    }

    /** "OpenMP Work" of all threads so far, in nanoseconds. */
    public long workNanos() {
        return work.sum();
    }

    /** "OpenMP Wait" of all threads so far, in nanoseconds. */
    public long waitNanos() {
        return waiting.sum();
    }
}
