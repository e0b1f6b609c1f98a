package org.ompt4j.catalog;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ompt4j.mappings.ConstructMapping;

/** The cases that the end-to-end test of a mapping shows, and those that it declares as missing. */
final class Cases {
    private static final String TESTS = "org.ompt4j.e2e.";

    private final Class<?> test;

    private Cases(Class<?> test) {
        this.test = test;
    }

    static Cases of(ConstructMapping mapping) {
        try {
            String test = TESTS + mapping.getClass().getSimpleName() + "IT";
            return new Cases(Class.forName(test, false, Cases.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(mapping + " has no end-to-end test", e);
        }
    }

    /** Scenarios that show the case, in the order of their names. */
    List<String> scenarios(Case what) {
        return shown().filter(each -> each.what() == what)
                .flatMap(each -> Stream.of(each.in()))
                .distinct()
                .sorted()
                .toList();
    }

    /** All scenarios that are named. */
    List<String> scenarios() {
        return Stream.of(Case.values())
                .flatMap(each -> scenarios(each).stream())
                .distinct()
                .toList();
    }

    /** The reasons why there is no such case; empty if a test shows it. */
    List<String> reasons(Case what) {
        return Arrays.stream(test.getAnnotationsByType(Lacks.class))
                .filter(each -> each.what() == what)
                .map(Lacks::because)
                .toList();
    }

    private Stream<Shows> shown() {
        return Stream.of(test.getDeclaredMethods()).flatMap(Cases::shown);
    }

    private static Stream<Shows> shown(Method method) {
        return Arrays.stream(method.getAnnotationsByType(Shows.class));
    }
}
