package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.WaitPlace;

/**
 * Threads that waited at one place for one another: most waits were ended by a thread that at other times waits there itself. This is typical of
 * threads that share too few connections or objects.
 *
 * @param state how they waited
 * @param waitsAt where, 0 if that is not known
 * @param waitId the object they waited for; 0 if each wait, or each thread, had an object of its own
 * @param threads how many waited there, in the whole run
 * @param endedNone how many of these threads ended no wait of another one, as far as is known
 * @param mostAtOnce the largest number that waited at one time, less than {@code threads}
 * @param waits how often
 * @param waitedNanos how long in all
 * @param costNanos how long at least one of them waited
 * @param interval the longest wait
 * @param shares what the threads that ended the waits did meanwhile, the largest first; they add up to {@code waitedNanos}
 */
public record MutualWaits(
        State state,
        int waitsAt,
        long waitId,
        int threads,
        int endedNone,
        int mostAtOnce,
        long waits,
        long waitedNanos,
        long costNanos,
        Interval interval,
        List<CauseShare> shares)
        implements Finding {
    /** Whether this finding includes waits for the object at the place. */
    boolean has(WaitPlace place, long objectId) {
        boolean isThere = place.waitsAt() == waitsAt || place.waitsAt() == 0;
        boolean isFor = objectId == waitId || waitId == 0 && place.waitsAt() != 0;
        return isFor && place.state() == state && isThere;
    }

    @Override
    public Kind kind() {
        return Kind.MUTUAL_WAITS;
    }

    @Override
    public List<Integer> callSites() {
        return Stream.concat(Stream.of(waitsAt), shares.stream().map(CauseShare::callSite))
                .distinct()
                .toList();
    }
}
