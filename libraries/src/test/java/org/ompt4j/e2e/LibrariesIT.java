package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.e2e.RestTimes.Living;
import org.ompt4j.libraries.CoroutinesApp;
import org.ompt4j.libraries.JettyApp;
import org.ompt4j.libraries.NettyApp;
import org.ompt4j.libraries.NettyEpollApp;
import org.ompt4j.libraries.Requests;
import org.ompt4j.libraries.Rest;
import org.ompt4j.libraries.TomcatApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.TraceEvent;

/** The report of each library's program shows what docs/libraries.md says of it, and the trace shows no thread at work while it waits. */
class LibrariesIT {
    private static final Path PAGE = Path.of("..", "docs", "libraries.md");
    private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| `(\\w+)` \\| ([^|]+) \\|[^|]*\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** Packages that Spark's launcher opens in each JVM. */
    private static final List<String> OPENED =
            List.of("lang", "lang.invoke", "io", "net", "nio", "util", "util.concurrent");

    /** The first column of a row begins with this if the program runs with definitions. */
    private static final String DEFINE = "`define=";

    private static final double WITHIN = 0.05;

    /** The JVM measures waits in milliseconds, with rounding. */
    private static final long SLACK_NANOS = 5_000_000;

    /** Stands for all threads that were renamed after they began. */
    private static final String RENAMED = "renamed";

    /** A line of the file that the program writes. */
    private record Measured(String rest, String name, long blockedNanos, long waitedNanos, Rest.Does does) {
        static Measured of(String line) {
            String[] parts = line.split(" ", 5);
            return new Measured(
                    Rest.NAME + parts[0], parts[4], nanos(parts[1]), nanos(parts[2]), Rest.Does.valueOf(parts[3]));
        }

        boolean isOfTheAgent() {
            return name.startsWith("ompt4j-");
        }

