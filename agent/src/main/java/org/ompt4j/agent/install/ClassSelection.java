package org.ompt4j.agent.install;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.emitter.ObservedClasses;
import org.ompt4j.mappings.rewrite.Glob;
import org.ompt4j.mappings.rewrite.OmptTransformer;
import org.ompt4j.ompt.RunSettings;

/** The application classes that {@code include} and {@code exclude} select. Thread safety: any thread. */
public final class ClassSelection implements OmptTransformer.ClassFilter, ObservedClasses.Filter {

    private final List<String> include;
    private final Glob[] included;
    private final Glob[] excluded;
    private volatile boolean matched;

    public ClassSelection(RunSettings settings) {
        include = settings.include();
        included = globs(include);
        excluded = globs(settings.exclude());
    }

    private static Glob[] globs(List<String> elements) {
        Glob[] globs = new Glob[elements.size()];
        for (int i = 0; i < globs.length; i++) {
            globs[i] = new Glob(elements.get(i));
        }
        return globs;
    }

    @Override
    public boolean includes(String name) {
        return isNamed(name) && !matchesAny(excluded, name);
    }

    private boolean isNamed(String name) {
        if (included.length == 0) {
            return true;
        }
        boolean named = matchesAny(included, name);
        if (named && !matched) {
            matched = true;
        }
        return named;
    }

    /** Whether every class is observed. */
    boolean areAll() {
        return included.length == 0 && excluded.length == 0;
    }

    /** The setting {@code include} if no class has matched it so far, null otherwise. */
    @Nullable
    String unmatchedInclude() {
        return included.length == 0 || matched ? null : ConfigKey.INCLUDE.key() + "=" + String.join(",", include);
    }

    @Override
    public boolean excludes(String name) {
        return matchesAny(excluded, name);
    }

    private static boolean matchesAny(Glob[] globs, String name) {
        for (Glob each : globs) {
            if (each.matches(name)) {
                return true;
            }
        }
        return false;
    }
}
