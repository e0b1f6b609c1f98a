package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.control.ControlApp;
import org.ompt4j.apps.defined.DefinedApp;
import org.ompt4j.apps.forkjoin.ForkJoinPoolApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.apps.stream.ParallelStreamApp;

/** A tool of the TR4 era observes programs, by callbacks and by trace records. */
class Tr4ViewIT {

    /** A tool that registers all callbacks and prints the answers, the number of calls of each, and the events of each thread. */
    private static final String EVENT_TOOL = """
            import java.lang.reflect.Proxy;
            import java.util.Map;
            import java.util.TreeMap;
            import java.util.concurrent.ConcurrentHashMap;
            import java.util.concurrent.atomic.AtomicLong;
            import org.ompt4j.ompt.OmptData;
            import org.ompt4j.ompt.OmptFunctionLookup;
            import org.ompt4j.views.tr4.Tr4.*;
            import org.ompt4j.views.tr4.*;

            public final class EventTool implements Tr4Tool {
                private static final int REGION_MARK = 40;
                private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
                private final Map<String, StringBuffer> logs = new ConcurrentHashMap<>();
                private Tr4EntryPoint.GetState state;
                private Tr4EntryPoint.GetThreadData threadData;
                private Tr4EntryPoint.GetTaskInfo taskInfo;
                private Tr4EntryPoint.GetParallelInfo parallelInfo;

                public OmptFns startTool(int ompVersion, String runtimeVersion) {
                    say("version " + ompVersion);
                    return new OmptFns(this::initialize, fns -> end());
                }

                private int initialize(OmptFunctionLookup lookup, OmptFns fns) {
                    state = (Tr4EntryPoint.GetState) lookup.lookup("ompt_get_state");
                    threadData = (Tr4EntryPoint.GetThreadData) lookup.lookup("ompt_get_thread_data");
                    taskInfo = (Tr4EntryPoint.GetTaskInfo) lookup.lookup("ompt_get_task_info");
                    parallelInfo = (Tr4EntryPoint.GetParallelInfo) lookup.lookup("ompt_get_parallel_info");
                    Tr4EntryPoint.SetCallback set = (Tr4EntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    StringBuilder answers = new StringBuilder("answers");
                    for (Tr4Event each : Tr4Event.values()) {
                        answers.append(' ').append(set.setCallback(each, callback(each)).value());
                    }
                    say(answers.toString());
                    return 1;
                }

                private Tr4Callback callback(Tr4Event event) {
                    for (Class<?> type : Tr4Callback.class.getDeclaredClasses()) {
                        if (type.getSimpleName().equalsIgnoreCase(event.name().replace("_", ""))) {
                            return (Tr4Callback) Proxy.newProxyInstance(
                                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                                        told(event, arguments);
                                        return method.getReturnType() == int.class ? 0 : null;
                                    });
                        }
                    }
                    throw new IllegalStateException(event + " has no callback type");
                }

                private void told(Tr4Event event, Object[] arguments) {
                    StringBuilder name = new StringBuilder(event.name());
                    for (Object each : arguments) {
                        if (each instanceof Enum<?>) {
                            name.append(' ').append(each);
                        }
                    }
                    count(name.toString());
                    logs.computeIfAbsent(Thread.currentThread().getName(), thread -> new StringBuffer())
                            .append(", ").append(name);
                    switch (event) {
                        case THREAD_BEGIN -> ((OmptData) arguments[1]).value = 7;
                        case PARALLEL_BEGIN -> ((OmptData) arguments[2]).value = REGION_MARK;
                        case PARALLEL_END -> fact("region data kept", ((OmptData) arguments[0]).value == REGION_MARK);
                        case TASK_CREATE -> {
                            OmptData task = (OmptData) arguments[2];
                            fact("task data new", task.value == 0);
                            task.value = task.id();
                            if ((int) arguments[3] == OmptTaskType.INITIAL) {
                                count("initial tasks");
                            }
                        }
                        case TASK_SCHEDULE -> taskScheduled(arguments);
                        case DEVICE_INITIALIZE, DEVICE_FINALIZE -> {}
                        default -> fact("thread data kept", threadData.getThreadData().value == 7);
                    }
                }

                private void taskScheduled(Object[] arguments) {
                    OmptData prior = (OmptData) arguments[0];
                    if (arguments[1] == OmptTaskStatus.COMPLETE) {
                        fact("task data kept", prior.value == prior.id());
                        int[] type = new int[1];
                        fact("task information", taskInfo.getTaskInfo(0, type, null, null, null, null) == 2 && type[0] != 0);
                        // 1 where the region was over before the last task of it returned.
                        fact("parallel information", parallelInfo.getParallelInfo(0, new OmptData[1], null) >= 1);
                        fact("state", state.getState(null) != OmpState.UNDEFINED);
                    }
                }

                private void count(String name) {
                    counts.computeIfAbsent(name, each -> new AtomicLong()).incrementAndGet();
                }

                private void fact(String name, boolean holds) {
                    count((holds ? "yes: " : "no: ") + name);
                }

                private static void say(String line) {
                    System.err.println("tr4: " + line);
                }

                private void end() {
                    new TreeMap<>(counts).forEach((name, count) -> say("count " + name + " = " + count));
                    new TreeMap<>(logs).forEach((thread, log) -> say("log " + thread + ": " + log.substring(2)));
                }
            }
            """;

