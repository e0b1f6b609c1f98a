package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.defined.DefinedApp;
import org.ompt4j.apps.forkjoin.ForkJoinPoolApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.stream.ParallelStreamApp;

/** A collector, a tool of the Collector API of 2007, observes programs. */
class CollectorViewIT {

    /** Registers for all events in one list of requests, prints the answers, and logs the events of each thread. */
    private static final String EVENT_COLLECTOR = """
            import java.nio.ByteBuffer;
            import java.nio.ByteOrder;
            import java.util.Map;
            import java.util.TreeMap;
            import java.util.concurrent.ConcurrentHashMap;
            import java.util.concurrent.atomic.AtomicLong;
            import org.ompt4j.views.collector.Collector.*;
            import org.ompt4j.views.collector.*;

            public final class EventCollector implements CollectorTool {
                private final Map<OmpCollectorEvent, AtomicLong> counts = new ConcurrentHashMap<>();
                private final Map<String, StringBuffer> logs = new ConcurrentHashMap<>();
                private final Map<Long, Long> regions = new ConcurrentHashMap<>();
                private final Map<String, AtomicLong> facts = new ConcurrentHashMap<>();
                private OmpCollectorApi api;

                public void init(OmpCollectorApi api) {
                    this.api = api;
                    ByteBuffer list = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());
                    header(list, 16, OmpCollectorRequest.START);
                    long handle = api.handleOf(this::told);
                    for (OmpCollectorEvent each : OmpCollectorEvent.values()) {
                        header(list, 28, OmpCollectorRequest.REGISTER);
                        list.putInt(each.value()).putLong(handle);
                    }
                    list.putInt(0).rewind();
                    StringBuilder errors = new StringBuilder("errors");
                    int result = api.collectorApi(list);
                    for (int at = 0; list.getInt(at) != 0; at += list.getInt(at)) {
                        errors.append(' ').append(list.getInt(at + 8));
                    }
                    say("result " + result);
                    say(errors.toString());
                }

                private static void header(ByteBuffer list, int size, OmpCollectorRequest request) {
                    list.putInt(size).putInt(request.value()).putInt(-1).putInt(-1);
                }

                private ByteBuffer ask(OmpCollectorRequest request) {
                    ByteBuffer list = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
                    header(list, 28, request);
                    list.position(28);
                    list.putInt(0).rewind();
                    fact("requests failed", api.collectorApi(list) != 0);
                    return list;
                }

                private void told(OmpCollectorEvent event) {
                    counts.computeIfAbsent(event, each -> new AtomicLong()).incrementAndGet();
                    logs.computeIfAbsent(Thread.currentThread().getName(), name -> new StringBuffer())
                            .append(' ').append(event.specName().replace("OMP_EVENT_", "").replace("THR_", ""));
                    if (event == OmpCollectorEvent.FORK) {
                        fork();
                    } else if (event.name().startsWith("THR_END_") && event != OmpCollectorEvent.THR_END_IDLE) {
                        int state = ask(OmpCollectorRequest.STATE).getInt(16);
                        fact("state " + OmpCollectorState.of(state) + " after " + event, true);
                    }
                }

                private void fork() {
                    long current = ask(OmpCollectorRequest.CURRENT_PRID).getLong(16);
                    ByteBuffer answer = ask(OmpCollectorRequest.PARENT_PRID);
                    long parent = answer.getLong(16);
                    fact("forks whose region is new", current != 0 && regions.put(current, parent) == null);
                    fact("forks whose parent is known", answer.getInt(8) == 0 && (parent == 0 || regions.containsKey(parent)));
                    fact("nested forks", parent != 0);
                    fact("forks in state SERIAL", ask(OmpCollectorRequest.STATE).getInt(16) == OmpCollectorState.SERIAL.value());
                }

                private void fact(String name, boolean holds) {
                    if (holds) {
                        facts.computeIfAbsent(name, each -> new AtomicLong()).incrementAndGet();
                    }
                }

                private static void say(String line) {
                    System.err.println("collector: " + line);
                }

                public void fini() {
                    counts.forEach((event, count) -> say("count " + event.specName() + " " + count));
                    facts.forEach((name, count) -> say("fact " + name + " = " + count));
                    new TreeMap<>(logs).forEach((name, log) -> say("log " + name + ":" + log));
                    say("after the end " + ask(OmpCollectorRequest.STATE).getInt(8));
                }
            }
            """;

