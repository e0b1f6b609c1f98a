package org.ompt4j.views.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.views.collector.Collector.OmpCollectorError.ERROR;
import static org.ompt4j.views.collector.Collector.OmpCollectorError.MEM_TOO_SMALL;
import static org.ompt4j.views.collector.Collector.OmpCollectorError.OK;
import static org.ompt4j.views.collector.Collector.OmpCollectorError.SEQUENCE_ERR;
import static org.ompt4j.views.collector.Collector.OmpCollectorError.THREAD_ERR;
import static org.ompt4j.views.collector.Collector.OmpCollectorError.UNKNOWN;
import static org.ompt4j.views.collector.Collector.OmpCollectorError.UNSUPPORTED;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.CURRENT_PRID;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.OMPT4J_EVENT_TIME;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.OMPT4J_THREADS;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.OMPT4J_THREAD_STATE;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.PARENT_PRID;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.PAUSE;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.REGISTER;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.RESUME;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.START;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.STATE;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.STOP;
import static org.ompt4j.views.collector.Collector.OmpCollectorRequest.UNREGISTER;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.FakeRuntime;
import org.ompt4j.views.FakeRuntime.Task;
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Collector.OmpCollectorRequest;
import org.ompt4j.views.collector.Collector.OmpCollectorState;

/** The requests of the Collector API, as its header file describes them. */
class CollectorRuntimeTest {
    private final FakeRuntime fake = new FakeRuntime();
    private CollectorRuntime api = new CollectorRuntime(new EntryPoints(fake));
    private long handle = api.handleOf(event -> {});

    private Requests send(Requests requests) {
        assertThat(requests.send(api)).isZero();
        return requests;
    }

    private OmpCollectorError start() {
        return send(Requests.of().add(START)).error(0);
    }

    private OmpCollectorError register(int event) {
        return send(Requests.of().register(event, handle)).error(0);
    }

    private OmpCollectorError one(OmpCollectorRequest request) {
        return send(Requests.of().add(request)).error(0);
    }

    // ---------------------------------------------------------------- the list

    @Test
    void anEmptyListIsProcessed() {
        assertThat(Requests.of().send(api)).isZero();
    }

    @Test
    void aBatchIsProcessedInOrder() {
        Requests answers = send(Requests.of()
                .add(STATE)
                .add(START, 0)
                .register(1, handle)
                .add(CURRENT_PRID, 8)
                .add(STOP, 0)
                .add(CURRENT_PRID, 8));

        assertThat(answers.error(0)).isEqualTo(SEQUENCE_ERR);
        assertThat(answers.error(1)).isEqualTo(OK);
        assertThat(answers.error(2)).isEqualTo(OK);
        assertThat(answers.error(3)).isEqualTo(OK);
        assertThat(answers.error(4)).isEqualTo(OK);
        assertThat(answers.error(5)).isEqualTo(SEQUENCE_ERR);
    }

    @ParameterizedTest
    @ValueSource(ints = {-16, 4, 12, 15, 17, 18, 30, 2000})
    void aBadSizeEndsTheListWithMinusOneAndWhatFollowsIsIgnored(int size) {
        Requests requests = Requests.of().add(START).size(size);
        requests.list.putInt(STOP.value());

        assertThat(requests.send(api)).isEqualTo(-1);
        assertThat(requests.error(0)).isEqualTo(OK);
        assertThat(start()).as("still started").isEqualTo(SEQUENCE_ERR);
    }

    @Test
    void aListWithoutAnEndIsBad() {
        ByteBuffer list = ByteBuffer.allocate(16).putInt(16).putInt(START.value());

        assertThat(api.collectorApi(list.rewind())).isEqualTo(-1);
        assertThat(list.getInt(8)).isEqualTo(OK.value());
    }

