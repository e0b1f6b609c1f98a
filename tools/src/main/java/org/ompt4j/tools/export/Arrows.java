package org.ompt4j.tools.export;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arrows from who ends waits for an object to those who waited for it. Remembers an object as long as somebody waits for it. */
final class Arrows {
    /** Of one wakeup: more of them show nothing. */
    private static final int MOST = 16;

    private final Map<Long, Waited> objects = new HashMap<>();
    private long next = 1;

    /** What is waited for, and the arrows that have begun there and have no end yet. */
    private static final class Waited {
        int threads;
        long first;
        int count;
    }

    /** Arrows with the numbers from {@code first} on. */
    record Begun(long first, int count) {}

    void waits(long waitId) {
        if (waitId != 0) {
            objects.computeIfAbsent(waitId, key -> new Waited()).threads++;
        }
    }

    /** Somebody ends waits for the object; null if nobody waits. */
    @Nullable
    Begun ends(long waitId, boolean forOneOnly) {
        Waited waited = objects.get(waitId);
        if (waited == null) {
            return null;
        }
        waited.count = forOneOnly ? 1 : Math.min(waited.threads, MOST);
        waited.first = next;
        next += waited.count;
        return new Begun(waited.first, waited.count);
    }

    /** A wait is over; the number of the arrow that ends with it, 0 if there is none. */
    long isOver(long waitId) {
        Waited waited = objects.get(waitId);
        if (waited == null) {
            return 0;
        }
        long arrow = waited.count > 0 ? waited.first++ : 0;
        waited.count -= arrow == 0 ? 0 : 1;
        if (--waited.threads == 0) {
            objects.remove(waitId);
        }
        return arrow;
    }

    void clear() {
        objects.clear();
    }
}
