package org.ompt4j.apps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The named parts of a test program, run one after the other by the main thread.
 *
 * <p>Arguments of every test program: {@code [SCALE] [SCENARIO...]}. The scale is a whole number from 1 on (default 1) that
 * multiplies the work; with names of scenarios only these run, in the program's own order. Each scenario prints
 * {@code name: result}, which depends on nothing but the scale: one line, or a stack trace.
 *
 * <p>Thread safety: none; the main thread only.
 */
public final class Scenarios {

    /** One part of a test program. */
    @FunctionalInterface
    public interface Scenario {

        /**
         * Runs to the end, so that no thread of this scenario is left in the middle of something when the next one begins.
         *
         * @param scale from 1 on
         * @return what was counted, the same in every run
         */
        String run(int scale) throws Exception;
    }

    private final Map<String, Scenario> byName = new LinkedHashMap<>();

    /** Adds a scenario; its name is in kebab case. */
    public Scenarios add(String name, Scenario scenario) {
        byName.put(name, scenario);
        return this;
    }

    /**
     * Runs what the arguments ask for; ends the JVM with status 2 and one line on stderr if they cannot be understood.
     *
     * @throws Exception what a scenario throws
     */
    public void run(String[] args) throws Exception {
        int scale = 1;
        List<String> wanted = new ArrayList<>();
        for (String arg : args) {
            if (arg.matches("[1-9][0-9]{0,6}")) {
                scale = Integer.parseInt(arg);
            } else if (byName.containsKey(arg)) {
                wanted.add(arg);
            } else {
                System.err.println("unknown argument '" + arg + "'; valid: a scale from 1 on, " + byName.keySet());
                System.exit(2);
            }
        }
        for (Map.Entry<String, Scenario> each : byName.entrySet()) {
            if (wanted.isEmpty() || wanted.contains(each.getKey())) {
                System.out.println(each.getKey() + ": " + each.getValue().run(scale));
            }
        }
    }
}
