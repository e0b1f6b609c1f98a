package org.ompt4j.agent.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The environment variable {@code OMP_TOOL}; like all of OpenMP's its value may have blanks around it and any case.
 *
 * <p>Spec: OpenMP 5.1, sections 6 and 6.18.
 */
public final class OmpToolVariable {

    public static final String NAME = "OMP_TOOL";

    private OmpToolVariable() {}

    /** Whether the value says that nothing shall be observed. */
    public static boolean isDisabled(@Nullable String value) {
        return value != null && normal(value).equals("disabled");
    }

    /** A line about a value that the specification does not know, which counts as {@code enabled}; null for the others. */
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
