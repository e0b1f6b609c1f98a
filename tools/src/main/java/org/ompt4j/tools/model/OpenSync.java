package org.ompt4j.tools.model;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/** A barrier, taskwait or taskgroup that a task is in. */
public final class OpenSync {
    private final TraceEvent begin;
    private boolean waiting;
    private int waits;

    OpenSync(TraceEvent begin) {
        this.begin = begin;
    }

    public TraceEvent begin() {
        return begin;
    }

    /** Whether a wait in it has begun and not ended. */
    public boolean isWaiting() {
        return waiting;
    }

    /** How many waits in it have begun. */
    public int waits() {
        return waits;
    }

    void wait(@Nullable ScopeEndpoint endpoint) {
        waiting = endpoint == ScopeEndpoint.BEGIN;
        waits += endpoint == ScopeEndpoint.END ? 0 : 1;
    }
}
