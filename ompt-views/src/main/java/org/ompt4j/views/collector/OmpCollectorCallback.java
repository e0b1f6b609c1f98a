package org.ompt4j.views.collector;

import org.ompt4j.views.collector.Collector.OmpCollectorEvent;

/**
 * A collector's function that is called when an event happens that it has registered for.
 *
 * <p>Thread safety: runs on the thread on which the event happened, so on several threads at once; the first call can come before the
 * REGISTER request returns. It should not block and should not throw: what it throws is counted and swallowed.
 *
 * <p>Spec: Collector API, {@code OMP_REQ_REGISTER}.
 */
@FunctionalInterface
public interface OmpCollectorCallback {
    void event(OmpCollectorEvent event);
}
