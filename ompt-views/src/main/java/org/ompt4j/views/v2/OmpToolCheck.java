package org.ompt4j.views.v2;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The environment variable {@code OMP_TOOL} as OMPT v2 has it: case and blanks around it do not count, and any other value than the two
 * ends the program. TR2 and 5.1 leave such values open, and the agent warns and goes on; so only the view of a tool of v2 asks here, before it
 * asks the tool. {@code on-error=continue} does not help: the document knows no such thing.
 *
 * <p>Thread safety: immutable.
 */
final class OmpToolCheck {
    private static final String NAME = "OMP_TOOL";

    /** As for other settings that make no sense. */
    private static final int EXIT_CODE = 2;

    private final Supplier<@Nullable String> value;
    private final Consumer<String> fatal;

    OmpToolCheck() {
        this(() -> System.getenv(NAME), line -> {
            System.err.println(line);
            System.exit(EXIT_CODE);
        });
    }

    OmpToolCheck(Supplier<@Nullable String> value, Consumer<String> fatal) {
        this.value = value;
        this.fatal = fatal;
    }

    /** Whether tools may register; does not return if the value is illegal, other than in tests. */
    boolean isEnabled() {
        String given = value.get();
        if (given == null) {
            return true;
        }
        switch (given.trim().toLowerCase(Locale.ROOT)) {
            case "enabled":
                return true;
            case "disabled":
                return false;
            default:
                fatal.accept("ompt4j: fatal error: environment variable " + NAME + ": illegal value \"" + given
                        + "\"; a tool of OMPT v2 is there, for which it must be enabled or disabled");
                return false;
        }
    }
}
