package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.agent.DiskGate;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.OverloadApp;
import org.ompt4j.mutation.Mutation;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.read.Traces;

/**
 * Programs that make more than the disk takes, the trace may hold or the heap has room for: their results are those without the agent,
 * what was recorded can be read, and what was not is counted to the event.
 */
@Isolated("disks that hang and heaps that are full are a matter of time")
class OverloadIT {
    private static final String DISK = "org.ompt4j.tools.trace.DiskStorage";
    /** A chunk's header, six events or so, a definition; and what the main thread notes of it. */
    private static final int MOST_BYTES_PER_SHORT_THREAD = 512;

    private static final Set<String> CALLS_OF_DISK = Set.of("write", "map", "cut", "close");

    @TempDir
    private static Path temporary;

    private static Path agentWithGate = Path.of("");

    @BeforeAll
    static void makeAgentWhoseDiskCanHang() throws IOException {
        agentWithGate = MutatedAgent.make(
                temporary.resolve("gated.jar"), Mutation.callsFirst(DISK, CALLS_OF_DISK, DiskGate.class, "pass"));
    }

    /** Records nothing but the releases of locks, whose number is known. */
    private static AppRun releases(Jdk jdk, String... arguments) {
        return AppRun.of(OverloadApp.class)
                .on(jdk)
                .arguments(arguments)
                .profile(Profile.FULL)
                .with("events", "[mutex_released]")
                .with("constructs", "[reentrant-lock]");
    }

    private static ObservedRun unharmed(AppRun app) {
        ObservedRun run = app.observedUnjudged();
        RunOutput plain = app.plain();
        assertThat(run.output().stdout()).isEqualTo(plain.stdout());
        assertThat(run.output().otherStderrLines()).isEqualTo(plain.otherStderrLines());
        assertThat(run.output().exitCode()).isEqualTo(plain.exitCode()).isZero();
        return run;
    }