    /** A tool that traces the host and counts the records in the buffers, and also the callbacks for the same events. */
    private static final String TRACING_TOOL = """
            import java.nio.ByteBuffer;
            import java.util.Map;
            import java.util.TreeMap;
            import java.util.concurrent.ConcurrentHashMap;
            import java.util.concurrent.atomic.AtomicLong;
            import org.ompt4j.ompt.OmptDevice;
            import org.ompt4j.ompt.OmptFunctionLookup;
            import org.ompt4j.views.tr4.Tr4.*;
            import org.ompt4j.views.tr4.*;

            public final class TracingTool implements Tr4Tool {
                private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
                private Tr4EntryPoint.SetCallback set;
                private Tr4Tracing.AdvanceBufferCursor advance;
                private Tr4Tracing.GetRecordType type;
                private Tr4Tracing.GetRecordOmpt record;
                private Tr4Tracing.GetRecordNative nativeRecord;
                private Tr4Tracing.GetRecordAbstract abstractRecord;
                private Tr4Tracing.TranslateTime translate;
                private OmptDevice device;

                public OmptFns startTool(int ompVersion, String runtimeVersion) {
                    return new OmptFns(this::initialize, fns -> end());
                }

                private int initialize(OmptFunctionLookup lookup, OmptFns fns) {
                    set = (Tr4EntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    set.setCallback(Tr4Event.DEVICE_INITIALIZE, (Tr4Callback.DeviceInitialize) this::start);
                    set.setCallback(Tr4Event.DEVICE_FINALIZE, (Tr4Callback.DeviceFinalize) number -> count("finalized " + number));
                    return 1;
                }

                private void start(int number, String kind, OmptDevice host, OmptFunctionLookup lookup, String documentation) {
                    device = host;
                    advance = (Tr4Tracing.AdvanceBufferCursor) lookup.lookup("ompt_advance_buffer_cursor");
                    type = (Tr4Tracing.GetRecordType) lookup.lookup("ompt_get_record_type");
                    record = (Tr4Tracing.GetRecordOmpt) lookup.lookup("ompt_get_record_ompt");
                    nativeRecord = (Tr4Tracing.GetRecordNative) lookup.lookup("ompt_get_record_native");
                    abstractRecord = (Tr4Tracing.GetRecordAbstract) lookup.lookup("ompt_get_record_abstract");
                    translate = (Tr4Tracing.TranslateTime) lookup.lookup("ompt_translate_time");
                    Tr4Tracing.SetTraceOmpt choose = (Tr4Tracing.SetTraceOmpt) lookup.lookup("ompt_set_trace_ompt");
                    Tr4Tracing.StartTrace startTrace = (Tr4Tracing.StartTrace) lookup.lookup("ompt_start_trace");
                    Tr4Tracing.GetDeviceTime time = (Tr4Tracing.GetDeviceTime) lookup.lookup("ompt_get_device_time");
                    choose.setTraceOmpt(host, 1, null);
                    count("started " + startTrace.startTrace(host, this::request, this::complete));
                    count("time " + (time.getDeviceTime(host) > 0 && translate.translateTime(host, 1_000_000_000) == 1.0));
                }

                private void request(int number, ByteBuffer[] buffer, long[] bytes) {
                    buffer[0] = ByteBuffer.allocateDirect(1 << 16);
                    bytes[0] = 1 << 16;
                }

                private void complete(int number, ByteBuffer buffer, long bytes, long begin, int owned) {
                    long[] cursor = {begin};
                    do {
                        Tr4RecordOmpt each = record.getRecordOmpt(buffer, cursor[0]);
                        if (type.getRecordType(buffer, cursor[0]) == OmptRecordKind.OMPT) {
                            read(each, abstractRecord.getRecordAbstract(nativeRecord.getRecordNative(buffer, cursor[0], null)));
                        }
                    } while (advance.advanceBufferCursor(device, buffer, bytes, cursor[0], cursor) == 1);
                }

                private void read(Tr4RecordOmpt each, Tr4RecordAbstract summary) {
                    count(each.type() + endOf(each.record()));
                    count("summary " + (summary.type().equals(each.type().specName()) && summary.startTime() == each.time() && summary.hwid() == 0));
                }

                private static String endOf(Tr4Record content) {
                    if (content instanceof Tr4Record.SyncRegion region) {
                        return " " + region.kind() + " " + region.endpoint();
                    } else if (content instanceof Tr4Record.Implicit task) {
                        return " " + task.endpoint();
                    } else if (content instanceof Tr4Record.Work work) {
                        return " " + work.wstype() + " " + work.endpoint();
                    }
                    return "";
                }

                private void count(String name) {
                    counts.computeIfAbsent(name, each -> new AtomicLong()).incrementAndGet();
                }

                private void end() {
                    new TreeMap<>(counts).forEach((name, count) -> System.err.println("tr4: count " + name + " = " + count));
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path events;
    private static Path tracing;

    @BeforeAll
    static void makeTools() throws IOException {
        String service = "org.ompt4j.views.tr4.Tr4Tool";
        events = ToolJar.make(service, "EventTool", EVENT_TOOL, folder.resolve("events.jar"));
        tracing = ToolJar.make(service, "TracingTool", TRACING_TOOL, folder.resolve("tracing.jar"));
    }

    /** The answers to registrations, in the order of the events: thirteen can only be `always`, and four others are never raised. */
    private static final String ANSWERS_DEFAULT = "answers 4 4 4 4 4 4 4 4 4 4 4 4 4 4 2 4 4 4 1 1 4 1 1 2 2 1 1 4 2";

    private static final String ANSWERS_FULL = "answers 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 1 1 4 2 2 4 4 4 1 4 2";

    @OnEveryJdk
    void regionsTasksAndThreadsAreCompleteAndKeepTheirData(Jdk jdk) throws Exception {
        Report report = watch(events, jdk, "", ParallelStreamApp.class, "for-each");

        int regions = ParallelStreamApp.FOR_EACH_REGIONS;
        assertThat(report.lines).contains("version 201611", ANSWERS_DEFAULT);
        assertThat(report.lines).noneMatch(line -> line.startsWith("count no: "));
        assertThat(report.count("PARALLEL_BEGIN RUNTIME")).isEqualTo(regions);
        assertThat(report.count("PARALLEL_END RUNTIME")).isEqualTo(regions);
        assertThat(report.count("yes: region data kept")).isEqualTo(regions);
        assertThat(report.count("IMPLICIT_TASK BEGIN")).isEqualTo(report.count("IMPLICIT_TASK END"));
        int completed = report.count("TASK_SCHEDULE COMPLETE");
        // A worker may still be ending its last task when the run ends, which then ends the task as cancelled.
        int cancelled = report.count("TASK_SCHEDULE CANCEL");
        assertThat(cancelled).isLessThanOrEqualTo(AppRun.COMMON_PARALLELISM);
        assertThat(report.count("TASK_CREATE")).isEqualTo(completed + cancelled + report.count("initial tasks"));
        assertThat(report.count("yes: task data kept")).isPositive().isEqualTo(completed);
        assertThat(report.count("yes: task information")).isEqualTo(completed);
        assertThat(report.count("yes: parallel information")).isEqualTo(completed);
        assertThat(report.count("yes: state")).isEqualTo(completed);
        assertThat(report.count("THREAD_BEGIN")).isPositive().isEqualTo(report.count("THREAD_END"));
        assertThat(report.count("IDLE BEGIN")).isPositive().isEqualTo(report.count("IDLE END"));
    }

    @OnEveryJdk
    void nestedRegionsAndOnesThatThrowEnd(Jdk jdk) throws Exception {
        Report nested = watch(events, jdk, "", ParallelStreamApp.class, "nested");
        Report throwing = watch(events, jdk, "", ParallelStreamApp.class, "throwing");

        int regions = ParallelStreamApp.NESTED_OUTER_REGIONS + ParallelStreamApp.NESTED_INNER_REGIONS;
        assertThat(nested.count("PARALLEL_BEGIN RUNTIME")).isEqualTo(regions);
        assertThat(nested.count("PARALLEL_END RUNTIME")).isEqualTo(regions);
        assertThat(throwing.count("PARALLEL_BEGIN RUNTIME"))
                .isEqualTo(ParallelStreamApp.THROWING_REGIONS)
                .isEqualTo(throwing.count("PARALLEL_END RUNTIME"));
    }

    @OnEveryJdk
    void aRegionOfOneThreadIsASequenceOfItsOwn(Jdk jdk) throws Exception {
        Report report = watch(events, jdk, "profile=full", ParallelStreamApp.class, "one-element");

        assertThat(report.lines).contains(ANSWERS_FULL);
        assertThat(report.log("main"))
                .containsExactly(
                        "DEVICE_INITIALIZE",
                        "THREAD_BEGIN INITIAL",
                        "TASK_CREATE",
                        "PARALLEL_BEGIN RUNTIME",
                        "IMPLICIT_TASK BEGIN",
                        "SYNC_REGION TASKGROUP BEGIN",
                        "WORK TASKLOOP BEGIN",
                        "TASK_CREATE",
                        "TASK_SCHEDULE OTHERS",
                        "TASK_SCHEDULE COMPLETE",
                        "WORK TASKLOOP END",
                        "SYNC_REGION_WAIT TASKGROUP BEGIN",
                        "SYNC_REGION_WAIT TASKGROUP END",
                        "SYNC_REGION TASKGROUP END",
                        "SYNC_REGION BARRIER BEGIN",
                        "SYNC_REGION_WAIT BARRIER BEGIN",
                        "SYNC_REGION_WAIT BARRIER END",
                        "SYNC_REGION BARRIER END",
                        "IMPLICIT_TASK END",
                        "PARALLEL_END RUNTIME",
                        "THREAD_END");
    }

    @OnEveryJdk
    void barriersAreQuartetsAndWhatHasNoLengthHasTwoEnds(Jdk jdk) throws Exception {
        Report report = watch(events, jdk, "", CyclicBarrierApp.class, "action");

        int awaits = CyclicBarrierApp.awaits(1);
        for (String each : List.of("SYNC_REGION BARRIER", "SYNC_REGION_WAIT BARRIER")) {
            assertThat(report.count(each + " BEGIN")).isEqualTo(awaits);
            assertThat(report.count(each + " END")).isEqualTo(awaits);
        }
        assertThat(report.count("WORK SINGLE_EXECUTOR BEGIN")).isEqualTo(CyclicBarrierApp.GENERATIONS);
        assertThat(report.count("WORK SINGLE_OTHER BEGIN")).isEqualTo(awaits - CyclicBarrierApp.GENERATIONS);
        assertThat(report.count("WORK SINGLE_OTHER END")).isEqualTo(awaits - CyclicBarrierApp.GENERATIONS);
        assertThat(report.count("SYNC_REGION TASKWAIT BEGIN")).isEqualTo(CyclicBarrierApp.PARTIES);
    }

    @OnEveryJdk
    void locksAreInitializedAcquiredReenteredAndReleased(Jdk jdk) throws Exception {
        Report contended = watch(events, jdk, "", ReentrantLockApp.class, "contended-nonfair");
        Report reentrant = watch(events, jdk, "profile=full", ReentrantLockApp.class, "reentrant");

        assertThat(contended.count("MUTEX_ACQUIRE NEST_LOCK")).isEqualTo(ReentrantLockApp.CONTENDED_WAITS);
        assertThat(contended.count("MUTEX_ACQUIRED NEST_LOCK")).isEqualTo(ReentrantLockApp.CONTENDED_WAITS);
        assertThat(reentrant.count("LOCK_INIT NEST_LOCK")).isEqualTo(1);
        assertThat(reentrant.count("MUTEX_ACQUIRED NEST_LOCK")).isEqualTo(ReentrantLockApp.REENTRANT_ACQUISITIONS);
        assertThat(reentrant.count("MUTEX_RELEASED NEST_LOCK")).isEqualTo(ReentrantLockApp.REENTRANT_ACQUISITIONS);
        assertThat(reentrant.count("NEST_LOCK BEGIN")).isEqualTo(ReentrantLockApp.REENTRANT_REENTRIES);
        assertThat(reentrant.count("NEST_LOCK END")).isEqualTo(ReentrantLockApp.REENTRANT_REENTRIES);
    }

    @OnEveryJdk
    void aDefinedRegionIsInvokedByTheProgramAndAMaskedOneIsTheMasters(Jdk jdk) throws Exception {
        Report report = watch(
                events,
                jdk,
                "define=parallel:org.ompt4j.apps.defined.Solver.solve;masked:org.ompt4j.apps.defined.Solver.mark",
                DefinedApp.class,
                "solver");

        assertThat(report.count("PARALLEL_BEGIN PROGRAM")).isEqualTo(1);
        assertThat(report.count("PARALLEL_END PROGRAM")).isEqualTo(1);
        assertThat(report.count("MASTER BEGIN")).isPositive().isEqualTo(report.count("MASTER END"));
    }

    @OnEveryJdk
    void workersOfPoolsAreIdleBetweenTasks(Jdk jdk) throws Exception {
        Report report = watch(events, jdk, "", ForkJoinPoolApp.class, "submit");

        List<String> log = report.log("submit-worker-0");
        assertThat(log).startsWith("THREAD_BEGIN WORKER", "IDLE BEGIN", "IDLE END");
        assertThat(log.stream().filter("IDLE BEGIN"::equals).count())
                .isEqualTo(1
                        + log.stream().filter("TASK_SCHEDULE COMPLETE"::equals).count());
        // The thread that ends the run ends the idleness of workers that are still alive.
        assertThat(report.count("IDLE BEGIN")).isEqualTo(report.count("IDLE END"));
    }

    @OnEveryJdk
    void commandsAndCancellationsReachTheTool(Jdk jdk) throws Exception {
        RunOutput control = OlderToolRun.withLibrary(events, jdk, "", ControlApp.class, "answers");
        Report match = watch(events, jdk, "", ParallelStreamApp.class, "match");

        assertThat(new Report(OlderToolRun.said("tr4", control)).count("CONTROL_TOOL"))
                .isEqualTo(6);
        assertThat(match.count("CANCEL")).isPositive();
    }

    @OnEveryJdk
    void recordsOfTheHostAreWhatCallbacksWouldHaveTold(Jdk jdk) throws Exception {
        Report barriers = watch(tracing, jdk, "", CyclicBarrierApp.class, "action");
        Report streams = watch(tracing, jdk, "", ParallelStreamApp.class, "for-each");

        int awaits = CyclicBarrierApp.awaits(1);
        for (Report each : List.of(barriers, streams)) {
            assertThat(each.count("started 1")).isEqualTo(1);
            assertThat(each.count("finalized 0")).isEqualTo(1);
            assertThat(each.count("time true")).isEqualTo(1);
            assertThat(each.count("summary true")).isPositive();
            assertThat(each.count("summary false")).isZero();
            assertThat(each.count("THREAD_BEGIN")).isPositive().isEqualTo(each.count("THREAD_END"));
        }
        assertThat(barriers.count("SYNC_REGION BARRIER BEGIN")).isEqualTo(awaits);
        assertThat(barriers.count("SYNC_REGION_WAIT BARRIER END")).isEqualTo(awaits);
        assertThat(barriers.count("WORK SINGLE_OTHER BEGIN")).isEqualTo(awaits - CyclicBarrierApp.GENERATIONS);
        assertThat(barriers.count("WORK SINGLE_OTHER END")).isEqualTo(awaits - CyclicBarrierApp.GENERATIONS);
        // These are the initial tasks of main and of the parties, and the task of each party.
        assertThat(barriers.count("TASK_CREATE")).isEqualTo(1 + 2 * CyclicBarrierApp.PARTIES);
        int regions = ParallelStreamApp.FOR_EACH_REGIONS;
        assertThat(streams.count("PARALLEL_BEGIN")).isEqualTo(regions);
        assertThat(streams.count("PARALLEL_END")).isEqualTo(regions);
        assertThat(streams.count("IMPLICIT_TASK BEGIN")).isPositive().isEqualTo(streams.count("IMPLICIT_TASK END"));
    }

    private static Report watch(Path tool, Jdk jdk, String settings, Class<?> app, String... scenarios)
            throws Exception {
        return new Report(OlderToolRun.saidHarmless("tr4", tool, jdk, settings, app, scenarios));
    }

    /** The lines that the tool has printed. */
    private record Report(List<String> lines) {

        /** The sum of the counts whose name begins with this. */
        int count(String name) {
            return OlderToolRun.rest(lines.stream(), "count " + name + " ")
                    .mapToInt(rest -> Integer.parseInt(rest.substring(rest.lastIndexOf(' ') + 1)))
                    .sum();
        }

        /** The events of a thread, in their order. */
        List<String> log(String thread) {
            return OlderToolRun.rest(lines.stream(), "log " + thread + ": ")
                    .flatMap(each -> List.of(each.split(", ")).stream())
                    .toList();
        }
    }
}
