package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.blame.WaitPlace;

/**
 * What the holders of a mutex did while others waited because of them. The rest of the time is not known.
 *
 * @param nanos how long at least one thread waited
 * @param waits the holders' own waits, the longest first
 * @param workedNanos how long they worked
 * @param isSampled whether samples were taken in this run
 * @param code the code in which they were sampled at work, most samples first
 */
public record InHold(long nanos, List<Wait> waits, long workedNanos, boolean isSampled, List<Code> code) {

    /**
     * A part of the time that is no work.
     *
     * @param code if the call site of the wait is not known, the innermost method of the program in the stack of the wait; empty if there is none
     */
    public record Wait(WaitPlace place, String code, long nanos) {}

    /**
     * A part of the samples.
     *
     * @param name the innermost method of the program, or a text for all others
     */
    public record Code(String name, long samples) {}

    /** How many samples there are in all. */
    public long samples() {
        return code.stream().mapToLong(Code::samples).sum();
    }
}
