package org.ompt4j.emitter;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * Counts, by the construct's id, how often hooks of other constructs saw a construct that is not observed in this run. Also counts how often threads
 * had to wait in a call that is observed only in the program's code, but was made in another way, such as by reflection.
 *
 * <p>Does not use {@code LongAdder}, which can itself be observed: its events would be attributed to the thread that counts.
 *
 * <p>Thread safety: any thread.
 */
public final class UnobservedTimes {
    private static final ConcurrentMap<String, AtomicLong> BY_CONSTRUCT = new ConcurrentHashMap<>();

    private static final ConcurrentMap<Construct, AtomicLong> BY_REFLECTION = new ConcurrentHashMap<>();

    private UnobservedTimes() {}

    /** The counter of a construct; hooks keep it and increment it. */
    public static AtomicLong of(String construct) {
        AtomicLong times = new AtomicLong();
        AtomicLong known = BY_CONSTRUCT.putIfAbsent(construct, times);
        return known == null ? times : known;
    }

    /** How often it was seen since the JVM began; 0 also where no hook can see it. */
    public static long soFar(String construct) {
        return sum(BY_CONSTRUCT.get(construct));
    }

    /** A thread had to wait in a call by reflection or a method handle. */
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
