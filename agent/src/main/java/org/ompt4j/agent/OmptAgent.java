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
 * Where the JVM enters the agent. This class alone is compiled to old bytecode, so that a JVM that is too old for the rest
 * says so in one line and runs the application.
 */
public final class OmptAgent {

    private static final int OLDEST_JAVA = 17;

    /**
     * The agent while it is in this JVM: carries out a request of another process and answers whether it stays. Of a type of the JDK, since the
     * attached agent comes from a class loader whose types this class does not see. Set by the thread that starts the program or the JVM's thread
     * for requests, read by the latter.
     */
    private static volatile BiFunction<String, Instrumentation, Boolean> agent;

    private OmptAgent() {}

    /** Called before {@code main}. Whatever fails in here, the program runs: what {@code premain} throws would end the JVM. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            if (agent != null) {
                System.err.println(OneLine.PREFIX
                        + "the agent was given more than once; the first one works, this one and its settings"
                        + " are left out");
            } else if (isJavaNewEnough(System.getProperty("java.specification.version"))) {
                agent = AgentMain.start(arguments, instrumentation);
            }
        } catch (Throwable failure) {
            sayThat("cannot start on this JVM", failure);
        }
    }

    /** Called for each request of another process: to attach, to detach, or a command to the agent that is here. */
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
     * The agent that is attached has a class loader of its own, so that all of it but this class can leave again. The system loader, which
     * has the jar too from now on, is not asked.
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

    /** One line, unless that fails too. */
    private static void sayThat(String whatFailed, Throwable failure) {
        try {
            System.err.println(
                    OneLine.PREFIX + whatFailed + " (" + describe(failure) + "); the program runs on unobserved");
        } catch (Throwable alsoFailed) {
            // An exhausted heap or stack, or a standard error stream that throws.
            return;
        }
    }

    /** The class alone where the message cannot be had or the class that makes it fit to be shown cannot be loaded. */
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

    /** 8 for {@code 1.8}, 17 for {@code 17}; 0 for what is no version. */
    private static int feature(String specificationVersion) {
        String text = specificationVersion.startsWith("1.") ? specificationVersion.substring(2) : specificationVersion;
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
