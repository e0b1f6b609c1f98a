package org.ompt4j.tools.read;

/**
 * The possible times of a trace's events: from time 0 to the end of the run. Other times are damage.
 *
 * @param latestNanos the latest possible time
 */
record TimeRange(long latestNanos) {
    /** Four and a half years; small enough for the times of many threads to be added up. */
    private static final long LONGEST_RUN_NANOS = 1L << 57;

    /** The tolerance after the end of the run, for events that were in progress at that time. */
    private static final long LATE_NANOS = 1_000_000_000L;

    /** The range for a run whose end is not in the trace. */
    static TimeRange unfinished() {
        return new TimeRange(LONGEST_RUN_NANOS);
    }

    /** The range for a run of this length. */
    static TimeRange finished(long durationNanos) {
        return new TimeRange(durationNanos + LATE_NANOS);
    }

    /** Whether a run can be that long. */
    static boolean isLength(long nanos) {
        return nanos >= 0 && nanos <= LONGEST_RUN_NANOS;
    }

    boolean has(long timeNanos) {
        return timeNanos >= 0 && timeNanos <= latestNanos;
    }

    /** The part of this range up to a time. */
    TimeRange upTo(long timeNanos) {
        return timeNanos < latestNanos ? new TimeRange(timeNanos) : this;
    }
}
