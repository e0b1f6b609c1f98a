package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.path.Parallelism;

/** Finds runs in which one thread worked alone for most of the time although the work was meant for several threads. */
final class SerialPartFinder {
    /** If threads worked at the same time for less than this share of the run, the program is not parallel for speed. */
    static final double LEAST_TOGETHER = 0.05;

    /** The same holds if regions and pools did less than this share of the work. */
    static final double LEAST_IN_TEAMS = 0.2;

    private SerialPartFinder() {}

    /**
     * @param uneven findings about regions in which one thread went on alone, which are not reported twice
     * @param combining findings about threads that combined results alone, in the same way
     * @param sources findings about threads that took elements from sources alone, in the same way
     */
    static List<SerialPart> find(
            Parallelism run,
            List<UnevenRegions> uneven,
            List<SerialCombining> combining,
            List<SequentialSource> sources,
            long runNanos,
            int processors) {
        long serial = run.nanosOf(1);
        long said = uneven.stream().mapToLong(UnevenRegions::aloneNanos).sum()
                + combining.stream().mapToLong(SerialCombining::costNanos).sum()
                + sources.stream().mapToLong(SequentialSource::workedNanos).sum();
        boolean isMost = serial - said > runNanos / 2;
        if (processors < 2 || !isMost || !isParallel(run, runNanos)) {
            return List.of();
        }
        long from = run.longestFromNanos();
        return List.of(new SerialPart(
                serial,
                run.togetherNanos(),
                processors,
                run.mostSpeedUp(processors),
                run.serialParts(),
                new Interval(run.longestThread(), from, from + run.longestNanos())));
    }

    private static boolean isParallel(Parallelism run, long runNanos) {
        return isEnough(run.togetherNanos(), LEAST_TOGETHER * runNanos)
                && isEnough(run.teamNanos(), LEAST_IN_TEAMS * run.workNanos());
    }

    private static boolean isEnough(long nanos, double least) {
        return nanos > Math.max(Threshold.LONG_NANOS, least);
    }
}
