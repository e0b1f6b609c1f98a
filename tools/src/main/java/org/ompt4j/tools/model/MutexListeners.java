package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.List;
import org.ompt4j.tools.read.TraceEvent;

/** Several listeners as one. */
final class MutexListeners implements MutexListener {
    private final MutexListener[] all;

    MutexListeners(List<MutexListener> all) {
        this.all = all.toArray(new MutexListener[0]);
    }

    @Override
    public void asks(TraceEvent acquire, Collection<MutexHold> held) {
        for (MutexListener each : all) {
            each.asks(acquire, held);
        }
    }

    @Override
    public void attempted(
            TraceEvent acquire, int path, long nanos, Outcome outcome, boolean waited, boolean afterCondition) {
        for (MutexListener each : all) {
            each.attempted(acquire, path, nanos, outcome, waited, afterCondition);
        }
    }

    @Override
    public void released(TraceEvent release) {
        for (MutexListener each : all) {
            each.released(release);
        }
    }

    @Override
    public void held(MutexHold hold, long timeNanos) {
        for (MutexListener each : all) {
            each.held(hold, timeNanos);
        }
    }

    /** The first result that is not 0. */
    @Override
    public int pathOf(TraceEvent acquire, ThreadModel thread) {
        int path = 0;
        for (int i = 0; i < all.length && path == 0; i++) {
            path = all[i].pathOf(acquire, thread);
        }
        return path;
    }

    @Override
    public void blames(long waitId, int waitedAt, int path, long waiter, Culprit culprit, long nanos) {
        for (MutexListener each : all) {
            each.blames(waitId, waitedAt, path, waiter, culprit, nanos);
        }
    }

    @Override
    public void keptWaiting(long waitId, Culprit culprit, long fromNanos, long nowNanos) {
        for (MutexListener each : all) {
            each.keptWaiting(waitId, culprit, fromNanos, nowNanos);
        }
    }
}
