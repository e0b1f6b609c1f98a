package org.ompt4j.agent;

import java.io.IOException;
import org.ompt4j.agent.jar.NestedJarLoader;

/**
 * Where {@code ompt-junit} begins, in an observed JVM. It finds this class and its method by name, as it does those of what it is answered.
 *
 * <p>Thread safety: any thread.
 */
public final class TestStart {

    /** By name: it does not lie in the agent jar itself, where the loader of this class looks. */
    private static final String JUDGE = "org.ompt4j.tools.report.TestedPart";

    private TestStart() {}

    /* Loaded when the first test is to be judged. */
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
