package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;

class InquiriesTest {
    private static final Construct K = Construct.PARALLEL_STREAM;

    private static Region region(Region.Kind kind, Region parent) {
        return new Region(Ids.takeOne(), kind, K, parent, 1, 4, ParallelFlag.TEAM, 7);
    }

    @Test
    void initialTaskIsThreadZeroOfATeamOfOne() throws InterruptedException {
        ObservedThread.run(ThreadType.INITIAL, c -> {
            TaskInfo task = Inquiries.task(c, 0);
            RegionInfo region = Inquiries.region(c, 0);

            assertThat(task).isEqualTo(new TaskInfo(c.taskId(), TaskFlag.INITIAL, c.parallelId(), 0));
            assertThat(region).isEqualTo(new RegionInfo(c.parallelId(), 1, false));
            assertThat(Inquiries.task(c, 1)).isNull();
            assertThat(Inquiries.task(c, -1)).isNull();
            assertThat(Inquiries.region(c, 1)).isNull();
            assertThat(Inquiries.region(c, -1)).isNull();
        });
    }

    @Test
    void nestedRegionsAnswerLevelByLevel() throws InterruptedException {
        ObservedThread.run(ThreadType.INITIAL, c -> {
            long initial = c.parallelId();
            Region outer = Regions.begin(c, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            long outerTask = c.taskId();
            Tasks.begin(c, K, Tasks.create(c, K, 0, 1, 0), outer);
            long middle = c.taskId();
            Region inner = Regions.begin(c, K, 2, ParallelFlag.INVOKER_RUNTIME, 8, 0);

            assertThat(Inquiries.region(c, 0)).isEqualTo(new RegionInfo(inner.id, 2, false));
            assertThat(Inquiries.region(c, 1)).isEqualTo(new RegionInfo(outer.id, 4, false));
            assertThat(Inquiries.region(c, 2)).isEqualTo(new RegionInfo(initial, 1, false));
            assertThat(Inquiries.region(c, 3)).isNull();
            assertThat(Inquiries.task(c, 0)).isEqualTo(new TaskInfo(c.taskId(), TaskFlag.IMPLICIT, inner.id, 0));
            assertThat(Inquiries.task(c, 1)).isEqualTo(new TaskInfo(middle, TaskFlag.EXPLICIT, outer.id, 0));
            assertThat(Inquiries.task(c, 2)).isEqualTo(new TaskInfo(outerTask, TaskFlag.IMPLICIT, outer.id, 0));
            assertThat(Inquiries.task(c, 3).flags()).isEqualTo(TaskFlag.INITIAL);
            assertThat(Inquiries.task(c, 4)).isNull();
            Regions.end(c, inner);
            Tasks.end(c, TaskStatus.COMPLETE);
            Regions.end(c, outer);
            assertThat(Inquiries.region(c, 0)).isEqualTo(new RegionInfo(initial, 1, false));
        });
    }

    @Test
    void workersTaskKnowsItsRegionAndItsNumberThere() throws InterruptedException {
        Region outer = region(Region.Kind.TEAM, null);
        Region team = region(Region.Kind.TEAM, outer);
        team.takeIndex();
        ObservedThread.run(ThreadType.WORKER, c -> {
            Tasks.begin(c, K, Tasks.create(c, K, 0, 1, 0), team);

            assertThat(Inquiries.task(c, 0)).isEqualTo(new TaskInfo(c.taskId(), TaskFlag.EXPLICIT, team.id, 1));
            assertThat(Inquiries.task(c, 1).flags()).isEqualTo(TaskFlag.IMPLICIT);
            assertThat(Inquiries.task(c, 1).parallelId()).isEqualTo(team.id);
            assertThat(Inquiries.task(c, 2).flags()).isEqualTo(TaskFlag.INITIAL);
            assertThat(Inquiries.task(c, 3)).isNull();
            assertThat(Inquiries.region(c, 0)).isEqualTo(new RegionInfo(team.id, 4, false));
            assertThat(Inquiries.region(c, 1)).isEqualTo(new RegionInfo(outer.id, 4, false));
            Tasks.end(c, TaskStatus.COMPLETE);
        });
    }

    @Test
    void taskThatGoesOnAfterItsRegionBelongsToTheOneAround() throws InterruptedException {
        Region outer = region(Region.Kind.TEAM, null);
        Region team = region(Region.Kind.TEAM, outer);
        ObservedThread.run(ThreadType.WORKER, c -> {
            Tasks.begin(c, K, Tasks.create(c, K, 0, 1, 0), team);
            team.close();

            assertThat(Inquiries.region(c, 0)).isEqualTo(new RegionInfo(outer.id, 4, false));
            assertThat(Inquiries.task(c, 0).parallelId()).isEqualTo(outer.id);
            Tasks.end(c, TaskStatus.COMPLETE);
        });
    }

    @Test
    void idleWorkerIsInNoRegionAndHasNoTask() throws InterruptedException {
        ObservedThread.run(ThreadType.WORKER, c -> {
            Tasks.idle(c);
            assertThat(Inquiries.region(c, 0)).isNull();
            assertThat(Inquiries.task(c, 0)).isNull();
        });
    }

    @Test
    void teamGrowsWithThoseWhoJoinBeyondWhatWasOffered() throws InterruptedException {
        Region team = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 2, ParallelFlag.TEAM, 7);
        for (int i = 0; i < 5; i++) {
            team.takeIndex();
        }
        ObservedThread.run(ThreadType.INITIAL, c -> {
            Tasks.begin(c, K, Tasks.create(c, K, 0, 1, 0), team);
            assertThat(Inquiries.region(c, 0).teamSize()).isEqualTo(6);
            Tasks.end(c, TaskStatus.COMPLETE);
        });
    }
}
