package org.ompt4j.agent;

import java.io.IOException;
import org.ompt4j.agent.jar.NestedJarLoader;

/** Where {@code java -jar ompt-agent.jar} begins: goes on in class {@code Main} of the commands, with their libraries. */
public final class CommandLineStart {

    /** By name: the class that the loader of this one would find does not lie in the agent jar itself. */
    private static final String MAIN = "org.ompt4j.agent.command.Main";

    private CommandLineStart() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        ClassLoader loader = NestedJarLoader.forCommandLine();
        Thread.currentThread().setContextClassLoader(loader);
        Class.forName(MAIN, true, loader).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
}
