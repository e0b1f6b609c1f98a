package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.OwnFileSystemApp;
import org.ompt4j.apps.barrier.CyclicBarrierApp;

/** Spaces and letters beyond ASCII in the paths of the jar and of the trace; file systems that the program brings along. */
class PathsIT {

    @OnEveryJdk
    void agentAndTraceMayLieAnywhere(Jdk jdk) throws Exception {
        AppRun app = AppRun.of(CyclicBarrierApp.class).on(jdk);
        Path directory = Files.createDirectory(app.newDirectory().resolve("Größe, été"));
        Path jar = Files.copy(AppRun.shippedJar(), directory.resolve("my agent ü.jar"));

        ObservedRun run = app.agent(jar).with("output", "größe été.ompt").observed();

        assertThat(run.traceFile().getFileName()).hasToString("größe été.ompt");
        RunOutput check = CommandLineRun.run(jdk, "check", run.traceFile().toString());
        assertThat(check.exitCode()).as(check.stderr()).isZero();
    }

    /** What the program wants to configure is not made before its {@code main}. */
    @OnEveryJdk
    void fileSystemOfTheProgramIsLeftToTheProgram(Jdk jdk) {
        ObservedRun run = AppRun.of(OwnFileSystemApp.class)
                .on(jdk)
                .moreJvm(OwnFileSystemApp.OPTION)
                .observed();

        assertThat(run.output().stdout())
                .isEqualToNormalizingNewlines("made after it was configured: true\nis there: true\n");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void fileThatTheLocaleCannotNameCostsOneLine(Jdk jdk) throws Exception {
        List<String> command =
                List.of(ForkedJvm.BRIEF, "-jar", AppRun.shippedJar().toString(), "report", "größe.ompt");
        Path directory = AppRun.of(EndingApp.class).on(jdk).newDirectory();

        try (ForkedJvm jvm = ForkedJvm.start(jdk, command, Map.of("LC_ALL", "C"), directory)) {
            assertThat(jvm.exitCode()).isEqualTo(2);

            assertThat(jvm.stderr().lines())
                    .singleElement()
                    .asString()
                    .endsWith(
                            ": the JVM cannot use this name (its path has letters that the locale of the JVM does not have; set LC_ALL=C.UTF-8)");
        }
    }

    /** As in a container that sets no locale: then the JVM cannot name files in such a directory. */
    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void directoryThatTheLocaleCannotNameCostsOneLine(Jdk jdk) throws Exception {
        Path directory = Files.createDirectory(
                AppRun.of(EndingApp.class).on(jdk).newDirectory().resolve("größe"));
        Path temporary = Files.createDirectory(directory.resolveSibling("temporary"));
        List<String> command = List.of(
                ForkedJvm.BRIEF,
                "-Djava.io.tmpdir=" + temporary,
                "-jar",
                AppRun.shippedJar().toString(),
                "run",
                "--no-page",
                jdk.java().toString(),
                "-Djava.io.tmpdir=" + temporary,
                EndingApp.class.getName(),
                "exit");
        Map<String, String> environment =
                Map.of("LC_ALL", "C", "CLASSPATH", System.getProperty("ompt.testapps.classpath"));

        try (ForkedJvm jvm = ForkedJvm.start(jdk, command, environment, directory)) {
            assertThat(jvm.exitCode()).as("%s", jvm.stderr()).isEqualTo(7);

            assertThat(jvm.stderr())
                    .contains("(its path has letters that the locale of the JVM does not have; set LC_ALL=C.UTF-8)")
                    .contains("Findings")
                    .doesNotContain("unexpected");
            assertThat(ObservedRun.traceFiles(temporary)).hasSize(1);
        }
    }
}
