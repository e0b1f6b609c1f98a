package org.ompt4j.agent;

import java.io.IOException;
import org.ompt4j.agent.jar.NestedJarLoader;

/** The main class of {@code java -jar ompt-agent.jar}: calls class {@code Main} of the commands, with their libraries. */
public final class CommandLineStart {

    /** By name, since the class is not in the agent jar itself, so that the loader of this class does not find it. */
    private static final String MAIN = "org.ompt4j.agent.command.Main";

    private CommandLineStart() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        ClassLoader loader = NestedJarLoader.forCommandLine();
        Thread.currentThread().setContextClassLoader(loader);
        Class.forName(MAIN, true, loader).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
}
