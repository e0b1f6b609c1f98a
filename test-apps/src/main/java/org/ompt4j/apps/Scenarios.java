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
 * <p>Arguments of every test program: {@code [SCALE] [SCENARIO...]}. The scale multiplies the work: a whole number from 1 to 9,999,999
 * (default 1). With names of scenarios only these run, in the program's own order. Each scenario prints {@code name: result}, which
 * depends on nothing but the scale: one line, or a stack trace.
 *
 * <p>Under the agent, and with the environment variable {@code SCENARIO_TIMES}, the program writes when each scenario begins to the file that
 * the variable names: one line for each scenario, and one for the end, with the name and the nanoseconds since the begin of the trace.
 *
 * <p>Thread safety: the main thread only.
 */
public final class Scenarios {

    /** One part of a test program. */
    @FunctionalInterface
    public interface Scenario {

        /**
         * Runs the scenario. All its threads must be at rest when it returns, so that the next scenario does not overlap with it.
         *
         * @param scale from 1 on
         * @return the counts of the scenario, the same in every run with this scale
         */
        String run(int scale) throws Exception;
    }

    /** The name in the line with the end of the last scenario. */
    public static final String END = "end of all";

    /** The name of the environment variable. */
    public static final String TIMES = "SCENARIO_TIMES";

    /** A command of the agent's trace tool, which returns the present time in its trace. */
    private static final int TELL_TRACE = 100;

    private final Map<String, Scenario> byName = new LinkedHashMap<>();
    private final StringBuilder times = new StringBuilder();

    /** Adds a scenario; its name is in kebab case. */
    public Scenarios add(String name, Scenario scenario) {
        byName.put(name, scenario);
        return this;
    }

    /**
     * Runs the scenarios in the arguments; ends the JVM with status 2 and one line on stderr if the arguments are invalid.
     *
     * @throws Exception if a scenario throws it
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
            // Some events get the time of the previous event of their thread, which here is this command: they must not
            // have its time.
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
            // Tests that want times do not run programs under a security manager.
            return null;
        }
    }
}
