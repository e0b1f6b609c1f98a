package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Classes of the JDK that the JVM has loaded without passing them to the agent for rewriting: it passes no class that is first loaded on a thread
 * that is just rewriting another class.
 *
 * <p>Thread safety: not thread-safe; the objects that it reads may be used by other threads.
 */
final class UnshownClasses {
    private static final String SENTENCE = " is not observed: it was loaded while another class was rewritten";

    private UnshownClasses() {}

    /**
     * A sentence for each of the classes that is loaded.
     *
     * @param unshown names of the classes that should be rewritten and were not passed to the agent
     */
    static List<String> among(Class<?>[] loaded, Set<String> unshown) {
        List<String> sentences = new ArrayList<>();
        for (Class<?> each : loaded) {
            // The agent's own classes are in no named module.
            if (each.getClassLoader() == null && each.getModule().isNamed() && unshown.contains(each.getName())) {
                sentences.add(each.getName() + SENTENCE);
            }
        }
        return sentences;
    }
}
