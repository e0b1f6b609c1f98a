package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.State;

class TraceEventTest {

    /** An event of each kind, whose members all differ, and a sample. */
    static List<TraceEvent> oneOfEach() {
        List<TraceEvent> all = new ArrayList<>();
        for (Event each : Event.values()) {
            if (each.isOfHost()) {
                long[] values = new long[each.members().size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = value(each.members().get(i), i);
                }
                all.add(TraceEvent.of(1, 2, 3, each, Construct.REENTRANT_LOCK, "text", values));
            }
        }
        all.add(TraceEvent.sample(1, 2, 3, Member.STATE.bits(State.WAIT_LOCK.value()), 4, 5));
        return all;
    }

    private static long value(Member member, int index) {
        Class<?> values = member.type() == Member.Type.ENUMERATOR ? member.valueType() : null;
        if (values == null) {
            return member.type() == Member.Type.TRUTH ? 1 : 100 + index;
        }
        Object[] enumerators = values.getEnumConstants();
        return ((Enumerator) enumerators[enumerators.length - 1]).value();
    }

    @ParameterizedTest
    @MethodSource("oneOfEach")
    void whatIsAskedForMostIsTheMembersValue(TraceEvent event) {
        assertThat(event.parallelId()).isEqualTo(event.value(Member.PARALLEL_ID));
        assertThat(event.waitId()).isEqualTo(event.value(Member.WAIT_ID));
        assertThat(event.priorTaskId()).isEqualTo(event.value(Member.PRIOR_TASK_ID));
        assertThat(event.nextTaskId()).isEqualTo(event.value(Member.NEXT_TASK_ID));
        assertThat(event.codeptrRa()).isEqualTo((int) event.value(Member.CODEPTR_RA));
        assertThat(event.body()).isEqualTo((int) event.value(Member.BODY));
        assertThat(event.priorTaskStatus()).isEqualTo(event.enumerator(Member.PRIOR_TASK_STATUS));
        assertThat(event.endpoint()).isEqualTo(event.enumerator(Member.ENDPOINT));
    }

    @Test
    void eachOfTheseIsSomething() {
        assertThat(oneOfEach()).anyMatch(each -> each.parallelId() != 0).anyMatch(each -> each.waitId() != 0);
        assertThat(oneOfEach()).anyMatch(each -> each.priorTaskId() != 0).anyMatch(each -> each.nextTaskId() != 0);
        assertThat(oneOfEach()).anyMatch(each -> each.codeptrRa() != 0).anyMatch(each -> each.body() != 0);
        assertThat(oneOfEach()).anyMatch(each -> each.priorTaskStatus() != null);
        assertThat(oneOfEach()).anyMatch(each -> each.endpoint() != null);
    }

    @Test
    void aPlaceHasOnlyWhatTheEventHas() {
        for (@Nullable Event each : Arrays.asList(Event.TASK_CREATE, Event.MUTEX_ACQUIRE, Event.THREAD_BEGIN, null)) {
            TraceEvent event =
                    new TraceEvent(1, 2, 3, each, 0, 0, 0, 0, 0, MemberTable.possiblePlace(each, 7L << 32 | 8), null);

            assertThat(event.codeptrRa()).isEqualTo(event.has(Member.CODEPTR_RA) ? 8 : 0);
            assertThat(event.body()).isEqualTo(event.has(Member.BODY) ? 7 : 0);
        }
    }
}
