package org.ompt4j.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.text.Units;

/**
 * A line under a row of a table for people.
 *
 * @param text kept whole
 * @param name follows the text, shortened to the rest of the line; empty if there is none
 * @param names what follows instead if the name does not fit, in as many lines as it needs; empty if the name is shortened
 */
public record RowLine(String text, String name, String names) {
    private static final Pattern ORIGIN = Pattern.compile("^(?:[\\p{Lower}\\d_]+\\.){1,2}");
    private static final int MOST_CALLERS = 4;

    /** A text that belongs to a row, broken into as many lines as it needs. */
    public RowLine(String text) {
        this(text, "");
    }

    /** A text and one name, which is shortened if it does not fit. */
    public RowLine(String text, String name) {
        this(text, name, "");
    }

    /**
     * The callers of the code that waited for a part of a row's time.
     *
     * @param callers the innermost first
     * @param share the part's share of the row's time, from 0 to 1
     */
    static RowLine calledBy(List<String> callers, double share) {
        String text = String.format(Locale.ROOT, "%7s called by ", Units.percent(share));
        return new RowLine(text, list(callers), list(callers, Names::withoutPackages));
    }

    /** Callers as {@link #list(List, UnaryOperator)}, with their packages. */
    static String list(List<String> callers) {
        return list(callers, UnaryOperator.identity());
    }

    /**
     * A few callers, and the number of the others: the innermost one, then those that begin the code of another library or of the program, since few
     * frames of a library say as much as the code that had called it; if there are fewer of them, the next innermost ones.
     *
     * @param said what is said of a caller
     */
    static String list(List<String> callers, UnaryOperator<String> said) {
        Set<Integer> shown = new TreeSet<>();
        String before = "";
        for (int i = 0; i < callers.size() && shown.size() < MOST_CALLERS; i++) {
            String origin = origin(callers.get(i));
            if (i == 0 || !origin.isEmpty() && !origin.equals(before)) {
                shown.add(i);
            }
            before = origin.isEmpty() ? before : origin;
        }
        for (int i = 0; i < callers.size() && shown.size() < MOST_CALLERS; i++) {
            shown.add(i);
        }
        int more = callers.size() - shown.size();
        return shown.stream().map(callers::get).map(said).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The first names of the package, by which libraries are told apart; empty for the JDK, and for what is no method. */
    private static String origin(String caller) {
        if (!ClassOrigin.isOfProgram(caller) || caller.startsWith("<")) {
            return "";
        }
        Matcher matcher = ORIGIN.matcher(caller);
        return matcher.find() ? matcher.group() : caller;
    }
}
