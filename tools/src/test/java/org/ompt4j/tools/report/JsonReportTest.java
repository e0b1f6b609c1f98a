package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.tools.testing.ReportData.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.profile.JvmPause;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** The JSON of a report conforms to docs/report-json.md and its schema. {@code -Dompt.docs=update} rewrites the page's tables. */
public class JsonReportTest {
    private static final Path PAGE = Path.of("../docs/report-json.md");
    private static final Path SCHEMA = Path.of("../docs/report-json.schema.json");
    /** The run with data of the Flight Recorder. */
    private static final String PAUSED = "paused";

    private static final String BEGIN = "<!-- tables, made by JsonReportTest -->\n";
    private static final String END = "<!-- end of tables -->\n";

    public static Map<String, Trace> traces() {
        Map<String, Trace> traces = new LinkedHashMap<>();
        traces.put("rich", RichTrace.build());
        traces.put("virtual threads", VirtualThreadTrace.build());
        traces.put("samples", SampledTrace.build());
        traces.put(
                "empty",
                new TraceBuilder()
                        .killed()
                        .dropped(3, "the disk is full")
                        .failed("a hook", 2)
                        .build());
        traces.put("deadlock", deadlock());
        traces.put("orders", orders());
        traces.put("pool", pool());
        traces.put("blocked", blocked());
        traces.put("pinned", pinned());
        traces.put("loops", BlockedLoopsFindingTest.trace(12, 20));
        traces.put("uneven", uneven());
        traces.put("uneven parties", UnevenPartiesFindingTest.trace());
        traces.put("serial", serial());
        traces.put("blocking queue", blockingQueue());
        traces.put("unobserved", unobserved());
        traces.put("throttled", throttled());
        traces.put("stage", stage());
        traces.put("combining", combining());
        traces.put("source", source());
        traces.put("crowded", crowded());
        traces.put(PAUSED, paused());
        return traces;
    }

    /** Two threads wait for a third one again and again. */
    private static Trace stage() {
        TraceBuilder trace = new TraceBuilder();
        List<ThreadScript> threads = new ArrayList<>();
        for (String each : List.of("source", "stage", "sink")) {
            threads.add(trace.thread(each, ThreadType.INITIAL).begin().initialTaskBegin());
        }
        long[] queues = {
            trace.waitId(Construct.BLOCKING_QUEUE, "app.In"), trace.waitId(Construct.BLOCKING_QUEUE, "app.Out")
        };
        for (int i = 0; i < 10; i++) {
            wait(threads.get(0), ScopeEndpoint.BEGIN, queues[0]);
            wait(threads.get(2), ScopeEndpoint.BEGIN, queues[1]);
            trace.pass(20_000_000);
            for (int j = 0; j < 2; j++) {
                threads.get(1).wakeup(Construct.BLOCKING_QUEUE, queues[j], 0);
                wait(threads.get(2 * j), ScopeEndpoint.END, queues[j]);
            }
            trace.pass(5_000_000);
        }
        return trace.build();
    }

