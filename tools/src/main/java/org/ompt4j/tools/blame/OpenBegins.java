package org.ompt4j.tools.blame;

import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The begins of the open waits: the actions of threads are queried only from such times on. */
final class OpenBegins {
    /** With how many have begun then. */
    private final TreeMap<Long, Integer> begins = new TreeMap<>();

    private final Supplier<NavigableSet<Long>> times = begins::navigableKeySet;
    private long pinNanos = Long.MIN_VALUE;

    void begins(long timeNanos) {
        pin(timeNanos);
        begins.merge(timeNanos, 1, Integer::sum);
    }

    void ends(long beginNanos) {
        begins.computeIfPresent(beginNanos, (time, count) -> count == 1 ? null : count - 1);
    }

    /** Adds a begin: earlier and later times are queried separately. */
    void pin(long timeNanos) {
        pinNanos = timeNanos;
    }

    /** The latest such time. */
    long pinNanos() {
        return pinNanos;
    }

    boolean isEmpty() {
        return begins.isEmpty();
    }

    boolean areSeveral() {
        return begins.size() > 1 || !begins.isEmpty() && begins.firstEntry().getValue() > 1;
    }

    /** When the first has begun; there is one. */
    long first() {
        return begins.firstKey();
    }

    /** All of them. */
    Supplier<NavigableSet<Long>> times() {
        return times;
    }

    void clear() {
        begins.clear();
    }
}
