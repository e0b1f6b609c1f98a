package org.ompt4j.apps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.control.OmptControl;

/**
 * The named parts of a test program, run one after the other by the main thread.
 *
 * <p>Arguments of every test program: {@code [SCALE] [SCENARIO...]}. The scale is a whole number from 1 on (default 1) that
 * multiplies the work; with names of scenarios only these run, in the program's own order. Each scenario prints
 * {@code name: result}, which depends on nothing but the scale: one line, or a stack trace.
 *
 * <p>With the environment variable {@code SCENARIO_TIMES} and under the agent it writes down, in the file of that name, when in its trace each of them
 * began: a line with the name and nanoseconds for each, and one for the end.
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

    /** The name in the line that says when the last scenario had ended. */
    public static final String END = "end of all";

    /** The name of the environment variable. */
    public static final String TIMES = "SCENARIO_TIMES";

    /** A command of the agent's trace tool: what time it is in its trace. */
    private static final int TELL_TRACE = 100;

    private final Map<String, Scenario> byName = new LinkedHashMap<>();
    private final StringBuilder times = new StringBuilder();

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
                noteTime(each.getKey());
                System.out.println(each.getKey() + ": " + each.getValue().run(scale));
            }
        }
        noteTime(END);
        writeTimes();
    }

    private void noteTime(String name) throws InterruptedException {
        StringBuilder told = new StringBuilder();
        if (fileOfTimes() != null && OmptControl.control(TELL_TRACE, 0, told) == OmptControl.SUCCESS) {
            times.append(name).append(": ").append(told, 0, told.indexOf(" ")).append(System.lineSeparator());
            // Some events share the time of what came before them on their thread: it is this one's.
            Thread.sleep(1);
        }
    }

    private void writeTimes() throws IOException {
        String file = fileOfTimes();
        if (file != null && times.length() > 0) {
            Files.writeString(Path.of(file), times);
        }
    }

    private static @Nullable String fileOfTimes() {
        try {
            return System.getenv(TIMES);
        } catch (SecurityException refused) {
            // Nobody asks a program for times that may not know its environment.
            return null;
        }
    }
}
