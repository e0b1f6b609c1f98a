package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/** Results of inquiries in callbacks, about their own thread, while a region or a membership in a region ends. */
class RegionCallbacksTest {
    private static final Construct K = Construct.PARALLEL_STREAM;

    private final List<Answer> answers = new ArrayList<>();

    /** Results of the inquiries in one callback. */
    private record Answer(
            Event event, ScopeEndpoint endpoint, RegionInfo region, TaskInfo task, State state, long waitId) {

        boolean isWait(ScopeEndpoint expected) {
            return event == Event.SYNC_REGION_WAIT && endpoint == expected;
        }
    }

    @BeforeEach
    void ask() {
        Events.setEventsWithCallbacks(-1L);
        Events.deliverTo(new Asking(), -1L);
    }

    @AfterEach
    void stop() {
        Events.setEventsWithCallbacks(0);
        Events.deliverTo(null, 0);
    }

    @Test
    void regionIsThatOfItsFirstMemberUntilItsImplicitTaskHasEnded() throws InterruptedException {
        Region[] region = new Region[1];
        ObservedThread.run(ThreadType.INITIAL, t -> {
            region[0] = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            answers.clear();
            Regions.end(t, region[0]);
            assertThat(Inquiries.task(t, 0).flags()).isEqualTo(TaskFlag.INITIAL);
        });

        assertThat(endOf(region[0])).hasSize(5).allSatisfy(each -> isIn(each, region[0], 0));
    }

    /** A nested region with a member that is in its barrier while something happens to the region, and leaves it afterwards. */
    private Region leftByALateMember(Consumer<Region> meanwhile) throws InterruptedException {
        Region region = region(region(null));
        region.takeFirstIndex();
        ObservedThread.run(ThreadType.WORKER, t -> {
            waitIn(t, region);
            meanwhile.accept(region);
            answers.clear();
            Memberships.leaveMemberships(t);
        });
        return region;
    }

    @Test
    void regionThatEndsBeforeAMemberHasWokenIsTheMembersUntilToolsHaveHeardOfItsEnd() throws InterruptedException {
        Region region = leftByALateMember(Region::close);

        assertThat(endOf(region)).hasSize(3).allSatisfy(each -> isIn(each, region, 1));
    }

    @Test
    void regionOfWhoseEndToolsHaveHeardIsNoLongerThereForAMemberThatWakesLate() throws InterruptedException {
        Region region = leftByALateMember(ended -> {
            ended.close();
            ended.endIsTold();
        });

        assertThat(endOf(region)).hasSize(3).allSatisfy(each -> {
            assertThat(each.region()).isEqualTo(new RegionInfo(region.id, 4, true));
            assertThat(each.task().parallelId()).isZero();
            assertThat(each.task().threadNum()).isEqualTo(1);
        });
    }

    @Test
    void taskThatGoesOnAfterItsRegionHasItsNumberInTheOneAround() throws InterruptedException {
        Region outer = region(null);
        outer.takeFirstIndex();
        outer.takeIndex();
        Region inner = region(outer);
        ObservedThread.run(ThreadType.WORKER, t -> {
            Tasks.begin(t, K, t.newId(), outer);
            Tasks.begin(t, K, t.newId(), inner);
            inner.close();
            assertThat(Inquiries.task(t, 0).parallelId()).isEqualTo(outer.id);
            assertThat(Inquiries.task(t, 0).threadNum()).isEqualTo(2);
            Tasks.end(t, TaskStatus.COMPLETE);
            Tasks.end(t, TaskStatus.COMPLETE);
        });
    }

    @Test
    void barrierOfARegionIsWaitedInByItsFirstMemberFromTheBeginOfTheWaitUntilItsEnd() throws InterruptedException {
        Region[] region = new Region[1];
        ObservedThread.run(ThreadType.INITIAL, t -> {
            region[0] = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            answers.clear();
            Regions.end(t, region[0]);
        });

        waitsAreSeen(State.WAIT_BARRIER_IMPLICIT_PARALLEL, region[0].id, State.WORK_PARALLEL, 1);
    }

    @Test
    void barrierOfARegionIsWaitedInByWhoeverLeavesIt() throws InterruptedException {
        Region waited = region(null);
        Region left = region(null);
        ObservedThread.run(ThreadType.WORKER, t -> {
            // This member runs two tasks and waits in the barrier until the region has ended.
            waitIn(t, waited);
            waitIn(t, waited);
            waited.close();
            Memberships.leaveMemberships(t);
            waitsAreSeen(State.WAIT_BARRIER_IMPLICIT_PARALLEL, waited.id, State.OVERHEAD, 2);
            answers.clear();
            // This member leaves an open region without a wait.
            run(t, left);
            Memberships.leaveMemberships(t);
            waitsAreSeen(State.WAIT_BARRIER_IMPLICIT_PARALLEL, left.id, State.OVERHEAD, 1);
        });
    }

