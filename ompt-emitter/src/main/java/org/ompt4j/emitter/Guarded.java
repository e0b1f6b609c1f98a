package org.ompt4j.emitter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A hook, or the part of one, that works inside the runtime: a static method with the thread's context as its first parameter. Callers do
 * not pass the context, they call its guard: a method of the same name and parameters without it, which enters, calls this one, counts
 * what it throws, and leaves. Where the thread cannot enter, and where something was thrown, the guard answers 0, false or null, or what {@link #otherwise} names.
 *
 * <p>The guards of {@code SomeHooks} are its superclass {@code SomeGuards}, which the build writes ({@code src/build/WriteGuards.java}) to
 * {@code target/generated-sources/guards}. A guard is public if its method is.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
public @interface Guarded {

    /** Under what a failure is counted. */
    String value();

    /** Whether a thread that has not begun does so. */
    boolean begins() default true;

    /** A constant of the class that the guard of a method with a long result answers instead of 0. */
    long otherwise() default 0;

    /** A parameter without which there is nothing to do: where it is 0, false or null the guard does not enter. */
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.SOURCE)
    @interface Needed {}
}
