package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.findings.LocksApp;
import org.ompt4j.apps.findings.StuckApp;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;

/** The command {@code run}: what it prints when the program has ended, and that it does not change the program's behaviour otherwise. */
@Order(2)
class RunCommandIT {

    @OnEveryJdk
    void exitCodeAndOutputAreThoseOfTheProgramAndWhatStandsOutIsOnTheErrorStream(Jdk jdk) throws Exception {
        Path directory = directory(EndingApp.class, jdk);

        RunOutput run = run(jdk, directory, "quiet=true", EndingApp.class.getName(), "exit");

        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(run.stdout())
                .isEqualTo(AppRun.of(EndingApp.class)
                        .on(jdk)
                        .arguments("exit")
                        .plain()
                        .stdout());
        Path trace = ObservedRun.traceFiles(directory).get(0);
        assertThat(run.stderr())
                .contains("\n" + trace.getFileName() + ": process ", "\nFindings")
                .containsPattern(" report .*" + Pattern.quote(trace.toString()))
                .contains("\nAs a page for a browser: " + trace + ".html\n");
        assertThat(Path.of(trace + ".html")).content().startsWith("<!DOCTYPE html>");
        try (Trace written = Traces.open(trace)) {
            assertThat(written.header().configuration()).containsEntry("tool", "profile");
        }
    }

