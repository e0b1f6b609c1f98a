package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;

class ToldMutexOperationsTest {
    @Test
    void releasesOfLocksAreToldToWaiters() {
        assertThat(Arrays.stream(Construct.values()).filter(ToldMutexOperations::areReleasesToldToWaiters))
                .containsExactlyInAnyOrder(
                        Construct.SYNCHRONIZED,
                        Construct.REENTRANT_LOCK,
                        Construct.READ_WRITE_LOCK,
                        Construct.STAMPED_LOCK,
                        Construct.SEMAPHORE,
                        Construct.DEFINED);
    }
}
