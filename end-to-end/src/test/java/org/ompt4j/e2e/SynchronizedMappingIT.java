package org.ompt4j.e2e;

import static org.ompt4j.apps.monitor.SynchronizedApp.BLOCK_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.CONTENDED_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.COUNTER_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.COUNTER_THREADS;
import static org.ompt4j.apps.monitor.SynchronizedApp.EXITS_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.METHOD_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.NESTED_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.REENTRANT_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.REENTRANT_REENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.STATIC_METHOD_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.WAIT_IN_JDK_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.WAIT_IN_JDK_REENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.WAIT_IN_JDK_WAITS;
import static org.ompt4j.apps.monitor.SynchronizedApp.WAIT_NOTIFY_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.WAIT_NOTIFY_WAITS;
import static org.ompt4j.apps.monitor.SynchronizedApp.WAIT_TIMEOUT_ENTRIES;
import static org.ompt4j.apps.monitor.SynchronizedApp.WAIT_TIMEOUT_WAITS;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.nestLock;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.CRITICAL;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.ompt4j.apps.monitor.MonitorShapesApp;
import org.ompt4j.apps.monitor.MonitorTracesApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;

class SynchronizedMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.SYNCHRONIZED;
    }

    @Override
    Class<?> app() {
        return SynchronizedApp.class;
    }

    private TraceAssert monitors(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(Construct.SYNCHRONIZED);
    }

    /** Runs in the profile {@code default}: with monitors that the JVM reports, if the jar has the native library, and with rewritten code. */
    private List<ObservedRun> usualBothWays(Jdk jdk, String... scenarios) {
        return List.of(usual(jdk, scenarios), rewritten(jdk, scenarios));
    }

    private ObservedRun rewritten(Jdk jdk, String... scenarios) {
        return program(jdk).scenarioTimes().with("native", "off").observedOnce().part(scenarios);
    }

    private static void hasEntries(TraceAssert trace, long entries) {
        trace.has(entries, mutexAcquire(CRITICAL))
                .has(entries, mutexAcquired(CRITICAL))
                .has(entries, mutexReleased(CRITICAL));
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"block", "method", "static-method"})
    @Shows(what = Case.NESTED, in = "nested")
    void everyEntryOfABlockAMethodAndAStaticMethodIsReported(Jdk jdk) {
        hasEntries(monitors(jdk, "block"), BLOCK_ENTRIES);
        hasEntries(monitors(jdk, "method"), METHOD_ENTRIES);
        hasEntries(monitors(jdk, "static-method"), STATIC_METHOD_ENTRIES);
        hasEntries(monitors(jdk, "nested"), NESTED_ENTRIES);
    }

    @OnEveryJdk
    void blockIsAcquiredAndReleasedAtItsLine(Jdk jdk) {
        monitors(jdk, "block")
                .onThread("main")
                .emitsInOrder(
                        mutexAcquire(CRITICAL).at("SynchronizedApp.block"),
                        mutexAcquired(CRITICAL).at("SynchronizedApp.block"),
                        mutexReleased(CRITICAL).at("SynchronizedApp.block"));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "reentrant")
    void reentryIsANestAndOnlyTheOutermostPairIsAcquiredAndReleased(Jdk jdk) {
        long outermost = REENTRANT_ENTRIES - REENTRANT_REENTRIES;
        monitors(jdk, "reentrant")
                .has(REENTRANT_ENTRIES, mutexAcquire(CRITICAL))
                .has(outermost, mutexAcquired(CRITICAL))
                .has(outermost, mutexReleased(CRITICAL))
                .has(REENTRANT_REENTRIES, nestLock(ScopeEndpoint.BEGIN))
                .has(REENTRANT_REENTRIES, nestLock(ScopeEndpoint.END));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exits")
    void monitorIsReleasedHoweverItIsLeft(Jdk jdk) {
        hasEntries(monitors(jdk, "exits"), EXITS_ENTRIES);
    }

    @OnEveryJdk
    @Shows(
            what = Case.CONTENDED,
            in = {"contended-block", "contended-method", "contended-static"})
    void entryThatWaitsIsReportedByDefault(Jdk jdk) {
        for (String scenario : new String[] {"block", "method", "static"}) {
            for (ObservedRun run : usualBothWays(jdk, "contended-" + scenario)) {
                assertThat(run)
                        .of(Construct.SYNCHRONIZED)
                        .onThread(scenario + "-waiter")
                        .emitsInOrder(mutexAcquire(CRITICAL), mutexAcquired(CRITICAL));
            }
            hasEntries(monitors(jdk, "contended-" + scenario), CONTENDED_ENTRIES);
        }
    }

    @OnEveryJdk
    void monitorOfAClassIsShownAsThatClass(Jdk jdk) {
        for (ObservedRun run : usualBothWays(jdk, "contended-static")) {
            Assertions.assertThat(run.events())
                    .filteredOn(each -> each.event() == Event.MUTEX_ACQUIRED)
                    .extracting(each -> run.trace().waitObject(each.waitId()).className())
                    .contains(SynchronizedApp.class.getName() + ".class");
        }
    }

    @OnEveryJdk
    void holderReportsTheReleaseThatSomebodyWaitsForWhereCodeIsRewritten(Jdk jdk) {
        assertThat(rewritten(jdk, "contended-block"))
                .of(Construct.SYNCHRONIZED)
                .onThread("block-holder")
                .has(1, mutexReleased(CRITICAL));
    }

    @OnEveryJdk
    void entriesWithoutAWaitAreNotReportedByDefault(Jdk jdk) {
        for (ObservedRun run : usualBothWays(jdk, "block", "method", "static-method", "nested")) {
            assertThat(run).of(Construct.SYNCHRONIZED).isSilent();
        }
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "wait-timeout")
    @Shows(what = Case.INTERRUPT, in = "wait-timeout")
    void waitReleasesTheMonitorAndAcquiresItAgain(Jdk jdk) {
        long waits = WAIT_NOTIFY_WAITS;
        TraceAssert trace = monitors(jdk, "wait-notify");
        hasEntries(trace, WAIT_NOTIFY_ENTRIES + waits);
        trace.has(1, wakeup());
        trace.onThread("wait-waiter")
                .only(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED)
                .emitsExactly(
                        event(Event.MUTEX_ACQUIRE),
                        event(Event.MUTEX_ACQUIRED),
                        event(Event.MUTEX_RELEASED),
                        event(Event.MUTEX_ACQUIRE),
                        event(Event.MUTEX_ACQUIRED),
                        event(Event.MUTEX_RELEASED));
        hasEntries(monitors(jdk, "wait-timeout"), WAIT_TIMEOUT_ENTRIES + WAIT_TIMEOUT_WAITS);
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "wait-in-jdk")
    @Shows(what = Case.INTERRUPT, in = "wait-in-jdk")
    void waitThatTheJdkMakesReleasesTheMonitorAndAcquiresItAgain(Jdk jdk) {
        long waits = WAIT_IN_JDK_WAITS;
        long outermost = WAIT_IN_JDK_ENTRIES - WAIT_IN_JDK_REENTRIES;
        TraceAssert trace = monitors(jdk, "wait-in-jdk");
        trace.has(WAIT_IN_JDK_ENTRIES + waits, mutexAcquire(CRITICAL))
                .has(outermost + waits, mutexAcquired(CRITICAL))
                .has(outermost + waits, mutexReleased(CRITICAL));
        trace.onThread("joiner")
                .emitsExactly(
                        mutexAcquire(CRITICAL),
                        mutexAcquired(CRITICAL),
                        mutexAcquire(CRITICAL),
                        nestLock(ScopeEndpoint.BEGIN),
                        mutexReleased(CRITICAL),
                        mutexAcquire(CRITICAL),
                        mutexAcquired(CRITICAL),
                        nestLock(ScopeEndpoint.END),
                        mutexReleased(CRITICAL));
        trace.onThread("queue-owner").has(1, mutexReleased(CRITICAL));
        for (String thread : new String[] {"timed-in-jdk", "interrupted"}) {
            trace.onThread(thread)
                    .emitsExactly(
                            mutexAcquire(CRITICAL),
                            mutexAcquired(CRITICAL),
                            mutexReleased(CRITICAL),
                            event(Event.WAIT),
                            event(Event.WAIT),
                            mutexAcquire(CRITICAL),
                            mutexAcquired(CRITICAL),
                            mutexReleased(CRITICAL));
        }
    }

    /** From JDK 27 on a notified thread waits for the monitor only once it runs again. */
    @OnEveryJdk
    void waitForTheMonitorBeginsWithTheNotification(Jdk jdk) {
        Assumptions.assumeTrue(jdk.major() < 27, "the notified thread is queued for the monitor");
        List<ObservedRun> runs = new ArrayList<>(usualBothWays(jdk, "wait-notify"));
        runs.add(full(jdk, "wait-notify"));
        for (ObservedRun run : runs) {
            assertThat(run).of(Construct.SYNCHRONIZED).onThread("wait-waiter").waitsForTheMutexOnceItsConditionIsMet();
        }
    }

    @OnEveryJdk
    void everyEntryOfThreadsThatCompeteIsReported(Jdk jdk) {
        hasEntries(monitors(jdk, "counters"), (long) COUNTER_ENTRIES * COUNTER_THREADS);
    }

    @OnEveryJdk
    void everyEntryOfEveryShapeIsReported(Jdk jdk) {
        TraceAssert trace = assertThat(AppRun.of(MonitorShapesApp.class)
                        .on(jdk)
                        .profile(Profile.FULL)
                        .observed())
                .of(Construct.SYNCHRONIZED);

        trace.has((long) MonitorShapesApp.ENTRIES * MonitorShapesApp.ROUNDS, mutexAcquire(CRITICAL));
    }

    @OnEveryJdkAndProfile
    void stackTracesAndMessagesOfExceptionsAreThoseWithoutTheAgent(Jdk jdk, Profile profile) {
        AppRun app = AppRun.of(MonitorTracesApp.class).on(jdk).profile(profile);
        app.observed();
        if (profile != Profile.FULL) {
            app.with("native", "off").observed();
        }
    }
}
