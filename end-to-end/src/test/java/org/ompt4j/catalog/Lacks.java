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

    /** The case. */
    Case what();

    /** Why there is none. */
    String because();

    /** Several cases that there are not. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Several {
        /** Each of them. */
        Lacks[] value();
    }
}
