package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.kernel.MatrixKernelApp;
import org.ompt4j.apps.real.EjmlApp;
import org.ompt4j.apps.real.H2App;
import org.ompt4j.apps.real.JTransformsApp;
import org.ompt4j.apps.real.LuceneApp;
import org.ompt4j.tools.read.TraceEvent;

/** The results of third-party programs are those without the agent, and reports of their traces can be written. */
@Order(1)
class RealProgramsIT {
    /** The most bytes of a trace for each event, including headers, names and unused space. */
    private static final long MOST_BYTES_PER_EVENT = 16;

    private static final Set<Class<?>> REAL = Set.of(EjmlApp.class, JTransformsApp.class, LuceneApp.class, H2App.class);

    /** In the profile {@code default} these programs run with {@code tool=profile}, which writes the same trace. */
    private static final Set<Class<?>> SAMPLED = Set.of(EjmlApp.class, LuceneApp.class);

    private static final Map<String, List<TraceSize>> SIZES = new ConcurrentHashMap<>();

    private record TraceSize(long bytes, long events) {}

    @AfterAll
    static void tracesOfRealProgramsAreSmallOnAverage() {
        SIZES.forEach((run, sizes) -> {
            if (sizes.size() == REAL.size()) {
                long bytes = sizes.stream().mapToLong(TraceSize::bytes).sum();
                long events = sizes.stream().mapToLong(TraceSize::events).sum();
                assertThat(bytes).as("bytes of %d events, %s", events, run).isLessThan(MOST_BYTES_PER_EVENT * events);
            }
        });
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("programs")
    void programRunsAsItDoesWithoutTheAgent(String name, Jdk jdk, Profile profile, Class<?> program) throws Exception {
        AppRun app = AppRun.of(program).on(jdk).profile(profile);
        boolean isSampled = SAMPLED.contains(program) && profile == Profile.DEFAULT;
        ObservedRun run = (isSampled ? app.with("tool", "profile") : app).observed();

        if (isSampled) {
            ProfileIT.assertOthersStandUnderTheProgram(ProfileIT.json(run.traceFile()));
        }
        // The command of the shipped jar runs once on each JDK, with the largest trace.
        RunOutput report = program == H2App.class && profile == Profile.FULL
                ? CommandLineRun.run(jdk, "report", run.traceFile().toString())
                : CommandLineRun.here("report", run.traceFile().toString());
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(report.stdout()).contains(program.getName());
        if (REAL.contains(program) && profile != Profile.STATES) {
            noteSize(run, jdk + ", " + profile);
        }
    }

    private static void noteSize(ObservedRun run, String key) throws IOException {
        long events = 0;
        for (Iterator<TraceEvent> each = run.trace().events(); each.hasNext(); each.next()) {
            events++;
        }
        long bytes = Files.size(run.traceFile());
        SIZES.computeIfAbsent(key, unused -> new CopyOnWriteArrayList<>()).add(new TraceSize(bytes, events));
    }

    static Stream<Arguments> programs() {
        return Stream.of(EjmlApp.class, JTransformsApp.class, LuceneApp.class, H2App.class, MatrixKernelApp.class)
                .flatMap(program -> OnEveryJdkAndProfile.Combinations.all()
                        .filter(each -> each.get()[1] != Profile.STATES || each.get()[0] == jdkOfStates(program))
                        .map(each -> Arguments.of(program.getSimpleName(), each.get()[0], each.get()[1], program)));
    }

    /** With {@code states}, which rewrites least, each program runs on one JDK only; {@link QuietIT} runs the programs of constructs on all JDKs. */
    private static Jdk jdkOfStates(Class<?> program) {
        return program == LuceneApp.class || program == JTransformsApp.class ? Jdks.newest() : Jdks.oldest();
    }
}
