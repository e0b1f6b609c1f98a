package org.ompt4j.e2e;

import static org.ompt4j.apps.lock.ReentrantLockApp.CONDITION_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.CONDITION_AWAITS;
import static org.ompt4j.apps.lock.ReentrantLockApp.CONDITION_TIMEOUT_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.CONDITION_TIMEOUT_AWAITS;
import static org.ompt4j.apps.lock.ReentrantLockApp.CONTENDED_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.CONTENDED_WAITS;
import static org.ompt4j.apps.lock.ReentrantLockApp.COUNTER_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.COUNTER_THREADS;
import static org.ompt4j.apps.lock.ReentrantLockApp.FAILING_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.FAILING_TRIES;
import static org.ompt4j.apps.lock.ReentrantLockApp.INTERRUPTED_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.PLAIN_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.REENTRANT_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReentrantLockApp.REENTRANT_REENTRIES;
import static org.ompt4j.apps.lock.ReentrantLockApp.UNREACHABLE_LOCKS;
import static org.ompt4j.apps.lock.ReentrantLockApp.WAYS_ACQUISITIONS;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.lockInit;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.nestLock;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.NEST_LOCK;
import static org.ompt4j.ompt.MutexKind.TEST_NEST_LOCK;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.lock.LockTracesApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.UnobservedUse;

