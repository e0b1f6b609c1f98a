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
 * Judges what a test, or each test of a class, did with threads, locks and tasks: it fails if anything is worse than what is asked for here. What
 * is not asked for is not judged, but all has to be recorded. What cannot be told with the agent's settings has not been found to be right:
 * a test that asks for it fails, and says so.
 *
 * <p>The JVM has to run with the agent, as by {@code -javaagent:ompt-agent.jar=profile=full}. Tests that are observed run alone, also where tests
 * run in parallel.
 *
 * <p>Durations are written as in the agent's settings: a whole number and {@code ns}, {@code us}, {@code ms} or {@code s}, such as {@code 10ms}, or
 * {@code 0}. An empty value, the default, asks for nothing; one that cannot be read fails the test, and says so.
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

    /** How long a thread may hold a lock or a monitor at once. Needs {@code profile=full}. */
    String lockHeldAtMost() default "";

    /** How long a thread may wait for a lock or a monitor at once. */
    String lockWaitAtMost() default "";

    /**
     * How much longer the busiest thread of a parallel region may work than its threads do on average, such as {@code 25%}; of the regions of
     * one call site the mean, by their lengths.
     */
    String imbalanceAtMost() default "";

    /** How long a virtual thread may wait at once while it keeps its carrier. To find something free takes a moment too, so not 0. */
    String pinnedAtMost() default "";

    /** Whether no two locks may be taken in both orders, and no threads wait for each other. Needs {@code profile=full}. */
    boolean noLockInversion() default false;

    /** Whether no pool may be left all of whose workers wait for tasks in its own queue. */
    boolean noPoolStarvation() default false;

    /** What becomes of the test if it cannot be judged, because there is no agent. */
    WithoutAgent withoutAgent() default WithoutAgent.FAIL;

    /** What becomes of a test if there is no agent. */
    enum WithoutAgent {
        /** It fails, and says what is missing. */
        FAIL,
        /** It is not run, and the reason says what is missing. */
        SKIP
    }
}
