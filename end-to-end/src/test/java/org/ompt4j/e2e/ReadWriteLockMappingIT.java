package org.ompt4j.e2e;

import static org.ompt4j.apps.lock.ReadWriteLockApp.CONDITION_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.CONDITION_TIMEOUT_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.CONTENDED_READS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.CONTENDED_WAITERS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.CONTENDED_WRITES;
import static org.ompt4j.apps.lock.ReadWriteLockApp.FAILING_TRIES;
import static org.ompt4j.apps.lock.ReadWriteLockApp.MIXED_READS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.MIXED_THREADS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.MIXED_WRITES;
import static org.ompt4j.apps.lock.ReadWriteLockApp.PLAIN_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.READS_OF_A_HOLDER;
import static org.ompt4j.apps.lock.ReadWriteLockApp.WAYS_ACQUISITIONS;
import static org.ompt4j.apps.lock.ReadWriteLockApp.WAYS_TRIES;
import static org.ompt4j.apps.lock.ReadWriteLockApp.WRITE_REENTRIES;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.nestLock;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.LOCK;
import static org.ompt4j.ompt.MutexKind.NEST_LOCK;
import static org.ompt4j.ompt.MutexKind.TEST_LOCK;
import static org.ompt4j.ompt.MutexKind.TEST_NEST_LOCK;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.lock.ReadWriteLockApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

@Order(2)
class ReadWriteLockMappingIT extends ReadersAndWritersContract {

    @Override
    Construct construct() {
        return Construct.READ_WRITE_LOCK;
    }

    @Override
    Class<?> app() {
        return ReadWriteLockApp.class;
    }

