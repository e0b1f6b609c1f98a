package org.ompt4j.agent;

import org.jspecify.annotations.Nullable;

/** Texts of others as one line. */
final class OneLineText {

    private OneLineText() {}

    static String of(@Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
    }
}
