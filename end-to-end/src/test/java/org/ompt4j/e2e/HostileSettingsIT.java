package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.threadBegin;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.SelfRefusingApp;
import org.ompt4j.apps.thread.ThreadApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;

/**
 * Harmful settings, tools and permissions: an invalid setting ends the JVM with exit code 2 unless the user wants it to run, a failure does not
 * change the program's exit code, and nothing hangs.
 */
@DisabledOnOs(OS.WINDOWS)
class HostileSettingsIT {

    private static final int WRONG_USAGE = 2;

    /** A security policy with the permissions that the program needs, without those that the agent needs. */
    private static final String POLICY = "grant { permission java.lang.RuntimePermission \"shutdownHooks\";\n"
            + " permission java.lang.RuntimePermission \"modifyThread\";\n"
            + " permission java.util.PropertyPermission \"*\", \"read,write\"; };\n";

    @TempDir
    private Path folder;

    @OnEveryJdk
    void securityManagerThatRefusesTheAgentLeavesTheProgramItsExitCode(Jdk jdk) throws Exception {
        assumeTrue(jdk.hasSecurityManagers(), "has security managers");
        Path policy = Files.writeString(folder.resolve("policy"), POLICY);
        String[] options = {"-Djava.security.manager", "-Djava.security.policy==" + policy};

        RunOutput output = run(program(jdk).jvm(options));

        assertThat(output.exitCode()).isZero();
        RunOutput plain = program(jdk).jvm(options).plain();
        assertThat(output.stdout()).isEqualTo(plain.stdout());
        assertThat(output.otherStderrLines()).isEqualTo(plain.otherStderrLines());
        assertThat(output.agentLines())
                .singleElement()
                .asString()
                .startsWith("ompt4j: cannot start on this JVM (java.security.AccessControlException: ")
                .contains("getenv.OMP_TOOL")
                .endsWith("; the program runs on unobserved");
    }

    @OnEveryJdk
    void securityManagerThatAllowsTheAgentAllHasTheThreadsOfAProgramWithoutRightsObserved(Jdk jdk) throws Exception {
        assumeTrue(jdk.hasSecurityManagers(), "has security managers");
        Path policy = Files.writeString(folder.resolve("policy"), AppRun.allRightsOfTheAgent() + POLICY);

        ObservedRun run = AppRun.of(ThreadApp.class)
                .on(jdk)
                .profile(Profile.FULL)
                .arguments("plain")
                .jvm("-Djava.security.manager", "-Djava.security.policy==" + policy)
                .observed();

        TraceAssert.assertThat(run)
                .has(ThreadApp.PLAIN_THREADS, taskCreate().of(Construct.THREAD))
                .has(ThreadApp.PLAIN_THREADS + 1, threadBegin(ThreadType.INITIAL));
        assertThat(run.output().agentLines()).singleElement().asString().startsWith("ompt4j: trace written to ");
    }

    @OnEveryJdk
    void traceOfAProgramThatRefusesItselfEverythingIsWhole(Jdk jdk) {
        assumeTrue(jdk.hasSecurityManagers(), "has security managers");

        ObservedRun run = AppRun.of(SelfRefusingApp.class)
                .on(jdk)
                .jvm("-Djava.security.manager=allow")
                .observed();

        TraceAssert.assertThat(run).has(SelfRefusingApp.THREADS + 1, threadBegin(ThreadType.INITIAL));
        assertThat(run.output().agentLines()).singleElement().asString().startsWith("ompt4j: trace written to ");
    }

    @OnEveryJdk
    void endlessConfigurationIsABadSetting(Jdk jdk) throws Exception {
        for (String endless : List.of("/dev/zero", pipe().toString())) {
            RunOutput stopped = run(program(jdk).with("config", endless));
            RunOutput observed = run(program(jdk).with("config", endless).with("on-error", "continue"));

            String line =
                    "ompt4j: " + endless + ": is a pipe or a device; the configuration must be a regular file (named by"
                            + " agent argument)";
            assertThat(stopped.exitCode()).isEqualTo(WRONG_USAGE);
            assertThat(stopped.stderr().lines()).containsExactly(line);
            assertThat(observed.exitCode()).isZero();
            assertThat(observed.agentLines()).contains(line).anyMatch(each -> each.contains(".ompt"));
        }
    }

    @OnEveryJdk
    void libraryThatIsAPipeAndServiceFileOfSixHundredMegabytesAreLeftOutAndObservationGoesOn(Jdk jdk) throws Exception {
        RunOutput output = run(program(jdk).jvm("-Xmx128m").tools(pipe(), jarWithLargeServiceFile()));

        assertThat(output.exitCode()).isZero();
        assertThat(output.agentLines()).hasSize(3);
        assertThat(output.agentLines().get(0)).contains("is a pipe or a device, not a jar file");
        assertThat(output.agentLines().get(1)).contains("is larger than 64k").endsWith("large.jar are left out");
        assertThat(output.agentLines().get(2)).contains(".ompt");
    }

    private Path pipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        if (!Files.exists(pipe)) {
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
        }
        return pipe;
    }

    private Path jarWithLargeServiceFile() throws IOException {
        Path jar = folder.resolve("large.jar");
        byte[] megabyte = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream packed = new ZipOutputStream(out)) {
            packed.setLevel(Deflater.BEST_SPEED);
            packed.putNextEntry(new ZipEntry("META-INF/services/org.ompt4j.ompt.OmptTool"));
            for (int i = 0; i < 600; i++) {
                packed.write(megabyte);
            }
            packed.closeEntry();
        }
        return jar;
    }

    private static AppRun program(Jdk jdk) {
        return AppRun.of(EndingApp.class).on(jdk).arguments("return");
    }

    private static RunOutput run(AppRun program) {
        return program.observedUnjudged().output();
    }
}
