package org.ompt4j.agent.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The environment variable {@code OMP_TOOL}. As for all variables of OpenMP, blanks around the value and its case are ignored.
 *
 * <p>Spec: OpenMP 5.1, sections 6 and 6.18.
 */
public final class OmpToolVariable {

    public static final String NAME = "OMP_TOOL";

    private OmpToolVariable() {}

    /** Whether the value disables observation. */
    public static boolean isDisabled(@Nullable String value) {
        return value != null && normal(value).equals("disabled");
    }

    /** A line about a value that is not in the specification, which counts as {@code enabled}; null for valid values. */
    public static @Nullable String warning(@Nullable String value) {
        if (value == null
                || value.isEmpty()
                || isDisabled(value)
                || normal(value).equals("enabled")) {
            return null;
        }
        return "environment variable " + NAME + ": \"" + value + "\" is neither enabled nor disabled; taken as enabled";
    }

    private static String normal(String value) {
        return value.trim().toLowerCase(Locale.ROOT);
    }
}
