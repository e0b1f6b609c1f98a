package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.trace.OutputName;

/** Name of a file. Whether it can be read or written is found out when it is. */
final class FilePath implements ValueType {

    /** What the file is there for. */
    enum Use {
        /** It is read if one is named. */
        READ,
        /** It is written; its name may have placeholders. */
        WRITTEN
    }

    private final Use use;

    FilePath(Use use) {
        this.use = use;
    }

    @Override
    public String describe() {
        return "file name";
    }

    @Override
    public @Nullable String problem(String text) {
        if (use == Use.WRITTEN && text.isEmpty()) {
            return "is empty; give a file name";
        }
        String placeholder = use == Use.WRITTEN ? OutputName.unknownPlaceholder(text) : null;
        if (placeholder != null) {
            return "\"" + text + "\" has \"" + placeholder
                    + "\", which stands for nothing; known are %m, %p, %h, %t, and %% for a" + " percent sign";
        }
        return text.indexOf('\0') >= 0 ? "has a NUL character, which no file name has" : null;
    }
}
