package org.ompt4j.views.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.BEGINEND;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.FORK;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.JOIN;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_ATWT;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_CTWT;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_EBAR;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_IBAR;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_IDLE;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_LKWT;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_MASTER;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_ORDERED;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_BEGIN_SINGLE;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_ATWT;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_CTWT;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_EBAR;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_IBAR;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_IDLE;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_LKWT;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_MASTER;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_ORDERED;
import static org.ompt4j.views.collector.Collector.OmpCollectorEvent.THR_END_SINGLE;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.FakeRuntime;
import org.ompt4j.views.FakeRuntime.Task;
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Collector.OmpCollectorRequest;

/** The events of OMPT from which each event of the Collector API comes. */
class CollectorEventsTest {
    private final FakeRuntime fake = new FakeRuntime();
    private final List<OmpCollectorEvent> told = new ArrayList<>();
    private CollectorRuntime api = new CollectorRuntime(new EntryPoints(fake));

    private void listenTo(OmpCollectorEvent... events) {
        assertThat(Requests.of().add(OmpCollectorRequest.START).send(api)).isZero();
        register(events);
    }

    private void register(OmpCollectorEvent... events) {
        long handle = api.handleOf(told::add);
        for (OmpCollectorEvent each : events) {
            Requests answer = Requests.of().register(each.value(), handle);
            answer.send(api);
            assertThat(answer.error(0)).isEqualTo(OmpCollectorError.OK);
        }
    }

    private void request(OmpCollectorRequest request) {
        Requests answer = Requests.of().add(request);
        answer.send(api);
        assertThat(answer.error(0)).isEqualTo(OmpCollectorError.OK);
    }

    private void wait(SyncRegionKind kind, ScopeEndpoint endpoint) {
        OmptCallback.SyncRegionWait callback = fake.callback(Event.SYNC_REGION_WAIT);
        callback.syncRegionWait(kind, endpoint, new OmptData(5), new OmptData(6), 0);
    }

    private void acquire(MutexKind kind) {
        OmptCallback.MutexAcquire callback = fake.callback(Event.MUTEX_ACQUIRE);
        callback.mutexAcquire(kind, 0, MutexImpl.of(0), 7, 0);
    }

    private void acquired(MutexKind kind) {
        OmptCallback.MutexAcquired callback = fake.callback(Event.MUTEX_ACQUIRED);
        callback.mutexAcquired(kind, 7, 0);
    }

    private void released(MutexKind kind) {
        OmptCallback.MutexReleased callback = fake.callback(Event.MUTEX_RELEASED);
        callback.mutexReleased(kind, 7, 0);
    }

    private void begin(OmptData region) {
        OmptCallback.ParallelBegin callback = fake.callback(Event.PARALLEL_BEGIN);
        callback.parallelBegin(null, null, region, 3, ParallelFlag.TEAM, 0);
    }

    private void end(OmptData region) {
        OmptCallback.ParallelEnd callback = fake.callback(Event.PARALLEL_END);
        callback.parallelEnd(region, null, ParallelFlag.TEAM, 0);
    }

    // ---------------------------------------------------------------- regions

    @Test
    void aRegionForksAndJoins() {
        listenTo(FORK, JOIN);
        OmptData region = new OmptData(30);

        begin(region);
        end(region);

        assertThat(told).containsExactly(FORK, JOIN);
    }

    @Test
    void theForkCallbackIsInTheNewRegionAndItsParentIsTheOneAround() {
        List<Long> regions = new ArrayList<>();
        listenTo();
        long handle = api.handleOf(event -> {
            Requests answers =
                    Requests.of().add(OmpCollectorRequest.CURRENT_PRID, 8).add(OmpCollectorRequest.PARENT_PRID, 8);
            answers.send(api);
            assertThat(answers.error(1)).isEqualTo(OmpCollectorError.OK);
            regions.add(answers.longAnswer(0, 0));
            regions.add(answers.longAnswer(1, 0));
        });
        Requests.of().register(FORK.value(), handle).send(api);
        fake.tasks.add(new Task(TaskFlag.IMPLICIT, new OmptData(22), new OmptData(29), 2));

        begin(new OmptData(30));

        assertThat(regions).containsExactly(30L, 29L);
        Requests after = Requests.of().add(OmpCollectorRequest.CURRENT_PRID, 8);
        after.send(api);
        assertThat(after.longAnswer(0, 0)).isEqualTo(29);
    }

    @Test
    void aForkThatThrowsIsOver() {
        listenTo();
        long handle = api.handleOf(event -> {
            throw new IllegalStateException("on purpose");
        });
        Requests.of().register(FORK.value(), handle).send(api);

        assertThatThrownBy(() -> begin(new OmptData(30))).hasMessage("on purpose");
        Requests after = Requests.of().add(OmpCollectorRequest.CURRENT_PRID, 8);
        after.send(api);
        assertThat(after.longAnswer(0, 0)).isZero();
    }

