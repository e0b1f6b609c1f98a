package org.ompt4j.tools.read;

/**
 * The times that events of a trace can have: from time 0 to the end of the run. What lies outside was written by no agent.
 *
 * @param latestNanos the last of them
 */
record TimeRange(long latestNanos) {
    /** Four and a half years; small enough for the times of many threads to be added up. */
    private static final long LONGEST_RUN_NANOS = 1L << 57;

    /** Nothing begins after the run was finished; what began before may have been written while it was. */
    private static final long LATE_NANOS = 1_000_000_000L;

    /** Of a run whose end is not in its trace. */
    static TimeRange unfinished() {
        return new TimeRange(LONGEST_RUN_NANOS);
    }

    /** Of a run of this length. */
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

    /** The part of it up to this time. */
    TimeRange upTo(long timeNanos) {
        return timeNanos < latestNanos ? new TimeRange(timeNanos) : this;
    }
}
