package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of known names, or {@code all}. A minus sign takes a name out again; a list that only takes out starts from all.
 */
public final class NameList implements ValueType {

    private static final String ALL = "all";

    private final String what;
    private final String[] names;

    NameList(String what, String[] names) {
        this.what = what;
        this.names = names;
    }

    @Override
    public String describe() {
        return "list of " + what + " names, all";
    }

    @Override
    public @Nullable String problem(String text) {
        List<String> elements = Lists.split(text);
        if (elements.isEmpty()) {
            return "names no " + what + "; use \"" + ALL + "\" or some of " + String.join(", ", names);
        }
        for (String element : elements) {
            String name = isExclusion(element) ? element.substring(1).trim() : element;
            if (!name.equals(ALL) && !isKnown(name)) {
                return "\"" + name + "\" is no " + what + "; the nearest is \"" + Nearest.of(name, names) + "\"";
            }
        }
        return null;
    }

    /** The names that a valid list selects, in the order of the table. */
    public List<String> select(String text) {
        List<String> elements = Lists.split(text);
        boolean[] selected = new boolean[names.length];
        set(selected, ALL, !elements.isEmpty() && isExclusion(elements.get(0)));
        for (String element : elements) {
            boolean exclusion = isExclusion(element);
            set(selected, exclusion ? element.substring(1).trim() : element, !exclusion);
        }
        List<String> result = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            if (selected[i]) {
                result.add(names[i]);
            }
        }
        return result;
    }

    private void set(boolean[] selected, String name, boolean value) {
        for (int i = 0; i < names.length; i++) {
            if (name.equals(ALL) || name.equals(names[i])) {
                selected[i] = value;
            }
        }
    }

    private boolean isKnown(String name) {
        for (String each : names) {
            if (each.equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isExclusion(String element) {
        return element.charAt(0) == '-';
    }
}
