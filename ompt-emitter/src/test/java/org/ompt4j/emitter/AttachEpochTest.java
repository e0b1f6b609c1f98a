package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttachEpochTest {

    @Test
    void tokensOfThePresentRoundComeThrough() {
        int round = AttachEpoch.current();
        Object token = new Object();

        assertThat(AttachEpoch.token(true, round)).isTrue();
        assertThat(AttachEpoch.token(7, round)).isEqualTo(7);
        assertThat(AttachEpoch.token(1L << 40, round)).isEqualTo(1L << 40);
        assertThat(AttachEpoch.token(token, round)).isSameAs(token);
    }

    @Test
    void tokensOfAnotherRoundAreNothing() {
        for (int other : new int[] {AttachEpoch.current() - 1, AttachEpoch.current() + 1}) {
            assertThat(AttachEpoch.token(true, other)).isFalse();
            assertThat(AttachEpoch.token(7, other)).isZero();
            assertThat(AttachEpoch.token(1L << 40, other)).isZero();
            assertThat(AttachEpoch.token(new Object(), other)).isNull();
        }
    }

    @Test
    void nothingIsOfAnEarlierRoundInAProgramThatBeganWithTheAgent() {
        assertThat(AttachEpoch.isAttached()).isFalse();
        assertThat(AttachEpoch.isBefore(System.nanoTime() - 1_000_000_000)).isFalse();
    }
}
