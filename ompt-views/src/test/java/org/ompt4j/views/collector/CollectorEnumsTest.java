package org.ompt4j.views.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Collector.OmpCollectorRequest;
import org.ompt4j.views.collector.Collector.OmpCollectorState;

/** Numbers and names of the header file. */
class CollectorEnumsTest {

    @Test
    void requestsHaveTheirNumbers() {
        assertThat(numbers(OmpCollectorRequest.values()))
                .containsExactly(
                        "OMP_REQ_START=0",
                        "OMP_REQ_REGISTER=1",
                        "OMP_REQ_UNREGISTER=2",
                        "OMP_REQ_STATE=3",
                        "OMP_REQ_CURRENT_PRID=4",
                        "OMP_REQ_PARENT_PRID=5",
                        "OMP_REQ_STOP=6",
                        "OMP_REQ_PAUSE=7",
                        "OMP_REQ_RESUME=8",
                        "OMP_REQ_OMPT4J_THREADS=4096",
                        "OMP_REQ_OMPT4J_THREAD_STATE=4097",
                        "OMP_REQ_OMPT4J_EVENT_TIME=4098");
        assertThat(OmpCollectorRequest.of(9)).isNull();
    }

    @Test
    void errorCodesHaveTheirNumbers() {
        assertThat(numbers(OmpCollectorError.values()))
                .containsExactly(
                        "OMP_ERRCODE_OK=0",
                        "OMP_ERRCODE_ERROR=1",
                        "OMP_ERRCODE_UNKNOWN=2",
                        "OMP_ERRCODE_UNSUPPORTED=3",
                        "OMP_ERRCODE_SEQUENCE_ERR=4",
                        "OMP_ERRCODE_OBSOLETE=5",
                        "OMP_ERRCODE_THREAD_ERR=6",
                        "OMP_ERRCODE_MEM_TOO_SMALL=7");
        assertThat(OmpCollectorError.of(8)).isNull();
    }

    @Test
    void eventsHaveTheirNumbers() {
        assertThat(numbers(OmpCollectorEvent.values()))
                .containsExactly(
                        "OMP_EVENT_FORK=1",
                        "OMP_EVENT_JOIN=2",
                        "OMP_EVENT_THR_BEGIN_IDLE=3",
                        "OMP_EVENT_THR_END_IDLE=4",
                        "OMP_EVENT_THR_BEGIN_IBAR=5",
                        "OMP_EVENT_THR_END_IBAR=6",
                        "OMP_EVENT_THR_BEGIN_EBAR=7",
                        "OMP_EVENT_THR_END_EBAR=8",
                        "OMP_EVENT_THR_BEGIN_LKWT=9",
                        "OMP_EVENT_THR_END_LKWT=10",
                        "OMP_EVENT_THR_BEGIN_CTWT=11",
                        "OMP_EVENT_THR_END_CTWT=12",
                        "OMP_EVENT_THR_BEGIN_ODWT=13",
                        "OMP_EVENT_THR_END_ODWT=14",
                        "OMP_EVENT_THR_BEGIN_MASTER=15",
                        "OMP_EVENT_THR_END_MASTER=16",
                        "OMP_EVENT_THR_BEGIN_SINGLE=17",
                        "OMP_EVENT_THR_END_SINGLE=18",
                        "OMP_EVENT_THR_BEGIN_ORDERED=19",
                        "OMP_EVENT_THR_END_ORDERED=20",
                        "OMP_EVENT_THR_BEGIN_ATWT=21",
                        "OMP_EVENT_THR_END_ATWT=22");
        assertThat(OmpCollectorEvent.of(0)).isNull();
        assertThat(OmpCollectorEvent.of(23)).isNull();
    }

    @Test
    void eventsArePaired() {
        for (OmpCollectorEvent each : OmpCollectorEvent.values()) {
            assertThat(each.partner().partner()).isEqualTo(each);
            assertThat(each.partner().isEnd()).isEqualTo(!each.isEnd());
        }
        assertThat(OmpCollectorEvent.FORK.partner()).isEqualTo(OmpCollectorEvent.JOIN);
        assertThat(OmpCollectorEvent.THR_BEGIN_EBAR.partner()).isEqualTo(OmpCollectorEvent.THR_END_EBAR);
        assertThat(OmpCollectorEvent.THR_END_EBAR.isEnd()).isTrue();
    }

    @Test
    void statesHaveTheirNumbers() {
        assertThat(numbers(OmpCollectorState.values()))
                .containsExactly(
                        "THR_OVHD_STATE=1",
                        "THR_WORK_STATE=2",
                        "THR_IBAR_STATE=3",
                        "THR_EBAR_STATE=4",
                        "THR_IDLE_STATE=5",
                        "THR_SERIAL_STATE=6",
                        "THR_REDUC_STATE=7",
                        "THR_LKWT_STATE=8",
                        "THR_CTWT_STATE=9",
                        "THR_ODWT_STATE=10",
                        "THR_ATWT_STATE=11");
        assertThat(OmpCollectorState.of(12)).isNull();
    }

    @Test
    void aNumberGivesItsEnumerator() {
        assertThat(OmpCollectorRequest.of(5)).isEqualTo(OmpCollectorRequest.PARENT_PRID);
        assertThat(OmpCollectorError.of(7)).isEqualTo(OmpCollectorError.MEM_TOO_SMALL);
        assertThat(OmpCollectorEvent.of(22)).isEqualTo(OmpCollectorEvent.THR_END_ATWT);
        assertThat(OmpCollectorState.of(5)).isEqualTo(OmpCollectorState.IDLE);
    }

    private static List<String> numbers(Enum<?>[] values) {
        List<String> numbers = new ArrayList<>();
        for (Enum<?> each : values) {
            if (each instanceof OmpCollectorRequest request) {
                numbers.add(request.specName() + "=" + request.value());
            } else if (each instanceof OmpCollectorError error) {
                numbers.add(error.specName() + "=" + error.value());
            } else if (each instanceof OmpCollectorEvent event) {
                numbers.add(event.specName() + "=" + event.value());
            } else if (each instanceof OmpCollectorState state) {
                numbers.add(state.specName() + "=" + state.value());
            }
        }
        return numbers;
    }
}
