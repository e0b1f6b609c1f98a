package org.ompt4j.tools.path;

import java.util.List;

/**
 * The total time of a part.
 *
 * @param nanos at least 1
 */
public record PartTime(Part part, long nanos) {

    /** Where these parts were, each call site once; only those that are known. */
    public static List<Integer> callSites(List<PartTime> parts) {
        return parts.stream()
                .map(each -> each.part.codeptrRa())
                .filter(each -> each > 0)
                .distinct()
                .toList();
    }
}
