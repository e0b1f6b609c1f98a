package org.ompt4j.tools.conformance;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * What every callback knows beside its own arguments.
 *
 * @param thread on which it happened
 * @param isOwn whether the callback runs on that thread; the last events of a thread can come from the one that ends the run
 * @param endpoint null where the event has none
 */
record Heard(
        LiveThread thread,
        boolean isOwn,
        Event event,
        @Nullable ScopeEndpoint endpoint,
        int site,
        long timeNanos,
        Construct construct) {

    boolean begins() {
        return endpoint == ScopeEndpoint.BEGIN;
    }

    boolean ends() {
        return endpoint == ScopeEndpoint.END;
    }

    @Override
    public String toString() {
        return event.specName() + (endpoint == null ? "" : " " + endpoint.specName());
    }
}
