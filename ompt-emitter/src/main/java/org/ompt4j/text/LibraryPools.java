package org.ompt4j.text;

import org.jspecify.annotations.Nullable;

/**
 * The definitions for pools of libraries that come with the agent, and what is said of such pools that were not observed, as nobody asked for the
 * definitions. Reports read this sentence in traces.
 *
 * <p>Thread safety: any thread.
 */
public final class LibraryPools {
    private static final String BEFORE_NAME = " are not observed: define=";
    private static final char AFTER_NAME = ' ';

    private LibraryPools() {}

    /** The name of the resource with the definitions of a library. */
    public static String definitions(String library) {
        return "/META-INF/ompt4j/libraries/" + library + ".properties";
    }

    /** The sentence about a library whose pools were not observed. */
    public static String notObserved(String library) {
        return "the pools of " + library + BEFORE_NAME + library + AFTER_NAME
                + "tells their tasks, how long these were queued, and when their threads were idle";
    }

    /** The library that a sentence of {@link #notObserved} is about; null if it is another sentence. */
    public static @Nullable String libraryIn(String sentence) {
        int before = sentence.indexOf(BEFORE_NAME);
        int begin = before + BEFORE_NAME.length();
        int end = sentence.indexOf(AFTER_NAME, begin);
        return before < 0 || end < 0 ? null : sentence.substring(begin, end);
    }
}
