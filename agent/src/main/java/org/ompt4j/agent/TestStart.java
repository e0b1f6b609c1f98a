package org.ompt4j.agent;

import java.io.IOException;
import org.ompt4j.agent.jar.NestedJarLoader;

/**
 * The entry point for {@code ompt-junit} in an observed JVM. {@code ompt-junit} calls this class, and the class that it returns, by reflection.
 *
 * <p>Thread safety: any thread.
 */
public final class TestStart {

    /** By name, since the class is not in the agent jar itself, so that the loader of this class does not find it. */
    private static final String JUDGE = "org.ompt4j.tools.report.TestedPart";

    private TestStart() {}

    /* Loaded when the first test is judged. */
    private static final class Judge {
        static final Class<?> CLASS = load();

        private static Class<?> load() {
            try {
                return Class.forName(JUDGE, true, NestedJarLoader.forCommandLine());
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException("the agent jar cannot be read: " + e, e);
            }
        }
    }

    /** {@code TestedPart} of {@code tools.report}, with the libraries that it needs. */
    public static Class<?> judge() {
        return Judge.CLASS;
    }
}
