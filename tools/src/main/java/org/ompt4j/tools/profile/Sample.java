package org.ompt4j.tools.profile;

import java.util.List;

/**
 * One sample of a thread.
 *
 * @param timeNanos in the trace
 * @param threadId of the trace; 0 for a thread that the trace does not have
 * @param frames names of methods with their classes, the innermost first; none if the stack could not be walked
 * @param isCutOff whether the outermost frames are missing, of a stack that is deeper than what is kept of one
 * @param processorNanos the time on a processor that it stands for; 0 for a sample of something else
 */
public record Sample(long timeNanos, long threadId, List<String> frames, boolean isCutOff, long processorNanos) {

    /** One with a whole stack. */
    public Sample(long timeNanos, long threadId, List<String> frames, long processorNanos) {
        this(timeNanos, threadId, frames, false, processorNanos);
    }

    /** One that stands for no processor time. */
    public Sample(long timeNanos, long threadId, List<String> frames) {
        this(timeNanos, threadId, frames, 0);
    }
}
