package org.ompt4j.tools.report;

import java.util.Arrays;
import org.ompt4j.tools.model.Flows;

/**
 * The arrows that end at one thread. If several arrows of one kind end in one stretch of time, only the one whose wait took longest is kept.
 */
final class Arrows extends Thinned {
    private static final Flows.Kind[] KINDS = Flows.Kind.values();

    private Flows.Kind[] kinds = new Flows.Kind[4];
    private long[] threads = new long[4];
    private long[] from = new long[4];
    private long[] to = new long[4];
    private long[] since = new long[4];
    private long[] objects = new long[4];

    /** @param most how many arrows are kept at most */
    Arrows(int most) {
        super(most);
    }

    /** Adds an arrow that ends at this thread, no earlier than the arrows before it. */
    void add(Flows.End end, long timeNanos) {
        if (size() == to.length) {
            grow();
        }
        int i = size();
        Flows.Origin origin = end.origin();
        kinds[i] = origin.kind();
        threads[i] = origin.threadId();
        from[i] = origin.timeNanos();
        to[i] = timeNanos;
        since[i] = end.sinceNanos();
        objects[i] = end.waitId();
        added();
    }

    private void grow() {
        int length = 2 * size();
        kinds = Arrays.copyOf(kinds, length);
        threads = Arrays.copyOf(threads, length);
        from = Arrays.copyOf(from, length);
        to = Arrays.copyOf(to, length);
        since = Arrays.copyOf(since, length);
        objects = Arrays.copyOf(objects, length);
    }

    Flows.Kind kind(int i) {
        return kinds[i];
    }

    /** The id of the platform thread at which arrow {@code i} begins. */
    long thread(int i) {
        return threads[i];
    }

    long from(int i) {
        return from[i];
    }

    /** Nanoseconds that the wait took which arrow {@code i} ends; for a task, nanoseconds from its creation to its begin. */
    long tookNanos(int i) {
        return to[i] - since[i];
    }

    /** The wait id of the object that was waited for; 0 if arrow {@code i} leads to the begin of a task. */
    long object(int i) {
        return objects[i];
    }

    @Override
    long at(int i) {
        return to[i];
    }

    /* The arrows of one stretch are adjacent. The target index is never greater than the source index. */
    @Override
    int keep() {
        int[] longest = new int[KINDS.length];
        int kept = 0;
        for (int first = 0; first < size(); ) {
            Arrays.fill(longest, -1);
            int next = first;
            for (; next < size() && to[next] / grainNanos() == to[first] / grainNanos(); next++) {
                int kind = kinds[next].ordinal();
                longest[kind] = longest[kind] < 0 || tookNanos(next) > tookNanos(longest[kind]) ? next : longest[kind];
            }
            for (int i = first; i < next; i++) {
                if (longest[kinds[i].ordinal()] == i) {
                    move(i, kept++);
                }
            }
            first = next;
        }
        return kept;
    }

    private void move(int source, int target) {
        kinds[target] = kinds[source];
        threads[target] = threads[source];
        from[target] = from[source];
        to[target] = to[source];
        since[target] = since[source];
        objects[target] = objects[source];
    }
}
