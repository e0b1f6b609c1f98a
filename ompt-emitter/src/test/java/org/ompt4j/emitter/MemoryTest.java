package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryTest {
    private static final class Early {
        /** Read before the field is set, as by a hook that a thread calls while it initializes the class. */
        static final long READ_EARLY = read();

        static final long OFFSET = Memory.fieldOffset(Thread.class, "name");

        private static long read() {
            return OFFSET;
        }
    }

    @Test
    void constantThatIsReadBeforeItIsSetIsNoOffset() {
        assertThat(Early.READ_EARLY).isEqualTo(Memory.NO_FIELD);
        assertThat(Early.OFFSET).isGreaterThan(Memory.NO_FIELD);
    }

    @Test
    void classWithoutTheFieldHasNoOffset() {
        assertThat(Memory.fieldOffset(Thread.class, "noSuchField")).isEqualTo(Memory.NO_FIELD);
        assertThat(Memory.fieldOffset(null, "name")).isEqualTo(Memory.NO_FIELD);
    }
}
