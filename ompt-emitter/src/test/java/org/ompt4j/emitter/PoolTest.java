package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolTest {

    @ParameterizedTest
    @CsvSource({
        "pool-1-thread-2, pool-1",
        "http-nio-8080-exec-10, http-nio-8080-exec",
        "worker3, worker",
        "worker, worker",
        "17, 17",
        "my-thread, my",
        "-thread-1, -thread",
        "'', ''"
    })
    void poolIsNamedAfterItsWorkersWithoutTheirNumbers(String worker, String pool) {
        assertThat(Pool.nameAfter(worker)).isEqualTo(pool);
    }
}
