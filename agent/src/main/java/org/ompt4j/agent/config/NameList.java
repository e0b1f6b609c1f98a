package org.ompt4j.agent.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Lists;
import org.ompt4j.text.NameSelection;

/** A list of known names that chooses some of them, see {@link NameSelection}. */
final class NameList implements ValueType {

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
            return "names no " + what + "; use \"" + NameSelection.ALL + "\" or some of " + String.join(", ", names);
        }
        for (String element : elements) {
            String name = NameSelection.nameOf(element);
            if (!name.equals(NameSelection.ALL) && !isKnown(name)) {
                return "\"" + name + "\" is no " + what
                        + Nearest.hint(name, names, "known are " + String.join(", ", names));
            }
        }
        if (selectsNone(text)) {
            return "\"" + text + "\" leaves no " + what + "; use \"" + NameSelection.ALL + "\" or name those to keep";
        }
        return null;
    }

    private boolean selectsNone(String text) {
        NameSelection selection = new NameSelection(text);
        for (String name : names) {
            if (selection.contains(name)) {
                return false;
            }
        }
        return true;
    }

    private boolean isKnown(String name) {
        for (String each : names) {
            if (each.equals(name)) {
                return true;
            }
        }
        return false;
    }
}
