package org.ompt4j.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.ompt4j.control.OmptControl;

/**
 * The trace that the agent of this JVM writes, from the begin of a test on. The agent is found by name, so that this compiles without it.
 *
 * <p>Thread safety: one test at a time.
 *
 * @param path where the trace will be
 * @param beginNanos when the test began, since the trace did
 */
record AgentTrace(String path, long beginNanos) {
    static final String NO_AGENT = "this JVM writes no trace, so that the test cannot be judged: run it with"
            + " -javaagent:ompt-agent.jar=profile=full, in Maven by the argLine of Surefire (docs/testing.md)";

    /** The agent's tools add the time and the trace's name to the {@link StringBuilder} that comes with it. */
    private static final int TELL_TRACE = 100;

    /** The JVM puts the agent's jar on the class path. */
    private static final String START = "org.ompt4j.agent.TestStart";

    /** The agent puts this one where every class sees it. */
    private static final String OBSERVED = "org.ompt4j.emitter.ObservedClasses";

    private static final String OTHER_VERSION =
            "the agent of this JVM is of another version than ompt-junit, or was attached: ";

    /** Whether there is a trace at all. */
    static boolean isWritten() {
        return !told().isEmpty();
    }

    /** Whether the settings of the run leave out what is done in the code of a class. */
    static boolean leavesOut(Class<?> type) {
        try {
            Class<?> observed = Class.forName(OBSERVED, true, null);
            return !(boolean) observed.getMethod("include", String.class).invoke(null, type.getName());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(OTHER_VERSION + e, e);
        }
    }

    /**
     * Whether a test can ask for this.
     *
     * @throws ExtensionConfigurationException with one line if it cannot
     */
    static void check(Map<String, String> demands) {
        call("check", new Class<?>[] {Map.class}, demands);
    }

    /** A test begins: what is recorded from here on is its own. */
    static AgentTrace begin() {
        // The agent finds the part of a test by the pause before it.
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

    /** The test has ended: what it did worse than was asked for, a sentence each. */
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
