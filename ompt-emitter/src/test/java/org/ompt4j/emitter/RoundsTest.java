package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void tokensOfThePresentRoundComeThrough() {
        int round = Rounds.current();
        Object token = new Object();

        assertThat(Rounds.token(true, round)).isTrue();
        assertThat(Rounds.token(7, round)).isEqualTo(7);
        assertThat(Rounds.token(1L << 40, round)).isEqualTo(1L << 40);
        assertThat(Rounds.token(token, round)).isSameAs(token);
    }

    @Test
    void tokensOfAnotherRoundAreNothing() {
        for (int other : new int[] {Rounds.current() - 1, Rounds.current() + 1}) {
            assertThat(Rounds.token(true, other)).isFalse();
            assertThat(Rounds.token(7, other)).isZero();
            assertThat(Rounds.token(1L << 40, other)).isZero();
            assertThat(Rounds.token(new Object(), other)).isNull();
        }
    }

    @Test
    void nothingIsOfAnEarlierRoundInAProgramThatBeganWithTheAgent() {
        assertThat(Rounds.isAttached()).isFalse();
        assertThat(Rounds.isBefore(System.nanoTime() - 1_000_000_000)).isFalse();
    }
}
