package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.fibonacciForks;
import static org.ompt4j.e2e.AppRun.AGENT_HERE;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;

/** OpenTelemetry's agent in the same JVM, which rewrites fork/join classes too. */
@Order(2)
class OpenTelemetryIT {

    private static final String OTHER = "-javaagent:" + Company.jar("opentelemetry-javaagent");

    private static final Pattern OF_THE_JVM = Pattern.compile("(WARNING|OpenJDK 64-Bit Server VM warning): .*");

    private static AppRun app(Jdk jdk) {
        return AppRun.of(ForkJoinTaskApp.class)
                .on(jdk)
                .profile(Profile.FULL)
                .arguments("fibonacci", "invoke-all", "exception");
    }

    private static String[] options(String first, String second, String exporter) {
        return new String[] {
            ForkedJvm.BRIEF,
            first,
            second,
            "-Dotel.javaagent.logging=" + (exporter.equals("none") ? "none" : "simple"),
            "-Dotel.traces.exporter=" + exporter,
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none",
            "-Dotel.instrumentation.methods.include=" + ForkJoinTaskApp.class.getName() + "[main]"
        };
    }

    @OnEveryJdk
    void forkJoinIsObservedBehindOpenTelemetry(Jdk jdk) {
        ObservedRun run = app(jdk).jvm(options(OTHER, AGENT_HERE, "none")).observedUnjudged();

        // The stdout is that without both agents; stderr may have messages of the JVM about the other agent.
        run.judge(new RunOutput(0, app(jdk).plain().stdout(), run.output().stderr()));
        assertThat(run.output().otherStderrLines()).allMatch(OF_THE_JVM.asMatchPredicate());
        hasEveryTask(run);
    }

    @OnEveryJdk
    void openTelemetryTracesBehindTheAgent(Jdk jdk) {
        ObservedRun run = app(jdk).jvm(options(AGENT_HERE, OTHER, "console"))
                .with("quiet", "true")
                .observedUnjudged();

        assertThat(run.output().exitCode()).as(run.output().stderr()).isZero();
        assertThat(run.violations()).isEmpty();
        assertThat(run.trace().losses().failures()).isEmpty();
        assertThat(run.output().stdout()).contains("fibonacci: ");
        assertThat(run.output().stderr()).contains("'ForkJoinTaskApp.main'");
        hasEveryTask(run);
    }

    private static void hasEveryTask(ObservedRun run) {
        assertThat(run)
                .has(fibonacciForks(1), taskCreate().at("Fibonacci.compute"))
                .has(
                        fibonacciForks(1),
                        syncRegion(SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN).at("Fibonacci.compute"));
    }
}
