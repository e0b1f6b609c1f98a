package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/** The syntax of globs over Java names: {@code *} stands for any characters, dots included, {@code ?} for one. */
final class Globs {

    private Globs() {}

    /** Null if the text is a glob over class or method names, otherwise what is wrong. */
    static @Nullable String problem(String glob) {
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '/' || c == '\\') {
                return "\"" + glob + "\" has a '" + c + "'; packages are separated by dots";
            }
            if (c != '*' && c != '?' && c != '.' && c != '-' && !Character.isJavaIdentifierPart(c)) {
                return "\"" + glob + "\" has a '" + c + "', which no Java name has";
            }
        }
        return null;
    }
}
