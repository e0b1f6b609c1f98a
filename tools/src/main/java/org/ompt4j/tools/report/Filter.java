package org.ompt4j.tools.report;

import java.util.List;

/**
 * A configuration with which the next trace of a program leaves out the most frequent events of this one.
 *
 * @param lines the lines of the properties file; they have no setting if nothing can be left out
 * @param events how many of this trace's events it leaves out
 * @param bytes the bytes that these events take
 * @param share these events' share of the bytes of all events, from 0 to 1
 * @param left how many of this trace's events remain
 */
public record Filter(List<String> lines, long events, long bytes, double share, long left) {
    /** Whether the filter leaves out no event. */
    public boolean isEmpty() {
        return events == 0;
    }
}
