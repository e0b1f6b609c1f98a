package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SetResult;

class RegistrationAnswersTest {
    private final TestEnvironment environment = new TestEnvironment();

    private SetResult answer(Event event) {
        return answer(event, "default", "contended");
    }

    private SetResult answer(Event event, String profile, String detail) {
        environment.configuration.put("profile", profile);
        environment.configuration.put("mutex.detail", detail);
        return answers().of(event);
    }

    private RegistrationAnswers answers() {
        return new RegistrationAnswers(environment);
    }

    @Test
    void alwaysWhereEveryOccurrenceIsReported() {
        assertThat(answer(Event.THREAD_BEGIN)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.TASK_SCHEDULE)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void sometimesWhereSomeOccurrencesAreNeverSeenOrComeToNoCallback() {
        for (Event each : EnumSet.of(Event.WAIT, Event.WAKEUP)) {
            assertThat(answer(each)).as(each.specName()).isEqualTo(SetResult.SOMETIMES);
        }
        for (Event each : EnumSet.of(Event.LOCK_INIT, Event.LOCK_DESTROY, Event.WAIT, Event.WAKEUP)) {
            assertThat(answer(each, "full", "full")).as(each.specName()).isEqualTo(SetResult.SOMETIMES);
        }
        assertThat(answer(Event.WAKEUP, "default", "off")).isEqualTo(SetResult.SOMETIMES);
    }

    @Test
    void sometimesForMutexesThatAreReportedOnlyWhenContended() {
        assertThat(answer(Event.MUTEX_ACQUIRE)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.MUTEX_ACQUIRED)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.MUTEX_RELEASED)).isEqualTo(SetResult.SOMETIMES);
    }

    @Test
    void neverForWhatNobodyWaitsForWhereOnlyWaitsAreReported() {
        for (Event each : EnumSet.of(Event.NEST_LOCK, Event.LOCK_INIT, Event.LOCK_DESTROY)) {
            assertThat(answer(each)).as(each.specName()).isEqualTo(SetResult.NEVER);
        }
    }

    @Test
    void alwaysForMutexesInFullDetail() {
        assertThat(answer(Event.MUTEX_ACQUIRE, "full", "full")).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.NEST_LOCK, "full", "full")).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void sometimesForProcessorTimeWhereThereIsAClock() {
        assertThat(answer(Event.TASK_CPU_TIME)).isEqualTo(SetResult.SOMETIMES);

        environment.knowsCpuTime = false;
        assertThat(answer(Event.TASK_CPU_TIME)).isEqualTo(SetResult.NEVER);
    }

    @Test
    void sometimesForMutexesWhenShortWaitsAreLeftOut() {
        environment.configuration.put("min-wait", "1us");

        assertThat(answer(Event.MUTEX_ACQUIRED, "full", "full")).isEqualTo(SetResult.SOMETIMES);
    }

    @Test
    void neverForMutexesThatAreOff() {
        assertThat(answer(Event.MUTEX_ACQUIRE, "full", "off")).isEqualTo(SetResult.NEVER);
        assertThat(answer(Event.LOCK_INIT, "full", "off")).isEqualTo(SetResult.NEVER);
        assertThat(answer(Event.PARALLEL_BEGIN, "full", "off")).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void neverForAnythingObservedInTheStatesProfile() {
        Set<Event> observed =
                EnumSet.complementOf(EnumSet.of(Event.CONTROL_TOOL, Event.DEVICE_INITIALIZE, Event.DEVICE_FINALIZE));
        for (Event each : observed) {
            assertThat(answer(each, "states", "full")).isEqualTo(SetResult.NEVER);
        }
    }

    @Test
    void neverForEventsThatTheConfigurationSwitchesOff() {
        environment.configuration.put("events", "-task_create");

        assertThat(answer(Event.TASK_CREATE)).isEqualTo(SetResult.NEVER);
        assertThat(answer(Event.TASK_SCHEDULE)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void alwaysForCommandsAndForTheHostAsDeviceWhateverIsSwitchedOff() {
        for (Construct each : Construct.values()) {
            environment.switchedOff.add(each);
        }

        assertThat(answer(Event.CONTROL_TOOL, "states", "off")).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.DEVICE_INITIALIZE, "states", "off")).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.DEVICE_FINALIZE, "states", "off")).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void neverForTargetEventsWithoutADeviceMapping() {
        for (Event each : Event.values()) {
            if (each.name().startsWith("TARGET") || each == Event.DEVICE_LOAD || each == Event.DEVICE_UNLOAD) {
                assertThat(answer(each)).isEqualTo(SetResult.NEVER);
            }
        }
    }

    @Test
    void neverForEventsWithoutASource() {
        assertThat(answer(Event.FLUSH)).isEqualTo(SetResult.NEVER);
        environment.switchedOff.add(Construct.PARALLEL_STREAM);
        assertThat(answer(Event.REDUCTION)).isEqualTo(SetResult.NEVER);
    }

    @Test
    void whatIsObservedOnRequestOnlyIsASourceWhereItWasAskedFor() {
        environment.configuration.put("constructs", "all,fence");

        assertThat(answer(Event.FLUSH)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void sometimesWhereOneOfSeveralSourcesIsOff() {
        environment.switchedOff.add(Construct.FORK_JOIN_TASK);

        assertThat(answer(Event.TASK_CREATE)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.THREAD_BEGIN)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void regionsThatTheJdkOpensAroundItsOwnTasksAreAmongWhatTasksRaise() {
        environment.switchedOff.add(Construct.FORK_JOIN_TASK);
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.SOMETIMES);

        environment.switchedOff.addAll(EnumSet.complementOf(EnumSet.of(Construct.FORK_JOIN_TASK)));
        environment.switchedOff.remove(Construct.FORK_JOIN_TASK);
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.SOMETIMES);
    }

    @Test
    void threadsBeginAndEndWithWhateverConstructIsObserved() {
        environment.switchedOff.addAll(EnumSet.complementOf(EnumSet.of(Construct.PHASER)));

        assertThat(answer(Event.THREAD_BEGIN)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.IMPLICIT_TASK)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.TASK_CREATE)).isEqualTo(SetResult.NEVER);
    }

    @Test
    void sometimesWhereClassesAreLeftOut() {
        environment.configuration.put("exclude", "com.acme.gen.*");

        for (Event each : EnumSet.of(
                Event.THREAD_BEGIN,
                Event.IMPLICIT_TASK,
                Event.TASK_CREATE,
                Event.TASK_SCHEDULE,
                Event.SYNC_REGION,
                Event.SYNC_REGION_WAIT,
                Event.CANCEL)) {
            assertThat(answer(each)).as(each.specName()).isEqualTo(SetResult.SOMETIMES);
        }
        assertThat(answer(Event.MUTEX_ACQUIRE, "full", "full")).isEqualTo(SetResult.SOMETIMES);
    }

    @Test
    void alwaysForWhatTheJdkTellsWhicheverClassesAreLeftOut() {
        environment.configuration.put("include", "com.acme.*");

        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.REDUCTION)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.TASK_DEPENDENCE)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void definedConstructIsASource() {
        for (Construct each : Construct.values()) {
            environment.switchedOff.add(each);
        }
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.NEVER);

        environment.configuration.put("define", "parallel:com.acme.Solver.solve");
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.SOMETIMES);
    }
}
