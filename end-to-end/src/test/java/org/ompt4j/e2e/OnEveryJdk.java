package org.ompt4j.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A test that runs once for every JDK found; takes a {@link Jdk}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FailedRuns.class)
@ParameterizedTest(name = "{0}")
@MethodSource("org.ompt4j.e2e.Jdks#all")
@interface OnEveryJdk {}
