package org.ompt4j.tools.report;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;

/**
 * What a report is about.
 *
 * @param samples those that were taken besides; null if the run was to take none
 * @param name what the trace is called, such as its file
 */
public record TracedRun(Trace trace, @Nullable Samples samples, String name) {
    /** Whether the trace has samples of states alone, and no events. */
    boolean isSampled() {
        return trace.header().tool().equals("sample");
    }
}
