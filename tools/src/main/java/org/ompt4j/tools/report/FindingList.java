package org.ompt4j.tools.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is wrong with the run.
 *
 * @param all the findings, the worst first
 * @param limits what could not be looked for, one sentence each
 * @param remarks remarks on the findings and on the run, one sentence each
 * @param isWhole whether no events are missing; missing events could hide findings
 */
public record FindingList(List<FindingEntry<?>> all, List<String> limits, List<String> remarks, boolean isWhole) {
    /** The text behind "Nothing stands out" if events are missing. */
    public static final String MISSING = " in what there is, events are missing";

    /** The begin of the sentence that says what most of the run consists of; the share follows it. */
    static final String MOST_OF_THE_RUN = "Most of the run's length";

    private static final Pattern SHARE_OF_THE_RUN = Pattern.compile("^(" + MOST_OF_THE_RUN + "), [^,]*,");

    /** A note on one run, without the share of the run in it, so that equal notes on several runs can be merged. */
    public static String withoutShare(String note) {
        return SHARE_OF_THE_RUN.matcher(note).replaceFirst("$1");
    }

    /** The sentence for a report without findings. */
    public static String nothing(boolean isWhole) {
        return "Nothing stands out" + (isWhole ? "." : MISSING + ".");
    }

    /** What is said of a table without rows. */
    static String none(boolean isWhole) {
        return "none" + (isWhole ? "" : MISSING);
    }

    /** This list with more remarks. */
    FindingList and(List<String> moreRemarks) {
        return new FindingList(
                all,
                limits,
                Stream.concat(remarks.stream(), moreRemarks.stream()).toList(),
                isWhole);
    }

    /** The notes behind the findings: limits, then remarks. */
    public List<String> notes() {
        return Stream.concat(limits.stream(), remarks.stream()).toList();
    }

    /**
     * A finding in words.
     *
     * @param details sentences that belong to the first one
     */
    public record Words(String sentence, List<String> details) {}
}
