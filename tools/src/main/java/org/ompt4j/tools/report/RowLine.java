package org.ompt4j.tools.report;

import java.util.List;
import java.util.Locale;
import org.ompt4j.tools.text.Units;

/**
 * A line under a row of a table for people.
 *
 * @param text kept whole
 * @param name follows the text, shortened to what is left of the line; empty if there is none
 */
public record RowLine(String text, String name) {
    private static final int MOST_CALLERS = 4;

    /** What belongs to a row, in as many lines as it takes. */
    public RowLine(String text) {
        this(text, "");
    }

    /**
     * By what the code was called that waited for a part of a row's time.
     *
     * @param callers the innermost first
     * @param share of the row's time
     */
    static RowLine calledBy(List<String> callers, double share) {
        return new RowLine(String.format(Locale.ROOT, "%7s called by ", Units.percent(share)), list(callers));
    }

    /** The innermost callers, and how many more there are. */
    static String list(List<String> callers) {
        int more = callers.size() - MOST_CALLERS;
        return String.join(", ", callers.subList(0, Math.min(MOST_CALLERS, callers.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
