package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.RecordedEvents.Delivered;
import org.ompt4j.emitter.lock.ReentrantLockHooks;
import org.ompt4j.emitter.lock.SynchronizerHooks;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/** A thread in the queue of a synchronizer of the JDK waits once, for the object that the synchronizer belongs to; some waits have a call site. */
class SynchronizerHooksTest {
    private static final int MANY = 1_000;
    private static final long MILLISECOND = 1_000_000;

    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void stop() {
        events.close();
    }

    private static Object synchronizerOf(Class<?> type, Object object) {
        return Memory.UNSAFE.getReference(object, Memory.fieldOffset(type, "sync"));
    }

    private static Object semaphore() {
        return synchronizerOf(Semaphore.class, new Semaphore(0));
    }

    private List<Delivered> acquires() {
        return events.all().stream()
                .filter(each -> each.event().equals("mutexAcquire"))
                .toList();
    }

    private static boolean hasCallSite(Delivered acquire) {
        return !acquire.arguments()
                .get(Event.MUTEX_ACQUIRE.members().indexOf(Member.CODEPTR_RA))
                .equals(0);
    }

    @Test
    void threadThatQueuesAgainForOneAcquisitionWaitsOnce() {
        Object semaphore = semaphore();

        boolean begun = SynchronizerHooks.queues(false, semaphore, false, false);
        begun = SynchronizerHooks.queues(begun, semaphore, false, false);
        State meanwhile = Threads.current().state();
        SynchronizerHooks.left(1, begun);

        assertThat(meanwhile).isEqualTo(State.WAIT_LOCK);
        assertThat(Threads.current().state()).isNotEqualTo(State.WAIT_LOCK);
        assertThat(acquires()).singleElement().matches(each -> each.is("mutexAcquire", MutexImpl.SEMAPHORE_NONFAIR));
    }

    @Test
    void onlySynchronizersOfObservedConstructsOfTheJdkAreToldOf() {
        Object own = new AbstractQueuedSynchronizer() {};

        assertThat(SynchronizerHooks.queues(false, own, false, false)).isFalse();
        assertThat(acquires()).isEmpty();
    }

    @Test
    void waitForALockIsToldAsWhatItsCallWouldTell() {
        Object fair = synchronizerOf(ReentrantLock.class, new ReentrantLock(true));

        SynchronizerHooks.left(1, SynchronizerHooks.queues(false, fair, false, false));
        SynchronizerHooks.left(0, SynchronizerHooks.queues(false, fair, false, true));

        assertThat(acquires()).hasSize(2);
        assertThat(acquires().get(0).is("mutexAcquire", MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR))
                .isTrue();
        assertThat(acquires().get(1).is("mutexAcquire", MutexKind.TEST_NEST_LOCK, MutexImpl.REENTRANT_FAIR))
                .isTrue();
        assertThat(events.all()).extracting(Delivered::event).endsWith("mutexAcquired", "mutexAcquire", "wait");
    }

    @Test
    void threadOfTheJvmIsNotBegunByAWait() throws InterruptedException {
        ThreadGroup system = Thread.currentThread().getThreadGroup();
        while (system.getParent() != null) {
            system = system.getParent();
        }
        boolean[] told = new boolean[1];
        Thread thread = new Thread(system, () -> told[0] = SynchronizerHooks.queues(false, semaphore(), false, false));
        thread.start();
        thread.join();

        assertThat(told[0]).isFalse();
        assertThat(events.all()).isEmpty();
    }

    @Test
    void waitInsideOfAnotherOneIsNotTold() {
        Object semaphore = semaphore();
        boolean outer = SynchronizerHooks.queues(false, semaphore, false, false);

        boolean inner = SynchronizerHooks.queues(false, semaphore(), false, false);
        SynchronizerHooks.failed(inner);
        State after = Threads.current().state();
        SynchronizerHooks.failed(outer);

        assertThat(inner).isFalse();
        assertThat(after).isEqualTo(State.WAIT_LOCK);
        assertThat(acquires()).hasSize(1);
    }

    @Test
    void whereClassesAreLeftOutEveryCallSiteIsLookedFor() {
        // The test is in a package of the agent: so the call site is outside of it, in JUnit.
        String caller = "org.junit.";
        Object semaphore = semaphore();
        try {
            ObservedClasses.choose(name -> name.startsWith(caller));
            for (int i = 0; i < MANY; i++) {
                SynchronizerHooks.left(1, SynchronizerHooks.queues(false, semaphore, false, false));
            }
            assertThat(acquires()).hasSize(MANY).allMatch(SynchronizerHooksTest::hasCallSite);

            ObservedClasses.choose(name -> !name.startsWith(caller));
            assertThat(SynchronizerHooks.queues(false, semaphore, false, false)).isFalse();
            assertThat(acquires()).hasSize(MANY);
        } finally {
            ObservedClasses.choose(null);
        }
    }

