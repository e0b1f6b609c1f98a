package org.ompt4j.text;

import java.util.List;

/**
 * Which names a list chooses: {@code all} stands for every name, a minus sign takes a name out again, and a list that begins with a minus sign
 * takes out of all. Later elements win over earlier ones; the empty list chooses nothing.
 *
 * <p>Thread safety: immutable.
 */
public final class NameSelection {
    /** Every name. */
    public static final String ALL = "all";

    private final List<String> elements;

    public NameSelection(String text) {
        this.elements = Lists.split(text);
    }

    /** Whether the name is chosen; case counts. */
    public boolean contains(String name) {
        boolean chosen = !elements.isEmpty() && isExclusion(elements.get(0));
        for (String element : elements) {
            String each = nameOf(element);
            if (each.equals(ALL) || each.equals(name)) {
                chosen = !isExclusion(element);
            }
        }
        return chosen;
    }

    /** Whether the list names it and does not take it out again: {@code all} does not stand for it. */
    public boolean names(String name) {
        boolean named = false;
        for (String element : elements) {
            String each = nameOf(element);
            if (each.equals(name)) {
                named = !isExclusion(element);
            } else if (each.equals(ALL) && isExclusion(element)) {
                named = false;
            }
        }
        return named;
    }

    /** The name in an element of such a list, without the minus sign. */
    public static String nameOf(String element) {
        return isExclusion(element) ? element.substring(1).strip() : element;
    }

    private static boolean isExclusion(String element) {
        return element.charAt(0) == '-';
    }
}
