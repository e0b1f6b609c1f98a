package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.emitter.tool.RunningToolsTest.FirstTool;
import org.ompt4j.emitter.tool.RunningToolsTest.Script;
import org.ompt4j.emitter.tool.RunningToolsTest.SecondTool;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptTracing;
import org.ompt4j.ompt.SetResult;

class HostDeviceTest {
    @TempDir
    Path folder;

    private final TestCore core = new TestCore();
    private final TestEnvironment environment = new TestEnvironment();

    /** Registers callbacks for the initialization and finalization of the host as a device. */
    private final class Listener extends Script {
        Listener(String name) {
            super(name);
        }

        @Override
        void register() {
            set(OmptCallback.DEVICE_INITIALIZE, (num, type, device, tracing, documentation) -> {
                assertThat(core.sink).isNull();
                calls.add("deviceInitialize " + num + " " + device.deviceNum() + " " + type);
            });
            set(OmptCallback.DEVICE_FINALIZE, num -> calls.add("deviceFinalize " + num));
        }
    }

    @BeforeEach
    void listen() {
        FirstTool.script = new Listener("first");
        SecondTool.script = new Script("second");
    }

    private RunningTools start(Class<?>... tools) throws IOException {
        String[] names = new String[tools.length];
        for (int i = 0; i < tools.length; i++) {
            names[i] = tools[i].getName();
        }
        environment.startsEveryTool = true;
        environment.toolLibraries = Libraries.folder(folder, names).toString();
        RegistrationAnswers answers = new RegistrationAnswers(environment);
        return RunningTools.start(environment, core, answers);
    }

    private static @Nullable String find(Script tool, String beginning) {
        return tool.calls.stream()
                .filter(call -> call.startsWith(beginning))
                .findFirst()
                .orElse(null);
    }

    @Test
    void hostIsDeviceZeroFromTheEndOfTheStartToTheFinalizer() throws IOException {
        RunningTools tools = start(FirstTool.class, SecondTool.class);
        tools.finish();

        assertThat(FirstTool.script.calls.get(2)).startsWith("deviceInitialize 0 0 ");
        assertThat(FirstTool.script.calls.subList(3, 5)).containsExactly("deviceFinalize 0", "finalize");
        assertThat(find(SecondTool.script, "device")).isNull();
        assertThat(environment.messages).isEmpty();
    }

    @Test
    void typeIsVendorModelAndProperties() throws IOException {
        start(FirstTool.class);

        String call = find(FirstTool.script, "deviceInitialize");
        assertThat(call).isNotNull();
        assertThat(call.split(";"))
                .hasSize(5)
                .contains(
                        System.getProperty("java.vm.name"),
                        "processors=" + Runtime.getRuntime().availableProcessors());
    }

    @Test
    void toolThatFinalizesItselfSeesTheDeviceEndOnce() throws IOException {
        RunningTools tools = start(FirstTool.class);
        FirstTool.script
                .entryPoint("ompt_finalize_tool", OmptEntryPoint.FinalizeTool.class)
                .finalizeTool();
        tools.finish();

        assertThat(FirstTool.script.calls.subList(3, FirstTool.script.calls.size()))
                .containsExactly("deviceFinalize 0", "finalize");
    }

    @Test
    void neverForWhoRegistersAfterTheHostWasTold() throws IOException {
        start(FirstTool.class);

        assertThat(FirstTool.script.set(OmptCallback.DEVICE_INITIALIZE, (num, type, device, tracing, text) -> {}))
                .isEqualTo(SetResult.NEVER);
        assertThat(FirstTool.script.set(OmptCallback.DEVICE_FINALIZE, num -> {}))
                .isEqualTo(SetResult.ALWAYS);
    }

    @Test
    void toolThatDoesNotWantToRunHearsOfNoDevice() throws IOException {
        FirstTool.script.initializeAnswer = 0;
        start(FirstTool.class).finish();

        assertThat(find(FirstTool.script, "device")).isNull();
    }

    @Test
    void toolThatThrowsKeepsNothingFromTheNextOne() throws IOException {
        SecondTool.script = FirstTool.script;
        FirstTool.script = new Script("thrower") {
            @Override
            void register() {
                set(OmptCallback.DEVICE_INITIALIZE, (num, type, device, tracing, text) -> {
                    throw new IllegalStateException("boom");
                });
            }
        };
        start(FirstTool.class, SecondTool.class);

        assertThat(find(SecondTool.script, "deviceInitialize 0")).isNotNull();
        assertThat(environment.messages).singleElement().asString().contains("device_initialize", "boom");
    }

    @Test
    void traceGoesOnWithoutCallbacksAndIsHandedOverAtTheEnd() throws IOException {
        List<Event> recorded = new ArrayList<>();
        FirstTool.script = new Script("first") {
            @Override
            void register() {
                set(
                        OmptCallback.DEVICE_INITIALIZE,
                        (num, type, device, tracing, documentation) -> trace(tracing, device, recorded));
                set(OmptCallback.DEVICE_FINALIZE, num -> calls.add("end after " + recorded));
            }
        };
        RunningTools tools = start(FirstTool.class);
        FirstTool.script.set(Event.DEVICE_INITIALIZE, null);
        assertThat(core.mask).isEqualTo(Event.FLUSH.bit());
        core.events().flush(core.thread(3), 1, Construct.NONE, 7);
        assertThat(recorded).isEmpty();
        tools.finish();

        assertThat(find(FirstTool.script, "end after")).isEqualTo("end after [FLUSH]");
    }

    private static void trace(OmptFunctionLookup tracing, OmptDevice device, List<Event> recorded) {
        OmptTracing.SetTraceOmpt choose = (OmptTracing.SetTraceOmpt) tracing.lookup(OmptTracing.SetTraceOmpt.NAME);
        OmptTracing.StartTrace start = (OmptTracing.StartTrace) tracing.lookup(OmptTracing.StartTrace.NAME);
        OmptTracing.GetRecordOmpt get = (OmptTracing.GetRecordOmpt) tracing.lookup(OmptTracing.GetRecordOmpt.NAME);
        choose.setTraceOmpt(device, 1, Event.FLUSH);
        start.startTrace(
                device,
                (num, buffer, bytes) -> {
                    buffer[0] = ByteBuffer.allocate(4096);
                    bytes[0] = 4096;
                },
                (num, buffer, bytes, begin, owned) ->
                        recorded.add(get.getRecordOmpt(buffer, begin).type()));
    }
}
