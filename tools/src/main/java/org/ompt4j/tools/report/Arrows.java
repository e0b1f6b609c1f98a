package org.ompt4j.tools.report;

import java.util.Arrays;
import org.ompt4j.tools.model.Flows;

/**
 * The arrows that end at one thread, in the order in which they end, of which there are never many: where there would be, of those of one kind that end in the same stretch of time the one stays that ends what took
 * longest.
 */
final class Arrows {
    private static final Flows.Kind[] KINDS = Flows.Kind.values();

    private final int most;
    private Flows.Kind[] kinds = new Flows.Kind[4];
    private long[] threads = new long[4];
    private long[] from = new long[4];
    private long[] to = new long[4];
    private long[] since = new long[4];
    private long[] objects = new long[4];
    private int size;
    private long grainNanos;
    private long told;

    /** @param most how many there may be */
    Arrows(int most) {
        this.most = most;
    }

    /** An arrow ends here, no earlier than those before. */
    void add(Flows.End end, long timeNanos) {
        if (size == to.length) {
            grow();
        }
        Flows.Origin origin = end.origin();
        kinds[size] = origin.kind();
        threads[size] = origin.threadId();
        from[size] = origin.timeNanos();
        to[size] = timeNanos;
        since[size] = end.sinceNanos();
        objects[size] = end.waitId();
        size++;
        told++;
        if (size >= 2 * most) {
            shrink();
        }
    }

    private void grow() {
        int length = 2 * size;
        kinds = Arrays.copyOf(kinds, length);
        threads = Arrays.copyOf(threads, length);
        from = Arrays.copyOf(from, length);
        to = Arrays.copyOf(to, length);
        since = Arrays.copyOf(since, length);
        objects = Arrays.copyOf(objects, length);
    }

    int size() {
        return size;
    }

    /** How many have ended here, of which some may have been left out. */
    long told() {
        return told;
    }

    /** Nothing is left out of what is further apart than this. */
    long grainNanos() {
        return grainNanos;
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

    long to(int i) {
        return to[i];
    }

    /** How long the wait was that it ends; of a task how long it had been created. */
    long tookNanos(int i) {
        return to[i] - since[i];
    }

    /** The wait id of what was waited for, 0 if it is a task that begins. */
    long object(int i) {
        return objects[i];
    }

    /** Makes them as few as they may be. */
    void shrink() {
        while (size > most) {
            grainNanos = grainNanos == 0 ? Math.max(1, (to[size - 1] - to[0]) / most) : 2 * grainNanos;
            keepLongest();
        }
    }

    /* Arrows of one stretch stand next to each other; the target never lies behind the source. */
    private void keepLongest() {
        int[] longest = new int[KINDS.length];
        int kept = 0;
        for (int first = 0; first < size; ) {
            Arrays.fill(longest, -1);
            int next = first;
            for (; next < size && to[next] / grainNanos == to[first] / grainNanos; next++) {
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
        size = kept;
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
