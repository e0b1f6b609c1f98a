package org.ompt4j.views.early;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.views.early.OmptEvent.*;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.SetResult;

/** TR2, table 3: the results of registering callbacks. */
class EarlyEventSourcesTest {
    private final FakeRuntimeEntryPoints runtime = new FakeRuntimeEntryPoints();

    private EarlyEventSources sources() {
        return new EarlyEventSources((Ompt4jRuntime) runtime.lookup(Ompt4jRuntime.NAME), (OmptEntryPoint.SetCallback)
                runtime.lookup(OmptEntryPoint.SetCallback.NAME));
    }

    private Set<OmptEvent> withAnswer(OmptSetResult answer) {
        EarlyEventSources sources = sources();
        Set<OmptEvent> events = EnumSet.noneOf(OmptEvent.class);
        Arrays.stream(OmptEvent.values())
                .filter(each -> sources.answer(each) == answer)
                .forEach(events::add);
        return events;
    }

    @Test
    void everyEventAnswersAndThoseWithoutASourceAnswerNever() {
        runtime.answers.put(Event.FLUSH, SetResult.NEVER);

        assertThat(withAnswer(OmptSetResult.NEVER))
                .containsExactlyInAnyOrder(
                        RELEASE_ATOMIC,
                        MASTER_BEGIN,
                        MASTER_END,
                        WAIT_ATOMIC,
                        WAIT_ORDERED,
                        ACQUIRED_ATOMIC,
                        INIT_LOCK,
                        DESTROY_LOCK,
                        FLUSH);
        assertThat(withAnswer(OmptSetResult.ERROR)).isEmpty();
    }

    @Test
    void whatIsOftenToldWhenItIsOverComesWhenConvenient() {
        assertThat(withAnswer(OmptSetResult.SOMETIMES))
                .containsExactlyInAnyOrder(
                        IDLE_BEGIN,
                        IDLE_END,
                        WAIT_TASKGROUP_BEGIN,
                        WAIT_TASKGROUP_END,
                        WAIT_LOCK,
                        WAIT_NEST_LOCK,
                        WAIT_CRITICAL);
    }

    @Test
    void updatesOfAtomicsComeWhereTheyWereAskedFor() {
        runtime.configuration.put("constructs", "all,atomic");

        assertThat(withAnswer(OmptSetResult.ALWAYS)).contains(ACQUIRED_ATOMIC, RELEASE_ATOMIC);
        assertThat(withAnswer(OmptSetResult.SOMETIMES)).contains(WAIT_ATOMIC);
    }

    @Test
    void mandatoryEventsAlwaysCome() {
        assertThat(withAnswer(OmptSetResult.ALWAYS))
                .contains(
                        PARALLEL_BEGIN,
                        PARALLEL_END,
                        TASK_BEGIN,
                        TASK_END,
                        THREAD_BEGIN,
                        THREAD_END,
                        CONTROL,
                        RUNTIME_SHUTDOWN);
    }

    @ParameterizedTest
    @EnumSource(SetResult.class)
    void answersOfTodayHaveOneOfThen(SetResult present) {
        runtime.answers.put(Event.PARALLEL_BEGIN, present);

        assertThat(sources().answer(PARALLEL_BEGIN))
                .isEqualTo(
                        switch (present) {
                            case ERROR -> OmptSetResult.ERROR;
                            case NEVER -> OmptSetResult.NEVER;
                            case IMPOSSIBLE -> OmptSetResult.IMPOSSIBLE;
                            case SOMETIMES, SOMETIMES_PAIRED -> OmptSetResult.SOMETIMES;
                            case ALWAYS -> OmptSetResult.ALWAYS;
                        });
    }

    @Test
    void constructThatIsSwitchedOffTakesItsEventsWithIt() {
        runtime.observed.remove(Construct.SYNCHRONIZED);

        assertThat(withAnswer(OmptSetResult.NEVER))
                .contains(WAIT_CRITICAL, ACQUIRED_CRITICAL, RELEASE_CRITICAL)
                .doesNotContain(ACQUIRED_NEST_LOCK_FIRST);

        runtime.observed.clear();
        assertThat(withAnswer(OmptSetResult.NEVER)).hasSize(61 - 3).doesNotContain(CONTROL, FLUSH, RUNTIME_SHUTDOWN);
    }

    @Test
    void whatTheConfigurationDefinesIsASource() {
        runtime.observed.clear();
        runtime.configuration.put("define", "lock:com.acme.Latch.acquire/release, masked:com.acme.App.first");

        assertThat(withAnswer(OmptSetResult.NEVER))
                .doesNotContain(WAIT_LOCK, ACQUIRED_LOCK, RELEASE_LOCK, MASTER_BEGIN, MASTER_END)
                .contains(TASK_BEGIN, SECTIONS_BEGIN);
    }

    @Test
    void everyDefinitionRaisesSomething() {
        runtime.observed.clear();
        for (String each : new String[] {
            "lock", "barrier", "task", "parallel", "masked", "sections", "taskgroup", "taskwait", "ordered"
        }) {
            runtime.configuration.clear();
            runtime.configuration.put("define", each + ":com.acme.App.x");
            assertThat(withAnswer(OmptSetResult.NEVER)).as(each).hasSizeLessThan(58);
        }
    }

    @ParameterizedTest
    @EnumSource(OmptEvent.class)
    void askingRegistersNothing(OmptEvent event) {
        sources().answer(event);

        assertThat(runtime.registered).isEmpty();
    }
}
