package org.ompt4j.emitter.tool;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

class RunningToolsTest {
    private static final Construct ANY = Construct.PARALLEL_STREAM;

    @TempDir
    Path folder;

    private final TestCore core = new TestCore();
    private final TestEnvironment environment = new TestEnvironment();
    private final TestThread thread = core.thread(3);

    @BeforeEach
    void forgetTheScripts() {
        FirstTool.script = new Script("first");
        SecondTool.script = new Script("second");
        environment.startsEveryTool = true;
        core.current = thread;
    }

    /** A tool whose behaviour the test sets, and which records how it was called. */
    static class Script implements OmptStartToolResult {
        final String name;
        final List<String> calls = new ArrayList<>();
        boolean declines;
        int initializeAnswer = 1;

        @Nullable
        RuntimeException startToolThrows;

        @Nullable
        RuntimeException initializeThrows;

        @Nullable
        RuntimeException finalizerThrows;

        OmptFunctionLookup lookup = name -> null;

        Script(String name) {
            this.name = name;
        }

        /** Registers callbacks; called by {@code initialize}. */
        void register() {}

        @Override
        public int initialize(OmptFunctionLookup given, int initialDeviceNum) {
            calls.add("initialize " + initialDeviceNum);
            lookup = given;
            if (initializeThrows != null) {
                throw initializeThrows;
            }
            register();
            return initializeAnswer;
        }

        @Override
        public void finalizeTool() {
            calls.add("finalize");
            if (finalizerThrows != null) {
                throw finalizerThrows;
            }
        }

        <T> T entryPoint(String entryPointName, Class<T> type) {
            return type.cast(lookup.lookup(entryPointName));
        }

        <C extends OmptCallback> SetResult set(CallbackKey<C> key, @Nullable C callback) {
            return entryPoint("ompt_set_callback", OmptEntryPoint.SetCallback.class)
                    .on(key, callback);
        }

        SetResult set(Event event, @Nullable OmptCallback callback) {
            return entryPoint("ompt_set_callback", OmptEntryPoint.SetCallback.class)
                    .setCallback(event, callback);
        }

        Ompt4jRuntime runtime() {
            return entryPoint("ompt4j_runtime", Ompt4jRuntime.class);
        }
    }

    static class ScriptedTool implements OmptTool {
        private final Script script;

        ScriptedTool(Script script) {
            this.script = script;
        }

