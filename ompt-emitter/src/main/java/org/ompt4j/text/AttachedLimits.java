package org.ompt4j.text;

import java.util.List;

/**
 * What is not observed of a program that the agent was attached to, compared with one that it was started with. Reports read these sentences in
 * traces.
 *
 * <p>Thread safety: any thread.
 */
public final class AttachedLimits {
    private static final String BEFORE =
            "what happened before the agent was attached is not observed, nor what began before: regions, waits, locks"
                    + " held";

    private AttachedLimits() {}

    /** The sentences about such a program. */
    public static List<String> notObserved() {
        return List.of(BEFORE, "methods that ran when the agent was attached are observed from their next call on");
    }

    /** Whether these sentences are about a program that the agent was attached to. */
    public static boolean areAmong(List<String> sentences) {
        return sentences.contains(BEFORE);
    }
}
