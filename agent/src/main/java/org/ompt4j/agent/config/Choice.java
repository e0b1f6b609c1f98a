package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/** One of a few words. */
final class Choice implements ValueType {

    private final String[] words;

    Choice(String... words) {
        this.words = words;
    }

    @Override
    public String describe() {
        return String.join(", ", words);
    }

    @Override
    public @Nullable String problem(String text) {
        for (String word : words) {
            if (word.equals(text)) {
                return null;
            }
        }
        return "\"" + text + "\" is none of " + describe() + nearest(text);
    }

    /** The words stand in the message anyway. */
    private String nearest(String text) {
        String nearest = Nearest.of(text, words);
        return nearest == null ? "" : "; the nearest is \"" + nearest + "\"";
    }
}