    @Test
    void taskgroupIsWaitedForFromTheBeginOfEachWaitUntilItsEndAndItsWorkIsNoWait() throws InterruptedException {
        Region[] region = new Region[1];
        ObservedThread.run(ThreadType.INITIAL, t -> {
            Region inner = region(null);
            region[0] = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            Taskloops.declare(t, K, WorkType.TASKLOOP, 100, 7);
            Taskloops.open(t);
            run(t, region[0]);
            run(t, region[0]);
            run(t, inner);
            assertThat(t.state()).isEqualTo(State.WAIT_TASKGROUP);
            Tasks.fulfill(t, K, 1);
            answers.removeIf(each -> each.waitId() == inner.id || each.state() == State.OVERHEAD);
            Taskloops.close(t);
            waitsAreSeen(State.WAIT_TASKGROUP, region[0].id, State.WORK_PARALLEL, 4);
            answers.clear();
            Taskloops.declare(t, K, WorkType.TASKLOOP, 100, 7);
            Taskloops.open(t);
            Taskloops.close(t);
            waitsAreSeen(State.WAIT_TASKGROUP, region[0].id, State.WORK_PARALLEL, 1);
            Regions.end(t, region[0]);
        });

        assertThat(answers)
                .filteredOn(each -> each.event() == Event.WORK)
                .hasSize(2)
                .allMatch(each -> each.state() == State.WORK_PARALLEL && each.waitId() == 0);
    }

    private void waitsAreSeen(State inside, long waitId, State after, int times) {
        assertThat(answers)
                .filteredOn(each -> each.isWait(ScopeEndpoint.BEGIN))
                .hasSize(times)
                .allMatch(each -> each.state() == inside && each.waitId() == waitId);
        assertThat(answers)
                .filteredOn(each -> each.isWait(ScopeEndpoint.END))
                .hasSize(times)
                .allMatch(each -> each.state() == after && each.waitId() == 0);
    }

    private static void run(ThreadContext t, Region in) {
        Tasks.begin(t, K, t.newId(), in);
        Tasks.end(t, TaskStatus.COMPLETE);
    }

    private static Region region(Region parent) {
        return new Region(Ids.takeOne(), Region.Kind.TEAM, K, parent, 1, 4, ParallelFlag.TEAM, 7);
    }

    private static void waitIn(ThreadContext t, Region region) {
        run(t, region);
        Tasks.outOfTasks(t);
    }

    /** The results in the barrier of a region and at the end of the implicit task. */
    private List<Answer> endOf(Region region) {
        return answers.stream()
                .filter(each -> each.event() == Event.SYNC_REGION
                        || each.event() == Event.SYNC_REGION_WAIT
                        || each.event() == Event.IMPLICIT_TASK && each.task().flags() == TaskFlag.IMPLICIT)
                .toList();
    }

    private static void isIn(Answer answer, Region region, int threadNum) {
        assertThat(answer.region()).isEqualTo(new RegionInfo(region.id, 4, false));
        assertThat(answer.task().parallelId()).isEqualTo(region.id);
        assertThat(answer.task().flags()).isEqualTo(TaskFlag.IMPLICIT);
        assertThat(answer.task().threadNum()).isEqualTo(threadNum);
    }

    private final class Asking implements RecordSink {
        @Override
        public void record(
                OmptThread thread,
                EventShape shape,
                long time,
                long details,
                long a,
                long b,
                long c,
                long d,
                long place) {
            ThreadContext asked = (ThreadContext) thread;
            Event event = shape.event();
            ScopeEndpoint endpoint = event.members().contains(Member.ENDPOINT)
                    ? ScopeEndpoint.of(Member.ENDPOINT.in(details))
                    : ScopeEndpoint.BEGINEND;
            answers.add(new Answer(
                    event,
                    endpoint,
                    Inquiries.region(asked, 0),
                    Inquiries.task(asked, 0),
                    Inquiries.state(asked),
                    Inquiries.waitId(asked)));
        }

        @Override
        public void recordWith(
                OmptThread thread,
                EventShape shape,
                long time,
                long details,
                long a,
                long b,
                long c,
                long place,
                Object payload) {}
    }
}
