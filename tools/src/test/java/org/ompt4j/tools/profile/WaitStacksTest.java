package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class WaitStacksTest {
    private static final int WAITS = 1_000;

    private final WaitStacks stacks = new WaitStacks();

    /** Adds a stack to every third wait, in no order; the waits of two threads begin at multiples of ten. */
    private void fill() throws IOException {
        for (int i = 0; i < WAITS; i++) {
            int wait = (i * 7 + 3) % WAITS;
            if (wait % 3 == 0) {
                stacks.add(1, wait * 10L, wait);
                stacks.add(2, wait * 10L, WAITS + wait);
            }
        }
        stacks.renumber(thread -> thread * 100);
    }

    @Test
    void eachWaitHasItsOwnStackOrNone() throws IOException {
        fill();

        for (int wait = 0; wait < WAITS; wait++) {
            assertThat(stacks.find(100, wait * 10L)).isEqualTo(wait % 3 == 0 ? wait : -1);
            assertThat(stacks.find(200, wait * 10L)).isEqualTo(wait % 3 == 0 ? WAITS + wait : -1);
            assertThat(stacks.find(100, wait * 10L + 1)).isNegative();
            assertThat(stacks.find(300, wait * 10L)).isNegative();
        }
    }

    @Test
    void waitsCanBeAskedForInAnyOrder() throws IOException {
        fill();

        for (int i = 0; i < WAITS; i++) {
            int wait = i * 611 % WAITS;
            assertThat(stacks.find(200, wait * 10L)).isEqualTo(wait % 3 == 0 ? WAITS + wait : -1);
        }
    }
}
