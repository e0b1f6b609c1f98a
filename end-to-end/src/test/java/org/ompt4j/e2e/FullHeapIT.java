package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;

import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.agent.FaultApp;
import org.ompt4j.apps.agent.OverloadApp;
import org.ompt4j.ompt.MutexKind;

/** Heap exhaustion, also inside hooks, does not change the application's behaviour, and the recorded trace can be read. */
@Isolated("the heap is filled faster than it is emptied")
class FullHeapIT {

    /** A heap that the program fills. */
    static final String HEAP = "-Xmx64m";

    @OnEveryJdkAndProfile
    void applicationGoesOnAsWithoutTheAgent(Jdk jdk, Profile profile) throws Exception {
        FaultIT.goesOn(program(jdk), profile);
    }

    /** The program, whose results are compared with those without the agent. */
    static AppRun program(Jdk jdk) {
        return AppRun.of(FaultApp.class).on(jdk).jvm(HEAP).arguments("heap");
    }

    @OnEveryJdk
    void jvmThatExitsForWantOfHeapLeavesAllThatHappenedBefore(Jdk jdk) throws Exception {
        endsForWantOfHeap(jdk, "-XX:+ExitOnOutOfMemoryError");
    }

    @OnEveryJdk
    void jvmThatCrashesForWantOfHeapLeavesAllThatHappenedBefore(Jdk jdk) throws Exception {
        endsForWantOfHeap(jdk, "-XX:+CrashOnOutOfMemoryError");
    }

    @OnEveryJdk
    void traceIsFinishedWhereTheHeapHasNoRoomForTheStacksOfAllThreads(Jdk jdk) throws Exception {
        AppRun app = AppRun.of(OverloadApp.class)
                .on(jdk)
                .jvm("-Xmx40m")
                .arguments("full-heap")
                .profile(Profile.FULL);

        // Failures of the agent that a full heap causes are counted and allowed.
        ObservedRun run = app.observedUnjudged();

        assertThat(run.output().exitCode()).isEqualTo(app.plain().exitCode()).isZero();
        assertThat(run.output().stdout()).contains("locked " + OverloadApp.LOCKED);
        assertThat(run.trace().losses().finished()).isTrue();
        assertThat(run.violations()).isEmpty();
        TraceAssert.assertThat(run).has(OverloadApp.LOCKED, mutexReleased(MutexKind.NEST_LOCK));
    }

    private static void endsForWantOfHeap(Jdk jdk, String how) throws Exception {
        AppRun app = AppRun.of(OverloadApp.class)
                .on(jdk)
                .jvm("-Xmx32m", "-XX:-CreateCoredumpOnCrash", how)
                .arguments("heap-error")
                .profile(Profile.FULL);

        ObservedRun run = app.observedUnjudged();

        assertThat(run.output().exitCode()).isEqualTo(app.plain().exitCode()).isNotZero();
        assertThat(run.output().stdout()).startsWith("locked " + OverloadApp.LOCKED);
        assertThat(run.trace().losses().finished()).isFalse();
        assertThat(run.trace().losses().droppedEvents()).isZero();
        assertThat(run.violations()).isEmpty();
        TraceAssert.assertThat(run).has(OverloadApp.LOCKED, mutexReleased(MutexKind.NEST_LOCK));
        assertThat(CommandLineRun.here("report", run.traceFile().toString()).exitCode())
                .isZero();
    }
}
