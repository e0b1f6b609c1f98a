package org.ompt4j.emitter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a hook, or a part of one, that works inside the runtime: a static method whose first parameter is the thread's context. Callers call its
 * guard, a generated method of the same name and with the other parameters. The guard enters the runtime, calls this method, counts what it throws,
 * and leaves. If the thread cannot enter, or something was thrown, the guard returns 0, false or null, or the value of {@link #otherwise}.
 *
 * <p>The guards of {@code SomeHooks} are its superclass {@code SomeGuards}, which the build writes ({@code src/build/WriteGuards.java}) to {@code
 * target/generated-sources/guards}. A guard is public if its method is.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
public @interface Guarded {

    /** The text under which failures are counted. */
    String value();

    /** Whether the guard begins a thread that has not begun yet. */
    boolean begins() default true;

    /** The name of a constant of the class that the guard of a method with a long result returns instead of 0. */
    long otherwise() default 0;

    /** Marks a parameter: if its value is 0, false or null, the guard does not enter the runtime. */
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.SOURCE)
    @interface Needed {}
}
