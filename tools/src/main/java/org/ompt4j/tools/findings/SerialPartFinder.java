package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.path.Parallelism;

/** Finds that one thread worked alone for most of a run whose work was meant for several. */
final class SerialPartFinder {
    /** A run in which threads worked at the same time for less than this share of it was not made parallel to be faster. */
    static final double LEAST_TOGETHER = 0.05;

    /** Nor was one in which regions and pools did less than this share of the work. */
    static final double LEAST_IN_TEAMS = 0.2;

    private SerialPartFinder() {}

    /**
     * @param uneven what is said of regions in which one thread went on alone, which need not be said twice
     * @param combining the same of threads that combined results alone
     * @param sources the same of threads that took elements from sources alone
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
