package org.ompt4j.views.early;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SetResult;

/** TR2, sections 3.1 (shutdown) and 6.1; v2, chapter 4, section 2. */
class ServedToolTest {
    private final FakeRuntimeEntryPoints runtime = new FakeRuntimeEntryPoints();
    private final CallbackLog log = new CallbackLog();

    private TestTool tool(OmptEvent... events) {
        EnumSet<OmptEvent> set = EnumSet.noneOf(OmptEvent.class);
        set.addAll(java.util.List.of(events));
        return new TestTool(log, set);
    }

    private static EarlyEntryPoint.SetCallback set(TestTool tool) {
        return (EarlyEntryPoint.SetCallback) tool.lookup.lookup(EarlyEntryPoint.SetCallback.NAME);
    }

    private static EarlyEntryPoint.GetCallback get(TestTool tool) {
        return (EarlyEntryPoint.GetCallback) tool.lookup.lookup(EarlyEntryPoint.GetCallback.NAME);
    }

    @ParameterizedTest
    @EnumSource(OmptEvent.class)
    void everyEventRegistersInTheInitializerAndNowhereElse(OmptEvent event) {
        TestTool tool = tool();
        OmptSetResult[] answer = new OmptSetResult[1];
        tool.inInitializer = lookup -> answer[0] = set(tool).setCallback(event, log.callbackOf(event));

        tool.initialize(runtime, 0);

        assertThat(answer[0]).isNotEqualTo(OmptSetResult.ERROR);
        assertThat(set(tool).setCallback(event, log.callbackOf(event))).isEqualTo(OmptSetResult.ERROR);
        assertThat(set(tool).setCallback(event, null)).isEqualTo(OmptSetResult.ERROR);
        assertThat(get(tool).getCallback(event, null)).isEqualTo(1);
    }

    @Test
    void callbackOfAnotherTypeIsAnError() {
        TestTool tool = tool();
        tool.inInitializer = lookup -> {
            assertThat(set(tool).setCallback(OmptEvent.TASK_END, log.callbackOf(OmptEvent.WAIT_LOCK)))
                    .isEqualTo(OmptSetResult.ERROR);
            assertThat(get(tool).getCallback(OmptEvent.TASK_END, null)).isZero();
        };

        tool.initialize(runtime, 0);

        assertThat(runtime.registered).isEmpty();
    }

    @Test
    void registeredCallbackCanBeAskedForAtAnyTimeAndAnotherTakesItsPlace() {
        OmptEventCallback.Task first = task -> {};
        OmptEventCallback.Task second = task -> {};
        OmptEventCallback[] found = new OmptEventCallback[1];
        TestTool tool = tool();
        tool.inInitializer = lookup -> {
            assertThat(get(tool).getCallback(OmptEvent.TASK_END, found)).isZero();
            assertThat(found[0]).isNull();
            set(tool).setCallback(OmptEvent.TASK_END, first);
            set(tool).setCallback(OmptEvent.TASK_END, second);
            set(tool).setCallback(OmptEvent.CONTROL, log.callbackOf(OmptEvent.CONTROL));
            set(tool).setCallback(OmptEvent.CONTROL, null);
        };

        tool.initialize(runtime, 0);

        assertThat(get(tool).getCallback(OmptEvent.TASK_END, found)).isEqualTo(1);
        assertThat(found[0]).isSameAs(second);
        assertThat(get(tool).getCallback(OmptEvent.CONTROL, null)).isZero();
        assertThat(runtime.registered).containsOnlyKeys(Event.TASK_SCHEDULE, Event.CANCEL);
    }

    @Test
    void halfOfAPairIsNeverCalledAndTheUserIsTold() {
        tool(OmptEvent.IDLE_BEGIN, OmptEvent.WAIT_TASKWAIT_BEGIN, OmptEvent.WAIT_TASKWAIT_END)
                .initialize(runtime, 0);

        assertThat(runtime.registered).containsOnlyKeys(Event.SYNC_REGION_WAIT, Event.IMPLICIT_TASK);
        assertThat(runtime.messages)
                .singleElement()
                .asString()
                .contains("java.lang.String")
                .contains("ompt_event_idle_begin")
                .contains("register both");
    }

