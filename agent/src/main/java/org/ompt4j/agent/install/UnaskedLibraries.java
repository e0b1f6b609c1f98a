package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.text.LibraryPools;

/**
 * Libraries with thread pools of their own for which the agent has definitions that the user has not selected.
 *
 * <p>Thread safety: not thread-safe; the objects that it reads may be used by other threads.
 */
final class UnaskedLibraries {
    /** The name of each library in {@code define}, with a class of its pools. */
    static final String[][] POOLS = {
        {"netty", "io.netty.util.concurrent.SingleThreadEventExecutor"},
        {"tomcat", "org.apache.tomcat.util.threads.ThreadPoolExecutor"},
        {"jetty", "org.eclipse.jetty.util.thread.QueuedThreadPool"},
        {"coroutines", "kotlinx.coroutines.scheduling.CoroutineScheduler"},
    };

    private UnaskedLibraries() {}

    /**
     * A sentence for each library whose pool class is loaded.
     *
     * @param definitions of the run
     */
    static List<String> among(Class<?>[] loaded, List<RunSettings.Definition> definitions) {
        List<String> sentences = new ArrayList<>();
        for (String[] library : POOLS) {
            if (isLoaded(library[1], loaded) && !isDefined(library[1], definitions)) {
                sentences.add(LibraryPools.notObserved(library[0]));
            }
        }
        return sentences;
    }

    private static boolean isLoaded(String name, Class<?>[] loaded) {
        for (Class<?> each : loaded) {
            // Earlier versions of Tomcat's pool extend that of the JDK, and are observed as such.
            if (each.getClassLoader() != null
                    && each.getName().equals(name)
                    && !ThreadPoolExecutor.class.isAssignableFrom(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDefined(String name, List<RunSettings.Definition> definitions) {
        for (RunSettings.Definition each : definitions) {
            if (each.methods().startsWith(name)) {
                return true;
            }
        }
        return false;
    }
}
