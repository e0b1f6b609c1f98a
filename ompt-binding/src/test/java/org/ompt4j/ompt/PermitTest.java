package org.ompt4j.ompt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wait ids of permits. */
class PermitTest {

    @ParameterizedTest
    @ValueSource(
            longs = {
                1,
                1027,
                1L << 49,
                RecordSink.FIRST_VIRTUAL_THREAD + 1,
                RecordSink.FIRST_VIRTUAL_THREAD + (1L << 49)
            })
    void permitNamesItsThread(long thread) {
        long permit = RecordSink.permitOf(thread);

        assertThat(RecordSink.isPermit(permit)).isTrue();
        assertThat(RecordSink.threadOf(permit)).isEqualTo(thread);
        assertThat(RecordSink.isPermit(thread)).isFalse();
    }
}
