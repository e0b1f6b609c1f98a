package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;

/** A dispatch that was counted, and is recorded after all if its chunk of iterations was long. Thread safety: only its thread. */
final class WithheldDispatch {
    /** Null if there is none. */
    private @Nullable ThrottleSite site;

    int layout;
    long nanos;
    long attributes;
    long task;
    long region;
    long start;
    long iterations;
    long place;

    boolean isThere() {
        return site != null;
    }

    /** The arguments are those of {@link ThreadLog#record}. */
    void put(ThrottleSite of, int layout, long timeNanos, long attributes, long a, long b, long c, long d, long place) {
        this.site = of;
        this.layout = layout;
        this.nanos = timeNanos;
        this.attributes = attributes;
        this.task = a;
        this.region = b;
        this.start = c;
        this.iterations = d;
        this.place = place;
    }

    /** Removes the dispatch and returns its site, or null if there is none. The other values can still be recorded. */
    @Nullable
    ThrottleSite take() {
        ThrottleSite taken = site;
        site = null;
        return taken;
    }
}
