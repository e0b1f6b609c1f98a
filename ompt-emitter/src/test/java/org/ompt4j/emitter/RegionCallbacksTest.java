package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;

/** What a callback is answered that asks about its own thread while a region, or a membership in one, ends. */
class RegionCallbacksTest {
    private static final Construct K = Construct.PARALLEL_STREAM;

    private final List<Answer> answers = new ArrayList<>();

    /** What was answered in one callback. */
    private record Answer(Event event, ScopeEndpoint endpoint, RegionInfo region, TaskInfo task) {}

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

    @Test
    void regionThatEndsBeforeAMemberHasWokenIsTheMembersUntilToolsHaveHeardOfItsEnd() throws InterruptedException {
        Region outer = region(null);
        Region region = region(outer);
        region.takeFirstIndex();
        ObservedThread.run(ThreadType.WORKER, t -> {
            waitIn(t, region);
            region.close();
            answers.clear();
            Memberships.leaveMemberships(t);
        });

        assertThat(endOf(region)).hasSize(3).allSatisfy(each -> isIn(each, region, 1));
    }

    @Test
    void regionOfWhoseEndToolsHaveHeardIsNoLongerThereForAMemberThatWakesLate() throws InterruptedException {
        Region outer = region(null);
        Region region = region(outer);
        region.takeFirstIndex();
        ObservedThread.run(ThreadType.WORKER, t -> {
            waitIn(t, region);
            region.close();
            region.endIsTold();
            answers.clear();
            Memberships.leaveMemberships(t);
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

    private static Region region(Region parent) {
        return new Region(Ids.takeOne(), Region.Kind.TEAM, K, parent, 1, 4, ParallelFlag.TEAM, 7);
    }

    private static void waitIn(ThreadContext t, Region region) {
        Tasks.begin(t, K, t.newId(), region);
        Tasks.end(t, TaskStatus.COMPLETE);
        Tasks.outOfTasks(t);
    }

    /** The answers in the barrier of a region and at the end of the implicit task. */
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
            answers.add(new Answer(event, endpoint, Inquiries.region(asked, 0), Inquiries.task(asked, 0)));
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
