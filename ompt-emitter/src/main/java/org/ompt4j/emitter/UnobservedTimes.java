package org.ompt4j.emitter;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * How often constructs that are not observed in this run were seen by hooks of others, by the construct's id; and how often threads had to wait
 * in calls that are observed in the program's code only, and were made in another way.
 *
 * <p>No {@code LongAdder}: that one is itself observed on request, and would be in the name of the thread that counts.
 *
 * <p>Thread safety: any thread.
 */
public final class UnobservedTimes {
    private static final ConcurrentMap<String, AtomicLong> BY_CONSTRUCT = new ConcurrentHashMap<>();

    private static final ConcurrentMap<Construct, AtomicLong> BY_REFLECTION = new ConcurrentHashMap<>();

    private UnobservedTimes() {}

    /** The number for hooks to count up, which they keep. */
    public static AtomicLong of(String construct) {
        AtomicLong times = new AtomicLong();
        AtomicLong known = BY_CONSTRUCT.putIfAbsent(construct, times);
        return known == null ? times : known;
    }

    /** How often it was seen since the JVM began; 0 also where no hook can see it. */
    public static long soFar(String construct) {
        return sum(BY_CONSTRUCT.get(construct));
    }

    /** A thread had to wait in a call of the program that is none in its code. */
    public static void addByReflection(Construct construct) {
        AtomicLong times = new AtomicLong();
        AtomicLong known = BY_REFLECTION.putIfAbsent(construct, times);
        (known == null ? times : known).incrementAndGet();
    }

    /** How often that was seen since the JVM began. */
    public static long byReflectionSoFar(Construct construct) {
        return sum(BY_REFLECTION.get(construct));
    }

    private static long sum(@Nullable AtomicLong times) {
        return times == null ? 0 : times.get();
    }
}
