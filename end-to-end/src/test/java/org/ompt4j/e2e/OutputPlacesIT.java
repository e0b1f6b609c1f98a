package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.OverloadApp;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.read.Traces;

/**
 * Places for a trace that are full, limited, occupied or missing, and changes by others during the run: the program's results are those without the
 * agent, and the recorded trace can be read. For disks that hang see {@link OverloadIT}.
 */
class OutputPlacesIT {

    @TempDir
    private static Path temporary;

    /** After recording has stopped for good, lost events are not counted, since this would cost as much as recording. */
    private static TraceLosses assertStopped(ObservedRun run, long made) throws IOException {
        TraceLosses losses = run.trace().losses();
        assertThat(run.violations()).isEmpty();
        assertThat(losses.finished()).isTrue();
        assertThat(losses.truncatedBytes()).isZero();
        assertThat(losses.droppedEvents()).as("%s", run).isPositive();
        assertThat(OverloadIT.releasesIn(run.trace()) + losses.droppedEvents()).isLessThanOrEqualTo(made);
        return losses;
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void fullDiskEndsTheTraceAndNothingElse(Jdk jdk) throws Exception {
        ObservedRun run =
                OverloadIT.unharmed(OverloadIT.releases(jdk, "2", "locks").largestFile(1024));

        TraceLosses losses = assertStopped(run, 2L * OverloadApp.LOCKED);
        assertThat(losses.endReason()).contains("disk");
        assertThat(OverloadIT.releasesIn(run.trace())).isGreaterThan(10_000);
        assertThat(Files.size(run.traceFile())).isLessThanOrEqualTo(1024 << 10);
        assertThat(run.output().agentLines())
                .anyMatch(each -> each.contains("the trace cannot grow") && each.contains("recording stops here"));
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void fileThatCannotEvenHoldTheHeaderLeavesTheProgramAlone(Jdk jdk) {
        ObservedRun run = OverloadIT.unharmed(
                OverloadIT.releases(jdk, "locks").moreJvm("-XX:-UsePerfData").largestFile(4));

        assertThat(run.output().agentLines())
                .anyMatch(each -> each.contains("no trace is written: ")
                        && each.contains("cannot be written (File too large), nor can "));
    }

    @OnEveryJdk
    void sizeLimitStopsRecording(Jdk jdk) throws Exception {
        ObservedRun run =
                OverloadIT.unharmed(OverloadIT.releases(jdk, "4", "locks").with("max-size", "1m"));

        TraceLosses losses = assertStopped(run, 4L * OverloadApp.LOCKED);
        assertThat(losses.endReason()).contains("max-size");
        assertThat(Files.size(run.traceFile())).isLessThanOrEqualTo(1024 << 10);
    }

    @OnEveryJdk
    void ringKeepsTheNewestAndCountsTheRest(Jdk jdk) throws Exception {
        ObservedRun run = OverloadIT.unharmed(
                OverloadIT.releases(jdk, "4", "locks").with("max-size", "1m").with("ring", "true"));

        TraceLosses losses = OverloadIT.assertCounted(run, 4L * OverloadApp.LOCKED);
        assertThat(losses.endReason()).isEmpty();
        assertThat(Files.size(run.traceFile())).isLessThanOrEqualTo(1536 << 10);
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void whateverOthersDoToTheOutputTheProgramRunsOnAndTheTraceIsWhole(Jdk jdk) throws Exception {
        for (String deed : List.of("cut", "deleted", "renamed")) {
            ObservedRun run = OverloadIT.unharmed(OverloadIT.releases(jdk, deed));

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
        ObservedRun run =
                OverloadIT.unharmed(OverloadIT.releases(jdk, "replaced").with("output", "run.ompt"));

        assertThat(run.directory().resolve("run.ompt")).hasContent("of somebody else");
        assertWhole(run.directory().resolve("run-1.ompt"));
        assertThat(run.output().agentLines())
                .anyMatch(each -> each.contains("run.ompt was replaced") && each.contains("run-1.ompt"));
    }

    private static void assertWhole(Path file) throws IOException {
        try (Trace trace = Traces.open(file)) {
            assertThat(OverloadIT.releasesIn(trace)).isEqualTo(OverloadApp.LOCKED);
            assertThat(trace.losses().finished()).isTrue();
            assertThat(trace.losses().truncatedBytes()).isZero();
        }
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void filesAndDirectoriesAreTheOwnersWhateverTheUmask(Jdk jdk) throws Exception {
        AppRun app = OverloadIT.releases(jdk, "locks").umask("000").with("output", "new/deep/run.ompt");
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
        AppRun app = OverloadIT.releases(jdk, "locks")
                .with("output", file.resolve("run.ompt").toString());

        ObservedRun run = OverloadIT.unharmed(app.moreJvm("-Djava.io.tmpdir=."));
        assertThat(OverloadIT.releasesIn(run.trace())).isEqualTo(OverloadApp.LOCKED);
        assertThat(run.output().agentLines()).anyMatch(each -> each.contains("cannot write " + file));
    }

    @OnEveryJdk
    void traceOfAProgramWithAnotherUserDirIsNamedInFull(Jdk jdk) throws Exception {
        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere-" + jdk.major()));

        ObservedRun run = OverloadIT.releases(jdk, "locks")
                .moreJvm("-Duser.dir=" + elsewhere)
                .observedUnjudged();

        List<Path> traces = ObservedRun.traceFiles(elsewhere);
        assertThat(traces).hasSize(1);
        assertThat(run.output().agentLines())
                .anyMatch(each -> each.contains("trace written to " + traces.get(0) + ";"));
    }

    @OnEveryJdk
    void noPlaceAtAllMeansNoTrace(Jdk jdk) throws Exception {
        Path file = Files.createFile(temporary.resolve("no-directory-" + jdk.major()));
        AppRun app = OverloadIT.releases(jdk, "locks")
                .with("output", file.resolve("run.ompt").toString());

        ObservedRun run = OverloadIT.unharmed(app.moreJvm("-Djava.io.tmpdir=" + file));
        assertThat(run.output().agentLines())
                .anyMatch(each ->
                        each.contains("no trace is written: " + file.resolve("run.ompt") + " cannot be written (")
                                && each.contains(", nor can " + file.resolve("run.ompt")));
    }
}
