package org.ompt4j.agent;

import java.lang.instrument.Instrumentation;

/**
 * Where the JVM enters the agent. This class alone is compiled to old bytecode, so that a JVM that is too old for the rest
 * says so in one line and runs the application.
 */
public final class OmptAgent {

    private static final int OLDEST_JAVA = 17;

    private OmptAgent() {}

    /** Called before {@code main}. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        if (isJavaNewEnough(System.getProperty("java.specification.version"))) {
            AgentMain.start(arguments, instrumentation);
        }
    }

    /** Called when the agent is attached to a running JVM: by the command {@code control}, to one that it runs in already. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        if (arguments != null && arguments.startsWith(ControlRequest.PREFIX)) {
            ControlRequest.receive(arguments.substring(ControlRequest.PREFIX.length()));
            return;
        }
        System.err.println("ompt4j: attaching to a running JVM is not offered in this version; start the program with"
                + " -javaagent:ompt-agent.jar (the program runs on unobserved)");
    }

    static boolean isJavaNewEnough(String specificationVersion) {
        if (feature(specificationVersion) >= OLDEST_JAVA) {
            return true;
        }
        System.err.println("ompt4j: Java " + specificationVersion + " is too old, Java " + OLDEST_JAVA
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
