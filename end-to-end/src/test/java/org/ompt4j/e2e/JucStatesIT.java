package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.blocking.JucStatesApp;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Each construct of java.util.concurrent once, mapped or not: if the program knows that a thread waits, neither the trace nor a sampler shows it at
 * work, and vice versa. Unknown states are printed; there are none.
 */
@Isolated("samples are compared with what the program does meanwhile")
class JucStatesIT {
    private static final double MOST_UNKNOWN = 0.0;

    @TempDir
    static Path folder;

    private static Path samplingTool;

    @BeforeAll
    static void makeTheTool() throws IOException {
        samplingTool = SamplingTool.make(folder);
    }

    /** An interval, in nanoseconds of the trace, in which a thread always waits or always works. */
    private record Phase(long fromNanos, long toNanos, long threadId, String thread, boolean waits) {

        /** Whether a thread can be in this state in this phase. */
        boolean allows(State state) {
            boolean works = state.name().startsWith("WORK_");
            return state == State.UNKNOWN || (waits ? !works && state != State.OVERHEAD : works);
        }

        /** Whether the wait may be reported late: the JVM shows a thread as blocked before it calls the agent, and the thread can be stopped in between. */
        boolean isToldLate() {
            return waits && thread.equals(JucStatesApp.MONITOR);
        }
    }

    @OnEveryJdk
    void traceAndSamplerAgreeOnWhatEveryThreadDoesInTheDefaultProfile(Jdk jdk) throws Exception {
        judge(jdk, Profile.DEFAULT);
    }

    @OnEveryJdk
    void traceAndSamplerAgreeOnWhatEveryThreadDoesInTheFullProfile(Jdk jdk) throws Exception {
        judge(jdk, Profile.FULL);
    }

    private static void judge(Jdk jdk, Profile profile) throws Exception {
        String app = JucStatesApp.class.getName();
        ObservedRun run = SamplingTool.in(AppRun.of(JucStatesApp.class).on(jdk), samplingTool, false)
                .with("tools=all,tool=trace,define=[masked:" + app + ".hold;masked:" + app + ".compute]")
                .profile(profile)
                .observedUnjudged();
        RunOutput output = run.output();
        run.judge(new RunOutput(0, output.stdout(), output.stderr()));
        List<Phase> phases = phases(run);
        SampledStates samples = new SampledStates(run.directory(), run.events());
        SoftAssertions softly = new SoftAssertions();
        judgeTrace(softly, phases, new StateTimeline(run.events()));
        judgeSamples(softly, phases, samples.samples);
        softly.assertAll();
    }

    // ---------------------------------------------------------------- what the program knows

    private static List<Phase> phases(ObservedRun run) {
        Map<Long, String> names = new HashMap<>();
        Map<String, Long> ids = new HashMap<>();
        run.trace().threads().forEach(each -> {
            names.put(each.id(), each.name());
            ids.put(each.name(), each.id());
        });
        List<String> waited = output(run);
        List<Phase> phases = new ArrayList<>();
        Map<Long, Long> begun = new HashMap<>();
        int holds = 0;
        for (TraceEvent each : run.events()) {
            if (each.event() != Event.MASKED) {
                continue;
            }
            if (each.endpoint() == ScopeEndpoint.BEGIN) {
                begun.put(each.threadId(), each.timeNanos());
                continue;
            }
            long from = begun.get(each.threadId());
            String name = names.get(each.threadId());
            if (!name.equals("main")) {
                phases.add(new Phase(from, each.timeNanos(), each.threadId(), name, false));
            } else {
                String thread = waited.get(holds++);
                assertThat(ids).containsKey(thread);
                phases.add(new Phase(from, each.timeNanos(), ids.get(thread), thread, true));
            }
        }
        assertThat(waited).hasSize(holds).hasSizeGreaterThan(holds / 2);
        assertThat(phases.stream().filter(each -> !each.waits).count()).isGreaterThanOrEqualTo(holds);
        return phases;
    }

    private static List<String> output(ObservedRun run) {
        return run.output()
                .stdout()
                .lines()
                .filter(each -> each.startsWith(JucStatesApp.WAITED))
                .map(each -> each.substring(JucStatesApp.WAITED.length()))
                .toList();
    }

    // ---------------------------------------------------------------- what was said

    private static void judgeTrace(SoftAssertions softly, List<Phase> phases, StateTimeline timeline) {
        Map<State, Long> nanos = new TreeMap<>();
        for (Phase phase : phases) {
            long seen = 0;
            for (StateTimeline.Span span : timeline.spans(phase.threadId)) {
                long overlap = Math.min(span.toNanos(), phase.toNanos) - Math.max(span.fromNanos(), phase.fromNanos);
                if (overlap > 0) {
                    seen += overlap;
                    softly.assertThat(span.states())
                            .as("the trace of %s", phase)
                            .anySatisfy(each -> assertThat(phase.allows(each)).isTrue());
                    nanos.merge(span.states().iterator().next(), overlap, Long::sum);
                }
            }
            softly.assertThat(seen).as("told of %s", phase).isEqualTo(phase.toNanos - phase.fromNanos);
        }
        judgeUnknown(softly, "trace", nanos);
    }

    private static void judgeSamples(SoftAssertions softly, List<Phase> phases, List<SampledStates.Sample> samples) {
        Map<State, Long> counts = new TreeMap<>();
        Map<Long, List<SampledStates.Sample>> ofThreads = new HashMap<>();
        samples.forEach(each -> ofThreads
                .computeIfAbsent(each.threadId(), id -> new ArrayList<>())
                .add(each));
        int unseen = 0;
        for (Phase phase : phases) {
            int before = counts.values().stream().mapToInt(Long::intValue).sum();
            boolean told = !phase.isToldLate();
            for (SampledStates.Sample each : ofThreads.getOrDefault(phase.threadId, List.of())) {
                if (each.fromNanos() > phase.fromNanos + SampledStates.TRANSITION_NANOS
                        && each.toNanos() < phase.toNanos - SampledStates.TRANSITION_NANOS) {
                    told |= phase.allows(each.state());
                    if (!told) {
                        continue;
                    }
                    softly.assertThat(each.state())
                            .as("a sample of %s", phase)
                            .matches(phase::allows, "a state of this phase");
                    counts.merge(each.state(), 1L, Long::sum);
                }
            }
            int after = counts.values().stream().mapToInt(Long::intValue).sum();
            unseen += after == before ? 1 : 0;
        }
        // On a busy machine the sampler can miss some phases, but not most of them.
        softly.assertThat(unseen).as("phases without a sample").isLessThan(phases.size() / 2);
        judgeUnknown(softly, "samples", counts);
    }

    private static void judgeUnknown(SoftAssertions softly, String what, Map<State, Long> amounts) {
        long total = amounts.values().stream().mapToLong(Long::longValue).sum();
        double unknown = amounts.getOrDefault(State.UNKNOWN, 0L) / (double) Math.max(1, total);
        System.out.printf("%s: unknown %.3f %%, %s%n", what, 100 * unknown, amounts);
        softly.assertThat(total).as(what).isPositive();
        softly.assertThat(unknown).as("share of unknown in the %s", what).isLessThanOrEqualTo(MOST_UNKNOWN);
    }
}
