package org.ompt4j.text;

import java.util.ArrayList;
import java.util.List;

/** Values that are lists: elements between commas or semicolons, with or without brackets around the whole. */
public final class Lists {

    private Lists() {}

    /** The elements without surrounding blanks; empty ones are left out. */
    public static List<String> split(String text) {
        String inner = withoutBrackets(text.trim());
        List<String> elements = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= inner.length(); i++) {
            if (i == inner.length() || isSeparator(inner.charAt(i))) {
                String element = inner.substring(from, i).trim();
                if (!element.isEmpty()) {
                    elements.add(element);
                }
                from = i + 1;
            }
        }
        return elements;
    }

    private static String withoutBrackets(String text) {
        boolean enclosed = text.length() >= 2 && text.charAt(0) == '[' && text.charAt(text.length() - 1) == ']';
        return enclosed ? text.substring(1, text.length() - 1) : text;
    }

    private static boolean isSeparator(char c) {
        return c == ',' || c == ';';
    }
}
