package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.path.PartTime;

/**
 * A run that divided its work among threads, but in which only one thread worked for most of the time.
 *
 * @param costNanos how long exactly one thread worked
 * @param togetherNanos how long several did
 * @param mostSpeedUp the largest possible speed-up over one thread, on the given number of processors
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
