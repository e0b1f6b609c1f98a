package org.ompt4j.catalog;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test of a mapping that shows one of the cases. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Shows.Several.class)
public @interface Shows {

    /** The case. */
    Case what();

    /** The scenarios of the construct's program in which it is; the test runs them in the profile {@code full}. */
    String[] in();

    /** A test that shows several cases. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Several {
        /** Each of them. */
        Shows[] value();
    }
}
