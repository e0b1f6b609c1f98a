package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.InTurn;
import org.ompt4j.apps.blocking.IoApp;
import org.ompt4j.apps.blocking.ParkApp;
import org.ompt4j.apps.forkjoin.ForkJoinPoolApp;
import org.ompt4j.apps.inquiry.WaitStatesApp;
import org.ompt4j.apps.real.EjmlApp;
import org.ompt4j.apps.real.JTransformsApp;
import org.ompt4j.e2e.StateTimeline.Span;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.trace.RecordLayout;
import org.ompt4j.views.collector.CollectorTool;
import org.ompt4j.views.early.OmptState;
import org.ompt4j.views.tr2.Tr2Tool;
import org.ompt4j.views.v2.V2Tool;

/**
 * Samplers of older generations estimate how long threads work, wait and idle. Their estimates agree with the sums of the same run's trace, within
 * the 95 % confidence intervals that they print. Generations with events for idleness report its begin and end at the right times.
 *
 * <p>The tasks of the sampled program are longer than several periods of the sampler: on a machine with fewer processors than threads a sampler gets
 * a processor when a thread stops, and so reads states a little too late at each change.
 */
@AnotherRun
@Isolated("it takes samples in a busy program")
class OlderSamplersIT {
    private static final long FEWEST_SAMPLES = 10_000;
    private static final double WRONG_BY = 0.03;

    /** The version of OMPT that tools of TR2 get. */
    private static final String TR2 = "1";

    private static final String V2 = "2";

    private enum Kind {
        WORK,
        WAIT,
        IDLE
    }

    /** An interval in which a thread was in states of one kind, in nanoseconds of the trace. */
    private record Stretch(long fromNanos, long toNanos, Kind kind) {
        long in(Window window) {
            return Math.max(0, Math.min(toNanos, window.toNanos) - Math.max(fromNanos, window.fromNanos));
        }

        Stretch endsEarlier(double share) {
            return new Stretch(fromNanos, toNanos - (long) (share * (toNanos - fromNanos)), kind);
        }
    }

    /** An interval in which the sampler could take samples, in nanoseconds of the trace. */
    private record Window(long fromNanos, long toNanos) {}

    @TempDir
    static Path folder;

    private static Path tr2Sampler;
    private static Path collectorSampler;

    @BeforeAll
    static void makeTheTools() throws IOException {
        tr2Sampler = make(Tr2Tool.class, "Tr2Sampler", "Profile");
        collectorSampler = make(CollectorTool.class, "CollectorSampler", "Profile");
    }

    private static Path make(Class<?> service, String... names) throws IOException {
        StringBuilder imports = new StringBuilder();
        StringBuilder types = new StringBuilder();
        for (String each : names) {
            for (String line : (Iterable<String>) source(each).lines()::iterator) {
                (line.startsWith("import ") ? imports : types).append(line).append('\n');
            }
        }
        Path jar = folder.resolve(names[0] + " of " + service.getSimpleName() + ".jar");
        return ToolJar.make(service.getName(), names[0], imports.append(types).toString(), jar);
    }

