package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.parallelEnd;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ompt4j.apps.kernel.EndlessApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.check.TraceChecker;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;

/**
 * A trace survives {@code kill -9} at any time: what was published before can be read. After signals that the JVM handles, the trace ends normally.
 */
class KillIT {

    private static final int MOST_ROUNDS = 1_000;
    private static final ExpectedEvent ARRIVAL = syncRegion(SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.BEGIN);
    private static final ExpectedEvent DEPARTURE = syncRegion(SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.END);

    @RepeatedTest(6)
    void traceOfAKilledJvmHoldsEverythingPublishedBefore(RepetitionInfo repetition) throws Exception {
        List<Jdk> jdks = Jdks.all();
        Jdk jdk = jdks.get(repetition.getCurrentRepetition() % jdks.size());
        int wanted = 1 + new Random().nextInt(MOST_ROUNDS);

        AppRun app = AppRun.of(EndlessApp.class).on(jdk).profile(Profile.FULL);
        Path directory = app.newDirectory();
        int rounds = killAfter(wanted, app, directory);

        Path file = ObservedRun.traceFiles(directory).get(0);
        assertCommandsRead(jdk, file, repetition.getCurrentRepetition() <= jdks.size());
        try (Trace trace = Traces.open(file)) {
            assertThat(trace.losses().finished()).isFalse();
            assertHolds(trace, rounds);
        }
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void programThatIsTerminatedHasAFinishedTrace(Jdk jdk) throws Exception {
        endsAsAsked(jdk, "TERM", 15);
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void programThatIsInterruptedAtItsTerminalHasAFinishedTrace(Jdk jdk) throws Exception {
        endsAsAsked(jdk, "INT", 2);
    }

    private static void endsAsAsked(Jdk jdk, String signal, int number) throws Exception {
        AppRun app = AppRun.of(EndlessApp.class).on(jdk).profile(Profile.FULL);
        Path directory = app.newDirectory();
        int rounds;
        try (ForkedJvm jvm = app.start(directory)) {
            awaitRounds(jvm, 10);
            // Later rounds can be printed after the end of the trace, since the program runs until the JVM has ended.
            rounds = toldRounds(jvm);
            assumeFalse(jvm.ignores(number), "this build was started with " + signal + " ignored");
            jvm.signal(signal);
            assertThat(jvm.exitCode()).isEqualTo(128 + number);
        }

        try (Trace trace = Traces.open(ObservedRun.traceFiles(directory).get(0))) {
            assertThat(trace.losses().finished()).isTrue();
            assertThat(trace.losses().droppedEvents()).isZero();
            assertThat(TraceChecker.check(trace).violationCount()).isZero();
            assertHolds(trace, rounds);
        }
    }

    /** Kills the program after it has printed this many rounds; returns how many it has printed in the end. */
    private static int killAfter(int wanted, AppRun app, Path directory) throws Exception {
        try (ForkedJvm jvm = app.start(directory)) {
            awaitRounds(jvm, wanted);
            jvm.kill();
            return toldRounds(jvm);
        }
    }

    private static void awaitRounds(ForkedJvm jvm, int wanted) throws Exception {
        await().pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofMinutes(2))
                .until(() -> !jvm.isAlive() || toldRounds(jvm) >= wanted);
        assertThat(jvm.isAlive()).as(jvm.stderr()).isTrue();
    }

    private static int toldRounds(ForkedJvm jvm) throws Exception {
        String told = jvm.stdout();
        return (int) told.chars().filter(each -> each == '\n').count();
    }

    private static void assertCommandsRead(Jdk jdk, Path file, boolean asUsersDo) throws Exception {
        for (String command : List.of("report", "print", "check")) {
            RunOutput output = asUsersDo
                    ? CommandLineRun.run(jdk, command, file.toString())
                    : CommandLineRun.here(command, file.toString());
            assertThat(output.exitCode())
                    .as("%s %s: %s %s", command, file, output.stdout(), output.stderr())
                    .isZero();
        }
    }

    private static void assertHolds(Trace trace, int rounds) throws Exception {
        List<TraceEvent> events = new ArrayList<>();
        trace.events().forEachRemaining(events::add);
        TraceAssert all = TraceAssert.assertThat(trace, events);
        TraceAssert leader = all.onThread("party-0");
        assertThat(all.onThread("party-1").count(ARRIVAL)).isGreaterThanOrEqualTo(rounds);
        assertThat(leader.count(ARRIVAL)).isGreaterThanOrEqualTo(rounds);
        assertThat(leader.count(DEPARTURE)).isGreaterThanOrEqualTo(rounds);
        assertThat(leader.count(mutexAcquired(MutexKind.NEST_LOCK))).isGreaterThanOrEqualTo(rounds);
        assertThat(leader.count(mutexReleased(MutexKind.NEST_LOCK))).isGreaterThanOrEqualTo(rounds);
        assertThat(leader.count(mutexReleased(MutexKind.CRITICAL))).isGreaterThanOrEqualTo(rounds);
        assertThat(leader.count(parallelEnd().of(Construct.PARALLEL_STREAM))).isGreaterThanOrEqualTo(rounds);
        assertThat(all.count(event(Event.TASK_CREATE).at("ForkOnce.compute"))).isGreaterThanOrEqualTo(rounds);
    }
}
