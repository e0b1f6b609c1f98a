package org.ompt4j.views.tr4;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Objects;
import org.ompt4j.ompt.Enumerator;

/**
 * An enumerator of the TR4 era. Its enumeration has the specification's order, so that its number is its place, counted from 1, unless the
 * enumeration says otherwise.
 *
 * <p>Spec: OpenMP TR4; each enumeration names its type there.
 */
public interface Tr4Enumerator extends Enumerator {

    /** What the specification's names of an enumeration's enumerators begin with. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Prefix {
        String value();
    }

    /** {@link Enum#ordinal}. */
    int ordinal();

    @Override
    default int value() {
        return ordinal() + 1;
    }

    @Override
    default String specName() {
        return Objects.requireNonNull(getClass().getAnnotation(Prefix.class)).value() + Enumerator.super.specName();
    }
}