    @Test
    void joinAloneIsTold() {
        listenTo(JOIN);
        OmptData region = new OmptData(30);

        begin(region);
        end(region);

        assertThat(told).containsExactly(JOIN);
    }

    // ---------------------------------------------------------------- idleness

    @Test
    void aPoolsWorkerIsIdleWhileItRunsNoTask() {
        listenTo(THR_BEGIN_IDLE, THR_END_IDLE);
        OmptCallback.PoolWorker worker = fake.callback(Event.POOL_WORKER);
        OmptCallback.TaskSchedule schedule = fake.callback(Event.TASK_SCHEDULE);
        OmptData task = new OmptData(21);

        worker.poolWorker(BEGIN, 20);
        assertThat(told).containsExactly(THR_BEGIN_IDLE);
        schedule.taskSchedule(null, TaskStatus.SWITCH, task);
        assertThat(told).containsExactly(THR_BEGIN_IDLE, THR_END_IDLE);
        schedule.taskSchedule(task, TaskStatus.COMPLETE, null);
        worker.poolWorker(END, 20);

        assertThat(told).containsExactly(THR_BEGIN_IDLE, THR_END_IDLE, THR_BEGIN_IDLE, THR_END_IDLE);
    }

    // ---------------------------------------------------------------- barriers

    @ParameterizedTest
    @EnumSource
    void everyWaitOfASynchronizationRegionIsOneOfABarrier(SyncRegionKind kind) {
        listenTo(THR_BEGIN_IBAR, THR_END_IBAR, THR_BEGIN_EBAR, THR_END_EBAR);

        wait(kind, BEGIN);
        wait(kind, END);

        if (kind == SyncRegionKind.REDUCTION) {
            assertThat(told).isEmpty();
        } else if (kind == SyncRegionKind.BARRIER_EXPLICIT) {
            assertThat(told).containsExactly(THR_BEGIN_EBAR, THR_END_EBAR);
        } else {
            assertThat(told).containsExactly(THR_BEGIN_IBAR, THR_END_IBAR);
        }
    }

    // ---------------------------------------------------------------- mutual exclusion

    @ParameterizedTest
    @EnumSource
    void aWaitForAMutexIsToldWhenItBeginsAndEnds(MutexKind kind) {
        fake.configuration.put("constructs", "all,atomic");
        api = new CollectorRuntime(new EntryPoints(fake));
        listenTo(THR_BEGIN_LKWT, THR_END_LKWT, THR_BEGIN_CTWT, THR_END_CTWT, THR_BEGIN_ATWT, THR_END_ATWT);

        fake.state = kind.waitState();
        acquire(kind);
        List<OmpCollectorEvent> whileWaiting = List.copyOf(told);
        acquired(kind);

        switch (kind) {
            case LOCK, NEST_LOCK -> {
                assertThat(whileWaiting).containsExactly(THR_BEGIN_LKWT);
                assertThat(told).containsExactly(THR_BEGIN_LKWT, THR_END_LKWT);
            }
            case CRITICAL -> {
                assertThat(whileWaiting).containsExactly(THR_BEGIN_CTWT);
                assertThat(told).containsExactly(THR_BEGIN_CTWT, THR_END_CTWT);
            }
            case ATOMIC -> {
                assertThat(whileWaiting).containsExactly(THR_BEGIN_ATWT);
                assertThat(told).containsExactly(THR_BEGIN_ATWT, THR_END_ATWT);
            }
            default -> assertThat(told).isEmpty();
        }
    }

    @Test
    void aWaitThatWasGivenUpEndsWithTheNextAcquisition() {
        listenTo(THR_BEGIN_LKWT, THR_END_LKWT, THR_BEGIN_CTWT, THR_END_CTWT);

        fake.state = State.WAIT_LOCK;
        acquire(MutexKind.NEST_LOCK);
        fake.state = State.WAIT_CRITICAL;
        acquire(MutexKind.CRITICAL);
        acquired(MutexKind.CRITICAL);

        assertThat(told).containsExactly(THR_BEGIN_LKWT, THR_END_LKWT, THR_BEGIN_CTWT, THR_END_CTWT);
    }

    @ParameterizedTest
    @EnumSource(names = {"NEST_LOCK", "CRITICAL"})
    void anAcquisitionThatIsToldOutsideOfTheWaitStateIsAWaitIfItTookTime(MutexKind kind) {
        listenTo(THR_BEGIN_LKWT, THR_END_LKWT, THR_BEGIN_CTWT, THR_END_CTWT);

        fake.eventTime = 100;
        acquire(kind);
        acquired(kind);
        acquire(kind);
        assertThat(told).isEmpty();
        fake.eventTime = 101;
        acquired(kind);

        assertThat(told)
                .containsExactlyElementsOf(
                        kind == MutexKind.CRITICAL
                                ? List.of(THR_BEGIN_CTWT, THR_END_CTWT)
                                : List.of(THR_BEGIN_LKWT, THR_END_LKWT));
    }

