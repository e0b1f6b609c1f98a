package org.ompt4j.tools.profile;

import java.util.List;

/**
 * One sample of a thread.
 *
 * @param timeNanos nanoseconds since the begin of the trace
 * @param threadId the id of the thread in the trace; 0 for a thread that the trace does not have
 * @param frames names of methods with their classes, the innermost first; empty if the stack could not be walked
 * @param isCutOff whether the outermost frames are missing because the stack was too deep
 * @param isNative whether the thread was in native code, and the sampler did not look whether it ran there or was blocked
 * @param processorNanos the processor time that the sample stands for, in nanoseconds; 0 if it stands for something else
 */
public record Sample(
        long timeNanos, long threadId, List<String> frames, boolean isCutOff, boolean isNative, long processorNanos) {

    /** Creates a sample with a complete stack. */
    public Sample(long timeNanos, long threadId, List<String> frames, long processorNanos) {
        this(timeNanos, threadId, frames, false, false, processorNanos);
    }

    /** Creates a sample that stands for no processor time. */
    public Sample(long timeNanos, long threadId, List<String> frames) {
        this(timeNanos, threadId, frames, 0);
    }
}
