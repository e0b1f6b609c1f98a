package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Classes of the JDK that the JVM has loaded and did not show to be rewritten: it shows none that is loaded for the first time on a thread which is in
 * the middle of rewriting another one.
 *
 * <p>Thread safety: none of its own; what it reads may be used by any thread.
 */
final class UnshownClasses {
    private static final String SENTENCE = " is not observed: it was loaded while another class was rewritten";

    private UnshownClasses() {}

    /**
     * A sentence for each of those that are loaded.
     *
     * @param unshown names of the classes that were to be rewritten and were not shown
     */
    static List<String> among(Class<?>[] loaded, Set<String> unshown) {
        List<String> sentences = new ArrayList<>();
        for (Class<?> each : loaded) {
            // Our own classes are in no named module.
            if (each.getClassLoader() == null && each.getModule().isNamed() && unshown.contains(each.getName())) {
                sentences.add(each.getName() + SENTENCE);
            }
        }
        return sentences;
    }
}
