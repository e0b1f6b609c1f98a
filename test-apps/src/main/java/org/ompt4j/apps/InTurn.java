package org.ompt4j.apps;

import java.lang.reflect.InvocationTargetException;

/** Test programs one after the other in one JVM, each with all of its scenarios. Arguments: the names of their classes. */
public final class InTurn {

    /** System property with the name of the class that runs, for tools that do something anew in each. */
    public static final String PROGRAM = "program";

    private InTurn() {}

    /** @throws Exception what a program throws */
    public static void main(String[] args) throws Exception {
        for (String each : args) {
            System.setProperty(PROGRAM, each);
            try {
                Class.forName(each).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof Exception exception ? exception : e;
            }
        }
    }
}
