package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;

/** The errors in settings: the first few lines, and the number of further ones. */
final class Problems {
    private static final int MOST_LINES = 10;

    private final List<String> lines = new ArrayList<>();
    private int more;

    void add(String line) {
        if (lines.size() < MOST_LINES) {
            lines.add(line);
        } else {
            more++;
        }
    }

    /** A copy, with a last line that counts the omitted lines. */
    List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (more > 0) {
            all.add("and " + more + " more of this kind");
        }
        return all;
    }
}