    @Test
    void aListThatIsNotAlignedOrCannotBeWrittenIsBad() {
        ByteBuffer list = ByteBuffer.allocate(64);

        assertThat(api.collectorApi(list.position(2))).isEqualTo(-1);
        assertThat(api.collectorApi(list.position(0).asReadOnlyBuffer())).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
    void numbersHaveTheByteOrderOfTheBuffer(String order) {
        ByteBuffer list = ByteBuffer.allocateDirect(32)
                .order(order.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        list.putInt(4, 16).putInt(8, START.value()).putInt(12, 99).putInt(20, 0);

        assertThat(api.collectorApi(list.position(4))).isZero();
        assertThat(list.getInt(12)).isEqualTo(OK.value());
        assertThat(list.position()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 9, 1000})
    void anUnknownRequestIsUnknown(int request) {
        start();

        Requests answers = send(Requests.of().addNumber(request, 8).add(STATE));

        assertThat(answers.error(0)).isEqualTo(UNKNOWN);
        assertThat(answers.returnSize(0)).isZero();
        assertThat(answers.error(1)).isEqualTo(OK);
    }

    // ---------------------------------------------------------------- START and STOP

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "START")
    void everyOtherRequestIsOutOfSequenceBeforeStart(OmpCollectorRequest request) {
        assertThat(one(request)).isEqualTo(SEQUENCE_ERR);
    }

    @Test
    void startingTwiceIsOutOfSequence() {
        assertThat(start()).isEqualTo(OK);
        assertThat(start()).isEqualTo(SEQUENCE_ERR);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "START")
    void everyRequestIsOutOfSequenceAfterStop(OmpCollectorRequest request) {
        start();
        assertThat(one(STOP)).isEqualTo(OK);

        assertThat(one(request)).isEqualTo(SEQUENCE_ERR);
    }

    @Test
    void startAfterStopBeginsANewSessionWithNothingRegistered() {
        start();
        register(1);
        one(STOP);
        assertThat(fake.registered).isEmpty();

        assertThat(start()).isEqualTo(OK);
        assertThat(fake.registered).isEmpty();
        assertThat(register(1)).isEqualTo(OK);
    }

    @Test
    void nothingIsPossibleAfterTheEndOfTheRun() {
        start();
        api.end();

        assertThat(one(STATE)).isEqualTo(SEQUENCE_ERR);
        assertThat(start()).isEqualTo(SEQUENCE_ERR);
    }

    @Test
    void startAloneRegistersNothing() {
        start();

        assertThat(fake.registered).isEmpty();
    }

    // ---------------------------------------------------------------- REGISTER and UNREGISTER

    @ParameterizedTest
    @EnumSource
    void everyEventWithASourceCanBeRegistered(OmpCollectorEvent event) {
        start();

        boolean hasSource = switch (event) {
            case THR_BEGIN_ODWT, THR_END_ODWT, THR_BEGIN_ATWT, THR_END_ATWT -> false;
            default -> true;
        };
        assertThat(register(event.value())).isEqualTo(hasSource ? OK : UNSUPPORTED);
        assertThat(fake.registered.isEmpty()).isEqualTo(!hasSource);
    }

    @ParameterizedTest
    @EnumSource(names = {"THR_BEGIN_ATWT", "THR_END_ATWT"})
    void waitsForAtomicsCanBeRegisteredWhereTheyAreObserved(OmpCollectorEvent event) {
        fake.configuration.put("constructs", "all,atomic");
        api = new CollectorRuntime(new EntryPoints(fake));
        handle = api.handleOf(told -> {});
        start();

        assertThat(register(event.value())).isEqualTo(OK);
    }

    @ParameterizedTest
    @EnumSource(names = {"NEVER", "IMPOSSIBLE", "ERROR"})
    void anEventWhoseSourceIsSwitchedOffIsUnsupported(SetResult answer) {
        fake.answers.putAll(Map.of(Event.MASKED, answer, Event.MUTEX_ACQUIRED, answer));
        start();

        assertThat(register(OmpCollectorEvent.THR_BEGIN_MASTER.value())).isEqualTo(UNSUPPORTED);
        assertThat(register(OmpCollectorEvent.THR_BEGIN_LKWT.value())).isEqualTo(UNSUPPORTED);
        assertThat(fake.registered).isEmpty();
    }

    @Test
    void anEventThatIsReportedSometimesIsSupported() {
        fake.answers.put(Event.MUTEX_ACQUIRE, SetResult.SOMETIMES);
        start();

        assertThat(register(OmpCollectorEvent.THR_END_CTWT.value())).isEqualTo(OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 23, 4095, 4096})
    void anUnknownEventIsUnknown(int event) {
        start();

        assertThat(register(event)).isEqualTo(UNKNOWN);
        assertThat(send(Requests.of().unregister(event)).error(0)).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 99, Long.MIN_VALUE})
    void aHandleOfNoCallbackIsAnError(long noHandle) {
        start();

        assertThat(send(Requests.of().register(1, noHandle)).error(0)).isEqualTo(ERROR);
        assertThat(fake.registered).isEmpty();
    }

