package org.ompt4j.views.tr4;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers and names of the OMPT overview of the TR4 era. */
class Tr4EnumsTest {

    @ParameterizedTest
    @CsvSource({
        "Tr4Event, ompt_callback_thread_begin=1 ompt_callback_thread_end=2 ompt_callback_parallel_begin=3 ompt_callback_parallel_end=4 ompt_callback_task_create=5 ompt_callback_task_schedule=6 ompt_callback_implicit_task=7 ompt_callback_target=8 ompt_callback_target_data_op=9 ompt_callback_target_submit=10 ompt_callback_control_tool=11 ompt_callback_device_initialize=12 ompt_callback_device_finalize=13 ompt_callback_sync_region_wait=14 ompt_callback_mutex_released=15 ompt_callback_task_dependences=16 ompt_callback_task_dependence=17 ompt_callback_work=18 ompt_callback_master=19 ompt_callback_target_map=20 ompt_callback_sync_region=21 ompt_callback_lock_init=22 ompt_callback_lock_destroy=23 ompt_callback_mutex_acquire=24 ompt_callback_mutex_acquired=25 ompt_callback_nest_lock=26 ompt_callback_flush=27 ompt_callback_cancel=28 ompt_callback_idle=29",
        "Tr4$OmptSetResult, ompt_set_error=0 ompt_set_never=1 ompt_set_sometimes=2 ompt_set_sometimes_paired=3 ompt_set_always=4",
        "Tr4$OmptThreadType, ompt_thread_initial=1 ompt_thread_worker=2 ompt_thread_other=3 ompt_thread_unknown=4",
        "Tr4$OmptScopeEndpoint, ompt_scope_begin=1 ompt_scope_end=2",
        "Tr4$OmptSyncRegionKind, ompt_sync_region_barrier=1 ompt_sync_region_taskwait=2 ompt_sync_region_taskgroup=3",
        "Tr4$OmptTargetDataOp, ompt_target_data_alloc=1 ompt_target_data_transfer_to_dev=2 ompt_target_data_transfer_from_dev=3 ompt_target_data_delete=4",
        "Tr4$OmptWorkType, ompt_work_loop=1 ompt_work_sections=2 ompt_work_single_executor=3 ompt_work_single_other=4 ompt_work_workshare=5 ompt_work_distribute=6 ompt_work_taskloop=7",
        "Tr4$OmptTaskStatus, ompt_task_complete=1 ompt_task_yield=2 ompt_task_cancel=3 ompt_task_others=4",
        "Tr4$OmptInvoker, ompt_invoker_program=1 ompt_invoker_runtime=2",
        "Tr4$OmptTaskDependenceFlag, ompt_task_dependence_type_out=1 ompt_task_dependence_type_in=2 ompt_task_dependence_type_inout=3",
        "Tr4$OmptRecordKind, ompt_record_ompt=1 ompt_record_native=2 ompt_record_invalid=3",
        "Tr4$OmptRecordNativeKind, ompt_record_native_info=1 ompt_record_native_event=2",
        "Tr4$OmptMutexKind, ompt_mutex=16 ompt_mutex_lock=17 ompt_mutex_nest_lock=18 ompt_mutex_critical=19 ompt_mutex_atomic=20 ompt_mutex_ordered=32",
        "Tr4$OmptTargetType, ompt_target=1 ompt_target_enter_data=2 ompt_target_exit_data=3 ompt_target_update=4",
        "Tr4$OmpState, omp_state_work_serial=0 omp_state_work_parallel=1 omp_state_work_reduction=2 omp_state_wait_barrier=16 omp_state_wait_barrier_implicit_parallel=17 omp_state_wait_barrier_implicit_workshare=18 omp_state_wait_barrier_implicit=19 omp_state_wait_barrier_explicit=20 omp_state_wait_taskwait=32 omp_state_wait_taskgroup=33 omp_state_wait_mutex=64 omp_state_wait_lock=65 omp_state_wait_critical=66 omp_state_wait_atomic=67 omp_state_wait_ordered=68 omp_state_wait_target=128 omp_state_wait_target_map=129 omp_state_wait_target_update=130 omp_state_idle=256 omp_state_overhead=257 omp_state_undefined=258 ompt4j_state_wait_condition=512 ompt4j_state_wait_park=513 ompt4j_state_wait_queue=514 ompt4j_state_wait_sleep=515 ompt4j_state_wait_io=516 ompt4j_state_unknown=517 ompt4j_state_wait_queue_full=518"
    })
    void enumeratorsHaveTheirNumbers(String type, String expected) throws ReflectiveOperationException {
        Class<?> enumeration = Class.forName(getClass().getPackageName() + "." + type);
        List<String> found = new ArrayList<>();
        for (Object each : enumeration.getEnumConstants()) {
            int value = (int) enumeration.getMethod("value").invoke(each);
            found.add(enumeration.getMethod("specName").invoke(each) + "=" + value);
            assertThat(enumeration.getMethod("of", int.class).invoke(null, value))
                    .isSameAs(each);
        }

        assertThat(found).containsExactly(expected.split(" "));
        assertThat(enumeration.getMethod("of", int.class).invoke(null, 4711)).isNull();
    }

    /** The numbers are hexadecimal. */
    @ParameterizedTest
    @CsvSource({
        "Tr4$OmptNativeMonFlags, DATA_MOTION_EXPLICIT=1 DATA_MOTION_IMPLICIT=2 KERNEL_INVOCATION=4 KERNEL_EXECUTION=8 DRIVER=10 RUNTIME=20 OVERHEAD=40 IDLENESS=80",
        "Tr4$OmptTaskType, INITIAL=1 IMPLICIT=2 EXPLICIT=4 TARGET=8 UNDEFERRED=8000000 UNTIED=10000000 FINAL=20000000 MERGEABLE=40000000 MERGED=80000000",
        "Tr4$OmptTargetMapFlag, TO=1 FROM=2 ALLOC=4 RELEASE=8 DELETE=10 IMPLICIT=20",
        "Tr4$OmptCancelFlag, PARALLEL=1 SECTIONS=2 DO=4 TASKGROUP=8 ACTIVATED=10 DETECTED=20 DISCARDED_TASK=40"
    })
    void flagsHaveTheirNumbers(String type, String expected) throws ReflectiveOperationException {
        List<String> found = new ArrayList<>();
        for (Field each :
                Class.forName(getClass().getPackageName() + "." + type).getFields()) {
            found.add(each.getName() + "=" + Integer.toHexString(each.getInt(null)));
        }

        assertThat(found).containsExactlyInAnyOrder(expected.split(" "));
    }

    @Test
    void thereAreTwentyNineCallbacksOfWhichThirteenAreMandatory() {
        assertThat(Tr4Event.values()).hasSize(29);
        assertThat(Tr4Event.values()).filteredOn(Tr4Event::isMandatory).hasSize(13);
        assertThat(Tr4Event.DEVICE_FINALIZE.isMandatory()).isTrue();
        assertThat(Tr4Event.SYNC_REGION_WAIT.isMandatory()).isFalse();
    }

    @Test
    void constantsForNoneAreZero() {
        assertThat(Tr4RecordAbstract.TIME_NONE).isZero();
        assertThat(Tr4RecordAbstract.HWID_NONE).isZero();
    }
}
