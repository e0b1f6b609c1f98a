package org.ompt4j.e2e;

import static org.ompt4j.apps.lock.LockImplementationApp.FAILING_TRIES;
import static org.ompt4j.apps.lock.LockImplementationApp.PLAIN_ACQUISITIONS;
import static org.ompt4j.apps.lock.LockImplementationApp.WAIT_MILLIS;
import static org.ompt4j.apps.lock.LockImplementationApp.WAYS;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.LOCK;
import static org.ompt4j.ompt.MutexKind.NEST_LOCK;
import static org.ompt4j.ompt.MutexKind.TEST_LOCK;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.lock.LockImplementationApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.UnobservedUse;

class LockImplementationMappingIT extends ConstructContract {
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
    private static final ExpectedEvent[] ONCE = {mutexAcquire(LOCK), mutexAcquired(LOCK), mutexReleased(LOCK)};

    @Override
    Construct construct() {
        return Construct.LOCK_IMPLEMENTATION;
    }

    @Override
    Class<?> app() {
        return LockImplementationApp.class;
    }

    private static TraceAssert locks(ObservedRun run) {
        return assertThat(run).of(Construct.LOCK_IMPLEMENTATION);
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"plain", "ways"})
    void everyCallIsToldByTheClassAndByTheInterface(Jdk jdk) {
        locks(full(jdk, "plain"))
                .has(PLAIN_ACQUISITIONS, mutexAcquire(LOCK).at("LockImplementationApp.plain"))
                .has(PLAIN_ACQUISITIONS, mutexAcquired(LOCK).at("LockImplementationApp.plain"))
                .has(PLAIN_ACQUISITIONS, mutexReleased(LOCK).at("LockImplementationApp.plain"));
        locks(full(jdk, "ways"))
                .has(WAYS, mutexAcquired(LOCK))
                .has(WAYS, mutexAcquired(TEST_LOCK))
                .has(2 * WAYS, mutexReleased(LOCK));
    }

    @OnEveryJdk
    @Shows(
            what = Case.CONTENDED,
            in = {"contended", "parking", "synchronizer", "around-spinning"})
    void waitIsToldOnceAtTheOutermostCallWhateverItIsMadeOf(Jdk jdk) {
        ObservedRun run = full(jdk);
        for (String waiter : List.of("spinner", "parker", "queued", "around-spinner")) {
            locks(run).onThread(waiter).emitsExactly(ONCE);
            locks(run).onThread(waiter).has(1, mutexAcquire(LOCK).at("LockImplementationApp.lambda$contend"));
            locks(run).onThread(waiter).waitsForTheMutexAtLeast(WAIT_NANOS);
            assertThat(run).onThread(waiter).of(Construct.PARK).isSilent();
        }
    }

    @OnEveryJdk
    void classOfTheLockIsShown(Jdk jdk) {
        ObservedRun run = full(jdk, "contended");

        Assertions.assertThat(CommandLineRun.here("report", run.traceFile().toString())
                        .stdout())
                .contains("LockImplementationApp$Spinning");
    }

    @OnEveryJdk
    void lockThatDelegatesToAnObservedLockIsReportedAsThatLock(Jdk jdk) {
        ObservedRun run = full(jdk);
        locks(run).onThreads("around-(reentrant|semaphore)").isSilent();
        assertThat(run)
                .onThread("around-reentrant")
                .of(Construct.REENTRANT_LOCK)
                .emitsExactly(mutexAcquire(NEST_LOCK), mutexAcquired(NEST_LOCK), mutexReleased(NEST_LOCK));
        assertThat(run).onThread("around-semaphore").of(Construct.SEMAPHORE).emitsExactly(ONCE);
    }

    @OnEveryJdk
    void whatIsHeldOnlyInsideOfACallIsToldBesides(Jdk jdk) {
        ObservedRun run = full(jdk);
        locks(run).onThread("in-monitor").emitsExactly(ONCE);
        assertThat(run)
                .onThread("in-monitor")
                .of(Construct.SYNCHRONIZED)
                .has(1, waits(State.WAIT_CONDITION, BEGIN))
                .has(1, waits(State.WAIT_CONDITION, END));
        locks(run).onThread("book-keeper").emitsExactly(ONCE);
        assertThat(run).onThread("book-keeper").of(Construct.REENTRANT_LOCK).has(2, mutexAcquired(NEST_LOCK));
        locks(run).onThread("book-keeper").waitsForTheMutexAtLeast(WAIT_NANOS);
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    void tryThatFailsIsAnAcquireThatIsOver(Jdk jdk) {
        locks(full(jdk))
                .onThread("failing")
                .has(FAILING_TRIES, mutexAcquire(TEST_LOCK))
                .emitsExactly(
                        mutexAcquire(TEST_LOCK),
                        waits(State.WAIT_LOCK, END),
                        mutexAcquire(TEST_LOCK),
                        waits(State.WAIT_LOCK, END));
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void waitThatIsInterruptedIsOverWithoutTheLock(Jdk jdk) {
        locks(full(jdk)).onThread("interrupted").emitsExactly(mutexAcquire(LOCK), waits(State.WAIT_LOCK, END));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exception")
    void callThatThrowsAcquiresAndReleasesNothing(Jdk jdk) {
        locks(full(jdk))
                .onThread("throwing")
                .emitsExactly(
                        mutexAcquire(LOCK),
                        waits(State.WAIT_LOCK, END),
                        mutexAcquire(TEST_LOCK),
                        waits(State.WAIT_LOCK, END));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void lockUnderALockIsOneOfItsOwn(Jdk jdk) {
        locks(full(jdk))
                .onThread("nesting")
                .emitsExactly(
                        mutexAcquire(LOCK),
                        mutexAcquired(LOCK),
                        mutexAcquire(LOCK),
                        mutexAcquired(LOCK),
                        mutexReleased(LOCK),
                        mutexReleased(LOCK));
    }

    @OnEveryJdk
    void callThroughAReferenceIsToldToo(Jdk jdk) {
        locks(full(jdk)).onThread("referring").emitsExactly(ONCE);
    }

    /** On JDKs without virtual threads the wait is that of a platform thread. */
    @OnEveryJdk
    void waitOfAVirtualThreadIsTold(Jdk jdk) {
        locks(full(jdk, "virtual")).has(2, mutexAcquired(LOCK)).has(2, mutexReleased(LOCK));
    }

    @OnEveryJdk
    void byDefaultNothingIsToldButThatItIsNotObserved(Jdk jdk) {
        locks(usual(jdk)).isSilent();
        Assertions.assertThat(usual(jdk).trace().header().classScan().uses())
                .filteredOn(each -> each.construct().equals(Construct.LOCK_IMPLEMENTATION.id()))
                .extracting(UnobservedUse::reason)
                .containsExactly(UnobservedUse.Reason.NOT_MAPPED);
        Assertions.assertThat(full(jdk).trace().header().classScan().uses())
                .extracting(UnobservedUse::construct)
                .doesNotContain(Construct.LOCK_IMPLEMENTATION.id());
    }
}