    /** The example of the README is a complete program with the finding that the README shows. */
    @OnEveryJdk
    void exampleOfTheReadmeHasThatFinding(Jdk jdk) throws Exception {
        Path directory = directory(EndingApp.class, jdk);
        Matcher example = Pattern.compile("```java\n(.*?class (\\w+) .*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../README.md")).replace("\r\n", "\n"));
        assertThat(example.find()).isTrue();
        Path source = Files.writeString(directory.resolve(example.group(2) + ".java"), example.group(1));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-d", directory.toString(), source.toString());
        assertThat(compiled).isZero();

        // The common pool has one worker on two processors.
        String oneWorker = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=1";
        RunOutput run = run(jdk, directory, oneWorker, "-cp", directory.toString(), example.group(2));

        assertThat(run.exitCode()).isZero();
        assertThat(run.stderr().replaceAll("\\s+", " "))
                .contains("Findings (worst first) Waiting for Prices.class #")
                .containsPattern(
                        "\"main\" waited at Prices.price\\(Prices.java:13\\) while, at first, "
                                + "\"ForkJoinPool.commonPool-worker-1\" held it( from Prices.price\\(Prices.java:13\\))?\\. Meanwhile: ")
                .containsPattern("Prices.load in \\d+ % of \\d+ samples")
                .contains("mostly worked meanwhile: if it held it still, try to do less in the hold");
    }

    /** Settings of the user, in any order, are not changed, and no file is written that the user does not want. */
    @OnEveryJdk
    void anotherToolAndNoPageCanBeChosen(Jdk jdk) throws Exception {
        Path directory = directory(EndingApp.class, jdk);

        RunOutput run = run(jdk, directory, "tool=trace", "--no-page", EndingApp.class.getName(), "exit");

        Path trace = ObservedRun.traceFiles(directory).get(0);
        assertThat(run.stderr())
                .contains("\nFindings")
                .containsPattern("As a page for a browser: .* report --html .*" + Pattern.quote(trace + ".html"));
        assertThat(Path.of(trace + ".html")).doesNotExist();
        assertThat(Path.of(trace + ".jfr")).doesNotExist();
    }

    @OnEveryJdk
    void pageThatExistsStaysAsItIsAndIsNamed(Jdk jdk) throws Exception {
        Path directory = directory(EndingApp.class, jdk);
        Path page = Files.writeString(directory.resolve("run.ompt.html"), "mine");

        RunOutput run = run(jdk, directory, "output=run.ompt", EndingApp.class.getName(), "exit");

        assertThat(page).hasContent("mine");
        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(run.stderr()).contains("run.ompt.html exists already", "\nFindings");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void everyJvmOfAnotherCommandIsTold(Jdk jdk) throws Exception {
        Path directory = directory(EndingApp.class, jdk);
        Path elsewhere = Files.createDirectory(directory.resolve("else where"));
        String java = "'" + jdk.java() + "' ";
        String script = java + EndingApp.class.getName() + " halt; cd '" + elsewhere + "'; " + java
                + EndingApp.class.getName() + " throw; exit 5";

        RunOutput run = run(jdk, directory, "--", "sh", "-c", script);

        assertThat(run.exitCode()).isEqualTo(5);
        assertThat(ObservedRun.traceFiles(directory)).hasSize(2);
        assertThat(run.stderr()).containsOnlyOnce("\nFindings").containsOnlyOnce("not finished (killed?)");
    }

    /** Two of the JVMs have the lock and the monitor of {@code held}, one has both orders, and one has no finding. */
    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void jvmsOfACommandHaveOneAnswer(Jdk jdk) throws Exception {
        Path directory = directory(LocksApp.class, jdk);
        String java = "'" + jdk.java() + "' ";
        String findings = java + LocksApp.class.getName();
        String script = findings + " held; " + findings + " held both-orders; " + java + "-version; exit 7";

        RunOutput run = run(jdk, directory, "profile=full", "quiet=true", "--", "sh", "-c", script);

        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(run.stderr())
                .contains("\n3 JVMs: ")
                .containsOnlyOnce("\nFindings (worst first)\n  Can deadlock: ")
                .containsOnlyOnce("while \"second\" held it from LocksApp.second(")
                .containsOnlyOnce("Waiting for Object #")
                .containsPattern("    In LocksApp held both-orders, process \\d+\\.\n")
                .containsPattern("    In 2 JVMs, [0-9.]+ s in all; this is the one with most, LocksApp held")
                .containsPattern("ompt: process \\d+, .*, nothing stands out\\.\n")
                .contains("Who held it mostly slept: try to release it before that.");
        Path first = first(run.stderr());
        assertThat(run.stderr()).endsWith("As pages for a browser: " + first + ".all.html\n");
        String page = Files.readString(Path.of(first + ".all.html"));
        for (Path each : ObservedRun.traceFiles(directory)) {
            assertThat(Path.of(each + ".html")).exists();
            assertThat(page).contains("href=\"./" + each.getFileName() + ".html\"");
        }
    }

    /** The trace of the JVM that ended first. */
    private static Path first(String told) {
        return Path.of(Pattern.compile("\n  (.+): LocksApp held, process")
                .matcher(told)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1));
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void signalReachesTheProgramAndTheAnswerIsGivenStill(Jdk jdk) throws Exception {
        Path directory = directory(StuckApp.class, jdk);
        try (ForkedJvm jvm = start(jdk, directory, "profile=full", StuckApp.class.getName(), "deadlock")) {
            await().atMost(Duration.ofMinutes(2)).until(() -> jvm.stdout().startsWith(StuckApp.STUCK));
            assumeFalse(jvm.ignores(15), "this build was started with TERM ignored");
            jvm.signal("TERM");

            assertThat(jvm.exitCode()).isEqualTo(128 + 15);
            assertThat(jvm.stderr()).contains("\nFindings (worst first)\n  Deadlock: 2 threads wait for each other");
        }
    }

    private static Path directory(Class<?> app, Jdk jdk) {
        return AppRun.of(app).on(jdk).newDirectory();
    }

    private static RunOutput run(Jdk jdk, Path directory, String... arguments)
            throws IOException, InterruptedException {
        try (ForkedJvm jvm = start(jdk, directory, arguments)) {
            int exitCode = jvm.exitCode();
            return new RunOutput(exitCode, jvm.stdout(), jvm.stderr());
        }
    }

    private static ForkedJvm start(Jdk jdk, Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(ForkedJvm.BRIEF, "-jar", AppRun.shippedJar().toString(), "run"));
        command.addAll(List.of(arguments));
        Map<String, String> environment =
                Map.of("CLASSPATH", System.getProperty("ompt.testapps.classpath"), "COLUMNS", "240");
        return ForkedJvm.start(jdk, command, environment, directory);
    }
}
