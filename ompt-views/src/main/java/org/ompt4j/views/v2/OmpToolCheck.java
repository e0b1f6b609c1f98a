package org.ompt4j.views.v2;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The environment variable {@code OMP_TOOL} as OMPT v2 defines it: {@code enabled} or {@code disabled}, in any case and with blanks around it.
 * Any other value ends the program, also with {@code on-error=continue}. In TR2 and OpenMP 5.1 such values are unspecified and the agent only
 * warns, so this class is used for tools of v2 only.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Spec: OMPT v2, chapter 4, section 1.
 */
final class OmpToolCheck {
    private static final String NAME = "OMP_TOOL";

    /** The agent exits with this code for other invalid settings too. */
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

    /** Whether tools may register. If the value is illegal, this ends the JVM. */
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
