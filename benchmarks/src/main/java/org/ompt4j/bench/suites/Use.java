package org.ompt4j.bench.suites;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a method of {@link ConstructBenchmark} uses once. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Use {

    /** Id of the mapping. */
    String construct();

    /** In tables. */
    String title();

    /** Whether the profile {@code default} has no events of it; of mutexes it has those that are contended only. */
    boolean onlyInFull() default false;

    /** Feature version of the oldest JDK that has it. */
    int oldestJdk() default 17;

    /** Settings without which it is no construct. */
    String[] agentArguments() default {};
}
