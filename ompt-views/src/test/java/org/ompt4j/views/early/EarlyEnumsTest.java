package org.ompt4j.views.early;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** TR2, appendices A.1 and A.3, table 3. */
class EarlyEnumsTest {

    @Test
    void statesHaveTheNumbersOfTheAppendix() {
        Map<String, Integer> appendix = new LinkedHashMap<>();
        appendix.put("ompt_state_work_serial", 0x00);
        appendix.put("ompt_state_work_parallel", 0x01);
        appendix.put("ompt_state_work_reduction", 0x02);
        appendix.put("ompt_state_idle", 0x10);
        appendix.put("ompt_state_overhead", 0x20);
        appendix.put("ompt_state_wait_barrier", 0x40);
        appendix.put("ompt_state_wait_barrier_implicit", 0x41);
        appendix.put("ompt_state_wait_barrier_explicit", 0x42);
        appendix.put("ompt_state_wait_taskwait", 0x50);
        appendix.put("ompt_state_wait_taskgroup", 0x51);
        appendix.put("ompt_state_wait_lock", 0x60);
        appendix.put("ompt_state_wait_nest_lock", 0x61);
        appendix.put("ompt_state_wait_critical", 0x62);
        appendix.put("ompt_state_wait_atomic", 0x63);
        appendix.put("ompt_state_wait_ordered", 0x64);
        appendix.put("ompt_state_undefined", 0x70);
        appendix.put("ompt_state_first", 0x71);

        Map<String, Integer> ofTheDocument = new LinkedHashMap<>();
        Arrays.stream(OmptState.values())
                .filter(each -> each.value() < 128)
                .forEach(each -> ofTheDocument.put(each.fullName(), each.value()));
        assertThat(ofTheDocument).isEqualTo(appendix);
    }

    @Test
    void statesOfOursLieOutsideOfTheReservedNumbersAndHaveAnotherPrefix() {
        assertThat(OmptState.values())
                .filteredOn(each -> each.value() >= 128)
                .hasSize(7)
                .allMatch(each -> each.value() >= 0x200)
                .allMatch(each -> each.fullName().startsWith("ompt4j_state_"));
    }

    @Test
    void threadTypesAndAnswersHaveTheNumbersOfTheDocument() {
        assertThat(OmptThreadType.INITIAL.value()).isEqualTo(1);
        assertThat(OmptThreadType.WORKER.value()).isEqualTo(2);
        assertThat(OmptThreadType.OTHER.value()).isEqualTo(3);
        assertThat(OmptThreadType.values()).hasSize(3);
        assertThat(OmptSetResult.ERROR.value()).isZero();
        assertThat(OmptSetResult.IMPOSSIBLE.value()).isEqualTo(1);
        assertThat(OmptSetResult.NEVER.value()).isEqualTo(2);
        assertThat(OmptSetResult.SOMETIMES.value()).isEqualTo(3);
        assertThat(OmptSetResult.ALWAYS.value()).isEqualTo(4);
        assertThat(OmptSetResult.values()).hasSize(5);
    }
}
