package org.ompt4j.tools.report;

import java.util.List;

/**
 * A configuration with which the next trace of a program lacks what this one has most of.
 *
 * @param lines of the properties file; without a setting if nothing could be left out
 * @param events how many of this trace's events it leaves out
 * @param bytes what these take
 * @param share of what all events take, 0 to 1
 * @param left what of this trace's events is left
 */
public record Filter(List<String> lines, long events, long bytes, double share, long left) {
    /** Whether there is nothing that it leaves out. */
    public boolean isEmpty() {
        return events == 0;
    }
}
