package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.nestLock;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ompt4j.apps.control.ControlApp;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;

/** Commands of an application to the tools that observe it. */
class OmptControlIT {

    private static AppRun app(Jdk jdk, String... scenarios) {
        return AppRun.of(ControlApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .profile(Profile.FULL)
                .with("output", "run.ompt")
                .arguments(scenarios);
    }

    private static List<String> answers(ObservedRun run) throws IOException {
        return Files.readAllLines(run.directory().resolve("answers"));
    }

    @OnEveryJdk
    void withoutTheAgentEveryCommandAnswersThatNoToolRuns(Jdk jdk) throws Exception {
        AppRun app = app(jdk, "answers", "between", "in-region", "flush", "other-loader", "tool-specific", "end");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.startPlain(directory)) {
            assertThat(jvm.exitCode()).isZero();
            assertThat(jvm.stderr()).isEmpty();
        }

        assertThat(Files.readAllLines(directory.resolve("answers")))
                .hasSizeGreaterThan(10)
                .allMatch(each -> each.endsWith(" -2"));
    }

    @OnEveryJdk
    void traceToolAnswersTheStandardCommandsAndIgnoresOthers(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "answers").observed();

        assertThat(answers(run))
                .containsExactly("pause 0", "pause again 0", "flush 0", "start 0", "start again 0", "64 1");
        assertThat(run.trace().pauses()).hasSize(1);
    }

    @OnEveryJdk
    void lockThatWasReleasedInAPauseIsNotHeldAfterIt(Jdk jdk) {
        TraceAssert afterwards = assertThat(app(jdk, "held").observed());

        afterwards.has(2, mutexAcquired(MutexKind.NEST_LOCK).at("ControlApp.takeAgain"));
        afterwards.has(2, mutexReleased(MutexKind.NEST_LOCK).at("ControlApp.takeAgain"));
        afterwards.hasNo(nestLock(ScopeEndpoint.BEGIN));
    }

    @OnEveryJdk
    void nothingIsRecordedBetweenPauseAndStart(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "between").observed();

        assertThat(answers(run)).containsExactly("pause 0", "start 0");
        assertThat(run).has(1, parallelBegin().at("ControlApp.before"));
        assertThat(run).has(1, parallelBegin().at("ControlApp.after"));
        assertThat(run).hasNo(parallelBegin().at("ControlApp.whilePaused"));
        // The events during the pause were not written: they would need at least 50 bytes for each region.
        assertThat(Files.size(run.traceFile())).isLessThan(ControlApp.PAUSED_REGIONS * 50L);
        Pause pause = run.trace().pauses().get(0);
        assertThat(pause.nanos()).isPositive();
        assertThat(run.events()).noneMatch(each -> isIn(pause, each));
    }

    private static boolean isIn(Pause pause, TraceEvent event) {
        return event.timeNanos() > pause.fromNanos() && event.timeNanos() < pause.toNanos();
    }

    @OnEveryJdk
    void rulesHoldWhereverAPauseBeginsAndEnds(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "in-region", "everything").observed();

        assertThat(run.trace().pauses()).hasSizeGreaterThan(3);
        RunOutput report = CommandLineRun.here("report", run.traceFile().toString());
        assertThat(report.exitCode()).isZero();
        assertThat(report.stdout()).containsPattern("Paused +[0-9,]+ times");
    }

    @OnEveryJdk
    void flushedTraceHoldsWhatHappenedBefore(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "flush").observed();

        assertThat(answers(run)).containsExactly("flush 0");
        try (Trace flushed = Traces.open(run.directory().resolve("flushed.copy"))) {
            boolean before = false;
            boolean after = false;
            for (var events = flushed.events(); events.hasNext(); ) {
                String site = String.valueOf(flushed.callSite(events.next().codeptrRa()));
                before |= site.contains("ControlApp.before");
                after |= site.contains("ControlApp.after");
            }
            assertThat(before).isTrue();
            assertThat(after).isFalse();
        }
    }

    @OnEveryJdk
    void anyNumberOfClassLoadersCanLoadTheClass(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "other-loader").observed();

        assertThat(run.output().stdout()).contains("another class");
        assertThat(answers(run)).containsExactly("pause 0", "start 0");
        assertThat(run.trace().pauses()).hasSize(1);
    }

    @OnEveryJdk
    void afterEndNothingIsRecordedAndTheProgramGoesOn(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "end").observedUnjudged();

        assertThat(run.output().exitCode()).isZero();
        assertThat(run.output().stdout()).startsWith("end: ");
        assertThat(answers(run)).containsExactly("end 0", "start 1");
        assertThat(run).has(1, parallelBegin().at("ControlApp.before"));
        assertThat(run).hasNo(parallelBegin().at("ControlApp.after"));
        assertThat(run.trace().losses().finished()).isTrue();
        assertThat(run.trace().losses().endReason()).isEqualTo("a command ended it");
        assertThat(run.violations()).isEmpty();
        assertThat(run.output().agentLines()).singleElement().asString().contains("trace written to");
    }

    @OnEveryJdk
    void samplesArePausedToo(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "between", "end")
                .with("tool", "sample")
                .with("sample.period", "1ms")
                .observedUnjudged();

        assertThat(answers(run)).containsExactly("pause 0", "start 0", "end 0", "start 1");
        assertThat(run.output().exitCode()).isZero();
        Pause pause = run.trace().pauses().get(0);
        assertThat(run.events()).noneMatch(each -> isIn(pause, each));
        assertThat(run.violations()).isEmpty();
    }
}
