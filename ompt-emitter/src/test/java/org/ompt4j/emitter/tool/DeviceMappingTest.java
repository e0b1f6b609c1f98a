package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.emitter.tool.RunningToolsTest.FirstTool;
import org.ompt4j.emitter.tool.RunningToolsTest.Script;
import org.ompt4j.emitter.tool.RunningToolsTest.SecondTool;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptDeviceEvents;
import org.ompt4j.ompt.OmptDeviceMapping;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;
import org.ompt4j.ompt.TargetMapFlag;

/** A sample device mapping, and the events that tools get of it. */
class DeviceMappingTest {
    private static final long[] HOST = {0x1000, 0x2000};
    private static final long[] DEVICE = {0xA000, 0xB000};
    private static final long[] BYTES = {64, 128};
    private static final int[] FLAGS = {TargetMapFlag.TO, TargetMapFlag.TO | TargetMapFlag.FROM};

    @TempDir
    Path folder;

    private final TestCore core = new TestCore();
    private final TestEnvironment environment = new TestEnvironment();
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void forget() {
        FirstTool.script = new Script("first");
        SecondTool.script = new Script("second");
        environment.startsEveryTool = true;
        core.current = core.thread(3);
        FakeGraphics.events = null;
        FakeGraphics.device = null;
        FakeGraphics.startThrows = false;
        FakeGraphics.finished = false;
    }

    /** A mapping with one device, which copies data and runs kernels; no code is loaded onto the device. */
    public static final class FakeGraphics implements OmptDeviceMapping {
        static final OmptFunctionLookup TRACING = name -> null;
        static @Nullable OmptDeviceEvents events;
        static @Nullable OmptDevice device;
        static boolean startThrows;
        static boolean finished;

        @Override
        public String name() {
            return "fake graphics";
        }

        @Override
        public SetResult answer(Event event) {
            return switch (event) {
                case TARGET, TARGET_SUBMIT -> SetResult.ALWAYS;
                case TARGET_DATA_OP -> SetResult.SOMETIMES;
                case TARGET_MAP -> SetResult.SOMETIMES_PAIRED;
                case DEVICE_LOAD, DEVICE_UNLOAD -> SetResult.NEVER;
                default -> throw new IllegalArgumentException("asked for " + event);
            };
        }

        @Override
        public void start(OmptDeviceEvents given) {
            if (startThrows) {
                throw new IllegalStateException("no driver");
            }
            events = given;
            device = given.addDevice("ACME;Fake 9000;cores=2", TRACING, "nothing beyond the specification");
        }

        @Override
        public void finish() {
            finished = true;
        }
    }

