package org.ompt4j.catalog;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares, on the test of a mapping, that its construct does not have a case. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Lacks.Several.class)
public @interface Lacks {

    /** The case that the construct does not have. */
    Case what();

    /** The reason. */
    String because();

    /** Several missing cases. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Several {
        /** The missing cases. */
        Lacks[] value();
    }
}
