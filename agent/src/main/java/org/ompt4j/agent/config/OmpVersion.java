package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;

/** The versions of OpenMP that can be reported to tools, oldest first. */
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

    /** The version with this name. */
    public static OmpVersion of(String text) {
        for (OmpVersion each : values()) {
            if (each.text.equals(text)) {
                return each;
            }
        }
        throw new IllegalArgumentException(text);
    }

    /** The value of {@code _OPENMP} for this version. */
    public int number() {
        return number;
    }

    static String[] texts() {
        OmpVersion[] all = values();
        String[] texts = new String[all.length];
        for (int i = 0; i < all.length; i++) {
            texts[i] = all[i].text;
        }
        return texts;
    }

    /** Every version with its number, for the description of the setting. */
    static String described() {
        List<String> each = new ArrayList<>();
        for (OmpVersion version : values()) {
            each.add(version.text + " as " + version.number);
        }
        return String.join(", ", each);
    }
}
