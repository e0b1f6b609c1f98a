package org.ompt4j.catalog;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that a test of a mapping shows a case. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Shows.Several.class)
public @interface Shows {

    /** The case that the test shows. */
    Case what();

    /** The scenarios of the construct's program that have the case; the test runs them in the profile {@code full}. */
    String[] in();

    /** Several cases. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Several {
        /** The cases. */
        Shows[] value();
    }
}