    private RunningTools start(Class<?>... tools) throws IOException {
        String[] names = new String[tools.length];
        for (int i = 0; i < tools.length; i++) {
            names[i] = tools[i].getName();
        }
        environment.toolLibraries = Libraries.folder(folder, names).toString();
        Path jar = Libraries.jarOf(OmptDeviceMapping.class, folder.resolve("fake.jar"), FakeGraphics.class.getName());
        ClassLoader classPath =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader());
        RegistrationAnswers answers = new RegistrationAnswers(environment);
        return RunningTools.start(environment, core, answers, classPath);
    }

    @Test
    void whoRegistersLateHearsOfTheDevicesThatComeLater() throws IOException {
        start(FirstTool.class);

        assertThat(FirstTool.script.set(
                        OmptCallback.DEVICE_INITIALIZE, (num, type, device, tracing, text) -> seen.add(type)))
                .isEqualTo(SetResult.SOMETIMES);
        events().addDevice("later", null, "");

        assertThat(seen).containsExactly("later");
    }

    private static OmptDeviceEvents events() {
        OmptDeviceEvents given = FakeGraphics.events;
        if (given == null) {
            throw new AssertionError("the mapping was not started");
        }
        return given;
    }

    private static OmptDevice device() {
        OmptDevice made = FakeGraphics.device;
        if (made == null) {
            throw new AssertionError("the mapping has no device");
        }
        return made;
    }

    /** Copies data to the device and computes there. */
    private static void useTheDevice() {
        OmptDeviceEvents.Target target = events().beginTarget(TargetKind.TARGET, device(), 7);
        target.map(2, HOST, DEVICE, BYTES, FLAGS, 7);
        target.beginDataOp(TargetDataOpType.ALLOC, 0, 0, 0, 1, 64, 7).end(0xA000);
        target.beginSubmit(4).end();
        target.end();
    }

    private static long idOf(@Nullable OmptData data) {
        return data == null ? 0 : data.id();
    }

    // ---------------------------------------------------------------- answers

    @Test
    void registrationIsWorthWhatTheMappingSaysInBothForms() throws IOException {
        start(FirstTool.class);
        Script tool = FirstTool.script;

        assertThat(tool.set(OmptCallback.TARGET, (kind, endpoint, device, task, id, site) -> {}))
                .isEqualTo(SetResult.ALWAYS);
        assertThat(tool.set(Event.TARGET, null)).isEqualTo(SetResult.ALWAYS);
        assertThat(tool.set(Event.TARGET_EMI, null)).isEqualTo(SetResult.ALWAYS);
        assertThat(tool.set(Event.TARGET_DATA_OP_EMI, null)).isEqualTo(SetResult.SOMETIMES);
        assertThat(tool.set(Event.TARGET_MAP, null)).isEqualTo(SetResult.SOMETIMES_PAIRED);
        assertThat(tool.set(Event.DEVICE_LOAD, null)).isEqualTo(SetResult.NEVER);
        assertThat(tool.set(Event.DEVICE_FINALIZE, null)).isEqualTo(SetResult.ALWAYS);
    }

    // ---------------------------------------------------------------- events

    @Test
    void newerFormHasBothEndsAndTheToolsOwnData() throws IOException {
        start(FirstTool.class);
        Script tool = FirstTool.script;
        tool.set(OmptCallback.TARGET_EMI, (kind, endpoint, device, task, targetTask, target, site) -> {
            seen.add("target " + endpoint + " " + kind + " " + device + " " + target.value + " " + targetTask.value
                    + " at " + site);
            target.value++;
            targetTask.value = 50;
        });
        tool.set(
                OmptCallback.TARGET_MAP_EMI,
                (target, nitems, host, device, bytes, flags, site) -> seen.add("map " + target.value + " " + nitems
                        + " " + host[1] + " " + device[1] + " " + bytes[1] + " " + flags[1]));
        tool.set(
                OmptCallback.TARGET_DATA_OP_EMI,
                (endpoint, targetTask, target, operation, type, src, srcDevice, dest, destDevice, bytes, site) -> {
                    seen.add("op " + endpoint + " " + type + " " + operation[0] + " to " + dest + " of "
                            + targetTask.value);
                    operation[0] = 77;
                });
        tool.set(OmptCallback.TARGET_SUBMIT_EMI, (endpoint, target, operation, teams) -> {
            seen.add("submit " + endpoint + " " + operation[0] + " " + teams);
            operation[0]++;
        });

        useTheDevice();

        assertThat(seen)
                .containsExactly(
                        "target BEGIN TARGET 1 0 0 at 7",
                        "map 1 2 " + 0x2000 + " " + 0xB000 + " 128 3",
                        "op BEGIN ALLOC 0 to 0 of 50",
                        "op END ALLOC 77 to " + 0xA000 + " of 50",
                        "submit BEGIN 0 4",
                        "submit END 1 4",
                        "target END TARGET 1 1 50 at 7");
    }

    @Test
    void olderFormHasIdsOfTheRuntimeAndNoEndpoints() throws IOException {
        start(FirstTool.class);
        Script tool = FirstTool.script;
        Set<Long> ids = new HashSet<>();
        tool.set(OmptCallback.TARGET, (kind, endpoint, device, task, id, site) -> {
            seen.add("target " + endpoint);
            ids.add(id);
        });
        tool.set(OmptCallback.TARGET_MAP, (id, nitems, host, device, bytes, flags, site) -> {
            seen.add("map " + nitems);
            ids.add(id);
        });
        tool.set(OmptCallback.TARGET_DATA_OP, (id, operation, type, src, srcDevice, dest, destDevice, bytes, site) -> {
            seen.add("op to " + dest);
            ids.add(id);
            assertThat(operation).isNotZero().isNotEqualTo(id);
        });
        tool.set(OmptCallback.TARGET_SUBMIT, (id, operation, teams) -> {
            seen.add("submit " + teams);
            ids.add(id);
        });

        useTheDevice();
        assertThat(seen).containsExactly("target BEGIN", "map 2", "op to " + 0xA000, "submit 4", "target END");
        assertThat(ids).hasSize(1).doesNotContain(0L);
        useTheDevice();
        assertThat(ids).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void kindOfATargetRegionReachesTheTool(TargetKind kind) throws IOException {
        start(FirstTool.class);
        FirstTool.script.set(
                OmptCallback.TARGET, (heard, endpoint, device, task, id, site) -> seen.add(heard + " " + endpoint));

        events().beginTarget(kind, device(), 7).end();

        assertThat(seen).containsExactly(kind + " BEGIN", kind + " END");
    }

    @ParameterizedTest
    @EnumSource
    void typeOfADataOperationReachesTheTool(TargetDataOpType type) throws IOException {
        start(FirstTool.class);
        FirstTool.script.set(
                OmptCallback.TARGET_DATA_OP,
                (id, operation, heard, src, srcDevice, dest, destDevice, bytes, site) -> seen.add(heard.specName()));

        OmptDeviceEvents.Target target = events().beginTarget(TargetKind.TARGET, device(), 7);
        target.beginDataOp(type, 0, 0, 0, 1, 64, 7).end();
        target.end();

        assertThat(seen).containsExactly(type.specName());
    }

    @Test
    void flagsOfAMappingReachTheTool() throws IOException {
        start(FirstTool.class);
        FirstTool.script.set(
                OmptCallback.TARGET_MAP,
                (id, nitems, host, device, bytes, flags, site) -> Arrays.stream(flags)
                        .mapToObj(TargetMapFlag::names)
                        .forEach(names -> seen.add(names.toString())));
        int[] each = IntStream.range(0, 10).map(bit -> 1 << bit).toArray();
        long[] addresses = new long[each.length];

        OmptDeviceEvents.Target target = events().beginTarget(TargetKind.TARGET, device(), 7);
        target.map(each.length, addresses, addresses, addresses, each, 7);
        target.end();

        assertThat(seen)
                .containsExactly(
                        "[to]",
                        "[from]",
                        "[alloc]",
                        "[release]",
                        "[delete]",
                        "[implicit]",
                        "[always]",
                        "[present]",
                        "[close]",
                        "[shared]");
    }

    @Test
    void everyToolHasItsOwnDataInTheOrderOfStart() throws IOException {
        start(FirstTool.class, SecondTool.class);
        for (Script each : List.of(SecondTool.script, FirstTool.script)) {
            each.set(OmptCallback.TARGET_EMI, (kind, endpoint, device, task, targetTask, target, site) -> {
                seen.add(each.name + " " + endpoint + " " + target.ptr);
                target.ptr = each.name;
            });
        }

        useTheDevice();

        assertThat(seen)
                .containsExactly("first BEGIN null", "second BEGIN null", "first END first", "second END second");
    }

    @Test
    void encounteringTaskIsTheCurrentOneOfTheThread() throws IOException {
        start(FirstTool.class);
        TestThread thread = new TestThread(4) {
            @Override
            public long taskId() {
                return 30;
            }
        };
        FirstTool.script.set(
                OmptCallback.TARGET_EMI,
                (kind, endpoint, device, task, targetTask, target, site) -> seen.add(endpoint + " " + idOf(task)));
        core.current = thread;
        useTheDevice();
        core.current = null;
        useTheDevice();

        assertThat(seen).containsExactly("BEGIN 30", "END 30", "BEGIN 0", "END 0");
    }

    @Test
    void codeOfDevicesIsReported() throws IOException {
        start(FirstTool.class);
        FirstTool.script.set(
                OmptCallback.DEVICE_LOAD,
                (num, file, offset, vma, bytes, host, device, module) ->
                        seen.add("load " + num + " " + file + " " + offset + " " + vma + " " + module));
        FirstTool.script.set(OmptCallback.DEVICE_UNLOAD, (num, module) -> seen.add("unload " + num + module));

        events().deviceLoad(device(), null, -1, OmptDevice.ADDR_NONE, 10, 1, 2, 9);
        events().deviceUnload(device(), 9);

        assertThat(seen).containsExactly("load 1 null -1 -1 9", "unload 19");
    }

    @Test
    void toolThatThrowsKeepsNothingFromTheNextOne() throws IOException {
        start(FirstTool.class, SecondTool.class);
        FirstTool.script.set(OmptCallback.TARGET, (kind, endpoint, device, task, id, site) -> {
            throw new IllegalStateException("boom");
        });
        SecondTool.script.set(
                OmptCallback.TARGET, (kind, endpoint, device, task, id, site) -> seen.add("second " + endpoint));

        useTheDevice();

        assertThat(seen).containsExactly("second BEGIN", "second END");
        assertThat(environment.messages).singleElement().asString().contains("target", "boom");
    }

    @Test
    void nothingIsDeliveredFromInsideACallback() throws IOException {
        start(FirstTool.class);
        FirstTool.script.set(OmptCallback.TARGET_SUBMIT, (id, operation, teams) -> {
            seen.add("submit");
            events().beginTarget(TargetKind.TARGET, device(), 0).beginSubmit(1).end();
        });

        useTheDevice();

        assertThat(seen).containsExactly("submit");
    }

    // ---------------------------------------------------------------- devices

    @Test
    void devicesBeginAfterTheHostAndEndBeforeIt() throws IOException {
        FirstTool.script = new Script("first") {
            @Override
            void register() {
                set(OmptCallback.DEVICE_INITIALIZE, (num, type, device, tracing, text) -> {
                    seen.add("initialize " + num);
                    if (num == 1) {
                        seen.add(
                                type + " " + device.deviceNum() + " " + (tracing == FakeGraphics.TRACING) + " " + text);
                    }
                });
                set(OmptCallback.DEVICE_FINALIZE, num -> seen.add("finalize " + num));
            }
        };
        RunningTools tools = start(FirstTool.class);
        OmptDevice second = events().addDevice("ACME;Other", null, "");
        assertThat(second.deviceNum()).isEqualTo(2);
        tools.finish();

        assertThat(FakeGraphics.finished).isTrue();
        assertThat(seen)
                .containsExactly(
                        "initialize 0",
                        "initialize 1",
                        "ACME;Fake 9000;cores=2 1 true nothing beyond the specification",
                        "initialize 2",
                        "finalize 2",
                        "finalize 1",
                        "finalize 0");
    }

    @Test
    void deviceThatIsRemovedEndsOnceAndItsNumberIsNotUsedAgain() throws IOException {
        RunningTools tools = start(FirstTool.class);
        FirstTool.script.set(OmptCallback.DEVICE_FINALIZE, num -> seen.add("finalize " + num));
        events().removeDevice(device());
        events().removeDevice(device());
        assertThat(events().addDevice("ACME;Other", null, "").deviceNum()).isEqualTo(2);
        tools.finish();

        assertThat(seen).containsExactly("finalize 1", "finalize 2", "finalize 0");
    }

    @Test
    void nothingIsDeliveredAfterTheEnd() throws IOException {
        RunningTools tools = start(FirstTool.class);
        FirstTool.script.set(OmptCallback.TARGET, (kind, endpoint, device, task, id, site) -> seen.add("target"));
        tools.finish();
        useTheDevice();

        assertThat(seen).isEmpty();
    }

    @Test
    void inquiriesKnowDevicesAndTheTargetRegionOfTheThread() throws IOException {
        start(FirstTool.class);
        OmptEntryPoint.GetNumDevices devices =
                FirstTool.script.entryPoint("ompt_get_num_devices", OmptEntryPoint.GetNumDevices.class);
        OmptEntryPoint.GetTargetInfo info =
                FirstTool.script.entryPoint("ompt_get_target_info", OmptEntryPoint.GetTargetInfo.class);
        long[] num = new long[1];
        long[] id = new long[1];
        long[] operation = new long[1];

        assertThat(devices.getNumDevices()).isEqualTo(2);
        assertThat(info.getTargetInfo(num, id, operation)).isZero();
        OmptDeviceEvents.Target outer = events().beginTarget(TargetKind.TARGET, device(), 0);
        OmptDeviceEvents.Target inner = events().beginTarget(TargetKind.TARGET_UPDATE, device(), 0);
        OmptDeviceEvents.Operation copy = inner.beginDataOp(TargetDataOpType.TRANSFER_TO_DEVICE, 1, 0, 2, 1, 8, 0);
        assertThat(info.getTargetInfo(num, id, operation)).isEqualTo(1);
        assertThat(num[0]).isEqualTo(1);
        assertThat(id[0]).isEqualTo(inner.id());
        assertThat(operation[0]).isEqualTo(copy.hostOpId());
        copy.end();
        inner.end();
        assertThat(info.getTargetInfo(null, id, operation)).isEqualTo(1);
        assertThat(id[0]).isEqualTo(outer.id());
        assertThat(operation[0]).isZero();
        outer.end();
        assertThat(info.getTargetInfo(num, id, operation)).isZero();
    }

    // ---------------------------------------------------------------- mappings that fail

    @Test
    void mappingThatFailsIsLeftOutWithOneLine() throws IOException {
        FakeGraphics.startThrows = true;
        RunningTools tools = start(FirstTool.class);
        tools.finish();

        assertThat(environment.messages).singleElement().asString().contains("device mapping", "no driver", "left out");
        assertThat(FakeGraphics.finished).isFalse();
        assertThat(FirstTool.script.calls).contains("finalize");
    }
}
