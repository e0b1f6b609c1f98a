package org.ompt4j.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A test that runs once for every JDK found and every profile; takes a {@link Jdk} and a {@link Profile}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FailedRuns.class)
@ParameterizedTest(name = "{0}, {1}")
@MethodSource("org.ompt4j.e2e.OnEveryJdkAndProfile$Combinations#all")
@interface OnEveryJdkAndProfile {

    /** The factory of the arguments. */
    final class Combinations {

        private Combinations() {}

        static Stream<Arguments> all() {
            return Jdks.all().stream()
                    .flatMap(jdk -> Arrays.stream(Profile.values()).map(profile -> Arguments.of(jdk, profile)));
        }
    }
}
