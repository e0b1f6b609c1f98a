package org.ompt4j.ompt;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The names of flags: those of the constants of a class. Thread safety: immutable. */
final class FlagNames {
    private final @Nullable String[] byBit = new String[Integer.SIZE];

    /** @param flags a class whose public constants are bits */
    FlagNames(Class<?> flags) {
        for (Field each : flags.getDeclaredFields()) {
            if (Modifier.isPublic(each.getModifiers())) {
                byBit[Integer.numberOfTrailingZeros(valueOf(each))] =
                        each.getName().toLowerCase(Locale.ROOT);
            }
        }
    }

    private static int valueOf(Field constant) {
        try {
            return constant.getInt(null);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The names of the flags that are set, in lower case, lowest bit first; bits without a name have none. */
    List<String> of(int disjunction) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < byBit.length; i++) {
            String name = byBit[i];
            if (name != null && (disjunction & 1 << i) != 0) {
                names.add(name);
            }
        }
        return names;
    }
}
