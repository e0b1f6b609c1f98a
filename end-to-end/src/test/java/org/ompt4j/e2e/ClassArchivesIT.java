package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.ompt4j.apps.company.EverythingApp;
import org.ompt4j.apps.thread.VirtualThreadApp;

/** Archives of classes with which the JVM starts faster, created with and without the agent. */
class ClassArchivesIT {

    /** With an agent JDK 25 prints a warning about its own archive to stdout. */
    private static final String NO_LOG = "-Xlog:disable";

    /** With an agent JDK 25 uses an AOT cache only if it was created with this module, and says so on stdout. */
    private static final String AGENTS_MODULE = "--add-modules=java.instrument";

    private static final int AOT_CACHES_SINCE = 25;
    private static final String[] EVERYTHING = {
        "company/EverythingApp", "company/EverythingApp$Halves", "Threads", "Threads$Body"
    };
    private static final String[] VIRTUAL_THREADS = {
        "thread/VirtualThreadApp", "Scenarios", "Scenarios$Scenario", "Threads", "Threads$Body"
    };

    @OnEveryJdk
    void archiveOfTheProgramsClassesCanBeUsed(Jdk jdk) throws IOException {
        AppRun app = app(jdk);
        Path archive = app.newDirectory().resolve("app.jsa").toAbsolutePath();
        RunOutput dumping = app.jvm("-XX:ArchiveClassesAtExit=" + archive).plain();
        assertThat(archive).as(dumping.stdout() + dumping.stderr()).exists();

        Everything.isIn(app.jvm(NO_LOG, "-XX:SharedArchiveFile=" + archive).observed());
    }

    @OnEveryJdk
    void agentStaysOutWhileAnAotCacheIsRecorded(Jdk jdk) throws IOException {
        assumeTrue(jdk.major() >= AOT_CACHES_SINCE, "older JDKs have none");
        AppRun app = app(jdk);
        Path cache = app.newDirectory().resolve("app.aot").toAbsolutePath();

        ObservedRun recording = app.jvm("-XX:AOTCacheOutput=" + cache).observedUnjudged();

        assertThat(recording.output().exitCode())
                .as(recording.output().stderr())
                .isZero();
        assertThat(recording.output().stdout()).contains("counted: " + 2 * EverythingApp.ROUNDS);
        assertThat(recording.output().agentLines())
                .containsExactly("ompt4j: the JVM records an AOT cache, which cannot hold rewritten classes;"
                        + " the program runs on unobserved");
        assertThat(ObservedRun.traceFiles(recording.directory())).isEmpty();
        assertThat(cache).exists();
        assertThat(app.jvm(AGENTS_MODULE, "-XX:AOTCache=" + cache).observed().events())
                .isNotEmpty();
    }

    @OnEveryJdk
    void everythingIsObservedWithAnAotCacheWithoutLinkedClasses(Jdk jdk) throws IOException {
        assumeTrue(jdk.major() >= AOT_CACHES_SINCE, "older JDKs have none");
        AppRun app = app(jdk);
        Path cache = app.newDirectory().resolve("app.aot").toAbsolutePath();
        app.jvm("-XX:AOTCacheOutput=" + cache, "-XX:-AOTClassLinking").observedUnjudged();
        assertThat(cache).exists();

        Everything.isIn(app.jvm(AGENTS_MODULE, "-XX:AOTCache=" + cache).observed());
    }

    /** Calls in such a cache are linked, and classes that the JVM takes from it only after the rewriting call the old methods. */
    @OnEveryJdk
    void virtualThreadsRunTheirTasksWithAnAotCacheWithoutLinkedClasses(Jdk jdk) throws IOException {
        assumeTrue(jdk.major() >= AOT_CACHES_SINCE, "older JDKs have none");
        AppRun app = app(jdk, VirtualThreadApp.class, VIRTUAL_THREADS).arguments("1", "plain");
        Path cache = app.newDirectory().resolve("app.aot").toAbsolutePath();
        app.jvm("-XX:AOTCacheOutput=" + cache, "-XX:-AOTClassLinking", AGENTS_MODULE)
                .plain();
        assertThat(cache).exists();

        ObservedRun run = app.jvm(AGENTS_MODULE, "-XX:AOTCache=" + cache).observed();

        assertThat(run.output().stdout()).contains("sum 190");
    }

    private static AppRun app(Jdk jdk) throws IOException {
        return app(jdk, EverythingApp.class, EVERYTHING);
    }

    /** Archives contain only classes of jars. */
    private static AppRun app(Jdk jdk, Class<?> main, String... classes) throws IOException {
        AppRun app = AppRun.of(main).on(jdk).profile(Profile.FULL);
        Path jar = app.newDirectory().resolve("app.jar").toAbsolutePath();
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            for (String each : classes) {
                String entry = "org/ompt4j/apps/" + each + ".class";
                packed.putNextEntry(new JarEntry(entry));
                try (InputStream in = main.getResourceAsStream('/' + entry)) {
                    in.transferTo(packed);
                }
            }
        }
        return app.only(jar);
    }
}