    @ParameterizedTest
    @EnumSource
    void onlyOrderedRegionsAreEnteredAndLeft(MutexKind kind) {
        listenTo(THR_BEGIN_ORDERED, THR_END_ORDERED);

        acquired(kind);
        released(kind);

        if (kind == MutexKind.ORDERED) {
            assertThat(told).containsExactly(THR_BEGIN_ORDERED, THR_END_ORDERED);
        } else {
            assertThat(told).isEmpty();
        }
    }

    // ---------------------------------------------------------------- master and single

    @Test
    void aMaskedRegionIsAMasterRegion() {
        listenTo(THR_BEGIN_MASTER, THR_END_MASTER);
        OmptCallback.Masked masked = fake.callback(Event.MASKED);

        masked.masked(BEGIN, null, null, 0);
        masked.masked(BEGIN, null, null, 0);
        masked.masked(END, null, null, 0);
        masked.masked(END, null, null, 0);

        assertThat(told).containsExactly(THR_BEGIN_MASTER, THR_BEGIN_MASTER, THR_END_MASTER, THR_END_MASTER);
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheExecutorOfASingleRegionIsInIt(WorkType type) {
        listenTo(THR_BEGIN_SINGLE, THR_END_SINGLE);
        OmptCallback.Work work = fake.callback(Event.WORK);

        work.work(type, BEGIN, null, null, 1, 0);
        work.work(type, END, null, null, 1, 0);
        work.work(type, BEGINEND, null, null, 1, 0);

        if (type == WorkType.SINGLE_EXECUTOR) {
            assertThat(told).containsExactly(THR_BEGIN_SINGLE, THR_END_SINGLE, THR_BEGIN_SINGLE, THR_END_SINGLE);
        } else {
            assertThat(told).isEmpty();
        }
    }

    // ---------------------------------------------------------------- pauses and sessions

    @Test
    void nothingIsToldInAPauseAndEndsWhoseBeginWasNotToldNeverAre() {
        listenTo(THR_BEGIN_EBAR, THR_END_EBAR, FORK, JOIN);
        OmptData region = new OmptData(30);

        request(OmpCollectorRequest.PAUSE);
        begin(region);
        wait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN);
        request(OmpCollectorRequest.RESUME);
        wait(SyncRegionKind.BARRIER_EXPLICIT, END);
        end(region);
        assertThat(told).isEmpty();

        wait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN);
        wait(SyncRegionKind.BARRIER_EXPLICIT, END);
        assertThat(told).containsExactly(THR_BEGIN_EBAR, THR_END_EBAR);
    }

    @Test
    void endsInAPauseAreNotRemembered() {
        listenTo(THR_BEGIN_EBAR, THR_END_EBAR, FORK, JOIN);
        OmptData region = new OmptData(30);

        begin(region);
        request(OmpCollectorRequest.PAUSE);
        end(region);
        request(OmpCollectorRequest.RESUME);

        assertThat(told).containsExactly(FORK);
    }

    @Test
    void whatIsRegisteredInAPauseIsToldAfterIt() {
        listenTo();
        request(OmpCollectorRequest.PAUSE);
        register(THR_BEGIN_EBAR);
        request(OmpCollectorRequest.RESUME);

        wait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN);

        assertThat(told).containsExactly(THR_BEGIN_EBAR);
    }

    @Test
    void aNewSessionDoesNotEndWhatBeganInTheOldOne() {
        listenTo(THR_BEGIN_EBAR, THR_END_EBAR, FORK, JOIN);
        OmptData region = new OmptData(30);
        begin(region);
        wait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN);
        told.clear();

        request(OmpCollectorRequest.STOP);
        listenTo(THR_BEGIN_EBAR, THR_END_EBAR, FORK, JOIN);
        wait(SyncRegionKind.BARRIER_EXPLICIT, END);
        end(region);

        assertThat(told).isEmpty();
    }

    @Test
    void anEventThatComesAfterStopIsNotTold() {
        listenTo(THR_BEGIN_EBAR);
        OmptCallback.SyncRegionWait late = fake.callback(Event.SYNC_REGION_WAIT);
        request(OmpCollectorRequest.STOP);

        late.syncRegionWait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN, null, null, 0);

        assertThat(told).isEmpty();
    }

    @Test
    void aSecondRegistrationReplacesTheFirst() {
        listenTo(THR_BEGIN_EBAR);
        List<OmpCollectorEvent> second = new ArrayList<>();
        Requests.of()
                .register(THR_BEGIN_EBAR.value(), api.handleOf(second::add))
                .send(api);

        wait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN);

        assertThat(told).isEmpty();
        assertThat(second).containsExactly(THR_BEGIN_EBAR);
    }

    @Test
    void anUnregisteredEventIsNotToldWhileItsPartnerIs() {
        listenTo(THR_BEGIN_EBAR, THR_END_EBAR);
        Requests.of().unregister(THR_BEGIN_EBAR.value()).send(api);

        wait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN);
        wait(SyncRegionKind.BARRIER_EXPLICIT, END);

        assertThat(told).containsExactly(THR_END_EBAR);
    }
}
