package org.ompt4j.tools.report;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The limits that one test sets. */
final class Demands {
    private final Map<Demand, String> texts = new EnumMap<>(Demand.class);
    private final Map<Demand, Double> values = new EnumMap<>(Demand.class);

    private Demands() {}

    /**
     * Parses the limits of a test.
     *
     * @param asked texts by the keys of {@link Demand}
     * @throws IllegalArgumentException with a message of one line if a key is unknown or a text is not valid
     */
    static Demands of(Map<String, String> asked) {
        Demands demands = new Demands();
        asked.forEach((key, text) -> {
            Demand demand = Demand.of(key);
            if (demand == null) {
                throw new IllegalArgumentException(key + ": the agent of this JVM knows only "
                        + Stream.of(Demand.values()).map(Demand::key).collect(Collectors.joining(", "))
                        + "; use the same version of both");
            }
            demands.texts.put(demand, text);
            demands.values.put(demand, demand.value(text));
        });
        return demands;
    }

    /** Whether the test sets this limit; for a flag, whether the test sets it to true. */
    boolean has(Demand demand) {
        Double value = values.get(demand);
        return value != null && (value != 0 || !demand.isFlag());
    }

    /** Whether the value is greater than the limit; false if the test sets no such limit. */
    boolean isExceeded(Demand demand, double value) {
        Double most = values.get(demand);
        return most != null && value > most;
    }

    /** The limit, see {@link Demand#value}; {@link Double#NaN} if the test sets none. */
    double value(Demand demand) {
        return values.getOrDefault(demand, Double.NaN);
    }

    /** The limit as the end of a sentence: {@code lockHeldAtMost is 10ms}. */
    String says(Demand demand) {
        return demand.key() + " is " + texts.get(demand);
    }
}
