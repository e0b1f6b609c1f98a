package org.ompt4j.e2e;

import static org.ompt4j.apps.lock.StampedLockApp.CONTENDED_WAITERS;
import static org.ompt4j.apps.lock.StampedLockApp.CONVERSIONS_THAT_ACQUIRE;
import static org.ompt4j.apps.lock.StampedLockApp.CONVERSIONS_THAT_FAIL;
import static org.ompt4j.apps.lock.StampedLockApp.CONVERTED_ACQUISITIONS;
import static org.ompt4j.apps.lock.StampedLockApp.CONVERTED_RELEASES;
import static org.ompt4j.apps.lock.StampedLockApp.FAILING_TRIES;
import static org.ompt4j.apps.lock.StampedLockApp.MIXED_READS;
import static org.ompt4j.apps.lock.StampedLockApp.MIXED_THREADS;
import static org.ompt4j.apps.lock.StampedLockApp.MIXED_WRITES;
import static org.ompt4j.apps.lock.StampedLockApp.PLAIN_ACQUISITIONS;
import static org.ompt4j.apps.lock.StampedLockApp.WAYS_ACQUISITIONS;
import static org.ompt4j.apps.lock.StampedLockApp.WAYS_TRIES;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexImpl.STAMPED_READ;
import static org.ompt4j.ompt.MutexImpl.STAMPED_WRITE;
import static org.ompt4j.ompt.MutexKind.LOCK;
import static org.ompt4j.ompt.MutexKind.TEST_LOCK;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import org.ompt4j.apps.lock.StampedLockApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;

class StampedLockMappingIT extends ReadersAndWritersContract {

    @Override
    Construct construct() {
        return Construct.STAMPED_LOCK;
    }

    @Override
    Class<?> app() {
        return StampedLockApp.class;
    }

    private static ExpectedEvent acquire(MutexKind kind, MutexImpl impl) {
        return mutexAcquire(kind).where(impl, each -> each.impl() == impl);
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "plain")
    void everyCallIsReportedWhereItIs(Jdk jdk) {
        locks(full(jdk, "plain"))
                .has(PLAIN_ACQUISITIONS, acquire(LOCK, STAMPED_READ).at("StampedLockApp.plain"))
                .has(PLAIN_ACQUISITIONS, acquire(LOCK, STAMPED_WRITE).at("StampedLockApp.plain"))
                .has(2 * PLAIN_ACQUISITIONS, mutexAcquired(LOCK).at("StampedLockApp.plain"))
                .has(2 * PLAIN_ACQUISITIONS, mutexReleased(LOCK).at("StampedLockApp.plain"));
    }

    @OnEveryJdk
    void everyWayIsSeenOfTheLockAndOfItsViews(Jdk jdk) {
        TraceAssert trace = locks(full(jdk, "ways"));
        for (MutexImpl impl : new MutexImpl[] {STAMPED_READ, STAMPED_WRITE}) {
            trace.has(WAYS_ACQUISITIONS, acquire(LOCK, impl)).has(WAYS_TRIES, acquire(TEST_LOCK, impl));
        }
        trace.has(2 * WAYS_ACQUISITIONS, mutexAcquired(LOCK))
                .has(2 * WAYS_TRIES, mutexAcquired(TEST_LOCK))
                .has(2 * (WAYS_ACQUISITIONS + WAYS_TRIES), mutexReleased(LOCK));
    }

    @OnEveryJdk
    void optimisticReadHoldsNothing(Jdk jdk) {
        locks(full(jdk, "optimistic")).isSilent();
    }

    @OnEveryJdk
    void conversionGivesBackWhatWasHeldAndTriesForTheOther(Jdk jdk) {
        locks(full(jdk, "conversions"))
                .has(CONVERTED_ACQUISITIONS, mutexAcquired(LOCK))
                .has(CONVERSIONS_THAT_ACQUIRE, mutexAcquired(TEST_LOCK))
                .has(CONVERSIONS_THAT_FAIL, waits(State.WAIT_LOCK, END))
                .has(CONVERSIONS_THAT_ACQUIRE + CONVERSIONS_THAT_FAIL, mutexAcquire(TEST_LOCK))
                .has(CONVERTED_RELEASES, mutexReleased(LOCK));
    }

    @OnEveryJdk
    void severalThreadsReadAtOnce(Jdk jdk) {
        locks(full(jdk))
                .onThreads("together-.")
                .has(2, acquire(LOCK, STAMPED_READ))
                .has(2, mutexAcquired(LOCK))
                .has(2, mutexReleased(LOCK));
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "failing-try")
    void tryThatFailsIsAnAcquireThatIsOver(Jdk jdk) {
        TraceAssert trace = locks(full(jdk));
        fails(trace.onThread("failing-reader"), STAMPED_READ);
        fails(trace.onThread("failing-writer"), STAMPED_WRITE);
    }

