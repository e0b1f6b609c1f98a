package org.ompt4j.ompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The members of {@link Event} agree with the records that tools read, and fit into the arguments of {@link RecordSink}. */
class EventSchemaTest {
    /** Events whose record has another name than the event, for example since several events share it. */
    private static final Map<Event, Class<? extends OmptRecord>> OTHER_NAMES = Map.of(
            Event.SYNC_REGION_WAIT, OmptRecord.SyncRegion.class,
            Event.REDUCTION, OmptRecord.SyncRegion.class,
            Event.LOCK_INIT, OmptRecord.MutexAcquire.class,
            Event.MUTEX_ACQUIRED, OmptRecord.Mutex.class,
            Event.MUTEX_RELEASED, OmptRecord.Mutex.class,
            Event.LOCK_DESTROY, OmptRecord.Mutex.class,
            Event.ERROR, OmptRecord.RuntimeError.class);

    @ParameterizedTest
    @EnumSource(Event.class)
    void noEventHasMoreThanFourNumbers(Event event) {
        assertThat(event.numbers()).hasSizeLessThanOrEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(Event.class)
    void detailsOfAnEventKeepOutOfEachOthersWay(Event event) {
        long taken = 0xFF;
        for (Member each : event.members()) {
            if (each.type().isDetail()) {
                // -1 sets all bits of the member, and more, which bits() removes.
                long bits = each.bits(each.in(-1));
                assertThat(bits & taken).as(each.name()).isZero();
                taken |= bits;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Event.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"THREAD_END", "WAIT", "DEPENDENCES"})
    void recordHasTheMembersOfItsEvent(Event event) {
        if (!event.isOfHost()) {
            assertThat(event.members()).isEmpty();
            return;
        }
        List<String> expected = new ArrayList<>();
        for (Member each : event.recordMembers()) {
            expected.add(each == Member.START ? "instance" : each.specName());
            if (each == Member.MESSAGE) {
                expected.add("length");
            }
        }
        assertThat(componentsOf(event)).containsExactlyElementsOf(expected);
    }

    @Test
    void valueComesOutOfTheDetailsAsItWentIn() {
        long details = Member.MUTEX_KIND.bits(MutexKind.NEST_LOCK.value())
                | Member.IMPL.bits(MutexImpl.USER_DEFINED.value())
                | Member.HINT.bits(-2)
                | Member.ENDPOINT.bits(ScopeEndpoint.BEGINEND.value());

        assertThat(Member.MUTEX_KIND.in(details)).isEqualTo(MutexKind.NEST_LOCK.value());
        assertThat(Member.IMPL.in(details)).isEqualTo(MutexImpl.USER_DEFINED.value());
        assertThat(Member.HINT.in(details)).isEqualTo(-2);
        assertThat(Member.ENDPOINT.in(details)).isEqualTo(ScopeEndpoint.BEGINEND.value());
        assertThat(Member.STATE.in(Member.STATE.bits(State.UNKNOWN.value()))).isEqualTo(State.UNKNOWN.value());
    }

    private static List<String> componentsOf(Event event) {
        Class<?> record = OTHER_NAMES.get(event);
        for (Class<?> each : OmptRecord.class.getPermittedSubclasses()) {
            if (each.getSimpleName()
                    .toLowerCase(Locale.ROOT)
                    .equals(event.specName().replace("_", ""))) {
                record = each;
            }
        }
        assertThat(record).as("record of " + event).isNotNull();
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .map(EventSchemaTest::inSpecification)
                .toList();
    }

    private static String inSpecification(String component) {
        return component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