    @Test
    void toolThatDeclinesGetsNothing() {
        TestTool tool = tool(OmptEvent.TASK_END, OmptEvent.RUNTIME_SHUTDOWN);
        tool.runs = false;

        assertThat(tool.startTool(202011, "OMPT4J")).isSameAs(tool);
        assertThat(tool.initialize(runtime, 0)).isZero();
        tool.finalizeTool();

        assertThat(runtime.registered).isEmpty();
        assertThat(log.take()).isEmpty();
        assertThat(tool.inquiries.getThreadId()).isZero();
    }

    @Test
    void toolThatDoesNotRegisterIsNotStarted() {
        TestTool tool = tool();
        tool.wanted = false;

        assertThat(tool.startTool(202011, "OMPT4J")).isNull();
    }

    @Test
    void toolThatThrowsInItsInitializerGetsNothing() {
        TestTool tool = tool(OmptEvent.TASK_END);
        tool.inInitializer = lookup -> {
            throw new IllegalStateException("on purpose");
        };

        assertThatThrownBy(() -> tool.initialize(runtime, 0)).hasMessage("on purpose");
        assertThat(runtime.registered).isEmpty();
    }

    @Test
    void shutdownIsTheLastCallbackAndCanStillAsk() {
        TestTool tool = tool(OmptEvent.RUNTIME_SHUTDOWN);
        tool.initialize(runtime, 0);
        long[] seen = new long[1];
        log.inside = () -> seen[0] = tool.inquiries.getThreadId();
        tool.finalizeTool();
        tool.finalizeTool();

        assertThat(log.take()).containsExactly("runtime_shutdown");
        assertThat(seen[0]).isEqualTo(1);
    }

    @Test
    void runtimeThatRestartsInitializesTheToolAnew() {
        AtomicInteger initializations = new AtomicInteger();
        TestTool tool = tool(OmptEvent.RUNTIME_SHUTDOWN);
        tool.inInitializer = lookup -> initializations.incrementAndGet();
        tool.startTool(202011, "first");
        tool.initialize(runtime, 0);
        EarlyEntryPoint.SetCallback ofTheFirstLife = set(tool);
        tool.finalizeTool();

        FakeRuntimeEntryPoints restarted = new FakeRuntimeEntryPoints();
        tool.inInitializer = lookup -> {
            initializations.incrementAndGet();
            assertThat(get(tool).getCallback(OmptEvent.TASK_END, null)).isZero();
            set(tool).setCallback(OmptEvent.TASK_END, log.callbackOf(OmptEvent.TASK_END));
        };
        tool.startTool(202011, "second");
        tool.initialize(restarted, 0);

        assertThat(initializations).hasValue(2);
        assertThat(restarted.registered).containsOnlyKeys(Event.TASK_SCHEDULE, Event.CANCEL);
        assertThat(ofTheFirstLife.setCallback(OmptEvent.TASK_END, null)).isEqualTo(OmptSetResult.ERROR);
        assertThat(tool.inquiries.getThreadId()).isEqualTo(1);
        tool.finalizeTool();
        assertThat(log.take()).containsExactly("runtime_shutdown", "runtime_shutdown");
    }

    @Test
    void answerOfARegistrationIsThatOfTheRun() {
        runtime.answers.put(Event.MUTEX_ACQUIRED, SetResult.SOMETIMES);
        TestTool tool = tool();
        tool.inInitializer = lookup -> {
            assertThat(set(tool).setCallback(OmptEvent.ACQUIRED_CRITICAL, log.callbackOf(OmptEvent.ACQUIRED_CRITICAL)))
                    .isEqualTo(OmptSetResult.SOMETIMES);
            assertThat(set(tool).setCallback(OmptEvent.INIT_LOCK, log.callbackOf(OmptEvent.INIT_LOCK)))
                    .isEqualTo(OmptSetResult.NEVER);
        };

        assertThat(tool.initialize(runtime, 0)).isEqualTo(1);
    }

    @Test
    void namesThatNobodyHasGiveNull() {
        TestTool tool = tool();
        tool.initialize(runtime, 0);

        assertThat(tool.lookup.lookup("ompt_set_trace_ompt")).isNull();
        assertThat(tool.lookup.lookup("ompt_get_thread_data")).isNull();
        assertThat(tool.lookup.lookup("")).isNull();
    }
}
