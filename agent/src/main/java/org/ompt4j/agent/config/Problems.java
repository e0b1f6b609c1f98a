package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with settings: the first few lines, and how many more there are. */
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

    /** A copy, with a last line for what is not in it. */
    List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (more > 0) {
            all.add("and " + more + " more of this kind");
        }
        return all;
    }
}
