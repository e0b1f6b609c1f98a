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
 * The runs without the agent that isolated test classes compare with. These runs are not timed: so they run here, at the same time as other test
 * classes, and {@link AppRun#plain} keeps them.
 */
@Order(2)
class PlainRunsIT {

    /** Several programs run at a time, since they mostly sleep. */
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
