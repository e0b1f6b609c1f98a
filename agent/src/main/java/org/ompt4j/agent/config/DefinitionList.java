package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.DefinedConstruct;
import org.ompt4j.text.Lists;

/**
 * A list of definitions {@code kind:class.method}, where class and method may be globs and the last dot separates them. A lock has a
 * second method glob of the same class after a slash.
 */
final class DefinitionList implements ValueType {

    @Override
    public String describe() {
        return "list of kind:class.method globs";
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

    private static @Nullable String definitionProblem(String definition) {
        int colon = definition.indexOf(':');
        if (colon < 0) {
            return "\"" + definition + "\" says not what it is, such as barrier:com.acme.Gate.await";
        }
        String id = definition.substring(0, colon).strip();
        DefinedConstruct kind = DefinedConstruct.byId(id);
        if (kind == null) {
            String[] ids = ids();
            return "\"" + id + "\" is nothing that can be defined"
                    + Nearest.hint(id, ids, "known are " + String.join(", ", ids));
        }
        return methodProblem(definition.substring(colon + 1).strip(), kind == DefinedConstruct.LOCK);
    }

    private static String[] ids() {
        DefinedConstruct[] kinds = DefinedConstruct.values();
        String[] ids = new String[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            ids[i] = kinds[i].id();
        }
        return ids;
    }

    private static @Nullable String methodProblem(String methods, boolean pair) {
        int slash = methods.indexOf('/');
        if (pair && (slash < 0 || slash == methods.length() - 1)) {
            return "\"" + methods + "\" needs two methods, such as com.acme.Latch.acquire/release";
        }
        if (pair && methods.indexOf('.', slash) >= 0) {
            return "\"" + methods + "\" has a class after the slash; both methods are of one class";
        }
        if (!pair && slash >= 0) {
            return "\"" + methods + "\" has a second method; only locks have two";
        }
        String first = pair ? methods.substring(0, slash) : methods;
        int dot = first.lastIndexOf('.');
        if (dot <= 0 || dot == first.length() - 1) {
            return "\"" + methods + "\" needs class and method, such as com.acme.Gate.await";
        }
        String problem = Globs.problem(first);
        return problem == null && pair ? Globs.problem(methods.substring(slash + 1)) : problem;
    }
}
