package org.ompt4j.agent.install;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.mappings.rewrite.Glob;
import org.ompt4j.mappings.rewrite.OmptTransformer;
import org.ompt4j.ompt.RunSettings;

/** The application classes that {@code include} and {@code exclude} leave to observe. Thread safety: any thread. */
public final class ClassSelection implements OmptTransformer.ClassFilter, JvmMonitors.Selection {

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
    public boolean includes(String internalName) {
        return isNamed(internalName) && !matchesAny(excluded, internalName);
    }

    private boolean isNamed(String internalName) {
        if (included.length == 0) {
            return true;
        }
        boolean named = matchesAny(included, internalName);
        if (named && !matched) {
            matched = true;
        }
        return named;
    }

    /** The setting {@code include} if no class has matched it so far, null otherwise. */
    @Nullable
    String unmatchedInclude() {
        return included.length == 0 || matched ? null : ConfigKey.INCLUDE.key() + "=" + String.join(",", include);
    }

    @Override
    public boolean excludes(String internalName) {
        return matchesAny(excluded, internalName);
    }

    private static boolean matchesAny(Glob[] globs, String internalName) {
        for (Glob each : globs) {
            if (each.matches(internalName)) {
                return true;
            }
        }
        return false;
    }
}
