package org.ompt4j.agent;

import java.io.Closeable;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.BiFunction;
import org.ompt4j.agent.control.AttachRequest;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.control.TopRequest;
import org.ompt4j.agent.start.AgentMain;
import org.ompt4j.text.OneLine;

/**
 * The agent class: the JVM calls its {@code premain} and {@code agentmain}. Only this class is compiled to old bytecode, so that on a JVM that is
 * too old for the rest of the agent, one line is printed and the application runs.
 */
public final class OmptAgent {

    private static final int OLDEST_JAVA = 17;

    /**
     * The agent while it is in this JVM: carries out a request of another process and returns whether the agent stays. Its type is one of the JDK,
     * since the attached agent comes from a class loader whose types this class does not see. Set by the thread that starts the program or by the
     * JVM's thread for requests; read by the latter.
     */
    private static volatile BiFunction<String, Instrumentation, Boolean> agent;

    private OmptAgent() {}

    /** Called before {@code main}. Never throws, since an exception of {@code premain} would end the JVM: whatever fails, the program runs. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            if (agent != null) {
                System.err.println(OneLine.PREFIX
                        + "the agent was given more than once; only the first one runs, and the settings of this one"
                        + " are left out");
            } else if (isJavaNewEnough(System.getProperty("java.specification.version"))) {
                agent = AgentMain.start(arguments, instrumentation);
            }
        } catch (Throwable failure) {
            sayThat("cannot start on this JVM", failure);
        }
    }

    /** Called for each request of another process: to attach, to detach, or with a command for the agent in this JVM. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        try {
            carryOut(arguments, instrumentation);
        } catch (Throwable failure) {
            sayThat("cannot carry out a request of another process", failure);
        }
    }

    private static void carryOut(String arguments, Instrumentation instrumentation) throws Exception {
        if (!isJavaNewEnough(System.getProperty("java.specification.version"))) {
            return;
        }
        String request = arguments == null ? "" : arguments;
        boolean needsAgent = request.startsWith(ControlRequest.PREFIX)
                || request.startsWith(TopRequest.PREFIX)
                || request.startsWith(AttachRequest.DETACH);
        if (agent == null && !needsAgent) {
            agent = newAgent();
        }
        if (agent != null && !agent.apply(request, instrumentation)) {
            ((Closeable) agent.getClass().getClassLoader()).close();
            agent = null;
        }
    }

    /**
     * An attached agent has a class loader of its own, so that all of its classes but this one can be unloaded. It does not delegate to the system
     * loader, which also has the jar from now on.
     */
    @SuppressWarnings("unchecked")
    private static BiFunction<String, Instrumentation, Boolean> newAgent() throws Exception {
        URL jar = OmptAgent.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
        ClassLoader loader = new URLClassLoader(new URL[] {jar}, platform);
        Class<?> type = loader.loadClass("org.ompt4j.agent.attach.AttachedAgent");
        return (BiFunction<String, Instrumentation, Boolean>)
                type.getConstructor().newInstance();
    }

    /** Prints one line; does nothing if that fails too. */
    private static void sayThat(String whatFailed, Throwable failure) {
        try {
            System.err.println(
                    OneLine.PREFIX + whatFailed + " (" + describe(failure) + "); the program runs on unobserved");
        } catch (Throwable alsoFailed) {
            // An exhausted heap or stack, or a standard error stream that throws.
            return;
        }
    }

    /** Only the class of the exception if its message cannot be read, or if the class that escapes the message cannot be loaded. */
    private static String describe(Throwable failure) {
        try {
            return OneLine.of(failure);
        } catch (Throwable alsoFailed) {
            return failure.getClass().getName();
        }
    }

    static boolean isJavaNewEnough(String specificationVersion) {
        if (feature(specificationVersion) >= OLDEST_JAVA) {
            return true;
        }
        System.err.println(OneLine.PREFIX + "Java " + specificationVersion + " is too old, Java " + OLDEST_JAVA
                + " or later is needed; the program runs on unobserved");
        return false;
    }

    /** 8 for {@code 1.8}, 17 for {@code 17}; 0 if the text is no version. */
    private static int feature(String specificationVersion) {
        String text = specificationVersion.startsWith("1.") ? specificationVersion.substring(2) : specificationVersion;
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
