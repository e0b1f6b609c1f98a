package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.CRITICAL;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.monitor.MonitorLayoutsApp;
import org.ompt4j.mappings.monitor.MonitorLayouts;
import org.ompt4j.ompt.Construct;

/** Monitors in code that javac does not generate. {@link CompilationGateIT} checks that it is compiled like without the agent. */
class MonitorLayoutsIT {

    private static @Nullable Path classes;

    /** Puts the generated class on the class path. */
    static AppRun withLayouts(AppRun run) throws IOException {
        return run.before(layouts(run));
    }

    /** The directory of the generated class, the same for all runs, so that they share one run without the agent. */
    private static synchronized Path layouts(AppRun run) throws IOException {
        if (classes == null) {
            Path directory = run.newDirectory();
            Path file = directory.resolve(MonitorLayouts.CLASS + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, MonitorLayouts.classFile());
            classes = directory;
        }
        return classes;
    }

    /** A run in which monitors are observed by rewriting code. */
    private static ObservedRun observed(Jdk jdk, Profile profile, String... scenarios) throws IOException {
        return withLayouts(AppRun.of(MonitorLayoutsApp.class).on(jdk))
                .profile(profile)
                .with("native", "off")
                .arguments(scenarios)
                .jvm(ForkedJvm.BRIEF)
                .observedOnce();
    }

    private static String site(String layout) {
        return "MonitorLayoutsApp$Code." + layout + '(';
    }

    @OnEveryJdkAndProfile
    void programRunsAsItDoesWithoutTheAgent(Jdk jdk, Profile profile) throws IOException {
        observed(jdk, profile);
    }

    @OnEveryJdk
    void everyEntryAndExitIsReportedAlsoByAnException(Jdk jdk) throws IOException {
        TraceAssert quiet = assertThat(observed(jdk, Profile.FULL, "quiet")).of(Construct.SYNCHRONIZED);
        TraceAssert throwing =
                assertThat(observed(jdk, Profile.FULL, "throwing")).of(Construct.SYNCHRONIZED);

        MonitorLayouts.OBSERVED.forEach((layout, monitors) -> {
            has(quiet, layout, (long) monitors * MonitorLayoutsApp.CALLS);
            // In this method the first of two blocks throws.
            int entered = layout.equals("handlerOfTwoBlocks") ? 1 : monitors;
            has(throwing, layout, (long) entered * MonitorLayoutsApp.CALLS);
        });
    }

    private static void has(TraceAssert trace, String layout, long entries) {
        trace.has(entries, mutexAcquire(CRITICAL).at(site(layout)))
                .has(entries, mutexAcquired(CRITICAL).at(site(layout)))
                .has(entries, mutexReleased(CRITICAL).at(site(layout)));
    }

    @OnEveryJdk
    void waitsAreReported(Jdk jdk) throws IOException {
        TraceAssert main = assertThat(observed(jdk, Profile.DEFAULT, "contended"))
                .of(Construct.SYNCHRONIZED)
                .onThread("main");

        for (String each : MonitorLayouts.OBSERVED.keySet()) {
            main.has(1, mutexAcquire(CRITICAL).at(site(each)))
                    .has(1, mutexAcquired(CRITICAL).at(site(each)));
        }
    }

    @OnEveryJdk
    void whatIsNotObservedIsCountedAndNamed(Jdk jdk) throws IOException {
        ObservedRun run = observed(jdk, Profile.FULL, "quiet");

        for (String each : MonitorLayouts.NOT_OBSERVED) {
            assertThat(run).hasNo(mutexAcquire(CRITICAL).at(site(each)));
        }
        Assertions.assertThat(run.trace().header().notObserved())
                .containsExactly(
                        "monitors of " + MonitorLayouts.NOT_OBSERVED.size() + " methods are not observed, as the"
                                + " code does not show which exit belongs to which entry: the first is "
                                + MonitorLayouts.CLASS.replace('/', '.') + ".leftHeld");
        Assertions.assertThat(run.trace().losses().failures()).isEmpty();
    }
}
