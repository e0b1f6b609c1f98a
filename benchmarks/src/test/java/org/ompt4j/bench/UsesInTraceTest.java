package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Construct;

class UsesInTraceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.ompt4j.bench.suites.ConstructBenchmark.lock(ConstructBenchmark.java:62)",
                "org.ompt4j.bench.programs.TaskCost$Tree.compute(TaskCost.java:81)"
            })
    void whatTheMeasuredCodeDoesIsAUse(String callSite) {
        assertThat(UsesInTrace.isUse(callSite, Construct.REENTRANT_LOCK, false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.openjdk.jmh.runner.BenchmarkHandler.getWorkerData(BenchmarkHandler.java:454)",
                "org.ompt4j.bench.suites.jmh_generated.ConstructBenchmark_lock_jmhTest.lock_AverageTime(X.java:214)",
                "org.ompt4j.bench.suites.ConstructBenchmark.<init>(ConstructBenchmark.java:37)"
            })
    void whatJmhDoesIsNone(String callSite) {
        assertThat(UsesInTrace.isUse(callSite, Construct.REENTRANT_LOCK, true)).isFalse();
    }

    @Test
    void whatHasNoCallSiteIsAUseOnTheThreadOfTheBenchmark() {
        assertThat(UsesInTrace.isUse(null, Construct.PARK, true)).isTrue();
        assertThat(UsesInTrace.isUse(null, Construct.PARK, false)).isFalse();
        assertThat(UsesInTrace.isUse(null, Construct.THREAD, true)).isFalse();
    }
}
