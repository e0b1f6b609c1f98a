package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.path.PartTime;

/**
 * A run that divided its work among threads, in which only one worked for most of the time.
 *
 * @param costNanos how long exactly one thread worked
 * @param togetherNanos how long several did
 * @param mostSpeedUp how many times as fast as by one thread the work can be done at most, on so many processors
 * @param parts what was done meanwhile, the longest first
 * @param interval the longest time in which one thread was the only one that worked
 */
public record SerialPart(
        long costNanos, long togetherNanos, int processors, double mostSpeedUp, List<PartTime> parts, Interval interval)
        implements Finding {

    @Override
    public Kind kind() {
        return Kind.SERIAL_PART;
    }

    @Override
    public List<Integer> callSites() {
        return PartTime.callSites(parts);
    }
}
