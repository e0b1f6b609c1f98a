package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/** {@code true} or {@code false}. */
final class Flag implements ValueType {

    @Override
    public String describe() {
        return "true, false";
    }

    @Override
    public @Nullable String problem(String text) {
        return text.equals("true") || text.equals("false") ? null : "\"" + text + "\" is neither true nor false";
    }
}
