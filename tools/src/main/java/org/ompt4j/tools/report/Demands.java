package org.ompt4j.tools.report;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one test asks for. */
final class Demands {
    private final Map<Demand, String> texts = new EnumMap<>(Demand.class);
    private final Map<Demand, Double> values = new EnumMap<>(Demand.class);

    private Demands() {}

    /**
     * Reads what is asked for.
     *
     * @param asked by the keys of {@link Demand}
     * @throws IllegalArgumentException with one line if something is asked for that there is not
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

    /** Whether anything is asked for; of a flag, that it holds. */
    boolean has(Demand demand) {
        Double value = values.get(demand);
        return value != null && (value != 0 || !demand.isFlag());
    }

    /** Whether this is more than what is asked for; never if nothing is. */
    boolean isExceeded(Demand demand, double value) {
        Double most = values.get(demand);
        return most != null && value > most;
    }

    /** The value; not a number if nothing is asked for. */
    double value(Demand demand) {
        return values.getOrDefault(demand, Double.NaN);
    }

    /** As the end of a sentence: {@code lockHeldAtMost is 10ms}. */
    String says(Demand demand) {
        return demand.key() + " is " + texts.get(demand);
    }
}
