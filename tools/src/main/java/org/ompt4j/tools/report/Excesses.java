package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ompt4j.tools.text.Units;

/**
 * What is more than a test asks for, the worst of each place. Memory grows with places, up to a limit.
 *
 * @param <E> what there is to say of one
 */
final class Excesses<E> {
    private static final int PLACES_KEPT = 1_000;
    private static final int PLACES_SAID = 5;

    private final Map<Object, Excess<E>> worst = new HashMap<>();
    private boolean areMore;

    private record Excess<E>(double value, E evidence) {}

    /** @param place of which only the worst is kept */
    void add(Object place, double value, E evidence) {
        Excess<E> known = worst.get(place);
        if (known == null && worst.size() == PLACES_KEPT) {
            areMore = true;
        } else if (known == null || known.value < value) {
            worst.put(place, new Excess<>(value, evidence));
        }
    }

    /** A sentence each, the worst first, and one that says how many others there are. */
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
