package org.ompt4j.agent;

import java.util.List;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.Glob;
import org.ompt4j.agent.config.Lists;
import org.ompt4j.mappings.rewrite.OmptTransformer;

/** The application classes that {@code include} and {@code exclude} leave to observe. Thread safety: immutable. */
final class ClassSelection implements OmptTransformer.ClassFilter {

    private final Glob[] included;
    private final Glob[] excluded;

    ClassSelection(Configuration configuration) {
        included = globs(configuration.text(ConfigKey.INCLUDE));
        excluded = globs(configuration.text(ConfigKey.EXCLUDE));
    }

    private static Glob[] globs(String text) {
        List<String> elements = Lists.split(text);
        Glob[] globs = new Glob[elements.size()];
        for (int i = 0; i < globs.length; i++) {
            globs[i] = new Glob(elements.get(i));
        }
        return globs;
    }

    @Override
    public boolean includes(String internalName) {
        return (included.length == 0 || matchesAny(included, internalName)) && !matchesAny(excluded, internalName);
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
