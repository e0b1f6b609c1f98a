package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.events.HandOverApp;
import org.ompt4j.ompt.Event;

/** Callbacks when a mutex goes from one thread to another: the one for the wait comes during the wait, the one for the release when it is free. */
class HandOverIT {
    private static final String RELEASED = "released after the release";
    private static final String[] CONDITION = {"wait wait_condition begin", "wait wait_condition end"};

    @TempDir
    static Path folder;

    private static Path tool;

    @BeforeAll
    static void compile() throws IOException {
        try (var source = HandOverIT.class.getResourceAsStream("/coverage/HandOverTool.java")) {
            tool = ToolJar.make(
                    "HandOverTool",
                    new String(source.readAllBytes(), StandardCharsets.UTF_8),
                    folder.resolve("hand-over.jar"));
        }
    }

    private static List<String> heard(Jdk jdk, String scenario, String settings) throws IOException {
        return heard(run(jdk, scenario, "tool=none," + settings));
    }

    private static List<String> heard(ObservedRun run) throws IOException {
        return Files.readAllLines(run.directory().resolve("hand-over.txt"));
    }

    private static ObservedRun run(Jdk jdk, String scenario, String settings, String... jvm) {
        ObservedRun run = AppRun.of(HandOverApp.class)
                .on(jdk)
                .moreJvm(jvm)
                .arguments(scenario)
                .tools(tool)
                .with(settings)
                .observedUnjudged();
        assertThat(run.output().exitCode()).as(run.output().toString()).isZero();
        return run;
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("rewriting")
    void attemptAtAMonitorIsHeardOfBeforeTheWaitAndTheReleaseAfterIt(Jdk jdk, String settings) throws IOException {
        for (String scenario : List.of("block", "method")) {
            assertThat(heard(jdk, scenario, settings)).contains("acquire heard in wait_critical", RELEASED);
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("rewriting")
    void waitForALockIsHeardOfWhileItLastsAndTheReleaseAfterIt(Jdk jdk, String settings) throws IOException {
        assertThat(heard(jdk, "lock", settings))
                .containsExactly("acquire heard in wait_lock", "held by main", RELEASED);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("rewriting")
    void waitForTheMutexAfterItsConditionIsAWaitOfItsOwn(Jdk jdk, String settings) throws IOException {
        assertThat(heard(jdk, "notify", settings))
                .contains("no acquire heard in wait_critical")
                .contains(CONDITION);
        // The JDK may wake the thread when it moves it to the queue of the lock: the thread reports its wait only then.
        assertThat(heard(jdk, "signal", settings))
                .containsAnyOf("no acquire heard in wait_lock", "acquire heard in wait_lock")
                .contains(CONDITION);
    }

    static Stream<Arguments> rewriting() {
        return Jdks.all().stream()
                .flatMap(jdk -> Stream.of("profile=default", "profile=full").map(each -> Arguments.of(jdk, each)));
    }

    @OnEveryJdk
    void toolIsToldWhoHeldTheMonitorThatTheJvmTellsOfAndSoAreTraces(Jdk jdk) throws IOException {
        if (JvmMonitorsIT.hasLibrary()) {
            ObservedRun block = withoutReleases(jdk, "block", "-Dompt.test.hears.of.it=true");
            assertThat(heard(block)).contains("acquire heard in wait_critical", "held by main");
            assertThat(ownersThatTheWaiterWaitedFor(block)).containsExactly("main");

            ObservedRun notified = withoutReleases(jdk, "notify");
            assertThat(heard(notified))
                    .contains("no acquire heard in wait_critical", "held by main")
                    .contains(CONDITION);
            assertThat(ownersThatTheWaiterWaitedFor(notified)).containsExactly("main");
        }
    }

    private static ObservedRun withoutReleases(Jdk jdk, String scenario, String... jvm) {
        String[] all = Stream.concat(Stream.of("-Dompt.test.no.releases=true"), Stream.of(jvm))
                .toArray(String[]::new);
        ObservedRun run = run(jdk, scenario, "tools=all,native=auto", all);
        assertThat(run.trace().header().configuration()).containsEntry("native", "auto");
        return run;
    }

    @OnEveryJdk
    void toolThatAsksForReleasesHearsOfThoseOfMonitorsWhateverTheJvmCouldTell(Jdk jdk) throws IOException {
        ObservedRun run = run(jdk, "block", "tools=all,native=auto");

        assertThat(heard(run)).contains("acquire heard in wait_critical", RELEASED);
        assertThat(run.trace().header().configuration()).containsEntry("native", "off");
        assertThat(run.trace().header().notObserved()).noneMatch(each -> each.contains("when monitors are released"));
    }

    /** The names of the threads that held a mutex when the waiter began to wait for it in code of the program. */
    private static List<String> ownersThatTheWaiterWaitedFor(ObservedRun run) {
        Map<Long, String> names = run.trace().threadNames();
        return run.events().stream()
                .filter(each -> each.event() == Event.MUTEX_ACQUIRE && "waiter".equals(names.get(each.threadId())))
                .filter(each -> run.isAt(each, "HandOverApp"))
                .map(each -> names.getOrDefault(each.owner(), "unknown"))
                .toList();
    }
}
