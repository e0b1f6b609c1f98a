package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.agent.DiskGate;
import org.ompt4j.apps.agent.OverloadApp;
import org.ompt4j.mutation.Mutation;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceLosses;

/**
 * Programs with more events than a slow disk can take or the heap has room for: their results are those without the agent, the recorded trace can be
 * read, and lost events are counted exactly. For full or limited places see {@link OutputPlacesIT}.
 */
@Isolated("disks that hang and heaps that are full are a matter of time")
class OverloadIT {
    private static final String DISK = "org.ompt4j.tools.trace.DiskStorage";
    /** The header of a chunk, some six events, a definition, and the main thread's events for the thread. */
    private static final int MOST_BYTES_PER_SHORT_THREAD = 512;

    private static final Set<String> CALLS_OF_DISK = Set.of("write", "map", "cut", "close");

    @TempDir
    private static Path temporary;

    private static Path agentWithGate = Path.of("");

    /** The bootstrap class loader loads the code that writes a trace, and therefore the gate too. */
    private static Path gateForAll = Path.of("");

    @BeforeAll
    static void makeAgentWhoseDiskCanHang() throws IOException {
        agentWithGate = MutatedAgent.make(
                temporary.resolve("gated.jar"), Mutation.callsFirst(DISK, CALLS_OF_DISK, DiskGate.class, "pass"));
        gateForAll = temporary.resolve("gate");
        String entry = DiskGate.class.getName().replace('.', '/') + ".class";
        Path file = gateForAll.resolve(entry);
        Files.createDirectories(file.getParent());
        try (InputStream bytes = DiskGate.class.getClassLoader().getResourceAsStream(entry)) {
            Files.copy(Objects.requireNonNull(bytes), file);
        }
    }

    /** A run that records only releases of locks, whose number is known. */
    static AppRun releases(Jdk jdk, String... arguments) {
        return AppRun.of(OverloadApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .arguments(arguments)
                .profile(Profile.FULL)
                .with("events", "[mutex_released]")
                .with("constructs", "[reentrant-lock]");
    }

    static ObservedRun unharmed(AppRun app) {
        ObservedRun run = app.observedUnjudged();
        RunOutput plain = app.plain();
        assertThat(run.output().stdout()).isEqualTo(plain.stdout());
        assertThat(run.output().otherStderrLines()).isEqualTo(plain.otherStderrLines());
        assertThat(run.output().exitCode()).isEqualTo(plain.exitCode()).isZero();
        return run;
    }

    static long releasesIn(Trace trace) throws IOException {
        long count = 0;
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            count += events.next().event() == Event.MUTEX_RELEASED ? 1 : 0;
        }
        return count;
    }

    static TraceLosses assertCounted(ObservedRun run, long made) throws IOException {
        TraceLosses losses = run.trace().losses();
        assertThat(run.violations()).isEmpty();
        assertThat(losses.finished()).isTrue();
        assertThat(losses.truncatedBytes()).isZero();
        assertThat(losses.droppedEvents()).as("%s", run).isPositive();
        assertThat(releasesIn(run.trace()) + losses.droppedEvents()).isEqualTo(made);
        return losses;
    }

    @OnEveryJdk
    void diskThatHangsHoldsNobodyUp(Jdk jdk) throws Exception {
        ObservedRun run = unharmed(releases(jdk, "2", "slow-disk")
                .moreJvm("-Xbootclasspath/a:" + gateForAll)
                .agent(agentWithGate)
                .with("max-stall", "250ms"));

        assertCounted(run, 2L * OverloadApp.LOCKED);
        assertThat(run.output().agentLines()).anyMatch(each -> each.contains("the disk") && each.contains("too slow"));
    }

    @OnEveryJdk
    void programThatStartsAThreadForEachTaskKeepsItsTraceAndNoMemoryIsLeftBehind(Jdk jdk) throws Exception {
        ObservedRun run = threads(jdk).observed();

        assertThat(run.trace().threads()).hasSizeGreaterThan(OverloadApp.THREADS);
        assertThat(Files.size(run.traceFile()) / OverloadApp.THREADS).isLessThan(MOST_BYTES_PER_SHORT_THREAD);
    }

    @OnEveryJdk
    void tasksThatPileUpInAQueueCostLittleMore(Jdk jdk) {
        tasks(jdk).observed();
    }

    @OnEveryJdk
    void tasksInsideTasksAreFollowedAsDeepAsTheStackGoes(Jdk jdk) {
        depth(jdk).observed();
    }

    /** This run has the checks of all runs: nothing is lost, nothing fails, the rules of order hold. */
    private static AppRun threads(Jdk jdk) {
        return AppRun.of(OverloadApp.class).on(jdk).jvm("-Xmx24m").arguments("threads");
    }

    private static AppRun tasks(Jdk jdk) {
        return AppRun.of(OverloadApp.class).on(jdk).jvm("-Xmx96m").arguments("tasks");
    }

    private static AppRun depth(Jdk jdk) {
        return AppRun.of(OverloadApp.class).on(jdk).jvm("-Xmx24m").arguments("depth");
    }

    /** The programs whose results are compared with runs without the agent. */
    static Stream<AppRun> programs(Jdk jdk) {
        return Stream.of(threads(jdk), tasks(jdk), depth(jdk));
    }
}
