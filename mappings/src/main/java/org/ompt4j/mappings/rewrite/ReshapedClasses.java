package org.ompt4j.mappings.rewrite;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Classes that were rewritten when they were loaded, and so may have fields and modifiers that their class files do not have.
 *
 * <p>When another agent or a debugger redefines such a class, the same fields and modifiers must be added again, or the JVM refuses the redefinition.
 * They must not be added to a class that was loaded before the agent.
 *
 * <p>Thread safety: any thread.
 */
final class ReshapedClasses {
    private final Set<String> ofTheBootstrapLoader = new HashSet<>();
    private final Map<ClassLoader, Set<String>> ofOthers = new WeakHashMap<>();

    synchronized void add(@Nullable ClassLoader loader, String name) {
        if (loader == null) {
            ofTheBootstrapLoader.add(name);
            return;
        }
        Set<String> names = ofOthers.get(loader);
        if (names == null) {
            names = new HashSet<>();
            ofOthers.put(loader, names);
        }
        names.add(name);
    }

    synchronized boolean contains(@Nullable ClassLoader loader, String name) {
        Set<String> names = loader == null ? ofTheBootstrapLoader : ofOthers.get(loader);
        return names != null && names.contains(name);
    }
}
