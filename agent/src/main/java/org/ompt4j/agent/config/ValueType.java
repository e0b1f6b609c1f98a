package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/** The type of the values of a setting. */
public interface ValueType {

    /** The values in a few words, for documentation and messages. */
    String describe();

    /**
     * Checks a value.
     *
     * @return null if the value is valid; otherwise what is wrong with it, a text that follows the key's name
     */
    @Nullable
    String problem(String text);
}
