package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;

/** If no tool wants events, the core keeps what samplers read, but not what only events contain. */
class NobodyListensTest {
    private static final Construct K = Construct.FORK_JOIN_TASK;

    @Test
    void nestedTasksOfARegionAreReadWithTheirIds() throws InterruptedException {
        ObservedThread.run(c -> {
            long serial = c.taskId();
            Region region = Regions.begin(c, K, 2, ParallelFlag.INVOKER_RUNTIME, 1, 0);
            long implicit = c.taskId();
            Tasks.begin(c, K, 101, region);
            Tasks.begin(c, K, 102, region);

            assertThat(c.taskId()).isEqualTo(102);
            assertThat(c.parallelId()).isEqualTo(region.id());
            assertThat(c.state()).isEqualTo(State.WORK_PARALLEL);

            Tasks.end(c, 102, TaskStatus.COMPLETE);
            assertThat(c.taskId()).isEqualTo(101);
            Tasks.end(c, 101, TaskStatus.COMPLETE);
            assertThat(c.taskId()).isEqualTo(implicit);
            Regions.end(c, region);
            assertThat(c.taskId()).isEqualTo(serial);
            assertThat(c.state()).isEqualTo(State.WORK_SERIAL);
        });
    }

    @Test
    void frameThatIsUsedAgainForgetsTheRegionOfItsLastTask() throws InterruptedException {
        ObservedThread.run(c -> {
            long serial = c.parallelId();
            Region region = Regions.begin(c, K, 2, ParallelFlag.INVOKER_RUNTIME, 1, 0);
            Regions.end(c, region);
            Tasks.begin(c, K, 103, null);

            assertThat(c.parallelId()).isEqualTo(serial);
            assertThat(c.tasks().currentTeam()).isNull();
        });
    }

    @Test
    void callSitesAreKeptOnlyForWhoWantsThem() throws InterruptedException {
        ObservedThread.run(c -> {
            c.leave();
            CallSites.at(CallSites.packed(7, K));
            assertThat(CallSites.take(c, K)).isZero();
            // The call site of a thread's start is kept: it shows that the application has started the thread.
            CallSites.at(CallSites.packed(8, Construct.THREAD));
            assertThat(CallSites.take(c, Construct.THREAD)).isEqualTo(8);
            try (RecordedEvents events = new RecordedEvents()) {
                CallSites.at(CallSites.packed(9, K));
                assertThat(CallSites.take(c, K)).isEqualTo(9);
            }
            Threads.enter();
        });
    }
}
