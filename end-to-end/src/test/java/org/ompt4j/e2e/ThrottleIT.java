package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.ompt4j.apps.agent.ThrottleApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.CountedEvents;

/**
 * Events of call sites that are reached too often are counted instead of traced, and nothing is lost: traced and counted events together are all
 * events. The trace of each run is checked by the rules of order, as always.
 */
class ThrottleIT {
    private static final String LATCH = "lock:org.ompt4j.apps.defined.Latch.acquire/release";

    /** A run with limits that call sites exceed on slow and busy machines too. */
    private static AppRun throttled(Jdk jdk, String... scenarios) {
        return AppRun.of(ThrottleApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .arguments(scenarios)
                .with("throttle", "10/1s");
    }

    private static long traced(ObservedRun run, Construct construct, Event event) {
        return run.events().stream()
                .filter(each -> each.construct() == construct && each.event() == event)
                .count();
    }

    private static long counted(ObservedRun run, Construct construct, Event event) {
        return run.trace().counted().stream()
                .filter(each -> each.construct() == construct && each.event() == event)
                .mapToLong(CountedEvents::count)
                .sum();
    }

    private static void assertSplit(ObservedRun run, Construct construct, Event event, long raised) {
        long counted = counted(run, construct, event);
        assertThat(counted).as("counted %s of %s in %s", event, construct, run).isPositive();
        assertThat(traced(run, construct, event) + counted)
                .as("traced and counted %s of %s in %s", event, construct, run)
                .isEqualTo(raised);
    }

    @OnEveryJdk
    void locksAndMonitorsAreCountedFromAcquireToRelease(Jdk jdk) {
        ObservedRun run =
                throttled(jdk, "lock", "monitor").with("mutex.detail", "full").observed();

        for (Event each : new Event[] {Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED}) {
            assertSplit(run, Construct.REENTRANT_LOCK, each, ThrottleApp.ACQUISITIONS);
            assertSplit(run, Construct.SYNCHRONIZED, each, ThrottleApp.ACQUISITIONS);
        }
        assertSplit(
                run,
                Construct.REENTRANT_LOCK,
                Event.MUTEX_ACQUIRE,
                ThrottleApp.ACQUISITIONS + (long) ThrottleApp.REENTRIES);
        assertSplit(run, Construct.REENTRANT_LOCK, Event.NEST_LOCK, 2L * ThrottleApp.REENTRIES);
        long open = traced(run, Construct.REENTRANT_LOCK, Event.MUTEX_ACQUIRED)
                - traced(run, Construct.REENTRANT_LOCK, Event.MUTEX_RELEASED);
        assertThat(open).as("halves of pairs").isZero();
    }

    @OnEveryJdk
    void locksOfTheUsersAndDispatchesAreCountedInDefault(Jdk jdk) {
        ObservedRun run =
                throttled(jdk, "latch", "sections").with("define", LATCH).observed();

        assertSplit(run, Construct.DEFINED, Event.MUTEX_ACQUIRE, ThrottleApp.ACQUISITIONS);
        assertSplit(run, Construct.DEFINED, Event.MUTEX_ACQUIRED, ThrottleApp.ACQUISITIONS);
        assertSplit(run, Construct.DEFINED, Event.MUTEX_RELEASED, ThrottleApp.ACQUISITIONS);
        assertSplit(run, Construct.FORK_JOIN_TASK, Event.DISPATCH, ThrottleApp.SECTIONS);
        assertThat(run.events())
                .filteredOn(each -> each.event() == Event.TASK_CREATE)
                .as("tasks are never throttled")
                .hasSizeGreaterThanOrEqualTo(ThrottleApp.SECTIONS);
    }

    @OnEveryJdk
    void theDefaultLimitsLoseNothing(Jdk jdk) {
        ObservedRun run = AppRun.of(ThrottleApp.class)
                .on(jdk)
                .arguments("latch", "sections")
                .with("define", LATCH)
                .observed();

        long acquired = traced(run, Construct.DEFINED, Event.MUTEX_ACQUIRED)
                + counted(run, Construct.DEFINED, Event.MUTEX_ACQUIRED);
        assertThat(acquired).isEqualTo(ThrottleApp.ACQUISITIONS);
        long dispatched = traced(run, Construct.FORK_JOIN_TASK, Event.DISPATCH)
                + counted(run, Construct.FORK_JOIN_TASK, Event.DISPATCH);
        assertThat(dispatched).isEqualTo(ThrottleApp.SECTIONS);
    }

    @OnEveryJdk
    void fullNeverThrottles(Jdk jdk) {
        ObservedRun run = AppRun.of(ThrottleApp.class)
                .on(jdk)
                .profile(Profile.FULL)
                .with("define", LATCH)
                .observed();

        assertThat(run.trace().counted()).isEmpty();
        assertThat(traced(run, Construct.REENTRANT_LOCK, Event.MUTEX_ACQUIRED)).isEqualTo(ThrottleApp.ACQUISITIONS);
        assertThat(traced(run, Construct.DEFINED, Event.MUTEX_ACQUIRED)).isEqualTo(ThrottleApp.ACQUISITIONS);
        assertThat(traced(run, Construct.FORK_JOIN_TASK, Event.DISPATCH)).isEqualTo(ThrottleApp.SECTIONS);
    }

    @OnEveryJdk
    void everyCommandSaysWhatWasCounted(Jdk jdk) throws Exception {
        ObservedRun run = throttled(jdk, "latch").with("define", LATCH).observed();
        String trace = run.traceFile().toString();
        long counted =
                run.trace().counted().stream().mapToLong(CountedEvents::count).sum();

        assertThat(CommandLineRun.here("report", trace).stdout())
                .contains("Throttled (counted, not traced")
                .contains(String.format(Locale.ROOT, "throttled: %,d events at ", counted))
                .contains("ThrottleApp.latch");
        assertThat(CommandLineRun.here("check", trace).stdout())
                .contains("throttled: " + counted + " events at ")
                .contains(" 0 violations");
        assertThat(CommandLineRun.here("print", "--event", "ompt4j_throttled", trace)
                        .stdout())
                .contains(
                        "\"counted\":\"mutex_acquired\"", "\"codeptr_ra\":\"org.ompt4j.apps.agent.ThrottleApp.latch(");
    }

    @OnEveryJdk
    void aWrongLimitIsOneLineAndTheEnd(Jdk jdk) {
        RunOutput output = AppRun.of(ThrottleApp.class)
                .on(jdk)
                .with("throttle", "fast")
                .observedUnjudged()
                .output();

        assertThat(output.exitCode()).isEqualTo(2);
        assertThat(output.stdout()).isEmpty();
        assertThat(output.agentLines().toString())
                .contains(
                        "throttle: \"fast\" is neither auto nor off nor a whole number of events per second and a duration");
    }
}