    // ---------------------------------------------------------------- releases

    /** A lock that calls the hooks of the JDK's synchronizers. */
    private static final class HookedLock extends ReentrantLock {
        private static final long serialVersionUID = 1;

        private AbstractQueuedSynchronizer synchronizer() {
            return (AbstractQueuedSynchronizer) synchronizerOf(ReentrantLock.class, this);
        }

        @Override
        public void unlock() {
            long heldUntil = SynchronizerHooks.releases(synchronizer());
            super.unlock();
            SynchronizerHooks.released(!isHeldByCurrentThread(), synchronizer(), heldUntil);
        }

        Thread startWaiter(boolean told) {
            Thread waiter = new Thread(() -> {
                boolean begun = told && SynchronizerHooks.queues(false, synchronizer(), false, false);
                lock();
                SynchronizerHooks.left(1, begun);
                super.unlock();
            });
            waiter.start();
            while (!hasQueuedThread(waiter)) {
                Thread.onSpinWait();
            }
            return waiter;
        }
    }

    private List<Delivered> releases() {
        return events.of(Threads.current()).stream()
                .filter(each -> each.event().equals("mutexReleased"))
                .toList();
    }

    @Test
    void releaseIsToldOnceThatEndsAWait() throws InterruptedException {
        HookedLock lock = new HookedLock();
        Threads.current();
        lock.lock();
        lock.lock();
        Thread waiter = lock.startWaiter(true);

        lock.unlock();
        assertThat(releases()).as("the thread holds it still").isEmpty();
        long before = System.nanoTime();
        lock.unlock();
        long after = System.nanoTime();
        waiter.join();

        assertThat(releases()).singleElement().matches(each -> each.is("mutexReleased", MutexKind.NEST_LOCK));
        assertThat(releases().get(0).timeNanos()).isBetween(before, after);
    }

    /** A queue of the JDK releases its lock while a thread waits. */
    @Test
    void releaseInAWaitIsNoPartOfIt() throws InterruptedException {
        HookedLock lock = new HookedLock();
        ThreadContext c = Threads.current();
        lock.lock();
        Thread waiter = lock.startWaiter(true);
        assertThat(c.enter()).isTrue();
        Waits.begin(c, Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, 1, 0);
        c.leave();

        lock.unlock();
        waiter.join();

        assertThat(releases()).singleElement().extracting(Delivered::state).isEqualTo(State.OVERHEAD);
        assertThat(c.state()).isEqualTo(State.WAIT_QUEUE);
        assertThat(c.enter()).isTrue();
        Waits.end(c, Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, 1, 0);
        c.leave();
    }

    @Test
    void releaseIsNotToldWhereWhoWasToldToWaitIsGone() throws InterruptedException {
        HookedLock lock = new HookedLock();
        Threads.current();
        lock.lock();
        Thread told = lock.startWaiter(true);
        lock.unlock();
        told.join();
        assertThat(releases()).hasSize(1);

        lock.lock();
        Thread idle = lock.startWaiter(false);
        lock.unlock();
        idle.join();
        assertThat(releases()).hasSize(1);
    }

    /** A worker takes a task from the pool's queue, for whose lock another thread waits. */
    @Test
    void workerThatReleasesStaysIdle() throws InterruptedException {
        State[] after = new State[1];
        ThreadContext worker = ObservedThread.run(ThreadType.WORKER, c -> {
            Tasks.idle(c);
            Mutexes.releasedAt(c, Mutexes.heldUntil(c), Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, 1, 0);
            Wakeups.tell(c, Construct.BLOCKING_QUEUE, 2);
            after[0] = c.state();
        });

        assertThat(events.of(worker))
                .extracting(Delivered::event)
                .containsExactly("threadBegin", "mutexReleased", "wakeup", "threadEnd");
        assertThat(events.of(worker).subList(1, 3))
                .extracting(Delivered::state)
                .as("while it is told")
                .containsOnly(State.OVERHEAD);
        assertThat(after[0]).isEqualTo(State.IDLE);
    }

    @Test
    void releaseThatItsCallTellsIsToldWithTheCallsSite() throws InterruptedException {
        HookedLock lock = new HookedLock();
        Threads.current();
        lock.lock();
        Thread waiter = lock.startWaiter(true);

        ReentrantLockHooks.unlock(lock, 5);
        waiter.join();
        assertThat(releases())
                .singleElement()
                .matches(each -> each.arguments()
                        .get(Event.MUTEX_RELEASED.members().indexOf(Member.CODEPTR_RA))
                        .equals(5));

        lock.lock();
        waiter = lock.startWaiter(true);
        lock.unlock();
        waiter.join();
        assertThat(releases()).as("the next one, which no call tells").hasSize(2);
    }

