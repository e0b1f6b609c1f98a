package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stack walks take at most their share of the time of all processors, whichever threads do them. */
class StackWalkBudgetTest {
    private static final long SECOND = 1_000_000_000;
    private static final long WALK = 10_000;

    private final long begin = System.nanoTime();
    private final StackWalkBudget budget = new StackWalkBudget(2);

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

    @Test
    void budgetOfAMomentThatNobodyUsedIsSavedUpAndNoMore() {
        int first = walksIn(begin, SECOND);
        int second = walksIn(begin + SECOND, SECOND);

        assertThat(first).isGreaterThan(second);
        assertThat(walksIn(begin + 1_000 * SECOND, SECOND))
                .as("after a long time")
                .isBetween(first - 1, first + 1);
    }

    /** Each processor requests walks all the time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 64, 72, 100, 128, 256, 1024})
    void shareDoesNotGrowWithTheWalksThatAreAskedFor(int processors) {
        StackWalkBudget ofMachine = new StackWalkBudget(processors);
        walksOf(ofMachine, processors, begin, 6 * SECOND);

        long walked = WALK * walksOf(ofMachine, processors, begin + 6 * SECOND, 10 * SECOND);

        assertThat(walked / (double) (10 * SECOND * processors)).isCloseTo(0.005, within(0.0001));
    }

    private static long walksOf(StackWalkBudget budget, int processors, long fromNanos, long nanos) {
        long walks = 0;
        for (long now = fromNanos; now - fromNanos < nanos; now += WALK) {
            for (int each = 0; each < processors && budget.allowsWalk(now); each++) {
                budget.use(now, now + WALK);
                walks++;
            }
        }
        return walks;
    }

    @Test
    void walkThatLostTheProcessorCountsAsALongOneOnly() {
        walksIn(begin, SECOND);
        budget.use(begin + SECOND, begin + 2 * SECOND);

        assertThat(budget.allowsWalk(begin + 2 * SECOND)).isTrue();
    }
}