    @OnEveryJdk
    void readersOvertakeWhomTheyOvertakeWithoutTheAgent(Jdk jdk) {
        locks(full(jdk))
                .onThread("queued-reader")
                .emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK), mutexReleased(LOCK));
    }

    private static void fails(TraceAssert trace, MutexImpl impl) {
        trace.has(FAILING_TRIES, acquire(TEST_LOCK, impl))
                .has(FAILING_TRIES, waits(State.WAIT_LOCK, END))
                .hasNo(event(Event.MUTEX_ACQUIRED))
                .hasNo(event(Event.MUTEX_RELEASED));
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "contended")
    void waitIsToldOnceAsThatForTheLock(Jdk jdk) {
        for (boolean full : new boolean[] {true, false}) {
            ObservedRun run = full ? full(jdk) : usual(jdk, "contended");
            TraceAssert trace = locks(run);
            trace.onThreads("reader-.").has(CONTENDED_WAITERS, acquire(LOCK, STAMPED_READ));
            trace.onThreads("writer-.").has(CONTENDED_WAITERS, acquire(LOCK, STAMPED_WRITE));
            trace.onThreads("(reader|writer)-.").has(2 * CONTENDED_WAITERS, mutexAcquired(LOCK));
            trace.hasSome(mutexAcquire(LOCK).at("StampedLockApp.lambda$contended"));
            assertThat(run).onThreads("(reader|writer)-.").of(Construct.PARK).isSilent();
        }
    }

    @OnEveryJdk
    void byDefaultACallIsToldIfItWaits(Jdk jdk) {
        TraceAssert trace = locks(usual(jdk, "contended"));
        trace.has(2 * CONTENDED_WAITERS, event(Event.MUTEX_ACQUIRE));
        trace.onThread("main")
                .emitsExactly(
                        mutexReleased(LOCK).at("StampedLockApp.contended"),
                        mutexReleased(LOCK).at("StampedLockApp.contended"));
        trace.onThreads("writer-.").has(CONTENDED_WAITERS - 1, mutexReleased(LOCK));
        locks(usual(jdk, "plain", "ways", "optimistic", "conversions", "together", "handed-over", "wrong"))
                .isSilent();
    }

    @OnEveryJdk
    void byDefaultAWaitThatIsGivenUpIsOverWithoutTheLock(Jdk jdk) {
        ObservedRun run = usual(jdk);
        locks(run)
                .onThreads("interrupted-waiter")
                .emitsExactly(
                        acquire(LOCK, STAMPED_READ),
                        waits(State.WAIT_LOCK, END),
                        acquire(LOCK, STAMPED_READ),
                        waits(State.WAIT_LOCK, END),
                        acquire(LOCK, STAMPED_WRITE),
                        waits(State.WAIT_LOCK, END));
        for (String trier : new String[] {"failing-reader", "failing-writer"}) {
            locks(run).onThread(trier).emitsExactly(mutexAcquire(TEST_LOCK), waits(State.WAIT_LOCK, END));
        }
    }

    /** Waits in calls through method references have a test of their own. */
    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupted")
    void waitThatIsInterruptedIsOverWithoutTheLock(Jdk jdk) {
        TraceAssert waiters = locks(full(jdk)).onThreads("interrupted-waiter");
        waiters.hasNo(event(Event.MUTEX_ACQUIRED));
        waiters.only(acquire(LOCK, STAMPED_WRITE), waits(State.WAIT_LOCK, END))
                .has(1, acquire(LOCK, STAMPED_WRITE).at("StampedLockApp.lambda$interrupted"))
                .emitsInOrder(acquire(LOCK, STAMPED_WRITE), waits(State.WAIT_LOCK, END));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void lockUnderALockIsOneOfItsOwn(Jdk jdk) {
        locks(full(jdk))
                .onThread("nesting")
                .emitsExactly(
                        acquire(LOCK, STAMPED_READ),
                        mutexAcquired(LOCK),
                        acquire(LOCK, STAMPED_WRITE),
                        mutexAcquired(LOCK),
                        acquire(LOCK, STAMPED_READ),
                        mutexAcquired(LOCK),
                        mutexReleased(LOCK),
                        mutexReleased(LOCK),
                        mutexReleased(LOCK));
    }

    @OnEveryJdk
    void threadReleasesWhatAnotherOneHasAcquired(Jdk jdk) {
        TraceAssert trace = locks(full(jdk, "handed-over"));
        trace.onThread("main").emitsExactly(mutexAcquire(LOCK), mutexAcquired(LOCK));
        trace.onThread("releaser").emitsExactly(mutexReleased(LOCK));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "wrong")
    void callThatThrowsForItsArgumentsAcquiresAndReleasesNothing(Jdk jdk) {
        locks(full(jdk, "wrong")).isSilent();
    }

    @OnEveryJdk
    void everyCallOfThreadsThatCompeteIsReported(Jdk jdk) {
        locks(full(jdk))
                .onThreads("user-.")
                .has((long) MIXED_READS * MIXED_THREADS, acquire(LOCK, STAMPED_READ))
                .has((long) MIXED_WRITES * MIXED_THREADS, acquire(LOCK, STAMPED_WRITE))
                .has((long) (MIXED_READS + MIXED_WRITES) * MIXED_THREADS, mutexReleased(LOCK));
    }
}
