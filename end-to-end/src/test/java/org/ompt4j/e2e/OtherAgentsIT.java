package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.ompt4j.apps.agent.RedefiningApp;

/** Other agents in the same JVM. */
class OtherAgentsIT {

    @OnEveryJdk
    void classesThatTheAgentHasRewrittenCanStillBeRedefinedByOthers(Jdk jdk) throws IOException {
        AppRun app = AppRun.of(RedefiningApp.class).on(jdk).profile(Profile.FULL);
        Path other = jarOfOtherAgent(app.newDirectory());

        ObservedRun run = app.jvm("-javaagent:" + other).observed();

        assertThat(run.output().stdout().lines().filter(each -> each.endsWith(": redefined")))
                .hasSize(7);
    }

    /** Its class is the program's, so that the jar holds nothing but who it is. */
    private static Path jarOfOtherAgent(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", RedefiningApp.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = directory.resolve("other.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream empty = new JarOutputStream(out, manifest)) {
            empty.finish();
        }
        return jar.toAbsolutePath();
    }
}