    @Test
    void anEntryWithoutItsArgumentsIsAnError() {
        start();

        Requests answers = send(Requests.of().add(REGISTER, 8).add(UNREGISTER, 0));

        assertThat(answers.error(0)).isEqualTo(ERROR);
        assertThat(answers.error(1)).isEqualTo(ERROR);
    }

    @Test
    void unregisteringWhatWasNotRegisteredIsIgnored() {
        start();

        assertThat(send(Requests.of().unregister(7)).error(0)).isEqualTo(OK);
    }

    @Test
    void unregisteringTheLastUserOfASourceUnregistersTheSource() {
        start();
        register(OmpCollectorEvent.THR_BEGIN_EBAR.value());
        register(OmpCollectorEvent.THR_BEGIN_IBAR.value());

        send(Requests.of().unregister(OmpCollectorEvent.THR_BEGIN_EBAR.value()));
        assertThat(fake.registered).containsOnlyKeys(Event.SYNC_REGION_WAIT);
        send(Requests.of().unregister(OmpCollectorEvent.THR_BEGIN_IBAR.value()));
        assertThat(fake.registered).isEmpty();
    }

    // ---------------------------------------------------------------- PAUSE and RESUME

    @Test
    void pausingAndResumingAreIgnoredWhenTheyChangeNothing() {
        start();

        assertThat(one(RESUME)).isEqualTo(OK);
        assertThat(one(PAUSE)).isEqualTo(OK);
        assertThat(one(PAUSE)).isEqualTo(OK);
        assertThat(one(STATE)).isEqualTo(OK);
        assertThat(one(RESUME)).isEqualTo(OK);
    }

    // ---------------------------------------------------------------- STATE

    @ParameterizedTest
    @EnumSource
    void everyStateHasItsNumber(State state) {
        start();
        fake.state = state;
        fake.waitId = 55;

        Requests answers = send(Requests.of().add(STATE));

        OmpCollectorState expected = expected(state);
        assertThat(answers.error(0)).isEqualTo(OK);
        assertThat(answers.intAnswer(0)).isEqualTo(expected.value());
        assertThat(answers.returnSize(0)).isEqualTo(expected.hasWaitId() ? 12 : 4);
        if (expected.hasWaitId()) {
            assertThat(answers.longAnswer(0, 4)).isEqualTo(55);
        }
    }

    private static OmpCollectorState expected(State state) {
        String name = state.name();
        if (name.equals("WORK_PARALLEL") || name.equals("WORK_FREE_AGENT")) {
            return OmpCollectorState.WORK;
        } else if (name.equals("WORK_REDUCTION")) {
            return OmpCollectorState.REDUC;
        } else if (name.equals("WORK_SERIAL") || name.equals("UNDEFINED")) {
            return OmpCollectorState.SERIAL;
        } else if (name.equals("WAIT_BARRIER_EXPLICIT")) {
            return OmpCollectorState.EBAR;
        } else if (name.startsWith("WAIT_BARRIER") || name.startsWith("WAIT_TASK")) {
            return OmpCollectorState.IBAR;
        } else if (name.equals("WAIT_CRITICAL")) {
            return OmpCollectorState.CTWT;
        } else if (name.equals("WAIT_ATOMIC")) {
            return OmpCollectorState.ATWT;
        } else if (name.equals("WAIT_ORDERED")) {
            return OmpCollectorState.ODWT;
        } else if (name.equals("IDLE")) {
            return OmpCollectorState.IDLE;
        } else if (List.of("OVERHEAD", "UNKNOWN", "WAIT_SLEEP").contains(name) || name.startsWith("WAIT_TARGET")) {
            return OmpCollectorState.OVHD;
        }
        return OmpCollectorState.LKWT;
    }

