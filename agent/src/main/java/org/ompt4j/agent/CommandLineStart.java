package org.ompt4j.agent;

import java.io.IOException;
import org.ompt4j.agent.command.Main;
import org.ompt4j.agent.jar.NestedJarLoader;

/** Where {@code java -jar ompt-agent.jar} begins: goes on in {@link Main}, with the libraries of the command line. */
public final class CommandLineStart {

    private CommandLineStart() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        ClassLoader loader = NestedJarLoader.forCommandLine();
        Thread.currentThread().setContextClassLoader(loader);
        Class.forName(Main.class.getName(), true, loader)
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }
}
