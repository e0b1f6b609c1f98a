package org.ompt4j.agent.config;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The versions of OpenMP that tools can be told, oldest first. */
public enum OmpVersion {
    V5_1("5.1", 202011),
    V5_2("5.2", 202111),
    V6_0("6.0", 202411);

    private final String text;
    private final int number;

    OmpVersion(String text, int number) {
        this.text = text;
        this.number = number;
    }

    /** The version whose name this is. */
    public static OmpVersion of(String text) {
        return Arrays.stream(values())
                .filter(each -> each.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text));
    }

    /** The value of {@code _OPENMP} for it. */
    public int number() {
        return number;
    }

    static String[] texts() {
        return Arrays.stream(values()).map(each -> each.text).toArray(String[]::new);
    }

    /** Each one with its number, as the meaning of the setting says it. */
    static String described() {
        return Arrays.stream(values())
                .map(each -> each.text + " as " + each.number)
                .collect(Collectors.joining(", "));
    }
}
