package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;

/** A third-party tool that gets the events of the host in buffers instead of callbacks. */
class TracingIT {

    private static final String TRACING_TOOL = """
            import java.nio.ByteBuffer;
            import java.util.*;
            import java.util.concurrent.atomic.AtomicLong;
            import org.ompt4j.ompt.*;

            public final class TracingTool implements OmptTool, OmptStartToolResult {
                private static final int SIZE = 64 * 1024;
                private final boolean stops = System.getenv("TRACING_TOOL_STOPS") != null;
                private final Map<Event, AtomicLong> heard = new EnumMap<>(Event.class);
                private final Map<Event, AtomicLong> recorded = new EnumMap<>(Event.class);
                private final Map<Long, Long> lastTimes = new HashMap<>();
                private final Set<String> callbackThreads = new TreeSet<>();
                private Ompt4jRuntime runtime;
                private OmptFunctionLookup tracing;
                private OmptDevice device;
                private long fibonacciTasks;
                private long disorder;
                private long afterStop;
                private volatile boolean stopped;

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    runtime = (Ompt4jRuntime) lookup.lookup("ompt4j_runtime");
                    for (Event each : Event.values()) {
                        heard.put(each, new AtomicLong());
                        recorded.put(each, new AtomicLong());
                    }
                    OmptEntryPoint.SetCallback set = (OmptEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    set.on(OmptCallback.DEVICE_INITIALIZE, this::deviceInitialize);
                    set.on(OmptCallback.DEVICE_FINALIZE, this::deviceFinalize);
                    set.on(OmptCallback.TASK_CREATE, (task, frame, newTask, flags, dependences, site) -> taskCreated());
                    set.on(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> heard.get(Event.TASK_SCHEDULE).incrementAndGet());
                    set.on(OmptCallback.SYNC_REGION, (kind, endpoint, region, task, site) -> heard.get(Event.SYNC_REGION).incrementAndGet());
                    set.on(OmptCallback.THREAD_END, thread -> heard.get(Event.THREAD_END).incrementAndGet());
                    return 1;
                }

                private void deviceInitialize(int num, String type, OmptDevice host, OmptFunctionLookup lookup, String text) {
                    tracing = lookup;
                    device = host;
                    OmptTracing.SetTraceOmpt choose = (OmptTracing.SetTraceOmpt) lookup.lookup("ompt_set_trace_ompt");
                    for (Event each : List.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.SYNC_REGION, Event.THREAD_END)) {
                        say(each + " " + choose.setTraceOmpt(host, 1, each));
                    }
                    int started = ((OmptTracing.StartTrace) lookup.lookup("ompt_start_trace")).startTrace(
                            host,
                            (deviceNum, buffer, bytes) -> {
                                callbackThreads.add(Thread.currentThread().getName());
                                buffer[0] = ByteBuffer.allocateDirect(SIZE);
                                bytes[0] = SIZE;
                            },
                            this::take);
                    say("started " + started);
                }

                private void taskCreated() {
                    long count = heard.get(Event.TASK_CREATE).incrementAndGet();
                    if (stops && count == 500) {
                        int answer = ((OmptTracing.StopTrace) tracing.lookup("ompt_stop_trace")).stopTrace(device);
                        stopped = true;
                        say("stopped " + answer + ", has records " + (recorded.get(Event.TASK_CREATE).get() > 0));
                    }
                }

                private void take(int deviceNum, ByteBuffer buffer, long bytes, long begin, int owned) {
                    callbackThreads.add(Thread.currentThread().getName());
                    OmptTracing.AdvanceBufferCursor advance =
                            (OmptTracing.AdvanceBufferCursor) tracing.lookup("ompt_advance_buffer_cursor");
                    OmptTracing.GetRecordOmpt get = (OmptTracing.GetRecordOmpt) tracing.lookup("ompt_get_record_ompt");
                    long[] cursor = {begin};
                    do {
                        record(get.getRecordOmpt(buffer, cursor[0]));
                    } while (advance.advanceBufferCursor(device, buffer, bytes, cursor[0], cursor) == 1);
                }

                private void record(OmptRecordOmpt record) {
                    recorded.get(record.type()).incrementAndGet();
                    afterStop += stopped ? 1 : 0;
                    Long last = lastTimes.put(record.threadId(), record.time());
                    disorder += last != null && last > record.time() ? 1 : 0;
                    if (record.record() instanceof OmptRecord.TaskCreate created) {
                        String site = runtime.callSite(created.codeptrRa());
                        fibonacciTasks += site != null && site.contains("Fibonacci.compute") ? 1 : 0;
                    }
                }

                private void deviceFinalize(int num) {
                    say("device " + num + " ends");
                }

                public void finalizeTool() {
                    long dropped = ((OmptTracing.GetDroppedRecords) tracing.lookup("ompt4j_get_dropped_records"))
                            .getDroppedRecords(device);
                    say("dropped " + dropped + ", disorder " + disorder + ", on " + callbackThreads);
                    if (stops) {
                        say("after the stop " + afterStop);
                    } else {
                        say("fibonacci " + fibonacciTasks);
                        heard.forEach((event, count) -> {
                            if (count.get() != recorded.get(event).get()) {
                                say(event + " heard " + count + " recorded " + recorded.get(event));
                            }
                        });
                    }
                }

                private static void say(String line) {
                    System.err.println("tracing-tool: " + line);
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path tool;

    @BeforeAll
    static void makeTool() throws IOException {
        tool = ToolJar.make("TracingTool", TRACING_TOOL, folder.resolve("tracing.jar"));
    }

    @OnEveryJdk
    void buffersHoldWhatCallbacksHear(Jdk jdk) throws Exception {
        RunOutput run = run(program(jdk).tools(tool));

        assertThat(run.otherStderrLines())
                .containsExactly(
                        "tracing-tool: TASK_CREATE ALWAYS",
                        "tracing-tool: TASK_SCHEDULE ALWAYS",
                        "tracing-tool: SYNC_REGION ALWAYS",
                        "tracing-tool: THREAD_END ALWAYS",
                        "tracing-tool: started 1",
                        "tracing-tool: device 0 ends",
                        "tracing-tool: dropped 0, disorder 0, on [ompt4j-buffers]",
                        "tracing-tool: fibonacci " + ForkJoinTaskApp.fibonacciForks(1));
    }

    @OnEveryJdk
    void nothingComesAfterAStopInTheMiddleOfARegion(Jdk jdk) throws Exception {
        RunOutput run = run(program(jdk).tools(tool).environment("TRACING_TOOL_STOPS", "1"));

        assertThat(run.otherStderrLines())
                .contains(
                        "tracing-tool: stopped 1, has records true",
                        "tracing-tool: device 0 ends",
                        "tracing-tool: after the stop 0");
    }

    @OnEveryJdk
    void typesOfTracingAreDefinedOnlyForATool(Jdk jdk) throws Exception {
        AppRun traced = program(jdk).jvm("-Xlog:class+load:file=classes.log").with("tools=all,quiet=true");

        assertThat(typesOfTracing(traced)).isZero();
        assertThat(typesOfTracing(traced.tools(tool))).isPositive();
    }

    private static long typesOfTracing(AppRun program) throws IOException {
        ObservedRun run = program.observedUnjudged();
        assertThat(run.output().exitCode()).as(run.output().stderr()).isZero();
        return Files.readAllLines(run.directory().resolve("classes.log")).stream()
                .filter(line -> line.contains(" org.ompt4j.emitter.tracing.")
                        || line.contains(" org.ompt4j.ompt.OmptTracing")
                        || line.contains(" org.ompt4j.ompt.OmptRecord"))
                .count();
    }

    private static AppRun program(Jdk jdk) {
        return AppRun.of(ForkJoinTaskApp.class).on(jdk).jvm(ForkedJvm.BRIEF).arguments("1", "fibonacci");
    }

    private static RunOutput run(AppRun program) {
        RunOutput run = program.with("tool", "none").observedUnjudged().output();
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.agentLines()).isEmpty();
        assertThat(run.stdout()).contains(ForkJoinTaskApp.fibonacciForks(1) + " forks");
        return run;
    }
}