    @Test
    void aBarrierWithoutAnIdIsNamedByItsRegion() {
        start();
        fake.state = State.WAIT_BARRIER_IMPLICIT_PARALLEL;
        fake.tasks.add(new Task(TaskFlag.IMPLICIT, new OmptData(20), new OmptData(30), 2));

        assertThat(send(Requests.of().add(STATE)).longAnswer(0, 4)).isEqualTo(30);
    }

    @Test
    void aStateThatDoesNotFitIsNotWritten() {
        start();
        fake.state = State.WAIT_LOCK;
        fake.waitId = 5;

        Requests answers = send(Requests.of().add(STATE, 8).add(STATE, 0));

        assertThat(answers.error(0)).isEqualTo(MEM_TOO_SMALL);
        assertThat(answers.returnSize(0)).isEqualTo(12);
        assertThat(answers.intAnswer(0)).isZero();
        assertThat(answers.error(1)).isEqualTo(MEM_TOO_SMALL);
    }

    @Test
    void aStateWithoutAWaitIdNeedsRoomForItselfOnly() {
        start();
        fake.state = State.WORK_PARALLEL;

        Requests answers = send(Requests.of().add(STATE, 4));

        assertThat(answers.error(0)).isEqualTo(OK);
        assertThat(answers.intAnswer(0)).isEqualTo(2);
    }

    // ---------------------------------------------------------------- requests of ours

    private Requests ofThread(long id) {
        Requests request = Requests.of().add(OMPT4J_THREAD_STATE);
        request.list.putLong(16, id);
        return send(request);
    }

    @Test
    void anyThreadsStateCanBeSampled() {
        start();
        fake.threads.add(new FakeRuntime.Sampled(7, State.WAIT_CRITICAL, 40, 30));
        fake.threads.add(new FakeRuntime.Sampled(8, State.WAIT_BARRIER_IMPLICIT_PARALLEL, 0, 30));
        fake.threads.add(new FakeRuntime.Sampled(9, State.WORK_PARALLEL, 0, 30));

        Requests threads = send(Requests.of().add(OMPT4J_THREADS, 24));
        assertThat(threads.error(0)).isEqualTo(OK);
        assertThat(threads.returnSize(0)).isEqualTo(24);
        assertThat(threads.longAnswer(0, 0)).isEqualTo(7);
        assertThat(threads.longAnswer(0, 16)).isEqualTo(9);

        Requests monitor = ofThread(7);
        assertThat(monitor.error(0)).isEqualTo(OK);
        assertThat(monitor.returnSize(0)).isEqualTo(12);
        assertThat(monitor.intAnswer(0)).isEqualTo(OmpCollectorState.CTWT.value());
        assertThat(monitor.longAnswer(0, 4)).isEqualTo(40);
        assertThat(ofThread(8).longAnswer(0, 4)).as("its region").isEqualTo(30);
        assertThat(ofThread(9).intAnswer(0)).isEqualTo(OmpCollectorState.WORK.value());
        assertThat(ofThread(10).intAnswer(0)).as("not alive").isEqualTo(OmpCollectorState.SERIAL.value());
    }

    @Test
    void threadsThatDoNotFitAreCounted() {
        start();
        fake.threads.add(new FakeRuntime.Sampled(7, State.IDLE, 0, 0));
        fake.threads.add(new FakeRuntime.Sampled(8, State.IDLE, 0, 0));

        Requests answers = send(Requests.of().add(OMPT4J_THREADS, 8));

        assertThat(answers.error(0)).isEqualTo(MEM_TOO_SMALL);
        assertThat(answers.returnSize(0)).isEqualTo(16);
    }

    @Test
    void stateOfNoThreadIsAnError() {
        start();

        assertThat(send(Requests.of().add(OMPT4J_THREAD_STATE, 4)).error(0)).isEqualTo(ERROR);
    }

