package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Walks take no more than their share of the time of all processors, whichever threads make them. */
class StackWalkBudgetTest {
    private static final long SECOND = 1_000_000_000;
    private static final long WALK = 10_000;

    private final long begin = System.nanoTime();
    private final StackWalkBudget budget = new StackWalkBudget();

    private int walksIn(long fromNanos, long nanos) {
        int walks = 0;
        for (long now = fromNanos; now - fromNanos < nanos; now += WALK) {
            if (budget.allowsWalk(now)) {
                budget.use(now, now + WALK);
                walks++;
            }
        }
        return walks;
    }

    private static long processorTime(int walks, double seconds) {
        return Math.round(
                100 * walks * WALK / (seconds * SECOND * Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void budgetOfAMomentThatNobodyUsedIsSavedUpAndNoMore() {
        int first = walksIn(begin, SECOND);
        int second = walksIn(begin + SECOND, SECOND);

        assertThat(first).isGreaterThan(second);
        assertThat(walksIn(begin + 1_000 * SECOND, SECOND))
                .as("after a long time")
                .isBetween(first - 1, first + 1);
    }

    @Test
    void shareDoesNotGrowWithTheWalksThatAreAskedFor() {
        walksIn(begin, SECOND);

        assertThat(processorTime(walksIn(begin + SECOND, 10 * SECOND), 5)).isEqualTo(1);
    }

    @Test
    void walkThatLostTheProcessorCountsAsALongOneOnly() {
        walksIn(begin, SECOND);
        budget.use(begin + SECOND, begin + 2 * SECOND);

        assertThat(budget.allowsWalk(begin + 2 * SECOND)).isTrue();
    }
}