        private static long nanos(String millis) {
            return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis));
        }
    }

    private record Row(String library, String program, List<String> shown) {
        /** The value of the setting {@code define} in the row; empty if there is none. */
        String define() {
            return library.startsWith(DEFINE) ? library.substring(DEFINE.length(), library.length() - 1) : "";
        }

        @Override
        public String toString() {
            return library;
        }
    }

    static Stream<Arguments> runs() throws IOException {
        List<Row> rows = rows();
        assertThat(rows).hasSizeGreaterThan(10);
        return rows.stream().flatMap(row -> Jdks.all().stream().map(jdk -> Arguments.of(row, jdk)));
    }

    private static List<Row> rows() throws IOException {
        return ROW.matcher(Files.readString(PAGE))
                .results()
                .map(row -> new Row(row.group(1), row.group(2), wordsIn(row.group(3))))
                .collect(Collectors.toList());
    }

    private static List<String> wordsIn(String text) {
        return CODE.matcher(text).results().map(LibrariesIT::word).collect(Collectors.toList());
    }

    private static String word(MatchResult code) {
        return code.group(1);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("runs")
    void reportShowsWhatThePageSays(Row row, Jdk jdk) throws Exception {
        Class<?> program = Class.forName("org.ompt4j.libraries." + row.program());
        AppRun app = AppRun.of(program).on(jdk).jvm(options());
        ObservedRun run = row.define().isEmpty()
                ? app.observed()
                : app.with("define", row.define()).observed();

        RunOutput report = CommandLineRun.run(
                jdk, "report", "--top", "100", run.traceFile().toString());

        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(report.stdout()).contains(row.shown());
        // With definitions workers that wait for a task are idle, which is no wait in the trace.
        if (row.define().isEmpty()) {
            judgeTimesOfThreads(run);
        }
    }

    private static void judgeTimesOfThreads(ObservedRun run) throws IOException {
        RestTimes traced = RestTimes.of(run.trace());
        List<Measured> measured = Files.readAllLines(run.directory().resolve(Rest.MEASURED)).stream()
                .map(Measured::of)
                .filter(each -> !each.isOfTheAgent())
                .collect(Collectors.toList());
        SoftAssertions softly = new SoftAssertions();
        for (String rest : traced.rests()) {
            List<Measured> living =
                    measured.stream().filter(each -> each.rest.equals(rest)).collect(Collectors.toList());
            softly.assertThat(living).as(rest).hasSizeGreaterThan(2);
            judgeTimes(softly, living, traced.after(rest));
            judgeMoment(softly, living, traced.before(rest), traced.after(rest));
        }
        softly.assertThat(traced.rests()).isNotEmpty();
        softly.assertAll();
    }

    /** No thread waits longer than the trace shows. Threads are found by their names, which some libraries change while the threads run. */
    private static void judgeTimes(SoftAssertions softly, List<Measured> measured, Map<Long, Living> traced) {
        Set<String> names = measured.stream().map(Measured::name).collect(Collectors.toSet());
        Map<String, StateTimes> times = new HashMap<>();
        traced.values()
                .forEach(each -> times.computeIfAbsent(
                                names.contains(each.name()) ? each.name() : RENAMED, key -> new StateTimes())
                        .addAll(each.times()));
        Map<String, List<Measured>> byName = measured.stream()
                .collect(Collectors.groupingBy(each -> times.containsKey(each.name) ? each.name : RENAMED));
        long waited = 0;
        for (Map.Entry<String, List<Measured>> each : byName.entrySet()) {
            StateTimes those = times.getOrDefault(each.getKey(), new StateTimes());
            long inWaits = sum(each.getValue(), Measured::waitedNanos);
            // Even without the agent, the JVM sometimes says that a timer's thread has waited longer than it has lived.
            long possible = those.all() == 0 ? inWaits : Math.min(inWaits, those.all());
            softly.assertThat(those.waited())
                    .as("waited by %s: %s, measured %s", each.getKey(), those, each.getValue())
                    .isGreaterThanOrEqualTo(atLeast(possible));
            waited += possible + sum(each.getValue(), Measured::blockedNanos);
        }
        softly.assertThat(times.values().stream().mapToLong(StateTimes::waited).sum())
                .as("waited and blocked by all of %s", measured)
                .isGreaterThanOrEqualTo(atLeast(waited));
    }

    private static long sum(List<Measured> threads, ToLongFunction<Measured> nanos) {
        return threads.stream().mapToLong(nanos).sum();
    }

    /** A thread that the program has seen waiting, also for input, which the JVM does not measure, waits at that time in the trace. */
    private static void judgeMoment(
            SoftAssertions softly, List<Measured> measured, Map<Long, Living> before, Map<Long, Living> after) {
        Map<String, List<Long>> ids = after.keySet().stream()
                .collect(Collectors.groupingBy(each -> after.get(each).name()));
        Map<String, Long> named =
                measured.stream().collect(Collectors.groupingBy(Measured::name, Collectors.counting()));
        for (Measured each : measured) {
            List<Long> those = ids.getOrDefault(each.name, List.of());
            Living earlier = those.size() == 1 && named.get(each.name) == 1 ? before.get(those.get(0)) : null;
            if (earlier != null && each.does != Rest.Does.SOMETHING) {
                boolean selects = each.does == Rest.Does.SELECTS;
                ToLongFunction<StateTimes> waited = selects ? StateTimes::input : StateTimes::waited;
                StateTimes later = after.get(those.get(0)).times();
                softly.assertThat(waited.applyAsLong(later) - waited.applyAsLong(earlier.times()))
                        .as("meanwhile %s was in what made of %s %s", each, earlier, later)
                        .isPositive();
            }
        }
    }

    private static long atLeast(long nanos) {
        return (long) ((1 - WITHIN) * nanos) - SLACK_NANOS;
    }

    /** Tasks of libraries with their definitions: how many there are at least, by construction. */
    static Stream<Arguments> definitions() {
        return Stream.of(
                        // Each message makes two channels ready: that of the server and that of the client.
                        Arguments.of(
                                "netty",
                                NettyApp.class,
                                "io.netty.channel.nio.NioIoHandler.processSelectedKey",
                                2 * NettyApp.MESSAGES),
                        Arguments.of(
                                "netty",
                                NettyEpollApp.class,
                                "io.netty.channel.epoll.EpollIoHandler$DefaultEpollIoRegistration.handle",
                                2 * NettyApp.MESSAGES),
                        // There are two scenarios, each with at least one task: a task can answer several requests of its connection.
                        Arguments.of(
                                "tomcat",
                                TomcatApp.class,
                                "org.apache.tomcat.util.net.NioEndpoint$SocketProcessor.run",
                                2),
                        Arguments.of(
                                "jetty",
                                JettyApp.class,
                                "org.eclipse.jetty.server.internal.HttpChannelState$HandlerInvoker.run",
                                2 * Requests.COUNT),
                        Arguments.of(
                                "coroutines",
                                CoroutinesApp.class,
                                "kotlinx.coroutines.internal.DispatchedContinuation.run",
                                CoroutinesApp.COROUTINES))
                .flatMap(each -> Jdks.all().stream().map(jdk -> withJdk(each, jdk)));
    }

    private static Arguments withJdk(Arguments arguments, Jdk jdk) {
        return Arguments.of(
                Stream.concat(Stream.of(arguments.get()), Stream.of(jdk)).toArray());
    }

    @ParameterizedTest(name = "{0}, {2}, {4}")
    @MethodSource("definitions")
    void whatALibraryDoesIsTasksWhereItsDefinitionsAreAskedFor(
            String library, Class<?> program, String method, long atLeast, Jdk jdk) {
        ObservedRun run = AppRun.of(program).on(jdk).with("define", library).observedOnce();

        long tasks = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .filter(each -> run.trace().body(each.body()).equals(method))
                .count();

        assertThat(tasks).isGreaterThanOrEqualTo(atLeast);
    }

    /** Tasks that are submitted to pools of libraries: by which code, and how many there are at least, by construction. */
    static Stream<Arguments> submissions() {
        return Stream.of(
                        Arguments.of("netty", NettyApp.class, "NettyApp.echo", 1L),
                        Arguments.of("netty", NettyEpollApp.class, "NettyApp.echo", 1L),
                        Arguments.of("tomcat", TomcatApp.class, "AbstractEndpoint.processSocket", 1L),
                        Arguments.of("jetty", JettyApp.class, "org.eclipse.jetty.", 1L),
                        Arguments.of("coroutines", CoroutinesApp.class, "CoroutinesApp.coroutines", (long)
                                CoroutinesApp.COROUTINES))
                .flatMap(each -> Jdks.all().stream().map(jdk -> withJdk(each, jdk)));
    }

    @ParameterizedTest(name = "{0}, {2}, {4}")
    @MethodSource("submissions")
    void poolsOfALibraryHaveTasksThatWaitedInAQueueAndWorkersThatAreIdle(
            String library, Class<?> program, String site, long atLeast, Jdk jdk) {
        ObservedRun run = AppRun.of(program).on(jdk).with("define", library).observedOnce();
        Set<Long> submitted = defined(run, Event.TASK_CREATE)
                .filter(each -> (each.flags() & TaskFlag.UNDEFERRED) == 0)
                .filter(each -> each.codeptrRa() != 0)
                .filter(each -> run.trace().callSite(each.codeptrRa()).contains(site))
                .map(TraceEvent::newTaskId)
                .collect(Collectors.toSet());
        Set<Long> workers =
                defined(run, Event.POOL_WORKER).map(TraceEvent::threadId).collect(Collectors.toSet());

        long begunByWorkers = run.events().stream()
                .filter(each -> each.event() == Event.TASK_SCHEDULE && submitted.contains(each.nextTaskId()))
                .filter(each -> workers.contains(each.threadId()))
                .count();

        assertThat(begunByWorkers).isGreaterThanOrEqualTo(atLeast);
        assertThat(defined(run, Event.WAIT).filter(each -> each.state() == State.IDLE))
                .isNotEmpty()
                .allMatch(each -> workers.contains(each.threadId()));
    }

    private static Stream<TraceEvent> defined(ObservedRun run, Event kind) {
        return run.events().stream().filter(each -> each.event() == kind && each.construct() == Construct.DEFINED);
    }

    private static String[] options() {
        return OPENED.stream()
                .map(each -> "--add-opens=java.base/java." + each + "=ALL-UNNAMED")
                .toArray(String[]::new);
    }
}
