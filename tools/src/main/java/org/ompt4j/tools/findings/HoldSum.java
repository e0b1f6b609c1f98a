package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.ompt4j.tools.blame.HolderTimes;
import org.ompt4j.tools.profile.PseudoFrames;

/** Adds up what the threads did that held a mutex at one place. Memory is bounded: what exceeds the limits is summed up as one part. */
final class HoldSum implements HolderTimes.Did {
    private static final int MOST_WAITS = 64;
    private static final int MOST_CODES = 64;

    private final Map<HolderTimes.Doing, Long> waits = new HashMap<>(4);
    private final Map<String, Long> code = new HashMap<>(4);
    private long nanos;
    private long workedNanos;

    @Override
    public void of(HolderTimes.Doing what, long time) {
        nanos += time;
        if (what.isWork()) {
            workedNanos += time;
        } else if (!what.isUnknown()) {
            waited(what, time);
        }
    }

    private void waited(HolderTimes.Doing what, long time) {
        if (waits.size() < MOST_WAITS || waits.containsKey(what)) {
            waits.merge(what, time, Long::sum);
        }
    }

    /** Adds what was done in holds of another mutex. */
    void add(HoldSum other) {
        nanos += other.nanos;
        workedNanos += other.workedNanos;
        other.waits.forEach(this::waited);
        other.code.forEach(this::sampledIn);
    }

    /** Adds one sample in this code. */
    void sampledIn(String name) {
        sampledIn(name, 1);
    }

    private void sampledIn(String name, long times) {
        boolean hasRoom = code.size() < MOST_CODES || code.containsKey(name);
        code.merge(hasRoom ? name : PseudoFrames.OTHER, times, Long::sum);
    }

    /** @param codes the names of code that waited, by number */
    InHold sum(boolean isSampled, IntFunction<String> codes) {
        List<InHold.Wait> sortedWaits = new ArrayList<>();
        waits.forEach((what, time) -> sortedWaits.add(new InHold.Wait(what.place(), codes.apply(what.code()), time)));
        sortedWaits.sort(Comparator.comparingLong((InHold.Wait each) -> -each.nanos())
                .thenComparing(each -> each.place().state())
                .thenComparing(each -> each.place().waitsAt())
                .thenComparing(each -> each.place().waitId())
                .thenComparing(InHold.Wait::code));
        List<InHold.Code> sortedCode = new ArrayList<>();
        code.forEach((name, count) -> sortedCode.add(new InHold.Code(name, count)));
        sortedCode.sort(
                Comparator.comparingLong((InHold.Code each) -> -each.samples()).thenComparing(InHold.Code::name));
        return new InHold(nanos, List.copyOf(sortedWaits), workedNanos, isSampled, List.copyOf(sortedCode));
    }
}
