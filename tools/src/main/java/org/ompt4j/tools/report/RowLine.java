package org.ompt4j.tools.report;

import java.util.List;
import java.util.Locale;
import org.ompt4j.tools.text.Units;

/**
 * A line under a row of a table for people.
 *
 * @param text kept whole
 * @param name follows the text, shortened to the rest of the line; empty if there is none
 */
public record RowLine(String text, String name) {
    private static final int MOST_CALLERS = 4;

    /** A text that belongs to a row, broken into as many lines as it needs. */
    public RowLine(String text) {
        this(text, "");
    }

    /**
     * The callers of the code that waited for a part of a row's time.
     *
     * @param callers the innermost first
     * @param share the part's share of the row's time, from 0 to 1
     */
    static RowLine calledBy(List<String> callers, double share) {
        return new RowLine(String.format(Locale.ROOT, "%7s called by ", Units.percent(share)), list(callers));
    }

    /** The innermost callers, and the number of the others. */
    static String list(List<String> callers) {
        int more = callers.size() - MOST_CALLERS;
        return String.join(", ", callers.subList(0, Math.min(MOST_CALLERS, callers.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