    private static void hasReadsAndWrites(TraceAssert trace, long reads, long writes) {
        trace.has(reads, mutexAcquire(LOCK))
                .has(reads, mutexAcquired(LOCK))
                .has(reads, mutexReleased(LOCK))
                .has(writes, mutexAcquire(NEST_LOCK))
                .has(writes, mutexAcquired(NEST_LOCK))
                .has(writes, mutexReleased(NEST_LOCK));
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"nonfair", "fair"})
    void everyCallIsReportedWhereItIs(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            TraceAssert trace = locks(full(jdk, fairness));
            hasReadsAndWrites(trace, PLAIN_ACQUISITIONS, PLAIN_ACQUISITIONS);
            trace.has(PLAIN_ACQUISITIONS, mutexAcquired(LOCK).at("ReadWriteLockApp.plain"))
                    .has(PLAIN_ACQUISITIONS, mutexReleased(LOCK).at("ReadWriteLockApp.plain"))
                    .has(PLAIN_ACQUISITIONS, mutexAcquired(NEST_LOCK).at("ReadWriteLockApp.plain"))
                    .has(PLAIN_ACQUISITIONS, mutexReleased(NEST_LOCK).at("ReadWriteLockApp.plain"));
        }
    }

    @OnEveryJdk
    void everyWayIsSeenByTheClassOfTheLockAndByItsInterface(Jdk jdk) {
        locks(full(jdk, "ways"))
                .has(WAYS_ACQUISITIONS, mutexAcquired(LOCK))
                .has(WAYS_TRIES, mutexAcquired(TEST_LOCK))
                .has(WAYS_ACQUISITIONS + WAYS_TRIES, mutexReleased(LOCK))
                .has(WAYS_ACQUISITIONS, mutexAcquired(NEST_LOCK))
                .has(WAYS_TRIES, mutexAcquired(TEST_NEST_LOCK))
                .has(WAYS_ACQUISITIONS + WAYS_TRIES, mutexReleased(NEST_LOCK))
                .has(2 * (WAYS_ACQUISITIONS + WAYS_TRIES), event(Event.MUTEX_ACQUIRE));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "reentrant")
    void whoWritesWritesDeeperAndEveryReadIsAHoldOfItsOwn(Jdk jdk) {
        TraceAssert trace = locks(full(jdk, "reentrant"));
        trace.has(1, mutexAcquired(NEST_LOCK))
                .has(1, mutexReleased(NEST_LOCK))
                .has(WRITE_REENTRIES, nestLock(BEGIN))
                .has(WRITE_REENTRIES, nestLock(END))
                .has(READS_OF_A_HOLDER / 2, mutexAcquired(LOCK))
                .has(READS_OF_A_HOLDER / 2, mutexAcquired(TEST_LOCK))
                .has(READS_OF_A_HOLDER, mutexReleased(LOCK));
        Assertions.assertThat(waitIds(full(jdk, "reentrant")))
                .as("both locks have one wait id")
                .hasSize(1);
    }

    private static List<Long> waitIds(ObservedRun run) {
        return run.events().stream()
                .filter(each -> each.construct() == Construct.READ_WRITE_LOCK)
                .map(TraceEvent::waitId)
                .distinct()
                .toList();
    }

    @OnEveryJdk
    void severalThreadsReadAtOnce(Jdk jdk) {
        List<TraceEvent> reads = full(jdk, "together").events().stream()
                .filter(each -> each.construct() == Construct.READ_WRITE_LOCK)
                .toList();
        long lastAcquired = reads.stream()
                .filter(each -> each.event() == Event.MUTEX_ACQUIRED)
                .mapToLong(TraceEvent::timeNanos)
                .max()
                .orElseThrow();
        Assertions.assertThat(reads)
                .filteredOn(each -> each.event() == Event.MUTEX_RELEASED)
                .hasSize(2)
                .allMatch(each -> each.timeNanos() >= lastAcquired);
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "failing-try")
    void tryThatFailsIsAnAcquireThatIsOver(Jdk jdk) {
        TraceAssert trace = locks(full(jdk));
        fails(trace.onThread("failing-reader"), TEST_LOCK);
        fails(trace.onThread("failing-writer"), TEST_NEST_LOCK);
    }

    private static void fails(TraceAssert trace, MutexKind kind) {
        trace.has(FAILING_TRIES, mutexAcquire(kind))
                .has(FAILING_TRIES, waits(State.WAIT_LOCK, END))
                .hasNo(event(Event.MUTEX_ACQUIRED))
                .hasNo(event(Event.MUTEX_RELEASED));
    }

    @OnEveryJdk
    @Shows(
            what = Case.CONTENDED,
            in = {"contended-nonfair", "contended-fair"})
    void waitIsToldOnceAsThatForTheLock(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            ObservedRun run = full(jdk, "contended-" + fairness);
            hasReadsAndWrites(locks(run), CONTENDED_READS, CONTENDED_WRITES);
            assertThat(run)
                    .onThreads(fairness + "-(reader|writer)-.")
                    .of(Construct.PARK)
                    .isSilent();
        }
    }

    @OnEveryJdk
    void waitSaysWhoWroteAndOfReadersNothing(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            for (ObservedRun run : usualAndFull(jdk, "contended-" + fairness)) {
                locks(run)
                        .onThreads(fairness + "-reader-.")
                        .has(
                                CONTENDED_WAITERS,
                                mutexAcquire(LOCK)
                                        .where(
                                                "main writes",
                                                (trace, each) -> "main"
                                                        .equals(trace.threadNames()
                                                                .get(each.owner()))));
                locks(run)
                        .onThreads(fairness + "-writer-.")
                        .has(CONTENDED_WAITERS, mutexAcquire(NEST_LOCK).where("main reads", each -> each.owner() == 0));
            }
        }
    }

    @OnEveryJdk
    void byDefaultACallIsToldIfItWaits(Jdk jdk) {
        for (String fairness : new String[] {"nonfair", "fair"}) {
            ObservedRun run = usual(jdk, "contended-" + fairness);
            TraceAssert trace = locks(run);
            trace.has(2 * CONTENDED_WAITERS, event(Event.MUTEX_ACQUIRE));
            // The second release can come within a millisecond of the first, and has no call site then.
            trace.onThread("main")
                    .emitsExactly(
                            mutexReleased(NEST_LOCK).at("ReadWriteLockApp.contended"),
                            mutexReleased(LOCK)
                                    .where(
                                            "at contended if anywhere",
                                            (seen, each) -> each.codeptrRa() == 0
                                                    || seen.callSite(each.codeptrRa())
                                                            .contains("ReadWriteLockApp.contended")));
            trace.onThreads(fairness + "-writer-.").has(CONTENDED_WAITERS - 1, mutexReleased(NEST_LOCK));
            trace.onThreads(fairness + "-reader-.")
                    .has(CONTENDED_WAITERS, mutexAcquire(LOCK))
                    .has(CONTENDED_WAITERS, mutexAcquired(LOCK));
            trace.onThreads(fairness + "-writer-.")
                    .has(CONTENDED_WAITERS, mutexAcquire(NEST_LOCK))
                    .has(CONTENDED_WAITERS, mutexAcquired(NEST_LOCK));
            trace.hasSome(mutexAcquire(LOCK).at("ReadWriteLockApp.lambda$contended"));
            assertThat(run)
                    .onThreads(fairness + "-(reader|writer)-.")
                    .of(Construct.PARK)
                    .isSilent();
        }
        locks(usual(jdk, "nonfair", "fair", "ways", "reentrant", "together", "wrong"))
                .isSilent();
    }

    @OnEveryJdk
    void byDefaultAWaitThatIsGivenUpIsOverWithoutTheLock(Jdk jdk) {
        ObservedRun run = usual(jdk);
        isGivenUp(locks(run).onThreads("interrupted-waiter"));
        locks(run).onThread("failing-reader").emitsExactly(mutexAcquire(TEST_LOCK), waits(State.WAIT_LOCK, END));
        locks(run).onThread("failing-writer").emitsExactly(mutexAcquire(TEST_NEST_LOCK), waits(State.WAIT_LOCK, END));
    }

    private static void isGivenUp(TraceAssert waiters) {
        waiters.emitsExactly(
                mutexAcquire(LOCK), waits(State.WAIT_LOCK, END), mutexAcquire(NEST_LOCK), waits(State.WAIT_LOCK, END));
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupted")
    void waitThatIsInterruptedIsOverWithoutTheLock(Jdk jdk) {
        isGivenUp(locks(full(jdk)).onThreads("interrupted-waiter"));
    }

    @OnEveryJdk
    void holderThatIsInterruptedReentersTheLock(Jdk jdk) {
        locks(full(jdk))
                .onThread("interrupted-holder")
                .emitsExactly(
                        mutexAcquire(NEST_LOCK),
                        mutexAcquired(NEST_LOCK),
                        mutexAcquire(NEST_LOCK),
                        nestLock(BEGIN),
                        nestLock(END),
                        mutexReleased(NEST_LOCK));
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "condition-timeout")
    @Shows(what = Case.INTERRUPT, in = "condition-timeout")
    void awaitReleasesTheWriteLockAndAcquiresItAgain(Jdk jdk) {
        TraceAssert trace = locks(full(jdk, "condition"));
        hasReadsAndWrites(trace, 0, CONDITION_ACQUISITIONS + 1);
        trace.has(1, wakeup().at("ReadWriteLockApp.lambda$condition"));
        hasReadsAndWrites(locks(full(jdk, "condition-timeout")), 0, 2 * CONDITION_TIMEOUT_ACQUISITIONS);
        assertThat(full(jdk, "condition-timeout"))
                .onThreads("(timeout|interrupt)-waiter")
                .of(Construct.PARK)
                .isSilent();
    }

    @OnEveryJdk
    void waitForTheLockBeginsWithTheSignal(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk)) {
            locks(run).onThread("condition-waiter").waitsForTheMutexOnceItsConditionIsMet();
        }
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "wrong")
    void releaseThatFailsIsNone(Jdk jdk) {
        locks(full(jdk, "wrong")).hasNo(event(Event.MUTEX_RELEASED));
    }

    @OnEveryJdk
    void everyCallOfThreadsThatCompeteIsReported(Jdk jdk) {
        hasReadsAndWrites(
                locks(full(jdk)).onThreads("user-."),
                (long) MIXED_READS * MIXED_THREADS,
                (long) MIXED_WRITES * MIXED_THREADS);
    }

    @OnEveryJdk
    void locksAreObservedWithoutReentrantLocksToo(Jdk jdk) {
        ObservedRun run = program(jdk)
                .profile(Profile.FULL)
                .with("constructs", "[all,-" + Construct.REENTRANT_LOCK.id() + "]")
                .arguments("ways", "condition")
                .observed();
        locks(run)
                .has(WAYS_ACQUISITIONS + WAYS_TRIES, mutexReleased(LOCK))
                .has(WAYS_ACQUISITIONS + WAYS_TRIES + 2 + 1, mutexReleased(NEST_LOCK))
                .has(1, wakeup());
    }
}