    private static long releasesIn(Trace trace) throws IOException {
        long count = 0;
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            count += events.next().event() == Event.MUTEX_RELEASED ? 1 : 0;
        }
        return count;
    }

    private static TraceLosses assertCounted(ObservedRun run, long made) throws IOException {
        TraceLosses losses = run.trace().losses();
        assertThat(run.violations()).isEmpty();
        assertThat(losses.finished()).isTrue();
        assertThat(losses.truncatedBytes()).isZero();
        assertThat(losses.droppedEvents()).as("%s", run).isPositive();
        assertThat(releasesIn(run.trace()) + losses.droppedEvents()).isEqualTo(made);
        return losses;
    }

    /** Once recording has stopped for good nothing is counted any more, since that would cost what recording costs. */
    private static TraceLosses assertStopped(ObservedRun run, long made) throws IOException {
        TraceLosses losses = run.trace().losses();
        assertThat(run.violations()).isEmpty();
        assertThat(losses.finished()).isTrue();
        assertThat(losses.truncatedBytes()).isZero();
        assertThat(losses.droppedEvents()).as("%s", run).isPositive();
        assertThat(releasesIn(run.trace()) + losses.droppedEvents()).isLessThanOrEqualTo(made);
        return losses;
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void fullDiskEndsTheTraceAndNothingElse(Jdk jdk) throws Exception {
        ObservedRun run = unharmed(releases(jdk, "2", "locks").largestFile(1024));

        TraceLosses losses = assertStopped(run, 2L * OverloadApp.LOCKED);
        assertThat(losses.endReason()).contains("disk");
        assertThat(releasesIn(run.trace())).isGreaterThan(10_000);
        assertThat(Files.size(run.traceFile())).isLessThanOrEqualTo(1024 << 10);
        assertThat(run.output().agentLines())
                .anyMatch(each -> each.contains("the trace cannot grow") && each.contains("recording stops here"));
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void fileThatCannotEvenHoldTheHeaderLeavesTheProgramAlone(Jdk jdk) {
        ObservedRun run =
                unharmed(releases(jdk, "locks").jvm("-XX:-UsePerfData").largestFile(4));

        assertThat(run.output().agentLines()).anyMatch(each -> each.contains("no trace is written"));
    }

    @OnEveryJdk
    void diskThatHangsHoldsNobodyUp(Jdk jdk) throws Exception {
        ObservedRun run =
                unharmed(releases(jdk, "2", "slow-disk").agent(agentWithGate).with("max-stall", "250ms"));

        assertCounted(run, 2L * OverloadApp.LOCKED);
        assertThat(run.output().agentLines()).anyMatch(each -> each.contains("the disk") && each.contains("too slow"));
    }

    @OnEveryJdk
    void sizeLimitStopsRecording(Jdk jdk) throws Exception {
        ObservedRun run = unharmed(releases(jdk, "4", "locks").with("max-size", "1m"));

        TraceLosses losses = assertStopped(run, 4L * OverloadApp.LOCKED);
        assertThat(losses.endReason()).contains("max-size");
        assertThat(Files.size(run.traceFile())).isLessThanOrEqualTo(1024 << 10);
    }

    @OnEveryJdk
    void ringKeepsTheNewestAndCountsTheRest(Jdk jdk) throws Exception {
        ObservedRun run =
                unharmed(releases(jdk, "4", "locks").with("max-size", "1m").with("ring", "true"));

        TraceLosses losses = assertCounted(run, 4L * OverloadApp.LOCKED);
        assertThat(losses.endReason()).isEmpty();
        assertThat(Files.size(run.traceFile())).isLessThanOrEqualTo(1536 << 10);
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void whateverOthersDoToTheOutputTheProgramRunsOnAndTheTraceIsWhole(Jdk jdk) throws Exception {
        for (String deed : List.of("cut", "deleted", "renamed")) {
            ObservedRun run = unharmed(releases(jdk, deed));

            assertWhole(run.traceFile());
            assertThat(run.output().agentLines())
                    .as(deed)
                    .singleElement()
                    .asString()
                    .contains("trace written to " + run.traceFile().getFileName());
        }
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void fileThatTookTheOutputsNameStaysAsItIs(Jdk jdk) throws Exception {
        ObservedRun run = unharmed(releases(jdk, "replaced").with("output", "run.ompt"));

        assertThat(run.directory().resolve("run.ompt")).hasContent("of somebody else");
        assertWhole(run.directory().resolve("run-1.ompt"));
        assertThat(run.output().agentLines())
                .anyMatch(each -> each.contains("run.ompt was replaced") && each.contains("run-1.ompt"));
    }

    private static void assertWhole(Path file) throws IOException {
        try (Trace trace = Traces.open(file)) {
            assertThat(releasesIn(trace)).isEqualTo(OverloadApp.LOCKED);
            assertThat(trace.losses().finished()).isTrue();
            assertThat(trace.losses().truncatedBytes()).isZero();
        }
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void filesAndDirectoriesAreTheOwnersWhateverTheUmask(Jdk jdk) throws Exception {
        AppRun app = releases(jdk, "locks").umask("000").with("output", "new/deep/run.ompt");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            jvm.exitCode();
        }

        Path deep = directory.resolve("new").resolve("deep");
        assertThat(permissions(directory.resolve("new"))).isEqualTo("rwx------");
        assertThat(permissions(deep)).isEqualTo("rwx------");
        assertThat(permissions(deep.resolve("run.ompt"))).isEqualTo("rw-------");
        assertWhole(deep.resolve("run.ompt"));
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void whatAKilledRunLeavesIsTheOwnersWhateverTheUmask(Jdk jdk) throws Exception {
        ObservedRun run = AppRun.of(EndingApp.class)
                .on(jdk)
                .arguments("halt")
                .umask("000")
                .observedUnjudged();

        try (Stream<Path> left = Files.list(run.directory())) {
            Path spoolDirectory = left.filter(
                            each -> each.getFileName().toString().startsWith(".ompt4j-"))
                    .findAny()
                    .orElseThrow();
            assertThat(permissions(spoolDirectory)).isEqualTo("rwx------");
            assertThat(permissions(spoolDirectory.resolve("spool"))).isEqualTo("rw-------");
        }
        assertThat(permissions(run.traceFile())).isEqualTo("rw-------");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @OnEveryJdk
    void placeThatCannotBeWrittenSendsTheTraceToTheTemporaryDirectory(Jdk jdk) throws Exception {
        Path file = Files.createFile(temporary.resolve("not-a-directory-" + jdk.major()));
        AppRun app =
                releases(jdk, "locks").with("output", file.resolve("run.ompt").toString());

        ObservedRun run = unharmed(app.jvm("-Djava.io.tmpdir=."));
        assertThat(releasesIn(run.trace())).isEqualTo(OverloadApp.LOCKED);
        assertThat(run.output().agentLines()).anyMatch(each -> each.contains("cannot write " + file));
    }

    @OnEveryJdk
    void noPlaceAtAllMeansNoTrace(Jdk jdk) throws Exception {
        Path file = Files.createFile(temporary.resolve("no-directory-" + jdk.major()));
        AppRun app =
                releases(jdk, "locks").with("output", file.resolve("run.ompt").toString());

        ObservedRun run = unharmed(app.jvm("-Djava.io.tmpdir=" + file));
        assertThat(run.output().agentLines()).anyMatch(each -> each.contains("no trace is written"));
    }

    @OnEveryJdk
    void programThatStartsAThreadForEachTaskKeepsItsTraceAndNoMemoryIsLeftBehind(Jdk jdk) throws Exception {
        ObservedRun run = overloaded(jdk, "-Xmx24m", "threads");

        assertThat(run.trace().threads()).hasSizeGreaterThan(OverloadApp.THREADS);
        assertThat(Files.size(run.traceFile()) / OverloadApp.THREADS).isLessThan(MOST_BYTES_PER_SHORT_THREAD);
    }

    @OnEveryJdk
    void tasksThatPileUpInAQueueCostLittleMore(Jdk jdk) {
        overloaded(jdk, "-Xmx96m", "tasks");
    }

    @OnEveryJdk
    void tasksInsideTasksAreFollowedAsDeepAsTheStackGoes(Jdk jdk) {
        overloaded(jdk, "-Xmx24m", "depth");
    }

    /** Judged like every run: nothing is lost, nothing fails, the rules of order hold. */
    private static ObservedRun overloaded(Jdk jdk, String heap, String scenario) {
        return AppRun.of(OverloadApp.class)
                .on(jdk)
                .jvm(heap)
                .arguments(scenario)
                .observed();
    }
}
