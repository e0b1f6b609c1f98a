package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Lists;

/** A list of globs over class names, possibly empty. */
final class GlobList implements ValueType {

    @Override
    public String describe() {
        return "list of class name globs";
    }

    @Override
    public @Nullable String problem(String text) {
        for (String glob : Lists.split(text)) {
            String problem = Globs.problem(glob);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }
}
