package org.ompt4j.views.early;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** TR2, section 3 and appendix A.2. */
class OmptEventTest {

    /** The enumerators in the order of the appendix, which numbers them from 1. */
    private static final List<String> APPENDIX = List.of((
            // mandatory
            "parallel_begin parallel_end task_begin task_end thread_begin thread_end control runtime_shutdown "
                    // blame shifting
                    + "idle_begin idle_end wait_barrier_begin wait_barrier_end wait_taskwait_begin wait_taskwait_end "
                    + "wait_taskgroup_begin wait_taskgroup_end release_lock release_nest_lock_last "
                    + "release_critical release_atomic release_ordered "
                    // synchronous events
                    + "implicit_task_begin implicit_task_end initial_task_begin initial_task_end task_switch "
                    + "loop_begin loop_end sections_begin sections_end single_in_block_begin single_in_block_end "
                    + "single_others_begin single_others_end workshare_begin workshare_end master_begin master_end "
                    + "barrier_begin barrier_end taskwait_begin taskwait_end taskgroup_begin taskgroup_end "
                    + "release_nest_lock_prev wait_lock wait_nest_lock wait_critical wait_atomic wait_ordered "
                    + "acquired_lock acquired_nest_lock_first acquired_nest_lock_next acquired_critical "
                    + "acquired_atomic acquired_ordered init_lock init_nest_lock destroy_lock destroy_nest_lock flush")
            .split(" "));

    @Test
    void numbersAreThoseOfTheAppendix() {
        assertThat(APPENDIX).hasSize(61);
        assertThat(Arrays.stream(OmptEvent.values()).map(OmptEvent::specName)).isEqualTo(APPENDIX);
        assertThat(IntStream.rangeClosed(1, 61).mapToObj(OmptEvent::of).map(OmptEvent::value))
                .isEqualTo(IntStream.rangeClosed(1, 61).boxed().toList());
        // Some numbers of the appendix, which show that the list above is complete.
        assertThat(OmptEvent.IDLE_BEGIN.value()).isEqualTo(9);
        assertThat(OmptEvent.WAIT_BARRIER_BEGIN.value()).isEqualTo(11);
        assertThat(OmptEvent.LOOP_BEGIN.value()).isEqualTo(27);
        assertThat(OmptEvent.BARRIER_BEGIN.value()).isEqualTo(39);
        assertThat(OmptEvent.RELEASE_NEST_LOCK_PREV.value()).isEqualTo(45);
        assertThat(OmptEvent.FLUSH.value()).isEqualTo(61);
    }

    @Test
    void otherNumbersAreNoEvents() {
        for (int each : new int[] {-1, 0, 62}) {
            assertThatThrownBy(() -> OmptEvent.of(each))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(each));
        }
    }

    @Test
    void signaturesAreThoseOfTheSection() {
        Map<Class<?>, List<String>> others = Map.of(
                OmptEventCallback.NewParallel.class, List.of("parallel_begin"),
                OmptEventCallback.NewTask.class, List.of("task_begin"),
                OmptEventCallback.Task.class, List.of("task_end", "initial_task_begin", "initial_task_end"),
                OmptEventCallback.ThreadType.class, List.of("thread_begin", "thread_end"),
                OmptEventCallback.Control.class, List.of("control"),
                OmptEventCallback.Plain.class, List.of("runtime_shutdown"),
                OmptEventCallback.Thread.class, List.of("idle_begin", "idle_end", "flush"),
                OmptEventCallback.TaskSwitch.class, List.of("task_switch"),
                OmptEventCallback.NewWorkshare.class,
                        List.of("loop_begin", "sections_begin", "single_in_block_begin", "workshare_begin"));
        others.forEach((type, events) -> assertThat(withType(type)).isEqualTo(events));
        assertThat(withType(OmptEventCallback.Wait.class))
                .allMatch(name -> name.matches(".*_(lock|critical|atomic|ordered|lock_(first|next|last|prev))"))
                .hasSize(5 + 1 + 5 + 6 + 4);
        assertThat(withType(OmptEventCallback.Parallel.class))
                .hasSize(61 - 17 - 21)
                .contains("single_others_begin");
    }

    private static List<String> withType(Class<?> type) {
        return Arrays.stream(OmptEvent.values())
                .filter(each -> each.callbackType() == type)
                .map(OmptEvent::specName)
                .toList();
    }

    @Test
    void idlenessAndWaitsMustBeRegisteredInPairs() {
        List<OmptEvent> paired = Arrays.stream(OmptEvent.values())
                .filter(each -> each.partner() != null)
                .toList();

        assertThat(paired)
                .isEqualTo(IntStream.rangeClosed(9, 16).mapToObj(OmptEvent::of).toList());
        assertThat(paired).allMatch(each -> each.partner().partner() == each);
        assertThat(paired).allMatch(each -> Math.abs(each.partner().value() - each.value()) == 1);
    }
}
