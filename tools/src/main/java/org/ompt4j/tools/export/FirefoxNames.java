package org.ompt4j.tools.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the texts of a profile. There can be many texts with names of single objects; beyond a limit the name of the kind is used
 * instead.
 */
final class FirefoxNames {
    private static final int MOST = 100_000;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    /**
     * The number of a text.
     *
     * @param otherwise the text that is used instead if there are too many
     */
    int of(String text, String otherwise) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        if (texts.size() >= MOST && !text.equals(otherwise)) {
            return of(otherwise, otherwise);
        }
        numbers.put(text, texts.size());
        texts.add(text);
        return texts.size() - 1;
    }

    String text(int number) {
        return texts.get(number);
    }
}
