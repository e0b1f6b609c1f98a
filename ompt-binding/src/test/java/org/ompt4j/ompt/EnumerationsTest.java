package org.ompt4j.ompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers and names of enumerators are those of the specification, which tools in other languages use too. */
class EnumerationsTest {

    @ParameterizedTest
    @CsvSource({
        "target,8",
        "target_data_op,9",
        "target_submit,10",
        "control_tool,11",
        "device_initialize,12",
        "device_finalize,13",
        "device_load,14",
        "device_unload,15",
        "dependences,18",
        "target_map,22",
        "flush,29",
        "target_emi,33",
        "target_data_op_emi,34",
        "target_submit_emi,35",
        "target_map_emi,36",
        "error,37"
    })
    void eventsHaveTheSpecificationsNumbers(String name, int value) {
        assertThat(Event.of(value).specName()).isEqualTo(name);
    }

    @Test
    void everyNumberFrom1To37IsAnEventAndEveryEventHasABitOfItsOwn() {
        for (int i = 1; i <= 37; i++) {
            assertThat(Event.of(i).value()).isEqualTo(i);
        }
        Set<Long> bits = new HashSet<>();
        for (Event each : Event.values()) {
            assertThat(bits.add(each.bit())).isTrue();
        }
        assertThat(bits).hasSize(43);
    }

    @ParameterizedTest
    @CsvSource({
        "target,1",
        "target_enter_data,2",
        "target_exit_data,3",
        "target_update,4",
        "target_nowait,9",
        "target_enter_data_nowait,10",
        "target_exit_data_nowait,11",
        "target_update_nowait,12"
    })
    void targetKinds(String name, int value) {
        assertThat(TargetKind.of(value).specName()).isEqualTo(name);
        assertThat(TargetKind.of(value).value()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "alloc,1",
        "transfer_to_device,2",
        "transfer_from_device,3",
        "delete,4",
        "associate,5",
        "disassociate,6",
        "alloc_async,17",
        "transfer_to_device_async,18",
        "transfer_from_device_async,19",
        "delete_async,20"
    })
    void targetDataOps(String name, int value) {
        assertThat(TargetDataOpType.of(value).specName()).isEqualTo(name);
        assertThat(TargetDataOpType.of(value).value()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"ompt,1", "native,2", "invalid,3"})
    void recordTypes(String name, int value) {
        assertThat(RecordType.of(value).specName()).isEqualTo(name);
        assertThat(RecordType.of(value).value()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"info,1", "event,2"})
    void kindsOfNativeRecords(String name, int value) {
        assertThat(NativeRecordKind.of(value).specName()).isEqualTo(name);
        assertThat(NativeRecordKind.of(value).value()).isEqualTo(value);
    }

    @Test
    void unknownNumbersAreRefused() {
        assertThatThrownBy(() -> TargetKind.of(5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TargetDataOpType.of(7)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RecordType.of(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NativeRecordKind.of(3)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void flagsAreNamedFromTheLowestBit() {
        assertThat(TargetMapFlag.names(0x3FF))
                .containsExactly(
                        "to", "from", "alloc", "release", "delete", "implicit", "always", "present", "close", "shared");
        assertThat(new int[] {TargetMapFlag.TO, TargetMapFlag.IMPLICIT, TargetMapFlag.ALWAYS, TargetMapFlag.SHARED})
                .containsExactly(0x01, 0x20, 0x40, 0x200);
        assertThat(NativeMonFlag.names(0xFF))
                .containsExactly(
                        "data_motion_explicit",
                        "data_motion_implicit",
                        "kernel_invocation",
                        "kernel_execution",
                        "driver",
                        "runtime",
                        "overhead",
                        "idleness");
    }

    @Test
    void commandsAndTheirAnswers() {
        assertThat(new long[] {
                    ControlCommand.START,
                    ControlCommand.PAUSE,
                    ControlCommand.FLUSH,
                    ControlCommand.END,
                    ControlCommand.FIRST_TOOL_SPECIFIC
                })
                .containsExactly(1, 2, 3, 4, 64);
        assertThat(new int[] {
                    ControlCommand.NOTOOL, ControlCommand.NOCALLBACK, ControlCommand.SUCCESS, ControlCommand.IGNORED
                })
                .containsExactly(-2, -1, 0, 1);
    }
}
