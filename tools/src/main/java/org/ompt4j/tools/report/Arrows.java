package org.ompt4j.tools.report;

import java.util.Arrays;
import org.ompt4j.tools.model.Flows;

/**
 * The arrows that end at one thread: of those of one kind that end in one stretch of time the one stays that ends what took longest.
 */
final class Arrows extends Thinned {
    private static final Flows.Kind[] KINDS = Flows.Kind.values();

    private Flows.Kind[] kinds = new Flows.Kind[4];
    private long[] threads = new long[4];
    private long[] from = new long[4];
    private long[] to = new long[4];
    private long[] since = new long[4];
    private long[] objects = new long[4];

    /** @param most how many there may be */
    Arrows(int most) {
        super(most);
    }

    /** An arrow ends here, no earlier than those before. */
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

    /** The platform thread at which it begins. */
    long thread(int i) {
        return threads[i];
    }

    long from(int i) {
        return from[i];
    }

    /** How long the wait was that it ends; of a task how long it had been created. */
    long tookNanos(int i) {
        return to[i] - since[i];
    }

    /** The wait id of what was waited for, 0 if it is a task that begins. */
    long object(int i) {
        return objects[i];
    }

    @Override
    long at(int i) {
        return to[i];
    }

    /* Arrows of one stretch stand next to each other; the target never lies behind the source. */
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
