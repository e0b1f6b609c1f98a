package org.ompt4j.text;

import java.util.List;

/**
 * The names that a list selects. {@code all} stands for every name, and a minus sign before a name excludes it. A list that begins with an excluded
 * name selects all others. Later elements override earlier ones; the empty list selects nothing.
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

    /** Whether the name is selected; case-sensitive. */
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

    /** Whether the list names it explicitly and does not exclude it; {@code all} does not count. */
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
