package org.ompt4j.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.ompt4j.control.OmptControl;

/**
 * The trace that the agent of this JVM writes, from the begin of a test on. The agent's classes are used by reflection, so that this module does not
 * depend on them.
 *
 * <p>Thread safety: one test at a time.
 *
 * @param path the path of the trace
 * @param beginNanos the begin of the test, in nanoseconds since the begin of the trace
 */
record AgentTrace(String path, long beginNanos) {
    static final String NO_AGENT = "this JVM writes no trace, so that the test cannot be judged: run it with"
            + " -javaagent:ompt-agent.jar=profile=full, in Maven by the argLine of Surefire (docs/testing.md)";

    /** A command to the agent's trace tool: it appends the time and the name of the trace to the {@link StringBuilder} in its argument. */
    private static final int TELL_TRACE = 100;

    /** The JVM puts the agent's jar on the class path. */
    private static final String START = "org.ompt4j.agent.TestStart";

    /** The agent defines this class in the bootstrap loader. */
    private static final String OBSERVED = "org.ompt4j.emitter.ObservedClasses";

    private static final String OTHER_VERSION =
            "the agent of this JVM is of another version than ompt-junit, or was attached: ";

    /** Whether this JVM writes a trace. */
    static boolean isWritten() {
        return !told().isEmpty();
    }

    /** Whether the settings {@code include} and {@code exclude} of the run leave out the code of a class. */
    static boolean leavesOut(Class<?> type) {
        try {
            Class<?> observed = Class.forName(OBSERVED, true, null);
            return !(boolean) observed.getMethod("include", String.class).invoke(null, type.getName());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(OTHER_VERSION + e, e);
        }
    }

    /**
     * Checks the limits of a test.
     *
     * @throws ExtensionConfigurationException with one line if a limit cannot be read, or cannot be checked in this run
     */
    static void check(Map<String, String> demands) {
        call("check", new Class<?>[] {Map.class}, demands);
    }

    /** Begins the part of the trace that belongs to a test. */
    static AgentTrace begin() {
        // The agent recognizes the part of a test by the pause before it.
        OmptControl.pause();
        OmptControl.start();
        String told = told();
        int space = told.indexOf(' ');
        return new AgentTrace(told.substring(space + 1), Long.parseLong(told.substring(0, space)));
    }

    private static String told() {
        StringBuilder told = new StringBuilder();
        OmptControl.control(TELL_TRACE, 0, told);
        return told.toString();
    }

    /** Ends the part of a test; returns a sentence for each limit that the test has exceeded. */
    List<String> end(Map<String, String> demands) {
        OmptControl.pause();
        OmptControl.flush();
        List<String> sentences = new ArrayList<>();
        Object worse = call("judge", new Class<?>[] {String.class, long.class, Map.class}, path, beginNanos, demands);
        for (Object each : (List<?>) worse) {
            sentences.add((String) each);
        }
        return sentences;
    }

    private static Object call(String method, Class<?>[] parameters, Object... arguments) {
        try {
            Class<?> start = Class.forName(START, true, ClassLoader.getSystemClassLoader());
            Class<?> judge = (Class<?>) start.getMethod("judge").invoke(null);
            Method found = judge.getMethod(method, parameters);
            return found.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IllegalArgumentException) {
                throw new ExtensionConfigurationException("@Observed: " + cause.getMessage(), cause);
            }
            throw new IllegalStateException("the trace of the test cannot be read: " + cause, cause);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(OTHER_VERSION + e, e);
        }
    }
}
