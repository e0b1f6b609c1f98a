package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.Settings.Choice;
import org.ompt4j.emitter.Settings.MutexDetail;
import org.ompt4j.emitter.Settings.Profile;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SetResult;

class RegistrationAnswersTest {
    private static final long ALL_EVENTS = -1L;

    private final TestEnvironment environment = new TestEnvironment();

    private SetResult answer(Event event) {
        return answer(event, Profile.DEFAULT, MutexDetail.CONTENDED);
    }

    private SetResult answer(Event event, Profile profile, MutexDetail detail) {
        return new RegistrationAnswers(environment, new Choice(profile, detail, 0, ALL_EVENTS)).of(event);
    }

    @Test
    void alwaysWhereEveryOccurrenceIsReported() {
        assertThat(answer(Event.THREAD_BEGIN)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.TASK_SCHEDULE)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.LOCK_INIT)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.LOCK_DESTROY)).isEqualTo(SetResult.SOMETIMES);
    }

    @Test
    void sometimesForMutexesThatAreReportedOnlyWhenContended() {
        assertThat(answer(Event.MUTEX_ACQUIRE)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.MUTEX_ACQUIRED)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.MUTEX_RELEASED)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.NEST_LOCK)).isEqualTo(SetResult.NEVER);
    }

    @Test
    void alwaysForMutexesInFullDetail() {
        assertThat(answer(Event.MUTEX_ACQUIRE, Profile.FULL, MutexDetail.FULL)).isEqualTo(SetResult.ALWAYS);
        assertThat(answer(Event.NEST_LOCK, Profile.FULL, MutexDetail.FULL)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void sometimesForMutexesWhenShortWaitsAreLeftOut() {
        Choice choice = new Choice(Profile.FULL, MutexDetail.FULL, 1_000, ALL_EVENTS);

        assertThat(new RegistrationAnswers(environment, choice).of(Event.MUTEX_ACQUIRED))
                .isEqualTo(SetResult.SOMETIMES);
    }

    @Test
    void neverForMutexesThatAreOff() {
        assertThat(answer(Event.MUTEX_ACQUIRE, Profile.FULL, MutexDetail.OFF)).isEqualTo(SetResult.NEVER);
        assertThat(answer(Event.LOCK_INIT, Profile.FULL, MutexDetail.OFF)).isEqualTo(SetResult.NEVER);
        assertThat(answer(Event.PARALLEL_BEGIN, Profile.FULL, MutexDetail.OFF)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void neverForAnythingObservedInTheStatesProfile() {
        Set<Event> observed =
                EnumSet.complementOf(EnumSet.of(Event.CONTROL_TOOL, Event.DEVICE_INITIALIZE, Event.DEVICE_FINALIZE));
        for (Event each : observed) {
            assertThat(answer(each, Profile.STATES, MutexDetail.FULL)).isEqualTo(SetResult.NEVER);
        }
    }

    @Test
    void neverForEventsThatTheConfigurationSwitchesOff() {
        Choice choice = new Choice(Profile.FULL, MutexDetail.FULL, 0, ~Event.TASK_CREATE.bit());
        RegistrationAnswers answers = new RegistrationAnswers(environment, choice);

        assertThat(answers.of(Event.TASK_CREATE)).isEqualTo(SetResult.NEVER);
        assertThat(answers.of(Event.TASK_SCHEDULE)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void alwaysForCommandsAndForTheHostAsDeviceWhateverIsSwitchedOff() {
        for (Construct each : Construct.values()) {
            environment.switchedOff.add(each);
        }
        RegistrationAnswers answers =
                new RegistrationAnswers(environment, new Choice(Profile.STATES, MutexDetail.OFF, 0, 0));

        assertThat(answers.of(Event.CONTROL_TOOL)).isEqualTo(SetResult.ALWAYS);
        assertThat(answers.of(Event.DEVICE_INITIALIZE)).isEqualTo(SetResult.ALWAYS);
        assertThat(answers.of(Event.DEVICE_FINALIZE)).isEqualTo(SetResult.ALWAYS);
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
        assertThat(answer(Event.DEPENDENCES)).isEqualTo(SetResult.NEVER);
        environment.switchedOff.add(Construct.PARALLEL_STREAM);
        assertThat(answer(Event.REDUCTION)).isEqualTo(SetResult.NEVER);
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

        assertThat(answer(Event.LOCK_INIT)).isEqualTo(SetResult.SOMETIMES);
        assertThat(answer(Event.THREAD_BEGIN)).isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void definedConstructIsASource() {
        for (Construct each : Construct.values()) {
            environment.switchedOff.add(each);
        }
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.NEVER);

        environment.configuration.put("define.parallel", "com.acme.Solver.solve");
        assertThat(answer(Event.PARALLEL_BEGIN)).isEqualTo(SetResult.SOMETIMES);
    }
}
