package org.ompt4j.tools.read;

import java.util.Map;

/**
 * What a trace does not contain.
 *
 * @param droppedEvents events that were not recorded because of the size limit, a full disk or the ring; once recording has stopped for
 *     good, they are counted for a moment only
 * @param failures what failed inside the agent while the application ran, text to count
 * @param finished whether the runtime was finalized; false after a kill
 * @param truncatedBytes bytes at the end of the file that could not be read
 * @param missingBytes by how much the file is shorter than its writer says that it made it
 * @param damagedBytes bytes elsewhere in the file that hold what no agent writes, as far as the events were read; what they held is left
 *     out
 * @param endReason why recording stopped before the end of the run, or the empty string
 * @param durationNanos from time 0 to the end of recording: the finalization, or the last event if there was none or recording had stopped
 *     before, for want of room
 * @param unrecordedNanos how long the run went on after that, in nanoseconds; 0 if it did not, or that is not known
 * @param missingUntilNanos until when earlier events of any thread are missing, since a ring has overwritten them, in nanoseconds since time 0; 0 if
 *     none are
 */
public record TraceLosses(
        long droppedEvents,
        Map<String, Long> failures,
        boolean finished,
        long truncatedBytes,
        long missingBytes,
        long damagedBytes,
        String endReason,
        long durationNanos,
        long unrecordedNanos,
        long missingUntilNanos) {

    /** Whether everything that happened during the recording is in the trace. */
    public boolean isWhole() {
        return droppedEvents == 0 && !isCut() && damagedBytes == 0 && endReason.isEmpty();
    }

    /** Whether the end of the file is missing. */
    public boolean isCut() {
        return missingBytes + truncatedBytes > 0;
    }

    /** These losses with another number of damaged bytes. */
    TraceLosses withDamage(long bytes) {
        return new TraceLosses(
                droppedEvents,
                failures,
                finished,
                truncatedBytes,
                missingBytes,
                bytes,
                endReason,
                durationNanos,
                unrecordedNanos,
                missingUntilNanos);
    }

    /** These losses for a recording that ended at this time. */
    TraceLosses endingAt(long nanos) {
        return new TraceLosses(
                droppedEvents,
                failures,
                finished,
                truncatedBytes,
                missingBytes,
                damagedBytes,
                endReason,
                nanos,
                unrecordedNanos,
                missingUntilNanos);
    }
}