    private static String source(String name) throws IOException {
        try (var in = OlderSamplersIT.class.getResourceAsStream("/samplers/" + name + ".java")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    // ---------------------------------------------------------------- states

    /** On the oldest JDK only: SampledStatesIT tests samples on every JDK, and views do not depend on the JDK. */
    @Test
    void samplerOfTr2AgreesWithTheTrace() throws IOException {
        ObservedRun run = sampled(Jdks.oldest(), tr2Sampler);

        agrees(run, OlderToolRun.said("tr2-sampler", run.output()));
    }

    @Test
    void collectorsProfileOfWorkAndWaitAgreesWithTheTrace() throws IOException {
        ObservedRun run = sampled(Jdks.newest(), collectorSampler);
        List<String> said = OlderToolRun.said("collector-sampler", run.output());

        agrees(run, said);

        // Both metrics of the paper have the same profile, except for rounding of each thread and sample to a
        // nanosecond.
        double rounding = numbers(said, "samples")[0];
        assertThat((double) numbers(said, "OPENMP_WORK")[0]).isCloseTo(numbers(said, "WORK")[0], within(rounding));
        double notWork = numbers(said, "WAIT")[0] + numbers(said, "IDLE")[0];
        assertThat((double) numbers(said, "OPENMP_WAIT")[0]).isCloseTo(notWork, within(rounding));
    }

    @OnEveryJdk
    void everyStateThatIsEnumeratedIsFound(Jdk jdk) throws IOException {
        RunOutput output = OlderToolRun.program(
                        jdk,
                        InTurn.class,
                        WaitStatesApp.class.getName(),
                        EjmlApp.class.getName() + " cholesky qr",
                        ParkApp.class.getName() + " ways inside hand-overs",
                        IoApp.class.getName())
                .tools(make(Tr2Tool.class, "StateNames"), make(V2Tool.class, "StateNames"))
                .with("tool=none,tools=all")
                .observedUnjudged()
                .output();
        for (String version : List.of(TR2, V2)) {
            List<String> said = OlderToolRun.said("state-names " + version, output);
            Set<String> enumerated =
                    OlderToolRun.rest(said.stream(), "enumerated ").collect(Collectors.toSet());
            Set<String> found = OlderToolRun.rest(said.stream(), "found ").collect(Collectors.toSet());

            found.add(OmptState.UNDEFINED.fullName());
            assertThat(found).as("version %s", version).isEqualTo(enumerated).hasSizeGreaterThan(1);
        }
    }

    private static ObservedRun sampled(Jdk jdk, Path tool) {
        return judged(program(jdk), tool);
    }

    /** The sampled program, whose results are compared with those without the agent. */
    static AppRun program(Jdk jdk) {
        return AppRun.of(JTransformsApp.class).on(jdk).arguments("6", "fft-3d");
    }

    private static ObservedRun judged(AppRun program, Path... tools) {
        ObservedRun run = program.tools(tools).with("tools=all,tool=trace").observedUnjudged();
        run.judge(new RunOutput(0, program.plain().stdout(), run.output().stderr()));
        return run;
    }

    /** Compares the sampler's results with the trace, and asserts that they differ from a trace with wrong states. */
    private static void agrees(ObservedRun run, List<String> said) throws IOException {
        long offset = offset(run);
        List<Window> windows = all(said, "window")
                .map(each -> new Window(each[0] - offset, each[1] - offset))
                .toList();
        List<Stretch> stretches = stretches(run.events());
        List<String> estimates =
                said.stream().filter(each -> !each.startsWith("window")).toList();

        assertThat(numbers(said, "samples")[0]).as("%s", estimates).isGreaterThanOrEqualTo(FEWEST_SAMPLES);
        assertThat(outside(said, sums(stretches, windows)))
                .as("of %s in %s", estimates, run)
                .isEmpty();
        assertThat(outside(said, sums(idleAsWork(stretches), windows)))
                .as("idle as work: %s", estimates)
                .isNotEmpty();
        assertThat(outside(said, sums(workEndsEarly(stretches), windows)))
                .as("work ends early: %s", estimates)
                .isNotEmpty();
    }

    /** The sums that are outside of the sampler's intervals. */
    private static Map<Kind, Long> outside(List<String> said, Map<Kind, Long> sums) {
        Map<Kind, Long> outside = new EnumMap<>(sums);
        outside.entrySet().removeIf(each -> {
            long[] estimate = numbers(said, each.getKey().name());
            return Math.abs(each.getValue() - estimate[0]) <= estimate[1];
        });
        return outside;
    }

    private static Map<Kind, Long> sums(List<Stretch> stretches, List<Window> windows) {
        Map<Kind, Long> sums = new EnumMap<>(Kind.class);
        for (Kind each : Kind.values()) {
            sums.put(each, 0L);
        }
        for (Stretch each : stretches) {
            for (Window window : windows) {
                sums.merge(each.kind, each.in(window), Long::sum);
            }
        }
        return sums;
    }

    private static List<Stretch> idleAsWork(List<Stretch> stretches) {
        return stretches.stream()
                .map(each -> each.kind == Kind.IDLE ? new Stretch(each.fromNanos, each.toNanos, Kind.WORK) : each)
                .toList();
    }

    private static List<Stretch> workEndsEarly(List<Stretch> stretches) {
        return stretches.stream()
                .map(each -> each.kind == Kind.WORK ? each.endsEarlier(WRONG_BY) : each)
                .toList();
    }

    private static List<Stretch> stretches(List<TraceEvent> events) {
        StateTimeline timeline = new StateTimeline(events);
        List<Stretch> stretches = new ArrayList<>();
        for (long thread : threads(events)) {
            for (Span each : timeline.spans(thread)) {
                stretches.add(new Stretch(each.fromNanos(), each.toNanos(), kind(each.states())));
            }
        }
        return stretches;
    }

    private static Set<Long> threads(List<TraceEvent> events) {
        return events.stream()
                .filter(each -> each.event() != null)
                .map(TraceEvent::threadId)
                .collect(Collectors.toSet());
    }

    private static Kind kind(Set<State> states) {
        if (states.contains(State.IDLE) || states.contains(State.OVERHEAD)) {
            return Kind.IDLE;
        }
        return states.iterator().next().isWork() ? Kind.WORK : Kind.WAIT;
    }

    // ---------------------------------------------------------------- events

    @OnEveryJdk
    void idleBeginsAndEndsWhenTheTraceSaysSo(Jdk jdk) throws IOException {
        ObservedRun run = judged(
                AppRun.of(ForkJoinPoolApp.class).on(jdk).arguments("submit"),
                make(Tr2Tool.class, "IdleTimes"),
                make(V2Tool.class, "IdleTimes"),
                make(CollectorTool.class, "IdleTimes"));
        long offset = offset(run);
        Map<ScopeEndpoint, List<Long>> idle = idleTimes(run.events());

        long workers = run.events().stream()
                .filter(each -> each.event() == Event.POOL_WORKER && each.endpoint() == ScopeEndpoint.BEGIN)
                .count();
        assertThat(idle.get(ScopeEndpoint.BEGIN)).as("%s", run).hasSizeGreaterThan((int) workers);
        for (String generation : List.of(TR2, V2, "collector")) {
            List<String> said = OlderToolRun.said("idle-times " + generation, run.output());
            for (ScopeEndpoint each : idle.keySet()) {
                List<Long> heard = all(said, each.name())
                        .map(time -> time[0] - offset)
                        .sorted()
                        .toList();
                assertThat(heard)
                        .as("%s of idleness for %s in %s", each, generation, run)
                        .isEqualTo(idle.get(each).stream().sorted().toList());
            }
        }
    }

    /** The times at which workers of pools are without a task and outside of regions: begins and ends. */
    private static Map<ScopeEndpoint, List<Long>> idleTimes(List<TraceEvent> events) {
        Map<ScopeEndpoint, List<Long>> times =
                Map.of(ScopeEndpoint.BEGIN, new ArrayList<>(), ScopeEndpoint.END, new ArrayList<>());
        Map<Long, Integer> depths = new HashMap<>();
        for (TraceEvent each : events) {
            if (each.event() == null) {
                continue;
            }
            boolean begins = each.event() == Event.POOL_WORKER && each.endpoint() == ScopeEndpoint.BEGIN;
            int before = begins ? 1 : depths.getOrDefault(each.threadId(), -1);
            int after = before + changeOfDepth(each);
            if (before < 0 || before == after) {
                continue;
            }
            depths.put(each.threadId(), after);
            if (before == 0) {
                times.get(ScopeEndpoint.END).add(each.timeNanos());
            } else if (after == 0) {
                times.get(ScopeEndpoint.BEGIN).add(each.timeNanos());
            }
        }
        return times;
    }

    /** The change of the number of tasks and memberships of a worker; being outside of its pool counts as one. */
    private static int changeOfDepth(TraceEvent event) {
        return switch (event.event()) {
            case IMPLICIT_TASK -> event.endpoint() == ScopeEndpoint.BEGIN ? 1 : -1;
            case POOL_WORKER -> event.endpoint() == ScopeEndpoint.BEGIN ? -1 : 1;
            case TASK_SCHEDULE ->
                switch (event.priorTaskStatus()) {
                    case SWITCH -> 1;
                    case COMPLETE, CANCEL -> -1;
                    default -> 0;
                };
            default -> 0;
        };
    }

    // ---------------------------------------------------------------- output of the tools

    /** The difference between the clock of the tools and that of the trace, which begins at 0. */
    private static long offset(ObservedRun run) throws IOException {
        try (var in = Files.newInputStream(run.traceFile())) {
            byte[] header = in.readNBytes(RecordLayout.HEADER_START_NANOS + Long.BYTES);
            return ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getLong(RecordLayout.HEADER_START_NANOS);
        }
    }

    /** The numbers in the line that begins with this word. */
    private static long[] numbers(Collection<String> said, String word) {
        return all(said, word).findFirst().orElseThrow(() -> new AssertionError("nothing of " + word));
    }

    private static Stream<long[]> all(Collection<String> said, String word) {
        return OlderToolRun.rest(said.stream(), word + " ")
                .map(each ->
                        Stream.of(each.split(" ")).mapToLong(Long::parseLong).toArray());
    }
}