@Order(2)
class ReentrantLockMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.REENTRANT_LOCK;
    }

    @Override
    Class<?> app() {
        return ReentrantLockApp.class;
    }

    private TraceAssert locks(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(Construct.REENTRANT_LOCK);
    }

    private static void hasPairs(TraceAssert trace, long acquisitions) {
        trace.has(acquisitions, event(Event.MUTEX_ACQUIRE))
                .has(acquisitions, event(Event.MUTEX_ACQUIRED))
                .has(acquisitions, mutexReleased(NEST_LOCK));
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"nonfair", "fair"})
    void everyLockAndUnlockIsReportedAtItsCall(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            TraceAssert trace = locks(jdk, fairness);
            hasPairs(trace, PLAIN_ACQUISITIONS);
            trace.has(1, lockInit(NEST_LOCK).at("ReentrantLockApp.lambda$main"))
                    .has(PLAIN_ACQUISITIONS, mutexAcquire(NEST_LOCK).at("ReentrantLockApp.plain"))
                    .has(PLAIN_ACQUISITIONS, mutexReleased(NEST_LOCK).at("ReentrantLockApp.plain"));
        }
    }

    @OnEveryJdk
    void lockThatBecameUnreachableIsDestroyed(Jdk jdk) {
        // The locks that the scenario creates in between are collected too, the last ones perhaps too late to be
        // reported.
        TraceAssert trace = assertThat(fullApart(jdk, "unreachable")).of(Construct.REENTRANT_LOCK);
        trace.has(2 * UNREACHABLE_LOCKS, lockInit(NEST_LOCK).at("Garbage"));
        Assertions.assertThat(trace.count(event(Event.LOCK_DESTROY)))
                .isBetween((long) UNREACHABLE_LOCKS, 2L * UNREACHABLE_LOCKS);
    }

    @OnEveryJdk
    void triesHaveTheKindOfATestAndAreReleasedLikeAnyOther(Jdk jdk) {
        TraceAssert trace = locks(jdk, "ways");
        hasPairs(trace, WAYS_ACQUISITIONS);
        trace.has(2, mutexAcquired(NEST_LOCK)).has(2, mutexAcquired(TEST_NEST_LOCK));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "reentrant")
    void reentryIsANestAndOnlyTheOutermostPairIsAcquiredAndReleased(Jdk jdk) {
        locks(jdk, "reentrant")
                .has(REENTRANT_ACQUISITIONS + REENTRANT_REENTRIES, event(Event.MUTEX_ACQUIRE))
                .has(REENTRANT_ACQUISITIONS, event(Event.MUTEX_ACQUIRED))
                .has(REENTRANT_ACQUISITIONS, mutexReleased(NEST_LOCK))
                .has(REENTRANT_REENTRIES, nestLock(ScopeEndpoint.BEGIN))
                .has(REENTRANT_REENTRIES, nestLock(ScopeEndpoint.END));
    }

    @OnEveryJdk
    void reentryHasTheTimeOfTheAcquisition(Jdk jdk) {
        TraceAssert trace = locks(jdk, "reentrant");
        Assertions.assertThat(timesOf(trace, Event.NEST_LOCK))
                .isNotEmpty()
                .isSubsetOf(timesOf(trace, Event.MUTEX_ACQUIRED));
    }

    private static List<Long> timesOf(TraceAssert trace, Event event) {
        List<Long> times = new ArrayList<>();
        trace.only(event).events().allSatisfy(each -> times.add(each.timeNanos()));
        return times;
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "failing-try")
    void failedTryIsAnAcquireAndTheEndOfAWait(Jdk jdk) {
        TraceAssert trace = locks(jdk, "failing-try");
        trace.has(FAILING_ACQUISITIONS, event(Event.MUTEX_ACQUIRED));
        trace.onThread("failing-trier")
                .has(FAILING_TRIES, mutexAcquire(TEST_NEST_LOCK))
                .has(FAILING_TRIES, waits(State.WAIT_LOCK, ScopeEndpoint.END))
                .hasNo(event(Event.MUTEX_ACQUIRED))
                .hasNo(mutexReleased(NEST_LOCK));
    }

    @OnEveryJdk
    @Shows(
            what = Case.CONTENDED,
            in = {"contended-nonfair", "contended-fair"})
    void acquisitionThatWaitsIsReportedByDefaultAndOthersAreNot(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            TraceAssert trace = assertThat(usual(jdk, "contended-" + fairness)).of(Construct.REENTRANT_LOCK);
            trace.has(CONTENDED_WAITS, mutexAcquired(NEST_LOCK));
            trace.onThreads(fairness + "-waiter-.").has(CONTENDED_WAITS, mutexAcquired(NEST_LOCK));
            trace.onThread(fairness + "-holder").has(1, mutexReleased(NEST_LOCK));
            hasPairs(locks(jdk, "contended-" + fairness), CONTENDED_ACQUISITIONS);
        }
        assertThat(usual(jdk, "nonfair", "fair", "ways", "reentrant"))
                .of(Construct.REENTRANT_LOCK)
                .only(
                        Event.MUTEX_ACQUIRE,
                        Event.MUTEX_ACQUIRED,
                        Event.MUTEX_RELEASED,
                        Event.NEST_LOCK,
                        Event.LOCK_INIT,
                        Event.LOCK_DESTROY)
                .isSilent();
    }

    @OnEveryJdk
    void waitSaysWhoHeldTheLock(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            for (ObservedRun run : usualAndFull(jdk, "contended-" + fairness)) {
                assertThat(run)
                        .onThreads(fairness + "-waiter-.")
                        .of(Construct.REENTRANT_LOCK)
                        .has(
                                CONTENDED_WAITS,
                                mutexAcquire(NEST_LOCK)
                                        .where(
                                                "the holder's",
                                                (trace, each) -> (fairness + "-holder")
                                                        .equals(trace.threadNames()
                                                                .get(each.owner()))));
            }
        }
    }

    @OnEveryJdk
    void byDefaultWaitsAreSeenThatNoCallTells(Jdk jdk) {
        // Alone: in a program of more waits, not all stacks are walked.
        ObservedRun run = usualApart(jdk, "by-reference", "inside");
        TraceAssert locks = assertThat(run).of(Construct.REENTRANT_LOCK);
        locks.onThread("reference-holder").emitsExactly(mutexReleased(NEST_LOCK));
        locks.onThread("reference-waiter")
                .emitsExactly(mutexAcquire(NEST_LOCK), mutexAcquired(NEST_LOCK), mutexReleased(NEST_LOCK));
        locks.onThread("reflection-waiter").emitsExactly(mutexAcquire(NEST_LOCK), mutexAcquired(NEST_LOCK));
        locks.onThread("inside-holder").emitsExactly(mutexReleased(NEST_LOCK).at("ReentrantLockApp.lambda$inside"));
        locks.onThread("inside-waiter")
                .emitsExactly(
                        mutexAcquire(NEST_LOCK).at("ReentrantLockApp.lambda$inside"),
                        mutexAcquired(NEST_LOCK).at("ReentrantLockApp.lambda$inside"));
        assertThat(run)
                .onThreads("(reference|reflection|inside)-waiter")
                .of(Construct.PARK)
                .isSilent();
        Assertions.assertThat(classesOfAwaited(run, "reference-waiter", "reflection-waiter"))
                .containsExactly("java.util.concurrent.locks.ReentrantLock");
        Assertions.assertThat(classesOfAwaited(run, "inside-waiter"))
                .containsExactly("java.util.concurrent.ArrayBlockingQueue's ReentrantLock");
    }

    private static Set<String> classesOfAwaited(ObservedRun run, String... threads) {
        return run.events().stream()
                .filter(each -> each.event() == Event.MUTEX_ACQUIRE)
                .filter(each ->
                        List.of(threads).contains(run.trace().threadNames().get(each.threadId())))
                .map(each -> run.trace().waitObject(each.waitId()).className())
                .collect(Collectors.toSet());
    }

    @OnEveryJdk
    void callsByReferenceAreReportedWhereTheReferenceIsMadeAndThoseByReflectionAreCounted(Jdk jdk) {
        ObservedRun run = fullApart(jdk, "by-reference");
        TraceAssert locks = assertThat(run).of(Construct.REENTRANT_LOCK);
        for (String thread : new String[] {"reference-holder", "reference-waiter"}) {
            locks.onThread(thread)
                    .emitsExactly(
                            mutexAcquire(NEST_LOCK).at("ReentrantLockApp.byReference"),
                            mutexAcquired(NEST_LOCK).at("ReentrantLockApp.byReference"),
                            mutexReleased(NEST_LOCK).at("ReentrantLockApp.byReference"));
        }
        locks.onThread("reflection-waiter").isSilent();
        assertThat(run).onThread("reflection-waiter").of(Construct.PARK).hasSome(event(Event.WAIT));
        Assertions.assertThat(run.trace().header().classScan().uses())
                .extracting(UnobservedUse::reason, UnobservedUse::construct, UnobservedUse::times)
                .containsExactly(Assertions.tuple(UnobservedUse.Reason.BY_REFLECTION, "reentrant-lock", 1L));
    }

    @OnEveryJdk
    void serializableReferenceIsLeftAsItIsAndGoesThroughAStream(Jdk jdk) {
        ObservedRun run = full(jdk, "serializable-reference");
        hasPairs(assertThat(run).of(Construct.REENTRANT_LOCK), ReentrantLockApp.SERIALIZED_ACQUISITIONS);
        Assertions.assertThat(run.trace().header().classScan().uses())
                .extracting(UnobservedUse::reason, UnobservedUse::construct)
                .contains(Assertions.tuple(UnobservedUse.Reason.BY_REFERENCE, "reentrant-lock"));
    }

    @OnEveryJdk
    void waitsInClassesThatAreLeftOutAreParks(Jdk jdk) {
        ObservedRun run = AppRun.of(app())
                .on(jdk)
                .with("exclude", "org.ompt4j.apps.*")
                .arguments("contended-nonfair", "by-reference", "inside")
                .observed();
        assertThat(run).of(Construct.REENTRANT_LOCK).isSilent();
        assertThat(run).onThread("inside-waiter").of(Construct.PARK).hasSome(event(Event.WAIT));
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupted")
    void waitThatIsInterruptedIsAnAcquireAlone(Jdk jdk) {
        TraceAssert trace = locks(jdk, "interrupted");
        trace.has(INTERRUPTED_ACQUISITIONS, mutexAcquired(NEST_LOCK));
        trace.onThread("interrupted-waiter").has(1, mutexAcquire(NEST_LOCK)).hasNo(mutexAcquired(NEST_LOCK));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "not-owner")
    void releaseThatFailsIsNone(Jdk jdk) {
        assertThat(full(jdk))
                .of(Construct.REENTRANT_LOCK)
                .has(1, lockInit(NEST_LOCK).at("ReentrantLockApp.notOwner"))
                .hasNo(event(Event.MUTEX_RELEASED).at("ReentrantLockApp.lambda$notOwner"));
    }

    @OnEveryJdk
    void signalByReflectionWakesToo(Jdk jdk) {
        for (ObservedRun run : List.of(usual(jdk, "condition-by-reflection"), full(jdk, "condition-by-reflection"))) {
            assertThat(run)
                    .of(Construct.REENTRANT_LOCK)
                    .onThread("reflection-condition-signaller")
                    .has(1, wakeup());
        }
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "condition-timeout")
    @Shows(what = Case.INTERRUPT, in = "condition-timeout")
    void awaitReleasesTheLockAndAcquiresItAgain(Jdk jdk) {
        TraceAssert trace = locks(jdk, "condition");
        hasPairs(trace, CONDITION_ACQUISITIONS + CONDITION_AWAITS);
        trace.has(1, wakeup().at("ReentrantLockApp.lambda$condition"));
        hasPairs(locks(jdk, "condition-timeout"), CONDITION_TIMEOUT_ACQUISITIONS + CONDITION_TIMEOUT_AWAITS);
    }

    @OnEveryJdk
    void waitForTheLockBeginsWithTheSignal(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk)) {
            assertThat(run)
                    .of(Construct.REENTRANT_LOCK)
                    .onThread("condition-waiter")
                    .waitsForTheMutexOnceItsConditionIsMet();
        }
    }

    @OnEveryJdk
    void waitForAConditionIsSeenThatNoCallTells(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk)) {
            TraceAssert waiter = assertThat(run).onThread("reference-condition-waiter");
            waiter.of(Construct.REENTRANT_LOCK).waitsForTheMutexOnceItsConditionIsMet();
            waiter.of(Construct.PARK).isSilent();
        }
    }

    @OnEveryJdk
    void everyPairOfThreadsThatCompeteIsReported(Jdk jdk) {
        TraceAssert threads = assertThat(full(jdk)).of(Construct.REENTRANT_LOCK).onThreads("counter-.*");
        hasPairs(threads, (long) COUNTER_ACQUISITIONS * COUNTER_THREADS);
    }

    @OnEveryJdkAndProfile
    void stackTracesAndMessagesOfExceptionsAreThoseWithoutTheAgent(Jdk jdk, Profile profile) {
        AppRun.of(LockTracesApp.class).on(jdk).profile(profile).observed();
    }
}