    private static void wait(ThreadScript thread, ScopeEndpoint endpoint, long queue) {
        thread.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, endpoint, queue, 0);
    }

    /** Only main works: it combines results. */
    private static Trace combining() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        long task = main.task();
        long region = main.parallelBegin(Construct.PARALLEL_STREAM, 2, 0, 0);
        main.join(Construct.PARALLEL_STREAM, region, 2, 0);
        main.start(Construct.FORK_JOIN_TASK, main.create(Construct.FORK_JOIN_TASK, 0, 0, 0));
        main.reduction(ScopeEndpoint.BEGIN);
        trace.pass(500_000_000);
        main.reduction(ScopeEndpoint.END).complete(Construct.FORK_JOIN_TASK);
        main.leave(Construct.PARALLEL_STREAM, 0);
        main.parallelEnd(Construct.PARALLEL_STREAM, region, task, 2, 0);
        return trace.build();
    }

    /** A thread takes elements from the source of a stream while no other thread works. */
    private static Trace source() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        long task = main.task();
        long region = main.parallelBegin(Construct.PARALLEL_STREAM, 2, 0, 0);
        main.join(Construct.PARALLEL_STREAM, region, 2, 0);
        main.start(Construct.FORK_JOIN_TASK, main.create(Construct.FORK_JOIN_TASK, 0, 0, 0));
        trace.pass(500_000_000);
        main.create(Construct.FORK_JOIN_TASK, 0, 0, 0);
        main.chunk(0, 0).complete(Construct.FORK_JOIN_TASK);
        main.leave(Construct.PARALLEL_STREAM, 0);
        main.parallelEnd(Construct.PARALLEL_STREAM, region, task, 2, 0);
        return trace.build();
    }

    /** Ten workers of a pool work on four processors. */
    private static Trace crowded() {
        TraceBuilder trace = new TraceBuilder();
        long pool = trace.newId();
        List<ThreadScript> workers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ThreadScript worker =
                    trace.thread("pool-1-thread-" + i, ThreadType.WORKER).begin();
            if (i == 0) {
                worker.pool(Construct.THREAD_POOL_EXECUTOR, ScopeEndpoint.BEGIN, "pool-1-thread", pool, 10, 0);
            }
            worker.poolWorker(Construct.THREAD_POOL_EXECUTOR, ScopeEndpoint.BEGIN, pool);
            workers.add(worker.start(Construct.THREAD_POOL_EXECUTOR, trace.newId()));
        }
        trace.pass(500_000_000);
        workers.forEach(each -> each.complete(Construct.THREAD_POOL_EXECUTOR));
        return trace.build();
    }

    /** The data of the Flight Recorder for this run; null if there is none. */
    private static @Nullable Samples samples(String name) {
        if (!name.equals(PAUSED)) {
            return null;
        }
        Sample sample = new Sample(1_500_000_000, 1, List.of("app.Main.run"), 10_000_000);
        Sample ofOther = new Sample(1_500_000_000, 0, List.of("app.Other.run"));
        JvmPause pause = new JvmPause(1_200_000_000, 1_900_000_000, true, "System.gc() (G1Full)");
        return Samples.of(List.of(sample, ofOther), "processor time", new JvmPauses(List.of(pause), 1_000_000));
    }

    private static Trace paused() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        trace.pass(2_000_000_000);
        main.initialTaskEnd().end();
        return trace.build();
    }

    private static Trace deadlock() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript one = trace.thread("one", ThreadType.INITIAL);
        ThreadScript two = trace.thread("two", ThreadType.INITIAL);
        long a = trace.waitId(Construct.SYNCHRONIZED, "app.A");
        long b = trace.waitId(Construct.SYNCHRONIZED, "app.B");
        one.begin().initialTaskBegin();
        two.begin().initialTaskBegin();
        take(trace, one, a);
        take(trace, two, b);
        ask(trace, one, b);
        ask(trace, two, a);
        trace.pass(4_000_000_000L);
        return trace.killed().build();
    }

    private static Trace orders() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript one = trace.thread("one", ThreadType.INITIAL);
        ThreadScript two = trace.thread("two", ThreadType.INITIAL);
        long a = trace.waitId(Construct.SYNCHRONIZED, "app.A");
        long b = trace.waitId(Construct.SYNCHRONIZED, "app.B");
        one.begin().initialTaskBegin();
        two.begin().initialTaskBegin();
        both(trace, one, a, b);
        both(trace, two, b, a);
        one.initialTaskEnd().end();
        two.initialTaskEnd().end();
        return trace.build();
    }

    private static void both(TraceBuilder trace, ThreadScript thread, long first, long second) {
        take(trace, thread, first);
        take(trace, thread, second);
        thread.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, second, 0);
        thread.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, first, 0);
    }

    private static void take(TraceBuilder trace, ThreadScript thread, long waitId) {
        ask(trace, thread, waitId);
        thread.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, waitId, 0);
    }

    private static void ask(TraceBuilder trace, ThreadScript thread, long waitId) {
        int site = trace.callSite("app.Main.take" + waitId + "(Main.java:7)");
        thread.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, waitId, site);
    }

    /** The tasks of a worker have waited in the queue, and at last the worker waits for a task that it has submitted itself. */
    private static Trace pool() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript worker = trace.thread("pool-1", ThreadType.WORKER).begin();
        long pool = trace.newId();
        worker.pool(
                Construct.THREAD_POOL_EXECUTOR,
                ScopeEndpoint.BEGIN,
                "pool",
                pool,
                1,
                trace.callSite("app.Main.pool(Main.java:1)"));
        worker.poolWorker(Construct.THREAD_POOL_EXECUTOR, ScopeEndpoint.BEGIN, pool);
        List<Long> tasks = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            tasks.add(main.create(Construct.THREAD_POOL_EXECUTOR, 0, 0, 0));
        }
        for (long each : tasks) {
            worker.start(Construct.THREAD_POOL_EXECUTOR, each);
            worker.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, 0);
            trace.pass(100_000_000);
            worker.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, 0);
            if (each != tasks.get(8)) {
                worker.complete(Construct.THREAD_POOL_EXECUTOR);
            }
        }
        long inner = worker.create(Construct.THREAD_POOL_EXECUTOR, 0, 0, 0);
        worker.sync(Construct.FUTURE_TASK, SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN, inner, 0);
        worker.syncWait(Construct.FUTURE_TASK, SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN, inner, 0);
        trace.pass(100_000_000);
        return trace.killed().build();
    }

    private static Trace blocked() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript worker = trace.thread("worker-1", ThreadType.WORKER).begin();
        long pool = trace.newId();
        worker.pool(Construct.FORK_JOIN_POOL, ScopeEndpoint.BEGIN, "worker", pool, 1, 0);
        worker.poolWorker(Construct.FORK_JOIN_POOL, ScopeEndpoint.BEGIN, pool);
        worker.start(Construct.FORK_JOIN_TASK, trace.newId());
        worker.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, 0);
        trace.pass(100_000_000);
        worker.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, 0);
        return trace.killed().build();
    }

    /** A virtual thread is pinned to its carrier while it sleeps. */
    private static Trace pinned() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript carrier = trace.thread("carrier", ThreadType.WORKER).begin();
        ThreadScript virtual = trace.virtualThread(carrier.createVirtual(0, 0)).mount(carrier);
        virtual.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, 0);
        trace.pass(100_000_000);
        virtual.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, 0);
        virtual.unmount();
        return trace.killed().build();
    }

    /** A consumer waits for a producer again and again. */
    private static Trace blockingQueue() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript consumer =
                trace.thread("consumer", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript producer =
                trace.thread("producer", ThreadType.INITIAL).begin().initialTaskBegin();
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "app.Queue");
        int site = trace.callSite("app.Main.take(Main.java:9)");
        for (int i = 0; i < 10; i++) {
            consumer.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.BEGIN, queue, site);
            trace.pass(20_000_000);
            producer.wakeup(Construct.BLOCKING_QUEUE, queue, 0);
            consumer.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, ScopeEndpoint.END, queue, site);
            trace.pass(5_000_000);
        }
        return trace.build();
    }

    private static Trace uneven() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript worker = trace.thread("worker", ThreadType.WORKER).begin();
        long task = main.task();
        long region = main.parallelBegin(Construct.PARALLEL_STREAM, 2, 0, 0);
        main.join(Construct.PARALLEL_STREAM, region, 2, 0);
        worker.join(Construct.PARALLEL_STREAM, region, 2, 1);
        for (ThreadScript each : List.of(worker, main)) {
            long part = each.create(Construct.FORK_JOIN_TASK, 0, 0, 0);
            each.start(Construct.FORK_JOIN_TASK, part).chunk(0, 10);
            trace.pass(each == main ? 500_000_000 : 0);
            each.complete(Construct.FORK_JOIN_TASK);
        }
        worker.leave(Construct.PARALLEL_STREAM, 1);
        main.leave(Construct.PARALLEL_STREAM, 0);
        main.parallelEnd(Construct.PARALLEL_STREAM, region, task, 2, 0);
        return trace.build();
    }

    private static Trace serial() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript worker = trace.thread("worker", ThreadType.WORKER).begin();
        trace.pass(500_000_000);
        long task = main.task();
        long region = main.parallelBegin(Construct.PARALLEL_STREAM, 2, 0, 0);
        main.join(Construct.PARALLEL_STREAM, region, 2, 0);
        worker.join(Construct.PARALLEL_STREAM, region, 2, 1);
        for (ThreadScript each : List.of(worker, main)) {
            each.start(Construct.FORK_JOIN_TASK, each.create(Construct.FORK_JOIN_TASK, 0, 0, 0));
        }
        trace.pass(100_000_000);
        for (ThreadScript each : List.of(worker, main)) {
            each.complete(Construct.FORK_JOIN_TASK);
        }
        worker.leave(Construct.PARALLEL_STREAM, 1);
        main.leave(Construct.PARALLEL_STREAM, 0);
        main.parallelEnd(Construct.PARALLEL_STREAM, region, task, 2, 0);
        return trace.build();
    }

    private static Trace unobserved() {
        TraceBuilder trace = new TraceBuilder().classes(7);
        for (Reason each : Reason.values()) {
            trace.uses(new UnobservedUse(each, "timer", "tasks of java.util.Timer", 2, 1, 5));
        }
        return trace.build();
    }

    private static Trace throttled() {
        TraceBuilder builder = new TraceBuilder();
        ThreadScript main = builder.thread("main", ThreadType.INITIAL);
        main.begin().initialTaskBegin().initialTaskEnd().end();
        int site = builder.callSite("com.acme.Main.run(Main.java:7)");
        TraceInMemory trace = builder.build();
        CountedEvents counted = new CountedEvents(
                1, Event.MUTEX_ACQUIRED, null, Construct.REENTRANT_LOCK, site, 12_000, 24_000_000, 9_000, 0, 1);
        List<Pause> collections = List.of(new Pause(1_500, 2_500));
        return new TraceWithEvents(trace, trace.eventList(), List.of(new Pause(5, 6)), List.of(counted), collections);
    }

    static Set<String> names() {
        return traces().keySet();
    }

    @ParameterizedTest
    @MethodSource("names")
    void isAsItsSchemaSays(String name) throws IOException {
        assertThat(schema().validate(json(name, Integer.MAX_VALUE))).isEmpty();
    }

    @Test
    void schemaRefusesWhatItDoesNotKnow() throws IOException {
        JsonNode report = new ObjectMapper()
                .readTree(json(RichTrace.build(), 10).toString().replace("says", "said"));

        assertThat(schema().validate(report)).isNotEmpty();
    }

    @Test
    void traceThatTheProfileToolWroteIsAsTheSchemaSays() throws IOException {
        JsonNode report = json(new TraceBuilder().configure("tool", "profile").build(), 10);

        assertThat(report.at("/run/tool").asText()).isEqualTo("profile");
        assertThat(schema().validate(report)).isEmpty();
    }

    static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Files.readString(SCHEMA));
    }

    @Test
    void hasTheNumbersThatPeopleAreToldRaw() throws IOException {
        JsonNode report = json(RichTrace.build(), Integer.MAX_VALUE);
        JsonNode regions = table(report, "parallel_regions").get("rows").get(0);
        JsonNode locks = table(report, "locks_and_monitors");

        assertThat(report.at("/run/duration_ns").asLong()).isEqualTo(6_412_000);
        assertThat(regions.get("call_site").asText()).isEqualTo("app.Main.sum(Main.java:10)");
        assertThat(regions.get("total").asLong()).isBetween(5_555_000L, 5_565_000L);
        assertThat(regions.get("threads").asDouble()).isEqualTo(2.0);
        assertThat(regions.get("requested").asInt()).isEqualTo(4);
        assertThat(regions.get("task_max").asLong()).isBetween(2_900_000L, 2_920_000L);
        assertThat(locks.at("/rows/0/object").asText()).isEqualTo("java.util.concurrent.locks.ReentrantLock #28");
        assertThat(locks.at("/notes/0/acquired").asInt()).isEqualTo(5);
    }

    @Test
    void sharesOfAFindingAddUpToItsCost() throws IOException {
        JsonNode finding = json(RichTrace.build(), 10).at("/findings/0");
        long sum = 0;
        for (JsonNode each : finding.get("shares")) {
            sum += each.get("ns").asLong();
        }

        assertThat(finding.get("kind").asText()).isEqualTo("lock_waits");
        assertThat(sum).isEqualTo(finding.get("cost_ns").asLong()).isPositive();
        assertThat(finding.get("most_saved_ns").asLong()).isBetween(1L, sum);
        assertThat(finding.at("/interval/to_ns").asLong()
                        - finding.at("/interval/from_ns").asLong())
                .isEqualTo(finding.get("longest_ns").asLong());
    }

    @Test
    void everyFindingHasAnIntervalOfAThread() throws IOException {
        JsonNode deadlock = json(deadlock(), 10).at("/findings/0");
        JsonNode orders = json(orders(), 10).at("/findings/0");

        assertThat(deadlock.get("kind").asText()).isEqualTo("deadlock");
        assertThat(deadlock.at("/interval/thread").asText()).isEqualTo("one");
        assertThat(deadlock.at("/interval/to_ns").asLong()
                        - deadlock.at("/interval/from_ns").asLong())
                .isEqualTo(deadlock.at("/links/0/waited_ns").asLong())
                .isGreaterThanOrEqualTo(4_000_000_000L);
        JsonNode pool = json(pool(), 10).get("findings");
        assertThat(pool.at("/0/kind").asText()).isEqualTo("pool_starvation");
        assertThat(pool.at("/0/interval/thread").asText()).isEqualTo("pool-1");
        assertThat(pool.at("/1/kind").asText()).isEqualTo("queue_waits");
        assertThat(pool.at("/1/interval/to_ns").asLong()
                        - pool.at("/1/interval/from_ns").asLong())
                .isEqualTo(pool.at("/1/longest_ns").asLong());
        JsonNode blocked = json(blocked(), 10).at("/findings/0");
        assertThat(blocked.get("kind").asText()).isEqualTo("blocked_workers");
        assertThat(blocked.at("/interval/thread").asText()).isEqualTo("worker-1");
        assertThat(blocked.at("/waits/0/ns").asLong())
                .isEqualTo(blocked.get("cost_ns").asLong());
        JsonNode pinned = json(pinned(), 10).at("/findings/0");
        assertThat(pinned.get("kind").asText()).isEqualTo("pinned_threads");
        assertThat(pinned.at("/interval/thread").asText()).isEqualTo("carrier");
        assertThat(pinned.at("/waits/0/ns").asLong())
                .isEqualTo(pinned.get("cost_ns").asLong())
                .isEqualTo(100_001_000);
        JsonNode queue = json(blockingQueue(), 10).at("/findings/0");
        assertThat(queue.get("kind").asText()).isEqualTo("blocking_queue_waits");
        assertThat(queue.at("/shares/0/culprit").asText()).isEqualTo("producer");
        assertThat(queue.at("/shares/0/ns").asLong() + queue.at("/shares/1/ns").asLong())
                .isEqualTo(queue.get("cost_ns").asLong());
        JsonNode uneven = json(uneven(), 10).at("/findings/0");
        assertThat(uneven.get("kind").asText()).isEqualTo("uneven_regions");
        assertThat(uneven.at("/interval/to_ns").asLong()
                        - uneven.at("/interval/from_ns").asLong())
                .isEqualTo(uneven.get("total_ns").asLong());
        JsonNode serial = json(serial(), 10).at("/findings/0");
        assertThat(serial.get("kind").asText()).isEqualTo("serial_part");
        assertThat(serial.at("/interval/thread").asText()).isEqualTo("main");
        assertThat(serial.at("/interval/to_ns").asLong()
                        - serial.at("/interval/from_ns").asLong())
                .isBetween(500_000_000L, serial.get("cost_ns").asLong());
        long parts = 0;
        for (JsonNode each : serial.get("parts")) {
            parts += each.get("ns").asLong();
        }
        assertThat(parts).isEqualTo(serial.get("cost_ns").asLong());
        JsonNode stage = json(stage(), 10).at("/findings/0");
        assertThat(stage.get("kind").asText()).isEqualTo("slow_stage");
        assertThat(stage.get("culprit").asText()).isEqualTo("stage");
        assertThat(stage.at("/queues/0/ns").asLong() + stage.at("/queues/1/ns").asLong())
                .isEqualTo(stage.get("cost_ns").asLong());
        JsonNode combining = json(combining(), 10).at("/findings/0");
        assertThat(combining.get("kind").asText()).isEqualTo("serial_combining");
        assertThat(combining.at("/interval/to_ns").asLong()
                        - combining.at("/interval/from_ns").asLong())
                .isEqualTo(combining.get("cost_ns").asLong());
        JsonNode source = json(source(), 10).at("/findings/0");
        assertThat(source.get("kind").asText()).isEqualTo("sequential_source");
        assertThat(source.at("/interval/to_ns").asLong()
                        - source.at("/interval/from_ns").asLong())
                .isEqualTo(source.get("cost_ns").asLong());
        JsonNode crowded = json(traces().get("crowded"), 10).at("/findings/0");
        assertThat(crowded.get("kind").asText()).isEqualTo("oversubscription");
        assertThat(crowded.get("most_threads").asInt()).isEqualTo(10);
        JsonNode pauses = json(PAUSED, 10).at("/findings/0");
        assertThat(pauses.get("kind").asText()).isEqualTo("long_pauses");
        assertThat(pauses.at("/interval/thread").isMissingNode()).isTrue();
        assertThat(pauses.at("/interval/to_ns").asLong()
                        - pauses.at("/interval/from_ns").asLong())
                .isEqualTo(pauses.get("longest_ns").asLong())
                .isEqualTo(pauses.at("/causes/0/ns").asLong())
                .isEqualTo(pauses.get("cost_ns").asLong());
        assertThat(orders.get("kind").asText()).isEqualTo("lock_inversion");
        assertThat(orders.at("/interval/from_ns").asLong())
                .isPositive()
                .isLessThan(orders.at("/interval/to_ns").asLong());
    }

    @Test
    void topLimitsRowsAndFindingsAndSaysHowManyThereAre() throws IOException {
        JsonNode report = json(RichTrace.build(), 1);

        assertThat(table(report, "tasks").get("rows")).hasSize(1);
        assertThat(table(report, "tasks").get("row_count").asInt()).isEqualTo(6);
        assertThat(report.get("finding_count").asInt()).isEqualTo(1);
    }

    @Test
    void pageListsEveryTableAndColumn() throws IOException {
        String text = Files.readString(PAGE).replace("\r\n", "\n");
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        String current = text.substring(0, begin) + tables() + text.substring(text.indexOf(END, begin));
        if ("update".equals(System.getProperty("ompt.docs"))) {
            Files.writeString(PAGE, current);
        }
        assertThat(text).as(PAGE + ", to be updated with -Dompt.docs=update").isEqualTo(current);
    }

    private static String tables() throws IOException {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        for (String each : names()) {
            for (JsonNode table : json(each, 0).get("tables")) {
                List<String> rows = tables.computeIfAbsent(
                        "\n### `" + table.get("key").asText() + "`\n\n"
                                + table.get("title").asText() + ": "
                                + table.get("order").asText() + ".\n\n",
                        key -> new ArrayList<>());
                table.get("columns").forEach(column -> addIfNew(row(column), rows));
            }
        }
        StringBuilder text = new StringBuilder();
        tables.forEach((title, rows) -> text.append(title)
                .append("| column | unit | meaning |\n|---|---|---|\n")
                .append(String.join("", rows)));
        return text.append('\n').toString();
    }

    private static void addIfNew(String row, List<String> rows) {
        if (!rows.contains(row)) {
            rows.add(row);
        }
    }

    private static String row(JsonNode column) {
        String key = column.get("key").asText();
        String row = column.get("meaning").asText().startsWith("share of the state ")
                ? "a state's name, such as `work_serial` | share | share of that state, for each that a thread was in"
                : "`" + key + "` | " + column.get("unit").asText() + " | "
                        + column.get("meaning").asText();
        return "| " + row + " |\n";
    }

    private static JsonNode json(Trace trace, int top) throws IOException {
        return ReportData.of(trace, null, top);
    }

    static JsonNode json(String name, int top) throws IOException {
        return ReportData.of(traces().get(name), samples(name), top);
    }
}
