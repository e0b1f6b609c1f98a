package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.path.Part;
import org.ompt4j.tools.path.PartTime;
import org.ompt4j.tools.text.Units;

/**
 * What a part of a run's time was spent on, in words.
 *
 * @param what the words before the code
 * @param code null if it is not known, or if there is none
 * @param nanos the length of the part in nanoseconds, in all
 */
record PathRow(String what, @Nullable String code, long nanos) {

    private static final String TIMED_OUT = "timed out: ";

    /** One row for all parts that have the same words; the longest first. */
    static List<PathRow> of(List<PartTime> parts, Names names) {
        Map<PathRow, Long> sums = new LinkedHashMap<>();
        for (PartTime each : parts) {
            String code = code(each.part(), names);
            String what = code == null ? what(each.part()) : whatIn(each.part());
            sums.merge(new PathRow(what, code, 0), each.nanos(), Long::sum);
        }
        List<PathRow> rows = new ArrayList<>();
        sums.forEach((row, nanos) -> rows.add(new PathRow(row.what, row.code, nanos)));
        rows.sort(Comparator.comparingLong((PathRow each) -> -each.nanos)
                .thenComparing(each -> each.what)
                .thenComparing(PathRow::codeOrNone));
        return rows;
    }

    static long sum(List<PartTime> parts) {
        return parts.stream().mapToLong(PartTime::nanos).sum();
    }

    /** The words, without the packages of the code. */
    String asPartOfSentence() {
        String sentence = what + (code == null ? "" : " " + Names.withoutPackages(code));
        return sentence.startsWith(TIMED_OUT) ? "waits that " + sentence : sentence;
    }

    String codeOrNone() {
        return code == null ? Units.NONE : code;
    }

    private static String what(Part part) {
        String state = Names.state(part.state());
        return switch (part.kind()) {
            case WORK_IN, WORK_BEFORE, WORK_AFTER, WORK_UP_TO, OUTSIDE -> state;
            case TIMED_OUT -> TIMED_OUT + state;
            case INTERRUPTED -> "interrupted: " + state;
            case UNKNOWN_END -> part.state() == State.UNKNOWN ? "unknown" : "unknown: " + state;
            case WAKE_UP -> "after " + state;
            case START -> "start of a task";
            case BEFORE -> "before all events";
            case UNKNOWN_BEGIN -> "unknown: before first event";
            case AFTER -> "after the last work";
        };
    }

    /** What the part is, with the preposition before the code. */
    private static String whatIn(Part part) {
        return switch (part.kind()) {
            case WORK_IN -> what(part) + " in";
            case OUTSIDE -> what(part) + (part.codeptrRa() == 0 ? " in" : " at");
            case WORK_BEFORE -> what(part) + " before";
            case WORK_AFTER -> what(part) + " after";
            case WORK_UP_TO -> what(part) + " up to the hand-over at";
            case START -> "start of";
            default -> what(part) + " at";
        };
    }

    private static @Nullable String code(Part part, Names names) {
        if (part.codeptrRa() == Part.END_OF_THREAD) {
            return "the end of its thread";
        }
        return part.body() == 0 && part.codeptrRa() == 0 ? null : names.code(part.body(), part.codeptrRa());
    }
}
