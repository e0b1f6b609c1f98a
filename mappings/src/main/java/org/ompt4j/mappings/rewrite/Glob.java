package org.ompt4j.mappings.rewrite;

import org.jspecify.annotations.Nullable;

/**
 * A pattern for Java names: {@code *} stands for any characters, dots included, {@code ?} for one.
 *
 * <p>Thread safety: immutable. Cost: no allocation.
 */
public final class Glob {

    private final String pattern;

    public Glob(String pattern) {
        this.pattern = pattern;
    }

    /** Whether the whole name matches; slashes in it count as dots. */
    public boolean matches(String name) {
        int inName = 0;
        int inPattern = 0;
        int afterStar = -1;
        int retryAt = 0;
        while (inName < name.length()) {
            if (inPattern < pattern.length() && pattern.charAt(inPattern) == '*') {
                afterStar = ++inPattern;
                retryAt = inName;
            } else if (inPattern < pattern.length() && fits(pattern.charAt(inPattern), name.charAt(inName))) {
                inPattern++;
                inName++;
            } else if (afterStar >= 0) {
                // Lets the last star match one more character.
                inPattern = afterStar;
                inName = ++retryAt;
            } else {
                return false;
            }
        }
        while (inPattern < pattern.length() && pattern.charAt(inPattern) == '*') {
            inPattern++;
        }
        return inPattern == pattern.length();
    }

    /** The only name that matches, with dots between packages; null for a pattern that matches several names. */
    public @Nullable String onlyName() {
        return pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0 ? pattern : null;
    }

    private static boolean fits(char inPattern, char inName) {
        return inPattern == '?' || inPattern == inName || inPattern == '.' && inName == '/';
    }
}
