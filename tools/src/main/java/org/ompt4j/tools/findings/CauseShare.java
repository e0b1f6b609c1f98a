package org.ompt4j.tools.findings;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ompt4j.tools.blame.Cause;

/** A part of the time that threads waited, and its cause. */
public record CauseShare(Cause cause, long nanos) {

    /** The parts, the largest first. */
    static List<CauseShare> of(Map<Cause, Long> causes) {
        return causes.entrySet().stream()
                .map(each -> new CauseShare(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing((CauseShare each) -> -each.nanos)
                        .thenComparing(each -> each.cause.kind())
                        .thenComparing(each -> each.cause.body())
                        .thenComparing(each -> each.cause.madeAt())
                        .thenComparing(each -> each.cause.at()))
                .toList();
    }

    /** The call site of the cause, or else the one that made the task which was the cause; 0 if neither is known. */
    int callSite() {
        return cause.at() != 0 ? cause.at() : cause.madeAt();
    }
}
