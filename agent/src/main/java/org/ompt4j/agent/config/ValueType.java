package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/** What values a setting takes. */
public interface ValueType {

    /** The values in a few words, for documentation and messages. */
    String describe();

    /**
     * Checks a value.
     *
     * @return null if it is good, otherwise what is wrong with it, to be read after the key's name
     */
    @Nullable
    String problem(String text);
}