    @Test
    void releaseIsNotToldWhereNobodyWasToldToWait() throws InterruptedException {
        HookedLock lock = new HookedLock();
        Threads.current();
        lock.lock();
        lock.unlock();
        lock.lock();
        Thread waiter = lock.startWaiter(false);
        lock.unlock();
        waiter.join();

        assertThat(releases()).isEmpty();
    }

    /** Starts a thread that is reported to wait while {@code acquires} runs; returns once {@code queued} is true. */
    private static Thread startQueue(Object synchronizer, Runnable acquires, BooleanSupplier queued) {
        Thread waiter = new Thread(() -> {
            boolean begun = synchronizer instanceof StampedLock
                    ? SynchronizerHooks.queuesToWrite(false, synchronizer, false)
                    : SynchronizerHooks.queues(false, synchronizer, true, false);
            acquires.run();
            SynchronizerHooks.left(1, begun);
        });
        waiter.start();
        while (!queued.getAsBoolean()) {
            Thread.onSpinWait();
        }
        return waiter;
    }

    @Test
    void releaseOfAPermitIsToldWhoeverReleasesIt() throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        AbstractQueuedSynchronizer synchronizer =
                (AbstractQueuedSynchronizer) synchronizerOf(Semaphore.class, semaphore);
        Threads.current();
        Thread waiter = startQueue(synchronizer, semaphore::acquireUninterruptibly, semaphore::hasQueuedThreads);

        long heldUntil = SynchronizerHooks.releases(synchronizer);
        semaphore.release();
        SynchronizerHooks.releasedShared(true, synchronizer, heldUntil);
        waiter.join();

        assertThat(releases()).singleElement().matches(each -> each.is("mutexReleased", MutexKind.LOCK));
    }

    @Test
    void lastReaderOfAStampedLockReleasesIt() throws InterruptedException {
        StampedLock lock = new StampedLock();
        Threads.current();
        long first = lock.readLock();
        long second = lock.readLock();
        Thread writer = startQueue(lock, lock::writeLock, () -> isQueued(lock));

        long heldUntil = SynchronizerHooks.releases(lock);
        lock.unlockRead(first);
        SynchronizerHooks.releasedToRead(lock, heldUntil);
        assertThat(heldUntil).isPositive();
        assertThat(releases()).as("another one reads still").isEmpty();

        heldUntil = SynchronizerHooks.releases(lock);
        lock.unlockRead(second);
        SynchronizerHooks.releasedToRead(true, lock, heldUntil);
        writer.join();

        assertThat(releases()).singleElement().matches(each -> each.is("mutexReleased", MutexKind.LOCK));
    }

    private static boolean isQueued(StampedLock lock) {
        long head = Memory.fieldOffset(StampedLock.class, "head");
        long tail = Memory.fieldOffset(StampedLock.class, "tail");
        Object first = Memory.UNSAFE.getReferenceVolatile(lock, head);
        return first != null && first != Memory.UNSAFE.getReferenceVolatile(lock, tail);
    }

    /** A count of a latch is not reported as the release of a mutex. */
    @Test
    void countOfALatchIsNoRelease() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        AbstractQueuedSynchronizer synchronizer =
                (AbstractQueuedSynchronizer) synchronizerOf(CountDownLatch.class, latch);
        Thread waiter = startQueue(
                synchronizer,
                () -> {
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                synchronizer::hasQueuedThreads);

        assertThat(SynchronizerHooks.releases(synchronizer)).isZero();
        latch.countDown();
        waiter.join();
    }

    // ---------------------------------------------------------------- call sites

    @Test
    void callSitesAreLookedForAtTheFirstWaitAndOnceAMillisecondAtMost() {
        Object semaphore = semaphore();
        long begin = System.nanoTime();
        for (int i = 0; i < MANY; i++) {
            SynchronizerHooks.left(1, SynchronizerHooks.queues(false, semaphore, false, false));
        }
        long milliseconds = (System.nanoTime() - begin) / MILLISECOND;

        List<Delivered> acquires = acquires();
        assertThat(acquires).hasSize(MANY);
        assertThat(hasCallSite(acquires.get(0))).isTrue();
        assertThat(acquires.stream().filter(SynchronizerHooksTest::hasCallSite).count())
                .isLessThanOrEqualTo(milliseconds + 2);

        SynchronizerHooks.left(1, SynchronizerHooks.queues(false, semaphore(), false, false));
        assertThat(hasCallSite(acquires().get(MANY)))
                .as("the first wait for another one")
                .isTrue();
    }
}