    @Test
    void eventHasATimeOfItsOwn() {
        start();
        fake.eventTime = 4321;

        Requests answers = send(Requests.of().add(OMPT4J_EVENT_TIME, 8));

        assertThat(answers.error(0)).isEqualTo(OK);
        assertThat(answers.returnSize(0)).isEqualTo(8);
        assertThat(answers.longAnswer(0, 0)).isEqualTo(4321);
    }

    // ---------------------------------------------------------------- CURRENT_PRID and PARENT_PRID

    private void nested(int threadNum) {
        fake.tasks.add(new Task(TaskFlag.EXPLICIT, new OmptData(23), new OmptData(30), threadNum));
        fake.tasks.add(new Task(TaskFlag.IMPLICIT, new OmptData(22), new OmptData(30), threadNum));
        fake.tasks.add(new Task(TaskFlag.EXPLICIT, new OmptData(21), new OmptData(29), 1));
        fake.tasks.add(new Task(TaskFlag.IMPLICIT, new OmptData(20), new OmptData(29), 1));
    }

    private long region(OmpCollectorRequest request) {
        Requests answers = send(Requests.of().add(request, 8));
        assertThat(answers.error(0)).isEqualTo(OK);
        assertThat(answers.returnSize(0)).isEqualTo(8);
        return answers.longAnswer(0, 0);
    }

    @Test
    void masterOfANestedRegionKnowsBothRegions() {
        start();
        nested(0);

        assertThat(region(CURRENT_PRID)).isEqualTo(30);
        assertThat(region(PARENT_PRID)).isEqualTo(29);
    }

    @Test
    void anotherMemberKnowsItsRegionButNotTheParent() {
        start();
        nested(2);

        assertThat(region(CURRENT_PRID)).isEqualTo(30);
        assertThat(one(PARENT_PRID)).isEqualTo(THREAD_ERR);
    }

    @Test
    void masterOfAnOuterRegionHasNoParentRegion() {
        start();
        fake.tasks.add(new Task(TaskFlag.IMPLICIT, new OmptData(22), new OmptData(30), 0));
        fake.tasks.add(new Task(TaskFlag.INITIAL, new OmptData(21), new OmptData(28), 0));

        assertThat(region(CURRENT_PRID)).isEqualTo(30);
        assertThat(region(PARENT_PRID)).isZero();
    }

    @Test
    void outsideOfRegionsBothAreZero() {
        start();
        fake.tasks.add(new Task(TaskFlag.EXPLICIT, new OmptData(22), new OmptData(28), 0));
        fake.tasks.add(new Task(TaskFlag.INITIAL, new OmptData(21), new OmptData(28), 0));

        assertThat(region(CURRENT_PRID)).isZero();
        assertThat(region(PARENT_PRID)).isZero();
    }

    @Test
    void anIdleWorkerIsInNoRegionAndNoMaster() {
        start();
        fake.state = State.IDLE;
        fake.tasks.add(new Task(TaskFlag.IMPLICIT, new OmptData(22), null, 0));

        assertThat(region(CURRENT_PRID)).isZero();
        assertThat(one(PARENT_PRID)).isEqualTo(THREAD_ERR);
    }

    @Test
    void aThreadThatIsNoneOfTheRuntimeIsInNoRegionAndNoMaster() {
        start();
        fake.threadData = null;
        fake.state = State.UNDEFINED;

        assertThat(region(CURRENT_PRID)).isZero();
        assertThat(one(PARENT_PRID)).isEqualTo(THREAD_ERR);
        assertThat(send(Requests.of().add(STATE)).intAnswer(0)).isEqualTo(OmpCollectorState.SERIAL.value());
    }

    @Test
    void aRegionThatDoesNotFitIsNotWritten() {
        start();
        nested(0);

        Requests answers = send(Requests.of().add(CURRENT_PRID, 4).add(PARENT_PRID, 0));

        assertThat(answers.error(0)).isEqualTo(MEM_TOO_SMALL);
        assertThat(answers.returnSize(0)).isEqualTo(8);
        assertThat(answers.error(1)).isEqualTo(MEM_TOO_SMALL);
        assertThat(answers.returnSize(1)).isEqualTo(8);
    }
}
