package org.ompt4j.tools.trace;

import java.nio.ByteBuffer;

/**
 * Counts events in the trace file itself, so that no count is lost if the JVM is killed.
 *
 * <p>Thread safety: one thread at a time.
 */
final class Counter {
    private final ByteBuffer bytes;
    private final int position;
    private final long startNanos;

    /** The time of the last but one event that was counted. */
    private long latestBefore;

    /** @param position where the counter's members begin, see {@link RecordLayout} */
    Counter(ByteBuffer bytes, int position, long startNanos) {
        this.bytes = bytes;
        this.position = position;
        this.startNanos = startNanos;
    }

    /** Counts an event. Its duration is 0 if it is not known yet. */
    void add(long timeNanos, long durationNanos) {
        long time = Math.max(0, timeNanos - startNanos);
        long before = bytes.getLong(position + RecordLayout.COUNTER_EVENTS);
        if (before == 0) {
            bytes.putLong(position + RecordLayout.COUNTER_FIRST_TIME, time);
        }
        bytes.putLong(position + RecordLayout.COUNTER_EVENTS, before + 1);
        latestBefore = bytes.getLong(position + RecordLayout.COUNTER_LATEST_TIME);
        bytes.putLong(position + RecordLayout.COUNTER_LATEST_TIME, time);
        tookTime(durationNanos);
    }

    /** Adds the duration of the event that was counted last. */
    void tookTime(long durationNanos) {
        if (durationNanos > 0) {
            long total = bytes.getLong(position + RecordLayout.COUNTER_TOTAL_NANOS);
            bytes.putLong(position + RecordLayout.COUNTER_TOTAL_NANOS, total + durationNanos);
            if (durationNanos > bytes.getLong(position + RecordLayout.COUNTER_MAX_NANOS)) {
                bytes.putLong(position + RecordLayout.COUNTER_MAX_NANOS, durationNanos);
            }
        }
    }

    /** Takes back the event that was counted last and has no duration yet. */
    void takeBack() {
        long before = bytes.getLong(position + RecordLayout.COUNTER_EVENTS);
        bytes.putLong(position + RecordLayout.COUNTER_EVENTS, before - 1);
        bytes.putLong(position + RecordLayout.COUNTER_LATEST_TIME, latestBefore);
    }
}
