package org.ompt4j.e2e;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import org.ompt4j.ompt.State;

/** How long a thread was in each state. Thread safety: none. */
final class StateTimes {
    private final Map<State, Long> nanos = new EnumMap<>(State.class);

    void add(State state, long more) {
        nanos.merge(state, more, Long::sum);
    }

    void addAll(StateTimes others) {
        others.nanos.forEach(this::add);
    }

    /** The time in waits, in nanoseconds. Input and output are not included, as in the JVM's measurements. */
    long waited() {
        return sum(each -> isWait(each) && each != State.WAIT_IO);
    }

    long input() {
        return nanos.getOrDefault(State.WAIT_IO, 0L);
    }

    long worked() {
        return sum(StateTimes::isWork);
    }

    long unknown() {
        return sum(each -> !isWait(each) && !isWork(each));
    }

    long all() {
        return sum(each -> true);
    }

    private long sum(Predicate<State> states) {
        return nanos.entrySet().stream()
                .filter(each -> states.test(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static boolean isWait(State state) {
        return state == State.IDLE || state.name().startsWith("WAIT_");
    }

    private static boolean isWork(State state) {
        return state.isWork() || state == State.OVERHEAD;
    }

    @Override
    public String toString() {
        return nanos.toString();
    }
}
