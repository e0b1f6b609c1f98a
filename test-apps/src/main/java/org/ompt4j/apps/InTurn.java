package org.ompt4j.apps;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs test programs one after the other in one JVM. Arguments: the names of their classes; after a name, separated by blanks, the program's own
 * arguments, if it does not run all of its scenarios.
 */
public final class InTurn {

    /** System property with the name of the class that runs, for tools that begin something anew for each program. */
    public static final String PROGRAM = "program";

    private InTurn() {}

    /** @throws Exception what a program throws */
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
