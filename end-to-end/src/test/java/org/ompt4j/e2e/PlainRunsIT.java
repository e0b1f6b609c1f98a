package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;

/**
 * Runs without the agent for comparison in test classes that run alone. These runs are not timed, so they are made here, while other classes run, and
 * kept: {@link AppRun#plain} makes each once.
 */
@Order(2)
class PlainRunsIT {

    /** Most of what they do is to sleep. */
    private static final int AT_A_TIME = 4;

    @OnEveryJdk
    void programsThatAreComparedEndWellWithoutTheAgent(Jdk jdk) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            List<Callable<RunOutput>> runs =
                    programs(jdk).map(each -> (Callable<RunOutput>) each::plain).collect(Collectors.toList());
            for (Future<RunOutput> each : threads.invokeAll(runs)) {
                assertThat(each.get().exitCode()).as("%s", each.get()).isZero();
            }
        } finally {
            threads.shutdown();
        }
    }

    private static Stream<AppRun> programs(Jdk jdk) {
        return Stream.of(
                        findings(jdk),
                        BlameIT.programs(jdk),
                        OverloadIT.programs(jdk),
                        Stream.of(FullHeapIT.program(jdk), OlderSamplersIT.program(jdk)))
                .flatMap(each -> each);
    }

    private static Stream<AppRun> findings(Jdk jdk) {
        return Stream.of(
                LocksFindingIT.program(jdk),
                QueueWaitsFindingIT.program(jdk),
                UnevenRegionsFindingIT.program(jdk),
                SerialPartFindingIT.program(jdk),
                HandOverPathFindingIT.program(jdk),
                RestingPathFindingIT.program(jdk),
                MonitorPathFindingIT.program(jdk),
                MonitorStormIT.program(jdk),
                SlowStageFindingIT.program(jdk),
                SerialCombiningFindingIT.program(jdk),
                SequentialSourceFindingIT.program(jdk),
                OversubscriptionFindingIT.program(jdk),
                UnevenPartiesFindingIT.program(jdk),
                MutualWaitsFindingIT.program(jdk),
                BlockedLoopsFindingIT.program(jdk),
                LateTasksFindingIT.program(jdk),
                HealthyFindingIT.program(jdk));
    }
}
