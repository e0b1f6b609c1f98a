package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.LOCK;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;

/** Common tests of locks for readers and writers, whose programs use the same names for waiting threads. */
abstract class ReadersAndWritersContract extends ConstructContract {

    /** The events of the construct in a run. */
    final TraceAssert locks(ObservedRun run) {
        return assertThat(run).of(construct());
    }

    @OnEveryJdk
    void byDefaultSubclassesAndCallsByReferenceAreSeenToo(Jdk jdk) {
        ObservedRun run = usual(jdk);
        for (String waiter : new String[] {"subclass-waiter", "reference-waiter"}) {
            locks(run).onThread(waiter).emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK));
        }
    }

    @OnEveryJdk
    void waitThatBearsInterruptsEndsWithTheLock(Jdk jdk) {
        locks(full(jdk))
                .onThread("uninterrupted-waiter")
                .emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK), mutexReleased(LOCK));
        locks(usual(jdk)).onThread("uninterrupted-waiter").emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK));
    }

    @OnEveryJdk
    void subclassIsToldByWhatItsMethodsAreCalledForAndItsWaitsAreParks(Jdk jdk) {
        ObservedRun run = full(jdk);
        locks(run)
                .onThread("subclass-waiter")
                .emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK), mutexReleased(LOCK));
        assertThat(run).onThread("subclass-waiter").of(Construct.PARK).hasSome(waits(State.WAIT_PARK, BEGIN));
    }

    @OnEveryJdk
    void releaseIsToldBeforeTheWakeupThatIsPartOfIt(Jdk jdk) {
        assertThat(full(jdk, "subclass"))
                .onThread("main")
                .of(construct(), Construct.PARK)
                .only(Event.MUTEX_RELEASED, Event.WAKEUP)
                .emitsExactly(event(Event.MUTEX_RELEASED), wakeup());
    }

    /** Between a try that fails and the call itself, the lock can be released and taken by another thread. */
    @OnEveryJdk
    void waitOfThreadsThatCompeteIsNeverAPark(Jdk jdk) {
        assertThat(full(jdk)).onThreads("user-.").of(Construct.PARK).isSilent();
    }
}
