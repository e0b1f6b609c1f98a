package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.fibonacciForks;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ompt4j.apps.forkjoin.Fibonacci;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;

/** A debugger shows rewritten methods like the original ones: the same lines in the same order, with the same variables. */
class DebuggerIT {

    private static final String JDWP =
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0,quiet=n";
    private static final Pattern LISTENING =
            Pattern.compile("Listening for transport dt_socket at address: (?:127\\.0\\.0\\.1:)?(\\d+)\\R");

    /** The lines of a session, and the results of the program. */
    private record Debugged(List<String> lines, RunOutput output, Path directory) {}

    @OnEveryJdk
    void aSynchronizedBlockIsWalkedThroughAsItWasWritten(Jdk jdk) throws Exception {
        ObservedRun run = walksTheSame(synchronizedApp(jdk), SynchronizedApp.class.getName(), "block");

        assertThat(run)
                .of(Construct.SYNCHRONIZED)
                .has(
                        SynchronizedApp.BLOCK_ENTRIES,
                        mutexAcquired(MutexKind.CRITICAL).at("SynchronizedApp.block"));
    }

    @OnEveryJdk
    void aSynchronizedMethodIsWalkedThroughAsItWasWritten(Jdk jdk) throws Exception {
        ObservedRun run = walksTheSame(synchronizedApp(jdk), SynchronizedApp.class.getName() + "$Counter", "increment");

        assertThat(run)
                .of(Construct.SYNCHRONIZED)
                .has(
                        SynchronizedApp.METHOD_ENTRIES,
                        mutexAcquired(MutexKind.CRITICAL).at("Counter.increment"));
    }

    @OnEveryJdk
    void aTaskThatForksAndJoinsIsWalkedThroughAsItWasWritten(Jdk jdk) throws Exception {
        AppRun app =
                AppRun.of(ForkJoinTaskApp.class).on(jdk).profile(Profile.FULL).arguments("fibonacci");

        ObservedRun run = walksTheSame(app, Fibonacci.class.getName(), "compute");

        assertThat(run).has(fibonacciForks(1), taskCreate().at("Fibonacci.compute"));
    }

    private static AppRun synchronizedApp(Jdk jdk) {
        return AppRun.of(SynchronizedApp.class).on(jdk).profile(Profile.FULL).arguments("block", "method");
    }

    private static ObservedRun walksTheSame(AppRun app, String className, String method) throws Exception {
        Debugged plain = debugged(app, false, className, method);
        Debugged observed = debugged(app, true, className, method);

        assertThat(plain.lines()).hasSizeGreaterThan(2);
        assertThat(observed.lines()).isEqualTo(plain.lines());
        ObservedRun run = new ObservedRun(app + " in a debugger", observed.output(), observed.directory());
        run.judge(plain.output());
        return run;
    }

    private static Debugged debugged(AppRun app, boolean withAgent, String className, String method) throws Exception {
        Path directory = app.newDirectory();
        AppRun waiting = app.jvm(JDWP);
        try (ForkedJvm jvm = withAgent ? waiting.start(directory) : waiting.startPlain(directory)) {
            List<String> lines = DebugSession.walk("127.0.0.1", port(jvm), className, method);
            int exitCode = jvm.exitCode();
            String stdout = LISTENING.matcher(jvm.stdout()).replaceFirst("");
            return new Debugged(lines, new RunOutput(exitCode, stdout, jvm.stderr()), directory);
        }
    }

    private static int port(ForkedJvm jvm) throws Exception {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> LISTENING.matcher(jvm.stdout()).find() || !jvm.isAlive());
        Matcher line = LISTENING.matcher(jvm.stdout());
        assertThat(line.find())
                .as("ended before a debugger came: %s", jvm.stderr())
                .isTrue();
        return Integer.parseInt(line.group(1));
    }
}
