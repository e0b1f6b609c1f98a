package org.ompt4j.bench.suites;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The construct that a method of {@link ConstructBenchmark} uses once. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Use {

    /** Id of the mapping. */
    String construct();

    /** The name in tables. */
    String title();

    /** Whether the profile {@code default} has no events of this use; of mutexes it has only events of contended ones. */
    boolean onlyInFull() default false;

    /** Whether another thread has to wake up for it. */
    boolean wakesAnother() default false;

    /** Feature version of the oldest JDK with the construct. */
    int oldestJdk() default 17;

    /** Settings of the agent without which the construct is not observed. */
    String[] agentArguments() default {};
}
