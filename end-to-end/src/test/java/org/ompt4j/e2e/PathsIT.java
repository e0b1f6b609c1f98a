package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ompt4j.apps.barrier.CyclicBarrierApp;

/** Spaces and letters beyond ASCII in the paths of the jar and of the trace. */
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
}
