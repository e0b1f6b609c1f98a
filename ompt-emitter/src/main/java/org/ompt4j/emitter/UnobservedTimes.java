package org.ompt4j.emitter;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often constructs that no mapping is about were seen by hooks that stand elsewhere, by the construct's id.
 *
 * <p>Thread safety: any thread.
 */
public final class UnobservedTimes {
    private static final ConcurrentMap<String, LongAdder> BY_CONSTRUCT = new ConcurrentHashMap<>();

    private UnobservedTimes() {}

    /** The number for hooks to count up, which they keep. */
    public static LongAdder of(String construct) {
        LongAdder times = new LongAdder();
        LongAdder known = BY_CONSTRUCT.putIfAbsent(construct, times);
        return known == null ? times : known;
    }

    /** How often it was seen since the JVM began; 0 also where no hook can see it. */
    public static long soFar(String construct) {
        LongAdder times = BY_CONSTRUCT.get(construct);
        return times == null ? 0 : times.sum();
    }
}
