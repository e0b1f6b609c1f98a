package org.ompt4j.tools.export;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;

/** What the numbers of stacks count. */
public enum Metric {
    /** Samples: those beside the trace, or those in the trace if it has no events. */
    SAMPLES,
    /** Nanoseconds of threads, from events. */
    TIME;

    /** The default metric of this trace: samples if it has any. */
    public static Metric of(Trace trace, @Nullable Samples beside) {
        boolean hasSamples = isSampled(trace) || beside != null && beside.count() > 0;
        return hasSamples && SAMPLES.isOf(trace, beside) ? SAMPLES : TIME;
    }

    /**
     * Whether this trace has the metric.
     *
     * @param beside the samples beside the trace; null if the run was to take none
     */
    public boolean isOf(Trace trace, @Nullable Samples beside) {
        boolean isSampled = isSampled(trace);
        return this == TIME
                ? !isSampled
                : isSampled || beside != null && beside.problem().isEmpty();
    }

    /** Whether the trace has samples instead of events. */
    static boolean isSampled(Trace trace) {
        return trace.header().tool().equals("sample");
    }

    /** What users call it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
