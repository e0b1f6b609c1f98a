package org.ompt4j.e2e;

import static org.ompt4j.apps.lock.SemaphoreApp.CONTENDED_ACQUISITIONS;
import static org.ompt4j.apps.lock.SemaphoreApp.CONTENDED_RELEASES;
import static org.ompt4j.apps.lock.SemaphoreApp.CONTENDED_WAITS;
import static org.ompt4j.apps.lock.SemaphoreApp.FAILING_TRIES;
import static org.ompt4j.apps.lock.SemaphoreApp.LIMITED_ACQUISITIONS;
import static org.ompt4j.apps.lock.SemaphoreApp.LIMITED_THREADS;
import static org.ompt4j.apps.lock.SemaphoreApp.PLAIN_ACQUISITIONS;
import static org.ompt4j.apps.lock.SemaphoreApp.SIGNALS;
import static org.ompt4j.apps.lock.SemaphoreApp.SUBCLASS_ACQUISITIONS;
import static org.ompt4j.apps.lock.SemaphoreApp.WAYS_ACQUISITIONS;
import static org.ompt4j.apps.lock.SemaphoreApp.WAYS_RELEASES;
import static org.ompt4j.apps.lock.SemaphoreApp.WAYS_TRIES;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.LOCK;
import static org.ompt4j.ompt.MutexKind.TEST_LOCK;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import org.assertj.core.api.Assertions;
import org.ompt4j.apps.lock.SemaphoreApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.UnobservedUse;

class SemaphoreMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.SEMAPHORE;
    }

    @Override
    Class<?> app() {
        return SemaphoreApp.class;
    }

    private TraceAssert semaphores(Jdk jdk, String... scenarios) {
        return assertThat(full(jdk, scenarios)).of(Construct.SEMAPHORE);
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"nonfair", "fair"})
    void everyCallIsReportedWhereItIs(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            semaphores(jdk, fairness)
                    .has(PLAIN_ACQUISITIONS, mutexAcquire(LOCK).at("SemaphoreApp.plain"))
                    .has(PLAIN_ACQUISITIONS, mutexAcquired(LOCK).at("SemaphoreApp.plain"))
                    .has(PLAIN_ACQUISITIONS, mutexReleased(LOCK).at("SemaphoreApp.plain"));
        }
    }

    @OnEveryJdk
    void everyWayToAcquireIsOneAcquisitionWhateverTheNumberOfPermits(Jdk jdk) {
        semaphores(jdk, "ways")
                .has(WAYS_ACQUISITIONS, mutexAcquired(LOCK))
                .has(WAYS_TRIES, mutexAcquired(TEST_LOCK))
                .has(WAYS_ACQUISITIONS + WAYS_TRIES, event(Event.MUTEX_ACQUIRE))
                .has(WAYS_RELEASES, mutexReleased(LOCK));
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "failing-try")
    void tryThatFailsIsAnAcquireThatIsOver(Jdk jdk) {
        semaphores(jdk, "failing-try")
                .has(FAILING_TRIES, mutexAcquire(TEST_LOCK))
                .has(FAILING_TRIES, waits(State.WAIT_LOCK, END))
                .hasNo(event(Event.MUTEX_ACQUIRED))
                .hasNo(mutexReleased(LOCK));
    }

    @OnEveryJdk
    @Shows(
            what = Case.CONTENDED,
            in = {"contended-nonfair", "contended-fair"})
    void waitIsToldOnceAsThatForTheSemaphore(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            ObservedRun run = full(jdk, "contended-" + fairness);
            assertThat(run)
                    .of(Construct.SEMAPHORE)
                    .has(CONTENDED_ACQUISITIONS, mutexAcquired(LOCK))
                    .has(CONTENDED_RELEASES, mutexReleased(LOCK))
                    .onThreads(fairness + "-waiter-.")
                    .has(CONTENDED_WAITS, mutexAcquire(LOCK))
                    .has(CONTENDED_WAITS, mutexAcquired(LOCK));
            assertThat(run).onThreads(fairness + "-waiter-.").of(Construct.PARK).isSilent();
        }
    }

    @OnEveryJdk
    void byDefaultACallIsToldIfItWaits(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            ObservedRun run = usual(jdk, "contended-" + fairness);
            assertThat(run)
                    .of(Construct.SEMAPHORE)
                    .has(CONTENDED_WAITS, event(Event.MUTEX_ACQUIRE))
                    .onThreads(fairness + "-waiter-.")
                    .has(CONTENDED_WAITS, mutexAcquire(LOCK).at("SemaphoreApp.lambda$contended"))
                    .has(CONTENDED_WAITS, mutexAcquired(LOCK).at("SemaphoreApp.lambda$contended"));
            assertThat(run).onThreads(fairness + "-waiter-.").of(Construct.PARK).isSilent();
            Assertions.assertThat(run.trace().header().classScan().uses())
                    .extracting(UnobservedUse::construct)
                    .doesNotContain(Construct.SEMAPHORE.id());
        }
        ObservedRun quiet = usual(jdk, "nonfair", "fair", "ways", "wrong");
        assertThat(quiet).of(Construct.SEMAPHORE).isSilent();
    }

    /** The holder releases both permits while two threads wait, and the first of these threads releases one while the second one waits. */
    @OnEveryJdk
    void byDefaultAReleaseIsToldToWhomWaits(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            TraceAssert trace = assertThat(usual(jdk, "contended-" + fairness)).of(Construct.SEMAPHORE);
            trace.has(CONTENDED_WAITS, mutexReleased(LOCK))
                    .onThread("main")
                    .has(1, mutexReleased(LOCK).at("SemaphoreApp.contended"));
        }
        assertThat(usual(jdk, "signals"))
                .of(Construct.SEMAPHORE)
                .onThread("main")
                .emitsExactly(mutexReleased(LOCK), mutexReleased(LOCK), mutexReleased(LOCK));
    }

    @OnEveryJdk
    void byDefaultAWaitThatIsGivenUpIsOverWithoutThePermit(Jdk jdk) {
        ObservedRun run = usual(jdk);
        assertThat(run)
                .of(Construct.SEMAPHORE)
                .onThread("interrupted-waiter")
                .emitsExactly(mutexAcquire(LOCK), waits(State.WAIT_LOCK, END));
        assertThat(run)
                .of(Construct.SEMAPHORE)
                .onThread("failing-trier")
                .emitsExactly(mutexAcquire(TEST_LOCK), waits(State.WAIT_LOCK, END));
    }

    @OnEveryJdk
    void byDefaultSubclassesAndCallsByReferenceAreSeenToo(Jdk jdk) {
        ObservedRun run = usual(jdk);
        for (String waiter : new String[] {"subclass-waiter", "reference-waiter"}) {
            assertThat(run)
                    .of(Construct.SEMAPHORE)
                    .onThread(waiter)
                    .emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK));
        }
    }

    @OnEveryJdk
    void byDefaultEachWaitIsToldAndTheCallSiteOfTheFirst(Jdk jdk) {
        assertThat(usual(jdk))
                .onThread("listener")
                .of(Construct.SEMAPHORE)
                .has(SIGNALS, mutexAcquire(LOCK))
                .has(SIGNALS, mutexAcquired(LOCK))
                .hasSome(mutexAcquired(LOCK).at("SemaphoreApp.lambda$signals"));
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupted")
    void waitThatIsInterruptedIsOverWithoutThePermit(Jdk jdk) {
        semaphores(jdk).onThread("interrupted-waiter").emitsExactly(mutexAcquire(LOCK), waits(State.WAIT_LOCK, END));
    }

    @OnEveryJdk
    void waitThatBearsInterruptsEndsWithThePermit(Jdk jdk) {
        semaphores(jdk)
                .onThread("uninterrupted-waiter")
                .emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK), mutexAcquire(LOCK), mutexAcquired(LOCK));
    }

    @OnEveryJdk
    void threadReleasesWhatItHasNeverAcquired(Jdk jdk) {
        TraceAssert trace = semaphores(jdk, "signals");
        trace.onThread("main").has(SIGNALS, mutexReleased(LOCK)).hasNo(event(Event.MUTEX_ACQUIRE));
        trace.onThread("listener").has(SIGNALS, mutexAcquired(LOCK)).has(SIGNALS, mutexReleased(LOCK));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "wrong")
    void callThatThrowsForItsArgumentsAcquiresAndReleasesNothing(Jdk jdk) {
        semaphores(jdk, "wrong").isSilent();
    }

    @OnEveryJdk
    void subclassIsToldByWhatItsMethodsAreCalledForAndItsWaitsAreParks(Jdk jdk) {
        ObservedRun run = full(jdk, "subclass");
        for (String thread : new String[] {"main", "subclass-waiter"}) {
            assertThat(run)
                    .onThread(thread)
                    .of(Construct.SEMAPHORE)
                    .has(SUBCLASS_ACQUISITIONS, mutexAcquire(LOCK))
                    .has(SUBCLASS_ACQUISITIONS, mutexAcquired(LOCK));
        }
        assertThat(run).onThread("subclass-waiter").of(Construct.PARK).hasSome(waits(State.WAIT_PARK, BEGIN));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void permitUnderAPermitIsOneOfItsOwn(Jdk jdk) {
        semaphores(jdk)
                .onThread("nesting")
                .emitsExactly(
                        mutexAcquire(LOCK),
                        mutexAcquired(LOCK),
                        mutexAcquire(LOCK),
                        mutexAcquired(LOCK),
                        mutexAcquire(LOCK),
                        mutexAcquired(LOCK),
                        mutexReleased(LOCK),
                        mutexReleased(LOCK),
                        mutexReleased(LOCK));
    }

    @OnEveryJdk
    void everyPairOfThreadsThatCompeteIsReported(Jdk jdk) {
        long acquisitions = (long) LIMITED_ACQUISITIONS * LIMITED_THREADS;
        semaphores(jdk, "limited").has(acquisitions, mutexAcquired(LOCK)).has(acquisitions, mutexReleased(LOCK));
    }
}
