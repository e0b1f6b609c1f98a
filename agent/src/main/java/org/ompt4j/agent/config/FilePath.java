package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/** Name of a file. Whether it can be read or written is found out when it is. */
final class FilePath implements ValueType {

    private final boolean mayBeEmpty;

    FilePath(boolean mayBeEmpty) {
        this.mayBeEmpty = mayBeEmpty;
    }

    @Override
    public String describe() {
        return "file name";
    }

    @Override
    public @Nullable String problem(String text) {
        if (text.isEmpty() && !mayBeEmpty) {
            return "is empty; give a file name";
        }
        return text.indexOf('\0') >= 0 ? "has a NUL character, which no file name has" : null;
    }
}
