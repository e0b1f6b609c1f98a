package org.ompt4j.tools.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is wrong with the run.
 *
 * @param all worst first
 * @param limits what could not be looked for, a sentence each
 * @param remarks what is to be known of what was found, and of the run, a sentence each
 * @param isWhole whether no events are missing in which more could be found
 */
public record FindingList(List<FindingEntry<?>> all, List<String> limits, List<String> remarks, boolean isWhole) {
    /** What is added to it that nothing stands out where events are missing. */
    public static final String MISSING = " in what there is, events are missing";

    /** How a sentence begins on what most of the run is; its share follows. */
    static final String MOST_OF_THE_RUN = "Most of the run's length";

    private static final Pattern SHARE_OF_THE_RUN = Pattern.compile("^(" + MOST_OF_THE_RUN + "), [^,]*,");

    /** What stands behind the findings of one run, as what can be said of several runs: without the share that something had. */
    public static String withoutShare(String note) {
        return SHARE_OF_THE_RUN.matcher(note).replaceFirst("$1");
    }

    /** What is said if there are none. */
    public static String nothing(boolean isWhole) {
        return "Nothing stands out" + (isWhole ? "." : MISSING + ".");
    }

    /** The same with more to be known. */
    FindingList and(List<String> moreRemarks) {
        return new FindingList(
                all,
                limits,
                Stream.concat(remarks.stream(), moreRemarks.stream()).toList(),
                isWhole);
    }

    /** What stands behind the findings. */
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
