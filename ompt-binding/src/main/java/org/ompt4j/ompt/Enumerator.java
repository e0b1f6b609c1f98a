package org.ompt4j.ompt;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An enumerator of a specification, with its number and name there: the common interface of all enumerations of the binding, of the present
 * generation and of older ones.
 */
public interface Enumerator {

    /** The number of this enumerator in the specification. */
    int value();

    /** {@link Enum#name}. */
    String name();

    /** The enumerator's name in the specification, in lower case; in the present generation without the prefix that its enumeration has. */
    default String specName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The enumerator with this number.
     *
     * @param all the enumerators of one enumeration
     * @throws IllegalArgumentException if there is none
     */
    static <E extends Enumerator> E of(E[] all, int value) {
        E found = find(all, value);
        if (found == null) {
            throw new IllegalArgumentException(
                    "no " + all.getClass().getComponentType().getSimpleName() + " has the number " + value);
        }
        return found;
    }

    /** The enumerator with this number, or null if there is none; {@code all} are the enumerators of one enumeration. */
    static <E extends Enumerator> @Nullable E find(E[] all, int value) {
        for (E each : all) {
            if (each.value() == value) {
                return each;
            }
        }
        return null;
    }
}
