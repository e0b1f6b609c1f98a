package org.ompt4j.apps;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs test programs one after the other in one JVM. Each argument is the name of a class, followed, after blanks, by the arguments of that
 * program; without arguments a program runs all of its scenarios.
 */
public final class InTurn {

    /** System property with the name of the class that runs, for tools that restart something for each program. */
    public static final String PROGRAM = "program";

    private InTurn() {}

    /** @throws Exception if a program throws it */
    public static void main(String[] args) throws Exception {
        for (String each : args) {
            String[] words = each.split(" ");
            System.setProperty(PROGRAM, words[0]);
            try {
                Class.forName(words[0]).getMethod("main", String[].class).invoke(null, (Object)
                        Arrays.copyOfRange(words, 1, words.length));
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof Exception exception ? exception : e;
            }
        }
    }
}
