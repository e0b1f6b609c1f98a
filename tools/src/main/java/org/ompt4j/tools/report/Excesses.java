package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ompt4j.tools.text.Units;

/**
 * The values that exceed a test's limit; only the worst of each place is kept. Memory grows with the number of places, up to a limit.
 *
 * @param <E> the data from which the sentence about a value is made
 */
final class Excesses<E> {
    private static final int PLACES_KEPT = 1_000;
    private static final int PLACES_SAID = 5;

    private final Map<Object, Excess<E>> worst = new HashMap<>();
    private boolean areMore;

    private record Excess<E>(double value, E evidence) {}

    /** @param place the key by which only the worst value is kept */
    void add(Object place, double value, E evidence) {
        Excess<E> known = worst.get(place);
        if (known == null && worst.size() == PLACES_KEPT) {
            areMore = true;
        } else if (known == null || known.value < value) {
            worst.put(place, new Excess<>(value, evidence));
        }
    }

    /** One sentence for each of the worst places, the worst first, and a last one with the number of the others. */
    List<String> say(Function<E, String> words) {
        List<Excess<E>> sorted = new ArrayList<>(worst.values());
        sorted.sort(Comparator.comparingDouble((Excess<E> each) -> -each.value));
        List<String> sentences = new ArrayList<>();
        for (Excess<E> each : sorted.subList(0, Math.min(PLACES_SAID, sorted.size()))) {
            sentences.add(words.apply(each.evidence));
        }
        if (sorted.size() > PLACES_SAID) {
            String atLeast = areMore ? "at least " : "";
            sentences.add("and " + atLeast + Units.count(sorted.size() - PLACES_SAID) + " more of that kind");
        }
        return sentences;
    }
}
