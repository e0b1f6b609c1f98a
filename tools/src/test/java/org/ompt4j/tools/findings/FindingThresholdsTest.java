package org.ompt4j.tools.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ompt4j.tools.findings.Finding.Kind;
import org.ompt4j.tools.model.PoolSite;
import org.ompt4j.tools.testing.FindingTable;

/** docs/report.md has the same thresholds of findings as the code. */
class FindingThresholdsTest {
    private static final Map<Integer, String> WORDS = Map.of(3, "three", 10, "ten");

    @Test
    void rowOfEachFindingHasItsNumbers() throws IOException {
        for (Kind each : Kind.values()) {
            String row = FindingTable.rows().get(each.ordinal());
            assertThat(numbers(each)).allSatisfy(number -> assertThat(row).contains(number));
        }
    }

    private static List<String> numbers(Kind kind) {
        return switch (kind) {
            case DEADLOCK, POOL_STARVATION, LOCK_INVERSION, REJECTED_TASKS, DROPPED_TASKS -> List.of();
            case STANDSTILL ->
                List.of("for " + plain(BigDecimal.valueOf(StandstillFinder.LEAST_NANOS, 9))
                        + " s or more, and for more than " + percent(Threshold.SHARE_OF_RUN) + " of the run");
            case ABANDONED_POOLS ->
                List.of(
                        word(AbandonedPoolFinder.FEWEST) + " or more",
                        "more than " + percent(AbandonedPoolFinder.LEAST_SHARE) + " of the run");
            case LOCK_WAITS ->
                List.of(
                        "more than " + percent(Threshold.SHARE_OF_RUN) + " of the run",
                        "More than " + word(LockWaitFinder.FEW) + " mutexes");
            case QUEUE_WAITS ->
                List.of("more than " + percent(Threshold.SHARE_OF_RUN) + " of the run and more than "
                        + millis(Threshold.LONG_NANOS));
            case LATE_TASKS -> List.of(ofThreshold(), percent(LateTaskFinder.LITTLE) + " of their period");
            case BLOCKED_WORKERS, PINNED_THREADS, CARRIER_WAITS, TIMED_OUT_WAITS, CALLER_RAN_TASKS ->
                List.of(ofThreshold());
            case BLOCKED_LOOPS -> List.of(ofThreshold(), word(BlockedLoopFinder.FEWEST_LOOKS) + " times or more");
            case MUTUAL_WAITS ->
                List.of(
                        ofThreshold(),
                        word(MutualWaitFinder.FEWEST_WAITS) + " times or more",
                        "More than " + part(MutualWaitFinder.MOSTLY) + " of these waits");
            case SLOW_STAGE -> List.of("more than " + part(SlowStage.MOSTLY) + " of that");
            case BLOCKING_QUEUE_WAITS ->
                List.of(
                        ofThreshold(),
                        word(BlockingQueueFinder.FEWEST_WAITS) + " times or more",
                        "more than " + part(BlockingQueueFinder.MOSTLY) + " of it",
                        "worked itself for more than " + percent(BlockingQueueFinder.LEAST_WORK) + " of that time");
            case UNEVEN_REGIONS ->
                List.of(
                        ofThreshold(),
                        "more than " + percent(UnevenRegionFinder.UNEVEN) + " of the regions' length",
                        "went on for more than " + percent(UnevenRegionFinder.TAIL) + " of it");
            case UNEVEN_PARTIES ->
                List.of(
                        ofThreshold(),
                        UnevenPartyFinder.FEWEST_PASSES + " times or more",
                        "less than " + part(UnevenPartyFinder.LITTLE) + " of what they did on average");
            case SMALL_TASKS ->
                List.of(
                        "of " + count(SmallTaskFinder.MANY) + " tasks or more",
                        "less than " + SmallTasks.LITTLE_NANOS + " ns each",
                        "more than " + percent(SmallTaskFinder.SHARE_OF_RUN) + " of the run");
            case BRIEF_THREADS ->
                List.of(
                        ofThreshold(),
                        "of " + count(BriefThreadFinder.MANY) + " platform threads or more",
                        "less than " + millis(BriefThreads.LITTLE_NANOS) + " each");
            case BRIEF_POOLS ->
                List.of(
                        ofThreshold(),
                        "of " + count(BriefPools.MANY) + " pools or more",
                        "less than " + millis(PoolSite.LITTLE_NANOS) + " each");
            case SEQUENTIAL_SOURCE -> List.of(ofShare(SequentialSource.LEAST_SHARE));
            case SERIAL_COMBINING -> List.of(ofShare(SerialCombining.LEAST_SHARE));
            case SERIAL_PART ->
                List.of(
                        "did more than " + percent(SerialPartFinder.LEAST_IN_TEAMS) + " of it",
                        "at the same time for more than " + percent(SerialPartFinder.LEAST_TOGETHER)
                                + " of the run, each more than " + millis(Threshold.LONG_NANOS));
            case OVERSUBSCRIPTION -> List.of(ofShare(Oversubscription.LEAST_SHARE));
            case LONG_PAUSES -> List.of(ofShare(LongPauses.LEAST_SHARE));
        };
    }

    /** See {@link Threshold#of}. */
    private static String ofThreshold() {
        return "more than " + millis(Threshold.LONG_NANOS) + " and " + percent(Threshold.SHARE_OF_RUN) + " of the run";
    }

    private static String ofShare(double share) {
        return "for more than " + percent(share) + " of the run and more than " + millis(Threshold.LONG_NANOS);
    }

    private static String percent(double share) {
        return plain(BigDecimal.valueOf(share).movePointRight(2)) + " %";
    }

    private static String part(double share) {
        return share == 0.5 ? "half" : share == 1 / 3.0 ? "a third" : percent(share);
    }

    private static String millis(long nanos) {
        return plain(BigDecimal.valueOf(nanos, 6)) + " ms";
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static String count(long number) {
        return NumberFormat.getIntegerInstance(Locale.ROOT).format(number);
    }

    private static String word(int number) {
        return WORDS.getOrDefault(number, String.valueOf(number));
    }
}