    /** Begins a new session in the middle of the first region, and pauses while the second one is open. */
    private static final String SESSION_COLLECTOR = """
            import java.nio.ByteBuffer;
            import org.ompt4j.views.collector.Collector.*;
            import org.ompt4j.views.collector.*;

            public final class SessionCollector implements CollectorTool {
                private OmpCollectorApi api;
                private int forks;
                private int joins;

                public void init(OmpCollectorApi api) {
                    this.api = api;
                    start();
                }

                private void start() {
                    send(OmpCollectorRequest.START, 0);
                    send(OmpCollectorRequest.REGISTER, OmpCollectorEvent.FORK.value());
                    send(OmpCollectorRequest.REGISTER, OmpCollectorEvent.JOIN.value());
                }

                private void send(OmpCollectorRequest request, int event) {
                    ByteBuffer list = ByteBuffer.allocate(32);
                    list.putInt(28).putInt(request.value()).putLong(0).putInt(event).putLong(api.handleOf(this::told)).putInt(0);
                    int result = api.collectorApi(list.rewind());
                    if (result != 0 || list.getInt(8) != 0) {
                        System.err.println("collector: " + request + " gives " + result + " " + list.getInt(8));
                    }
                }

                private synchronized void told(OmpCollectorEvent event) {
                    if (event == OmpCollectorEvent.JOIN) {
                        joins++;
                        return;
                    }
                    forks++;
                    if (forks == 1) {
                        send(OmpCollectorRequest.STOP, 0);
                        start();
                    } else if (forks == 3) {
                        send(OmpCollectorRequest.PAUSE, 0);
                    }
                }

                public void fini() {
                    System.err.println("collector: forks " + forks + ", joins " + joins);
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path events;
    private static Path sessions;

    @BeforeAll
    static void makeTools() throws IOException {
        String service = "org.ompt4j.views.collector.CollectorTool";
        events = ToolJar.make(service, "EventCollector", EVENT_COLLECTOR, folder.resolve("events.jar"));
        sessions = ToolJar.make(service, "SessionCollector", SESSION_COLLECTOR, folder.resolve("sessions.jar"));
    }

    /** Error codes of START and of REGISTER for each event; neither masked nor ordered regions are reported. */
    private static final String ERRORS = "errors 0 0 0 0 0 0 0 0 0 0 0 0 0 3 3 3 3 0 0 0 0 3 3";

    @OnEveryJdk
    void regionsForkAndJoinAndKnowTheirParents(Jdk jdk) throws Exception {
        Report report = watch(jdk, "", ParallelStreamApp.class, "for-each");

        int regions = ParallelStreamApp.FOR_EACH_REGIONS;
        assertThat(report.lines).contains("result 0", ERRORS, "after the end 4");
        assertThat(report.count("FORK")).isEqualTo(regions);
        assertThat(report.count("JOIN")).isEqualTo(regions);
        assertThat(report.fact("forks whose region is new")).isEqualTo(regions);
        assertThat(report.fact("forks whose parent is known")).isEqualTo(regions);
        assertThat(report.fact("nested forks")).isZero();
        assertThat(report.fact("forks in state SERIAL")).isEqualTo(ParallelStreamApp.FOR_EACH_REGIONS);
        assertThat(report.fact("requests failed")).isZero();
        report.isWellNested();
    }

    @OnEveryJdk
    void nestedRegionsHaveTheOuterOneAsParent(Jdk jdk) throws Exception {
        Report report = watch(jdk, "", ParallelStreamApp.class, "nested");

        int inner = ParallelStreamApp.NESTED_INNER_REGIONS;
        assertThat(report.count("FORK")).isEqualTo(1 + inner);
        assertThat(report.count("JOIN")).isEqualTo(1 + inner);
        assertThat(report.fact("nested forks")).isEqualTo(inner);
        assertThat(report.fact("forks whose parent is known")).isEqualTo(1 + inner);
        report.isWellNested();
    }

    @OnEveryJdk
    void aRegionThatThrowsJoins(Jdk jdk) throws Exception {
        Report report = watch(jdk, "", ParallelStreamApp.class, "throwing");

        assertThat(report.count("FORK")).isEqualTo(ParallelStreamApp.THROWING_REGIONS);
        assertThat(report.count("JOIN")).isEqualTo(ParallelStreamApp.THROWING_REGIONS);
        report.isWellNested();
    }

    @OnEveryJdk
    void aRegionOfOneThreadIsARegion(Jdk jdk) throws Exception {
        Report report = watch(jdk, "", ParallelStreamApp.class, "one-element");

        assertThat(report.log("main")).isEqualTo("FORK BEGIN_IBAR END_IBAR BEGIN_IBAR END_IBAR JOIN");
    }

    @OnEveryJdk
    void workersOfPoolsAreIdleBetweenTasks(Jdk jdk) throws Exception {
        Report report = watch(jdk, "", ForkJoinPoolApp.class, "submit");

        assertThat(report.count("THR_BEGIN_IDLE")).isPositive().isEqualTo(report.count("THR_END_IDLE"));
        // The thread that ends the run ends the idleness of workers that are still alive. Between two tasks a worker
        // may wait for a lock of the
        // pool.
        assertThat(report.log("submit-worker-0").replaceAll("BEGIN_LKWT END_LKWT ?", ""))
                .matches("(BEGIN_IDLE END_IDLE ?)+(JOIN|BEGIN_IDLE)?");
    }

    @OnEveryJdk
    void everyPartyWaitsAtAnExplicitBarrierAndOneRunsTheAction(Jdk jdk) throws Exception {
        Report report = watch(jdk, "", CyclicBarrierApp.class, "action");

        int waits = CyclicBarrierApp.awaits(1);
        assertThat(report.count("THR_BEGIN_EBAR")).isEqualTo(waits);
        assertThat(report.count("THR_END_EBAR")).isEqualTo(waits);
        assertThat(report.count("THR_BEGIN_SINGLE")).isEqualTo(CyclicBarrierApp.GENERATIONS);
        assertThat(report.count("THR_END_SINGLE")).isEqualTo(CyclicBarrierApp.GENERATIONS);
        assertThat(report.fact("state SERIAL after THR_END_EBAR")).isEqualTo(waits);
        report.isWellNested();
    }

    @OnEveryJdk
    void aLockThatIsWaitedForIsToldInEveryProfile(Jdk jdk) throws Exception {
        for (String profile : List.of("profile=default", "profile=full")) {
            Report report =
                    watch(jdk, profile, ReentrantLockApp.class, "contended-nonfair", "contended-fair", "nonfair");

            int waits = 2 * ReentrantLockApp.CONTENDED_WAITS;
            assertThat(report.count("THR_BEGIN_LKWT")).as(profile).isEqualTo(waits);
            assertThat(report.count("THR_END_LKWT")).as(profile).isEqualTo(waits);
            assertThat(report.log("fair-waiter-0")).isEqualTo("BEGIN_LKWT END_LKWT");
            assertThat(report.log("nonfair-waiter-1")).isEqualTo("BEGIN_LKWT END_LKWT");
        }
    }

    @OnEveryJdk
    void aMonitorThatIsWaitedForIsACriticalRegion(Jdk jdk) throws Exception {
        Report report = watch(jdk, "", SynchronizedApp.class);

        for (String thread : List.of("block-waiter", "method-waiter", "static-waiter")) {
            // The thread may have to wait for the latch at its beginning.
            assertThat(report.log(thread)).as(thread).matches("(BEGIN_IBAR END_IBAR )?BEGIN_CTWT END_CTWT");
        }
        assertThat(report.count("THR_BEGIN_LKWT")).isZero();
    }

    @OnEveryJdk
    void orderedAndMaskedRegionsAreEnteredAndLeft(Jdk jdk) throws Exception {
        Report ordered = watch(jdk, "profile=full", ParallelStreamApp.class, "ordered");
        Report masked = watch(jdk, "define=masked:org.ompt4j.apps.defined.Solver.mark", DefinedApp.class, "solver");

        assertThat(ordered.count("THR_BEGIN_ORDERED")).isPositive().isEqualTo(ordered.count("THR_END_ORDERED"));
        assertThat(ordered.count("THR_BEGIN_CTWT")).isZero();
        assertThat(masked.count("THR_BEGIN_MASTER")).isPositive().isEqualTo(masked.count("THR_END_MASTER"));
        assertThat(masked.lines).contains(ERRORS.replace("3 3 3 3 0 0 0 0 3 3", "3 3 0 0 0 0 0 0 3 3"));
    }

    @OnEveryJdk
    void aNewSessionHearsOnlyWhatBeginsInItAndAPauseIsSilent(Jdk jdk) throws Exception {
        RunOutput run = OlderToolRun.withLibrary(sessions, jdk, "", ParallelStreamApp.class, "for-each");

        // The join of the first region belongs to no session, and events after the third fork are in the pause.
        assertThat(run.exitCode()).isZero();
        assertThat(run.stderr().lines()).containsExactly("collector: forks 3, joins 1");
    }

    private static Report watch(Jdk jdk, String settings, Class<?> app, String... scenarios) throws Exception {
        return new Report(OlderToolRun.saidHarmless("collector", events, jdk, settings, app, scenarios));
    }

    /** The lines that the collector has printed. */
    private record Report(List<String> lines) {

        int count(String event) {
            return number("count OMP_EVENT_" + event + " ");
        }

        int fact(String name) {
            return number("fact " + name + " = ");
        }

        private int number(String prefix) {
            return OlderToolRun.rest(lines.stream(), prefix)
                    .mapToInt(Integer::parseInt)
                    .sum();
        }

        /** The events of a thread, in their order. */
        String log(String thread) {
            return OlderToolRun.rest(lines.stream(), "log " + thread + ": ")
                    .findFirst()
                    .orElse("");
        }

        /** Each end belongs to the innermost begin, except on the thread that ends the run for others. */
        void isWellNested() {
            for (String line : lines) {
                if (line.startsWith("log ") && !line.startsWith("log DestroyJavaVM")) {
                    Deque<String> open = new ArrayDeque<>();
                    for (String each : line.substring(line.indexOf(": ") + 2).split(" ")) {
                        if (each.startsWith("BEGIN_")) {
                            open.push(each.substring("BEGIN_".length()));
                        } else if (each.startsWith("END_")) {
                            assertThat(open.poll()).as(line).isEqualTo(each.substring("END_".length()));
                        }
                    }
                    assertThat(open).as(line).hasSizeLessThanOrEqualTo(1);
                }
            }
        }
    }
}
