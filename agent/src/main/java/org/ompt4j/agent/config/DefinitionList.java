package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Lists;

/**
 * A list of method definitions: {@code class.method}, where both may be globs and the last dot separates them. A pair has
 * a second method glob of the same class after a slash.
 */
final class DefinitionList implements ValueType {

    private final boolean pairs;

    DefinitionList(boolean pairs) {
        this.pairs = pairs;
    }

    @Override
    public String describe() {
        return pairs ? "list of class.acquire/release globs" : "list of class.method globs";
    }

    @Override
    public @Nullable String problem(String text) {
        for (String definition : Lists.split(text)) {
            String problem = definitionProblem(definition);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String definitionProblem(String definition) {
        int slash = definition.indexOf('/');
        if (pairs && (slash < 0 || slash == definition.length() - 1)) {
            return "\"" + definition + "\" needs two methods, such as com.acme.Latch.acquire/release";
        }
        if (pairs && definition.indexOf('.', slash) >= 0) {
            return "\"" + definition + "\" has a class after the slash; both methods are of one class";
        }
        if (!pairs && slash >= 0) {
            return "\"" + definition + "\" has a second method; only locks have two";
        }
        String first = pairs ? definition.substring(0, slash) : definition;
        int dot = first.lastIndexOf('.');
        if (dot <= 0 || dot == first.length() - 1) {
            return "\"" + definition + "\" needs class and method, such as com.acme.Gate.await";
        }
        String problem = Globs.problem(first);
        return problem == null && pairs ? Globs.problem(definition.substring(slash + 1)) : problem;
    }
}