        @Override
        public @Nullable OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
            script.calls.add("startTool " + ompVersion + " " + runtimeVersion);
            if (script.startToolThrows != null) {
                throw script.startToolThrows;
            }
            return script.declines ? null : script;
        }
    }

    public static final class FirstTool extends ScriptedTool {
        static Script script = new Script("first");

        public FirstTool() {
            super(script);
        }
    }

    public static final class SecondTool extends ScriptedTool {
        static Script script = new Script("second");

        public SecondTool() {
            super(script);
        }
    }

    private RunningTools start(Class<?>... tools) throws IOException {
        String[] names = new String[tools.length];
        for (int i = 0; i < tools.length; i++) {
            names[i] = tools[i].getName();
        }
        environment.toolLibraries = tools.length == 0 ? "" : Libraries.folder(folder, names) + File.pathSeparator;
        environment.configuration.put("profile", "full");
        return RunningTools.start(environment, core, new RegistrationAnswers(environment));
    }

    private void work() {
        core.events().work(thread, 55, ANY, WorkType.TASKLOOP, ScopeEndpoint.BEGIN, 20, 30, 1, 7);
    }

    // ---------------------------------------------------------------- start and end

    @Test
    void typesThatOnlyToolsUseAreLoadedForToolsOnly() throws IOException {
        environment.builtInTool = new ScriptedTool(new Script("built in"));
        start();
        assertThat(environment.typesLoaded).isZero();

        start(FirstTool.class);
        assertThat(environment.typesLoaded).isPositive();
    }

    @Test
    void startsInitializesAndFinalizesATool() throws IOException {
        RunningTools tools = start(FirstTool.class);

        assertThat(tools.names()).containsExactly(FirstTool.class.getName());
        tools.finish();
        tools.finish();

        assertThat(FirstTool.script.calls).hasSize(3);
        assertThat(FirstTool.script.calls.get(0)).startsWith("startTool 202011 OMPT4J 0.0-test, ");
        assertThat(FirstTool.script.calls.get(1)).isEqualTo("initialize 0");
        assertThat(FirstTool.script.calls.get(2)).isEqualTo("finalize");
        assertThat(environment.messages).isEmpty();
    }

    @Test
    void eventsFlowFromTheEndOfTheStartToTheBeginOfTheFinalizers() throws IOException {
        List<String> seen = new ArrayList<>();
        FirstTool.script = new Script("first") {
            @Override
            void register() {
                set(OmptCallback.WORK, (type, endpoint, region, task, count, site) -> seen.add("work"));
                assertThat(core.sink).isNull();
            }

            @Override
            public void finalizeTool() {
                assertThat(core.sink).isNull();
                super.finalizeTool();
            }
        };
        RunningTools tools = start(FirstTool.class);

        work();
        tools.finish();

        assertThat(seen).containsExactly("work");
        assertThat(core.sink).isNull();
        assertThat(environment.messages).isEmpty();
        assertThat(FirstTool.script.calls).contains("finalize");
    }

    @Test
    void processorTimeOfAMemberReachesTheTool() throws IOException {
        List<Long> seen = new ArrayList<>();
        FirstTool.script = new Script("first") {
            @Override
            void register() {
                set(OmptCallback.TASK_CPU_TIME, (task, cpuTime) -> seen.add(cpuTime));
            }
        };
        start(FirstTool.class);

        core.events().taskCpuTime(thread, 55, ANY, 30, 4_000_000);

        assertThat(seen).containsExactly(4_000_000L);
    }

    @Test
    void toolThatDeclinesIsLeftOutWithoutAMessage() throws IOException {
        FirstTool.script.declines = true;
        SecondTool.script.initializeAnswer = 0;
        RunningTools tools = start(FirstTool.class, SecondTool.class);
        tools.finish();

        assertThat(tools.names()).isEmpty();
        assertThat(FirstTool.script.calls).hasSize(1);
        assertThat(SecondTool.script.calls).doesNotContain("finalize");
        assertThat(environment.messages).isEmpty();
        assertThat(environment.verboseLines)
                .anyMatch(line -> line.contains("FirstTool") && line.endsWith("does not want to run"));
    }

    @Test
    void toolThatThrowsWhenStartedIsLeftOutWithOneLine() throws IOException {
        FirstTool.script.startToolThrows = new IllegalStateException("boom");
        RunningTools tools = start(FirstTool.class, SecondTool.class);

        assertThat(tools.names()).containsExactly(SecondTool.class.getName());
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains("FirstTool", "startTool", "java.lang.IllegalStateException: boom");
    }

    @Test
    void toolThatThrowsInInitializeIsLeftOutWithOneLineAndGetsNoEvents() throws IOException {
        List<String> seen = new ArrayList<>();
        FirstTool.script = new Script("first") {
            @Override
            void register() {
                set(OmptCallback.WORK, (type, endpoint, region, task, count, site) -> seen.add("work"));
                throw new IllegalStateException("boom");
            }
        };
        RunningTools tools = start(FirstTool.class);
        tools.finish();

        assertThat(core.sink).isNull();
        assertThat(seen).isEmpty();
        assertThat(FirstTool.script.calls).doesNotContain("finalize");
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains("FirstTool", "initialize", "java.lang.IllegalStateException: boom");
        assertThat(FirstTool.script.set(Event.WORK, null)).isEqualTo(SetResult.ERROR);
    }

    @Test
    void finalizerThatThrowsKeepsNothingFromTheNextTool() throws IOException {
        FirstTool.script.finalizerThrows = new IllegalStateException("boom");
        start(FirstTool.class, SecondTool.class).finish();

        assertThat(SecondTool.script.calls).contains("finalize");
        assertThat(environment.messages).singleElement().asString().contains("FirstTool", "finalizer", "boom");
    }

    @Test
    void toolThatFinalizesItselfHearsNothingMoreWhileOthersGoOn() throws IOException {
        List<String> seen = new ArrayList<>();
        for (Script each : List.of(FirstTool.script, SecondTool.script)) {
            each.calls.clear();
        }
        start(FirstTool.class, SecondTool.class);
        for (Script each : List.of(FirstTool.script, SecondTool.script)) {
            each.set(OmptCallback.WORK, (type, endpoint, region, task, count, site) -> seen.add(each.name));
        }
        work();
        FirstTool.script
                .entryPoint("ompt_finalize_tool", OmptEntryPoint.FinalizeTool.class)
                .finalizeTool();
        work();

        assertThat(seen).containsExactly("first", "second", "second");
        assertThat(FirstTool.script.calls).contains("finalize");
        assertThat(SecondTool.script.calls).doesNotContain("finalize");
    }

    @Test
    void finalizersAreCalledInTheOrderOfTheStart() throws IOException {
        List<String> finished = new ArrayList<>();
        FirstTool.script = finishing("first", finished);
        SecondTool.script = finishing("second", finished);

        start(FirstTool.class, SecondTool.class).finish();

        assertThat(finished).containsExactly("first", "second");
    }

    private static Script finishing(String name, List<String> finished) {
        return new Script(name) {
            @Override
            public void finalizeTool() {
                finished.add(name);
            }
        };
    }

    // ---------------------------------------------------------------- only the first

    private RunningTools startFirst(Class<?>... tools) throws IOException {
        environment.startsEveryTool = false;
        environment.configuration.put("tool", "trace");
        environment.builtInTool = new ScriptedTool(builtIn);
        return start(tools);
    }

    private final Script builtIn = new Script("built in");

    @Test
    void firstToolThatAnswersIsTheOnlyOne() throws IOException {
        RunningTools tools = startFirst(FirstTool.class, SecondTool.class);
        tools.finish();

        assertThat(tools.names()).isEmpty();
        assertThat(FirstTool.script.calls).hasSize(3);
        assertThat(SecondTool.script.calls).isEmpty();
        assertThat(builtIn.calls).isEmpty();
        assertThat(environment.messages).isEmpty();
        assertThat(environment.verboseLines).last().asString().startsWith("the search ends");
    }

    @Test
    void searchGoesOnAfterAToolThatAnswersNull() throws IOException {
        FirstTool.script.declines = true;

        assertThat(startFirst(FirstTool.class, SecondTool.class).names()).containsExactly(SecondTool.class.getName());
    }

    @Test
    void searchGoesOnAfterAToolThatThrows() throws IOException {
        FirstTool.script.startToolThrows = new IllegalStateException("boom");
        SecondTool.script.initializeThrows = new IllegalStateException("bang");
        RunningTools tools = startFirst(FirstTool.class, SecondTool.class);

        assertThat(tools.names()).containsExactly(ScriptedTool.class.getName());
        assertThat(environment.messages).hasSize(2);
    }

    @Test
    void toolThatReturnsZeroFromInitializeHasAnsweredAndNothingRuns() throws IOException {
        FirstTool.script.initializeAnswer = 0;
        RunningTools tools = startFirst(FirstTool.class, SecondTool.class);
        tools.finish();

        assertThat(tools.names()).isEmpty();
        assertThat(FirstTool.script.calls).doesNotContain("finalize");
        assertThat(SecondTool.script.calls).isEmpty();
        assertThat(builtIn.calls).isEmpty();
        assertThat(environment.verboseLines).last().isEqualTo("no tool runs");
    }

    @Test
    void builtInToolThatAnotherToolReplacesIsMentioned() throws IOException {
        environment.asksForBuiltInTool = true;
        startFirst(FirstTool.class);

        assertThat(environment.messages)
                .singleElement()
                .asString()
                .startsWith("tool=trace does not run")
                .contains(FirstTool.class.getName(), "tools=all");
    }

    @Test
    void builtInToolRunsWhereNobodyElseWantsTo() throws IOException {
        environment.asksForBuiltInTool = true;
        FirstTool.script.declines = true;

        assertThat(startFirst(FirstTool.class).names()).containsExactly(ScriptedTool.class.getName());
        assertThat(environment.messages).isEmpty();
    }

    // ---------------------------------------------------------------- callbacks

    @Test
    void twoToolsHearInTheOrderOfTheirStartAndHaveDataOfTheirOwn() throws IOException {
        List<String> seen = new ArrayList<>();
        start(FirstTool.class, SecondTool.class);
        for (Script each : List.of(SecondTool.script, FirstTool.script)) {
            each.set(OmptCallback.THREAD_BEGIN, (type, data) -> data.ptr = each.name);
            each.set(OmptCallback.THREAD_END, data -> seen.add(each.name + " " + data.ptr));
            each.set(
                    OmptCallback.PARALLEL_BEGIN,
                    (task, frame, region, requested, flags, site) -> region.value += each.name.length());
            each.set(
                    OmptCallback.PARALLEL_END, (region, task, flags, site) -> seen.add(each.name + " " + region.value));
        }

        EventCalls sink = core.events();
        sink.threadBegin(thread, 1, Construct.THREAD, ThreadType.INITIAL);
        sink.parallelBegin(thread, 2, ANY, 10, 20, 4, 0, 7, 0);
        sink.parallelEnd(thread, 3, ANY, 20, 10, 0, 7);
        sink.threadEnd(thread, 4, Construct.THREAD);

        assertThat(seen).containsExactly("first 5", "second 6", "first first", "second second");
    }

    @Test
    void oneToolIsConnectedWithoutAFanOut() throws IOException {
        start(FirstTool.class, SecondTool.class);
        FirstTool.script.set(Event.WORK, Mockito.mock(OmptCallback.Work.class));

        assertThat(core.sink()).isInstanceOf(CallbackSink.class);
    }

    @Test
    void secondSinkThatComesLateTakesNothingFromTheFirst() throws IOException {
        List<OmptData> seen = new ArrayList<>();
        start(FirstTool.class, SecondTool.class);
        FirstTool.script.set(OmptCallback.THREAD_BEGIN, (type, data) -> seen.add(data));
        FirstTool.script.set(OmptCallback.THREAD_END, seen::add);
        core.events().threadBegin(thread, 1, Construct.THREAD, ThreadType.INITIAL);
        SecondTool.script.set(OmptCallback.THREAD_END, seen::add);

        core.events().threadEnd(thread, 2, Construct.THREAD);

        assertThat(seen).hasSize(3);
        assertThat(seen.get(1)).isSameAs(seen.get(0));
        assertThat(seen.get(2)).isNotSameAs(seen.get(0));
    }

    @Test
    void onlyEventsOfRegisteredCallbacksAreAskedFor() throws IOException {
        start(FirstTool.class);
        assertThat(core.sink).isNull();

        FirstTool.script.set(Event.MUTEX_ACQUIRED, Mockito.mock(OmptCallback.MutexAcquired.class));
        assertThat(core.mask).isEqualTo(Event.MUTEX_ACQUIRED.bit());

        FirstTool.script.set(Event.MUTEX_ACQUIRED, null);
        assertThat(core.sink).isNull();
    }

    @Test
    void toolIsSwitchedOffAfterManyFailuresWithOneLineAtTheFirstAndOneAtTheEnd() throws IOException {
        int[] calls = {0};
        start(FirstTool.class);
        FirstTool.script.set(OmptCallback.WORK, (type, endpoint, region, task, count, site) -> {
            calls[0]++;
            throw new IllegalStateException("boom");
        });
        EventCalls sink = core.events();
        for (int i = 0; i < ToolSession.MAX_FAILURES; i++) {
            sink.work(thread, 55, ANY, WorkType.TASKLOOP, ScopeEndpoint.BEGIN, 20, 30, 1, 7);
        }

        assertThat(core.sink).isNull();
        assertThat(calls[0]).isEqualTo(ToolSession.MAX_FAILURES);
        assertThat(core.failures).containsEntry("tool " + FirstTool.class.getName(), 100L);
        assertThat(environment.messages).hasSize(2);
        assertThat(environment.messages.get(0)).contains("callback work", "boom");
        assertThat(environment.messages.get(1)).contains("switched off");
        assertThat(FirstTool.script.set(Event.THREAD_BEGIN, Mockito.mock(OmptCallback.ThreadBegin.class)))
                .isEqualTo(SetResult.NEVER);
        assertThat(FirstTool.script.set(Event.DEVICE_FINALIZE, Mockito.mock(OmptCallback.DeviceFinalize.class)))
                .isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void recordSinkThatThrowsKeepsNothingFromTheOtherTool() throws IOException {
        List<String> seen = new ArrayList<>();
        start(FirstTool.class, SecondTool.class);
        RecordSink records = Mockito.mock(RecordSink.class);
        Mockito.doThrow(new IllegalStateException("boom"))
                .when(records)
                .record(
                        Mockito.any(),
                        Mockito.any(),
                        Mockito.anyLong(),
                        Mockito.anyLong(),
                        Mockito.anyLong(),
                        Mockito.anyLong(),
                        Mockito.anyLong(),
                        Mockito.anyLong(),
                        Mockito.anyLong());
        FirstTool.script.runtime().setRecordSink(records, Event.WORK.bit());
        SecondTool.script.set(OmptCallback.WORK, (type, endpoint, region, task, count, site) -> seen.add("second"));

        work();

        assertThat(seen).containsExactly("second");
        assertThat(core.failures).hasSize(1);
    }

    @Test
    void recordSinkKeepsItsOwnSlotBesideOtherTools() throws IOException {
        start(FirstTool.class, SecondTool.class);
        List<Object> slots = new ArrayList<>();
        RecordSink records = Mockito.mock(RecordSink.class, call -> {
            if (call.getMethod().getName().equals("record")) {
                OmptThread seen = call.getArgument(0);
                if (seen.sinkSlot == null) {
                    seen.sinkSlot = "mine";
                }
                slots.add(seen.id() + " " + seen.name() + " " + seen.sinkSlot);
            }
            return null;
        });
        FirstTool.script.runtime().setRecordSink(records, Event.WORK.bit());
        work();
        SecondTool.script.set(Event.WORK, Mockito.mock(OmptCallback.Work.class));
        work();

        assertThat(slots).containsExactly("3 test-3 mine", "3 test-3 mine");
    }

    // ---------------------------------------------------------------- entry points

    @Test
    void registrationAnswersAreThoseOfTheConfiguration() throws IOException {
        environment.switchedOff.add(Construct.PARALLEL_STREAM);
        start(FirstTool.class);

        assertThat(FirstTool.script.set(OmptCallback.THREAD_END, data -> {})).isEqualTo(SetResult.ALWAYS);
        assertThat(FirstTool.script.set(Event.REDUCTION, Mockito.mock(OmptCallback.Reduction.class)))
                .isEqualTo(SetResult.NEVER);
        assertThat(FirstTool.script.set(Event.THREAD_BEGIN, (OmptCallback.ThreadEnd) data -> {}))
                .isEqualTo(SetResult.ERROR);
        assertThat(FirstTool.script.set(Event.FLUSH, (OmptCallback.ThreadEnd) data -> {}))
                .isEqualTo(SetResult.ERROR);
        assertThat(FirstTool.script.set(OmptCallback.FLUSH, (data, site) -> {})).isEqualTo(SetResult.NEVER);
    }

    @Test
    void callbackOfTheWrongTypeIsNamedOnceForEachEvent() throws IOException {
        start(FirstTool.class);

        for (int i = 0; i < 3; i++) {
            FirstTool.script.set(Event.SYNC_REGION_WAIT, Mockito.mock(OmptCallback.SyncRegion.class));
        }
        FirstTool.script.set(Event.THREAD_BEGIN, (OmptCallback.ThreadEnd) data -> {});

        assertThat(environment.messages)
                .containsExactly(
                        "tool " + FirstTool.class.getName()
                                + " has no callback for sync_region_wait: it takes an OmptCallback.SyncRegionWait, not an"
                                + " OmptCallback.SyncRegion",
                        "tool " + FirstTool.class.getName()
                                + " has no callback for thread_begin: it takes an OmptCallback.ThreadBegin, not an"
                                + " OmptCallback.ThreadEnd");
    }

    @Test
    void aTargetEventHasOneFormPerTool() throws IOException {
        start(FirstTool.class);
        OmptCallback.TargetSubmit older = (target, operation, teams) -> {};
        OmptCallback.TargetSubmitEmi newer = (endpoint, target, operation, teams) -> {};

        assertThat(FirstTool.script.set(Event.TARGET_SUBMIT, older)).isEqualTo(SetResult.NEVER);
        assertThat(FirstTool.script.set(Event.TARGET_SUBMIT_EMI, newer)).isEqualTo(SetResult.ERROR);
        assertThat(FirstTool.script.set(Event.TARGET_SUBMIT, null)).isEqualTo(SetResult.NEVER);
        assertThat(FirstTool.script.set(Event.TARGET_SUBMIT_EMI, newer)).isEqualTo(SetResult.NEVER);
    }

    @Test
    void registeredCallbackCanBeAskedFor() throws IOException {
        start(FirstTool.class);
        OmptCallback.ThreadEnd callback = data -> {};
        OmptEntryPoint.GetCallback get =
                FirstTool.script.entryPoint("ompt_get_callback", OmptEntryPoint.GetCallback.class);
        assertThat(get.getCallback(Event.THREAD_END)).isNull();

        FirstTool.script.set(Event.THREAD_END, callback);

        assertThat(get.getCallback(Event.THREAD_END)).isSameAs(callback);
    }

    @Test
    void unknownEntryPointIsNull() throws IOException {
        start(FirstTool.class);

        assertThat(FirstTool.script.lookup.lookup("ompt_get_nonsense")).isNull();
    }

    @Test
    void threadDataIsThatOfTheCallbacks() throws IOException {
        start(FirstTool.class, SecondTool.class);
        for (Script each : List.of(FirstTool.script, SecondTool.script)) {
            each.set(OmptCallback.THREAD_BEGIN, (type, data) -> data.ptr = each.name);
        }
        core.events().threadBegin(thread, 1, Construct.THREAD, ThreadType.INITIAL);

        for (Script each : List.of(FirstTool.script, SecondTool.script)) {
            OmptEntryPoint.GetThreadData get =
                    each.entryPoint("ompt_get_thread_data", OmptEntryPoint.GetThreadData.class);
            core.current = thread;
            OmptData data = get.getThreadData();
            assertThat(data).isNotNull();
            assertThat(data.id()).isEqualTo(3);
            assertThat(data.ptr).isEqualTo(each.name);
            core.current = null;
            assertThat(get.getThreadData()).isNull();
        }
    }

    @Test
    void timeAndConstructOfTheEventAreThoseOfTheRunningCallback() throws IOException {
        List<String> seen = new ArrayList<>();
        start(FirstTool.class);
        OmptEntryPoint.GetEventTime time =
                FirstTool.script.entryPoint("ompt4j_get_event_time", OmptEntryPoint.GetEventTime.class);
        OmptEntryPoint.GetEventConstruct construct =
                FirstTool.script.entryPoint("ompt4j_get_event_construct", OmptEntryPoint.GetEventConstruct.class);
        FirstTool.script.set(
                OmptCallback.WORK,
                (type, endpoint, region, task, count, site) ->
                        seen.add(time.getEventTime() + " " + construct.getEventConstruct()));

        work();

        assertThat(seen).containsExactly("55 PARALLEL_STREAM");
        long before = System.nanoTime();
        assertThat(time.getEventTime() - before).isNotNegative();
        assertThat(construct.getEventConstruct()).isEqualTo(Construct.NONE);
    }

    @Test
    void bodyIsThatOfTheRegionOrTaskWhoseBeginIsBeingDelivered() throws IOException {
        List<Integer> seen = new ArrayList<>();
        start(FirstTool.class);
        OmptEntryPoint.GetEventBody body =
                FirstTool.script.entryPoint("ompt4j_get_event_body", OmptEntryPoint.GetEventBody.class);
        FirstTool.script.set(
                OmptCallback.PARALLEL_BEGIN,
                (task, frame, region, parallelism, flags, site) -> seen.add(body.getEventBody()));
        FirstTool.script.set(
                OmptCallback.TASK_CREATE,
                (parent, frame, task, flags, dependences, site) -> seen.add(body.getEventBody()));
        FirstTool.script.set(
                OmptCallback.WORK, (type, endpoint, region, task, count, site) -> seen.add(body.getEventBody()));

        core.events().parallelBegin(thread, 1, ANY, 0, 100, 2, 0, 7, 41);
        core.events().taskCreate(thread, 2, ANY, 0, 101, TaskFlag.EXPLICIT, false, 7, 42);
        work();

        assertThat(seen).containsExactly(41, 42, 0);
        assertThat(body.getEventBody()).isZero();
    }

    @Test
    void ownerIsThatOfTheMutexWhoseAcquireIsBeingDelivered() throws IOException {
        List<Long> seen = new ArrayList<>();
        start(FirstTool.class);
        OmptEntryPoint.GetEventOwner owner =
                FirstTool.script.entryPoint("ompt4j_get_event_owner", OmptEntryPoint.GetEventOwner.class);
        FirstTool.script.set(
                OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, waitId, site) -> seen.add(owner.getEventOwner()));
        FirstTool.script.set(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, site) -> seen.add(owner.getEventOwner()));

        core.events().mutexAcquire(thread, 1, ANY, MutexKind.CRITICAL, 0, MutexImpl.MONITOR, 9, 0, 77);
        core.events().mutexAcquired(thread, 2, ANY, MutexKind.CRITICAL, 9, 0);

        assertThat(seen).containsExactly(77L, 0L);
        assertThat(owner.getEventOwner()).isZero();
    }

    @Test
    void whoAsksForReleasesHasTheAgentToldOfIt() throws IOException {
        start(FirstTool.class);
        FirstTool.script.set(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, site) -> {});
        assertThat(environment.releasesAskedFor).isZero();

        FirstTool.script.set(OmptCallback.MUTEX_RELEASED, (kind, waitId, site) -> {});

        assertThat(environment.releasesAskedFor).isEqualTo(1);
    }

    @Test
    void statesOfThisAndOtherThreadsCanBeAskedFor() throws IOException {
        start(FirstTool.class);
        TestThread other = core.thread(4);
        other.state = State.WAIT_LOCK;
        other.waitId = 99;
        long[] waitId = {-1};
        OmptEntryPoint.GetState own = FirstTool.script.entryPoint("ompt_get_state", OmptEntryPoint.GetState.class);
        OmptEntryPoint.GetThreadState any =
                FirstTool.script.entryPoint("ompt4j_get_thread_state", OmptEntryPoint.GetThreadState.class);

        assertThat(own.getState(waitId)).isEqualTo(State.WORK_SERIAL);
        assertThat(waitId[0]).isZero();
        assertThat(any.getThreadState(4, waitId)).isEqualTo(State.WAIT_LOCK);
        assertThat(waitId[0]).isEqualTo(99);
        assertThat(any.getThreadState(5, null)).isEqualTo(State.UNDEFINED);
        core.current = null;
        assertThat(own.getState(null)).isEqualTo(State.UNDEFINED);
    }

    @Test
    void everyStateThatOccursIsEnumeratedOnce() throws IOException {
        start(FirstTool.class);
        OmptEntryPoint.EnumerateStates enumerate =
                FirstTool.script.entryPoint("ompt_enumerate_states", OmptEntryPoint.EnumerateStates.class);
        List<String> names = new ArrayList<>();
        int[] state = {State.UNDEFINED.value()};
        String[] name = {""};
        while (enumerate.enumerateStates(state[0], state, name) == 1) {
            names.add(state[0] + " " + name[0]);
        }

        assertThat(names)
                .doesNotHaveDuplicates()
                .startsWith("0 ompt_state_work_serial", "1 ompt_state_work_parallel")
                .contains("20 ompt_state_wait_barrier_explicit", "512 ompt4j_state_wait_condition")
                .doesNotContain("67 ompt_state_wait_atomic", "517 ompt4j_state_unknown");
        assertThat(enumerate.enumerateStates(12_345, null, null)).isZero();
    }

    @Test
    void everyMutexImplementationThatOccursIsEnumeratedOnce() throws IOException {
        start(FirstTool.class);
        OmptEntryPoint.EnumerateMutexImpls enumerate =
                FirstTool.script.entryPoint("ompt_enumerate_mutex_impls", OmptEntryPoint.EnumerateMutexImpls.class);
        List<String> names = new ArrayList<>();
        int[] impl = {0};
        String[] name = {""};
        while (enumerate.enumerateMutexImpls(impl[0], impl, name) == 1) {
            assertThat(name[0]).isEqualTo(MutexImpl.of(impl[0]).specName());
            names.add(name[0]);
        }

        assertThat(names)
                .containsExactly(
                        "monitor",
                        "reentrant_nonfair",
                        "reentrant_fair",
                        "read_nonfair",
                        "read_fair",
                        "write_nonfair",
                        "write_fair",
                        "stamped_read",
                        "stamped_write",
                        "semaphore_nonfair",
                        "semaphore_fair",
                        "third_party",
                        "user_defined");
        assertThat(enumerate.enumerateMutexImpls(-1, null, null)).isZero();
    }

    @Test
    void uniqueIdsDiffer() throws IOException {
        start(FirstTool.class);
        OmptEntryPoint.GetUniqueId get =
                FirstTool.script.entryPoint("ompt_get_unique_id", OmptEntryPoint.GetUniqueId.class);

        assertThat(get.getUniqueId()).isNotEqualTo(get.getUniqueId());
    }

    @Test
    void runtimeAnswersFromTheCoreAndTheAgent() throws IOException {
        environment.configuration.put("profile", "full");
        start(FirstTool.class);
        Ompt4jRuntime runtime = FirstTool.script.runtime();

        assertThat(runtime.callSite(7)).isEqualTo("com.acme.App.main(App.java:12)");
        assertThat(runtime.callSite(6)).isNull();
        assertThat(runtime.body(8)).isEqualTo("com.acme.App.lambda$main$0");
        assertThat(runtime.waitObject(9)).isEqualTo("java.lang.Object");
        assertThat(runtime.configuration()).containsEntry("profile", "full");
        assertThat(runtime.settings().profile()).isEqualTo(RunSettings.Profile.FULL);
        assertThat(runtime.agentVersion()).isEqualTo("0.0-test");
        assertThat(runtime.notObserved()).hasSize(1);
        assertThat(runtime.classScan().classes()).isEqualTo(7);
        assertThat(runtime.collectionPauses(4).first()).isEqualTo(4);
        assertThat(runtime.collectionPauses(4).beginsAndEnds()).containsExactly(100, 130);
        try (FileChannel file = FileChannel.open(folder.resolve("file"), CREATE, WRITE)) {
            assertThat(runtime.map(file, 0, 12)).isEqualTo(ByteBuffer.allocate(12));
            assertThat(runtime.descriptor(file)).isSameAs(FileDescriptor.out);
        }
        core.countFailure("sink", new IllegalStateException("no room"));
        assertThat(runtime.failures()).containsExactly(Map.entry("sink", 1L));
        assertThat(runtime.threads()).extracting(OmptThread::id).containsExactly(3L);
        environment.switchedOff.add(Construct.PHASER);
        assertThat(runtime.observes(Construct.PHASER)).isFalse();
        assertThat(runtime.observes(Construct.CYCLIC_BARRIER)).isTrue();
        runtime.message("hello");
        assertThat(environment.messages).containsExactly("hello");
    }

    @Test
    void implicitTaskOfAThreadReachesEveryTool() throws IOException {
        List<String> seen = new ArrayList<>();
        start(FirstTool.class, SecondTool.class);
        for (Script each : List.of(FirstTool.script, SecondTool.script)) {
            each.set(
                    OmptCallback.IMPLICIT_TASK,
                    (endpoint, region, task, parallelism, index, flags) ->
                            seen.add(each.name + " " + endpoint + " " + region.id() + " " + task.id()));
        }

        core.events().implicitTask(thread, 1, ANY, ScopeEndpoint.BEGIN, 100, 101, 1, 1, TaskFlag.INITIAL);

        assertThat(seen).containsExactly("first BEGIN 100 101", "second BEGIN 100 101");
    }
}
