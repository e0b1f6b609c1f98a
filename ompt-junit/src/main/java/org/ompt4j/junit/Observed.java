package org.ompt4j.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Records a test, or each test of a class, and checks its threads, locks and tasks: the test fails if one of the limits of this annotation is
 * exceeded, or if not all of the test was recorded. If the agent's settings do not record what a limit needs, the test fails with a message that
 * says so.
 *
 * <p>The JVM has to run with the agent, for example with {@code -javaagent:ompt-agent.jar=profile=full}. An observed test runs alone, even if other
 * tests run in parallel.
 *
 * <p>Durations are written as in the agent's settings: a whole number and {@code ns}, {@code us}, {@code ms} or {@code s}, such as {@code 10ms}, or
 * {@code 0}. An empty value, the default, sets no limit; a value that cannot be read fails the test with a message that says so.
 *
 * <p>Spec: none of OpenMP's.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(ObservedExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface Observed {

    /** The longest time for which a thread may hold a lock or a monitor without a break. Needs {@code profile=full}. */
    String lockHeldAtMost() default "";

    /** The longest time for which a thread may wait for a lock or a monitor in a single wait. */
    String lockWaitAtMost() default "";

    /**
     * How much longer the busiest thread of a parallel region may work than its threads on average, such as {@code 25%}; for the regions of
     * one call site the mean, weighted by their lengths.
     */
    String imbalanceAtMost() default "";

    /** The longest single wait of a virtual thread that keeps its carrier. The acquisition of a free lock takes a moment too, so do not use 0. */
    String pinnedAtMost() default "";

    /** Whether the test fails if two threads acquire two locks in opposite orders, or wait for each other. Needs {@code profile=full}. */
    boolean noLockInversion() default false;

    /** Whether the test fails if at its end all workers of a pool wait for tasks in the pool's own queue. */
    boolean noPoolStarvation() default false;

    /** The result of the test in a JVM without the agent. */
    WithoutAgent withoutAgent() default WithoutAgent.FAIL;

    /** The result of a test in a JVM without the agent. */
    enum WithoutAgent {
        /** The test fails with a message that says what is missing. */
        FAIL,
        /** The test is skipped, with a reason that says what is missing. */
        SKIP
    }
}
