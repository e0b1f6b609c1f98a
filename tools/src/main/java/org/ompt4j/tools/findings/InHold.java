package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.blame.WaitPlace;

/**
 * What those that held a mutex did while others waited because of them. What is not known of the time is the rest of it.
 *
 * @param nanos how long that was; once, however many waited
 * @param waits what they were themselves in that is no work, the longest first
 * @param workedNanos how long they worked
 * @param isSampled whether samples were taken in this run
 * @param code in what code they were when they were sampled at work, most samples first
 */
public record InHold(long nanos, List<Wait> waits, long workedNanos, boolean isSampled, List<Code> code) {

    /**
     * A part of the time that is no work.
     *
     * @param code the innermost method of the program in the stack that was taken of the wait, where its call site is not known; empty if none was
     */
    public record Wait(WaitPlace place, String code, long nanos) {}

    /**
     * A part of the samples.
     *
     * @param name the innermost method of the program, or what stands for others
     */
    public record Code(String name, long samples) {}

    /** How many samples there are in all. */
    public long samples() {
        return code.stream().mapToLong(Code::samples).sum();
    }
}
