package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import org.awaitility.Awaitility;
import org.ompt4j.apps.control.TopApp;

/** The command {@code top} and the MBean with the same numbers. */
class TopIT {
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";

    @OnEveryJdk
    void watcherSeesWhoWaitsForWhatAndLeavesTheProgramAsItWas(Jdk jdk) throws Exception {
        AppRun app = AppRun.of(TopApp.class)
                .on(jdk)
                .with("tool", "none")
                // Without this option newer JVMs print a warning about the agent.
                .jvm(ForkedJvm.BRIEF, "-XX:+EnableDynamicAgentLoading", "-Djava.io.tmpdir=.");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            awaitRunning(jvm);
            RunOutput seen = CommandLineRun.run(jdk, "top", Long.toString(jvm.pid()), "--once", "--interval", "0.5");
            CompositeData window = window(jvm.pid());
            assertNothingIsLeft(directory);
            stop(jvm, directory);

            assertThat(seen.exitCode()).isZero();
            assertThat(seen.stderr()).isEmpty();
            assertThat(seen.stdout())
                    .startsWith("Process " + jvm.pid() + ": ")
                    .containsPattern("\nDeadlock: 2 threads wait for each other\n"
                            + "  (left waits for \\[Ljava.lang.Object;, which right holds\n"
                            + "  right waits for \\Q" + LOCK + "\\E, which left holds"
                            + "|right waits for \\Q" + LOCK + "\\E, which left holds\n"
                            + "  left waits for \\[Ljava.lang.Object;, which right holds)\n\n")
                    .containsPattern("\n +2\\.0 +2 +100  \\Q" + LOCK
                            + "\\E #\\d+\n +waiting: locked-out-0, locked-out-1\n +held by holder ")
                    .containsPattern(
                            "\n +2\\.0 +2 +100  java.lang.Object #\\d+\n +waiting: blocked-0, blocked-1\n +held by holder ")
                    .containsPattern("\n +5\\.0 +5 +2\\.0 +[0-9.]+ +[0-9.]+ +[0-9.]+  pool-1\n")
                    .containsPattern("\n +[0-9.]+ +[1-4] .* parallel-stream\n")
                    .containsPattern("\n +0 +100 +0 +0 +monitor java.lang.Object #\\d+ +blocked-0\n");
            assertMutex(window, LOCK, "locked-out-0", "locked-out-1");
            assertMutex(window, "java.lang.Object", "blocked-0", "blocked-1");
            assertThat(row(window, "deadlocks", "thread", "left").get("holder")).isEqualTo("right");
            assertThat(row(window, "deadlocks", "thread", "right").get("object"))
                    .isEqualTo(LOCK);
            CompositeData pool = row(window, "pools", "name", "pool-1");
            assertThat(pool.get("queued")).isEqualTo((long) pool.get("counted") * TopApp.QUEUED);
        }
    }

    @OnEveryJdk
    void programWithoutTheAgentIsLeftAlone(Jdk jdk) throws Exception {
        AppRun app = AppRun.of(TopApp.class).on(jdk).jvm(ForkedJvm.BRIEF);
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.startPlain(directory)) {
            awaitRunning(jvm);
            RunOutput answer = CommandLineRun.run(jdk, "top", Long.toString(jvm.pid()), "--once");
            stop(jvm, directory);

            assertThat(answer.exitCode()).isEqualTo(1);
            assertThat(answer.stderr())
                    .isEqualTo("ompt4j: process " + jvm.pid()
                            + " runs without the agent, nothing was changed; to watch it:"
                            + " java -jar " + AppRun.shippedJar().normalize() + " attach " + jvm.pid()
                            + " tool=none, and then top " + jvm.pid()
                            + "\n");
        }
    }

    private static void awaitRunning(ForkedJvm jvm) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> jvm.stdout().contains("running"));
    }

    private static void stop(ForkedJvm jvm, Path directory) throws Exception {
        Files.createFile(directory.resolve("stop"));
        assertThat(jvm.exitCode()).isEqualTo(TopApp.EXIT_CODE);
        assertThat(jvm.stdout()).isEqualTo("running\ndone\n");
        assertThat(jvm.stderr()).isEmpty();
    }

    private static void assertNothingIsLeft(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).noneMatch(each -> each.getFileName().toString().startsWith("ompt4j-top"));
        }
    }

    private static void assertMutex(CompositeData window, String type, String... waiting) {
        CompositeData mutex = row(window, "mutexes", "object", type);
        assertThat((String[]) mutex.get("names")).containsExactly(waiting);
        assertThat(mutex.get("waiters")).isEqualTo(2 * (long) window.get("looks"));
        assertThat(mutex.get("holder")).isEqualTo("holder");
    }

    private static CompositeData row(CompositeData window, String table, String key, String value) {
        return Stream.of((CompositeData[]) window.get(table))
                .filter(each -> each.get(key).equals(value))
                .findFirst()
                .orElseThrow();
    }

    /** Reads the window like a console for JMX. */
    private static CompositeData window(long pid) throws Exception {
        try (JMXConnector connector = Console.connect(pid)) {
            return (CompositeData)
                    connector.getMBeanServerConnection().getAttribute(new ObjectName("org.ompt4j:type=Live"), "Window");
        }
    }
}
