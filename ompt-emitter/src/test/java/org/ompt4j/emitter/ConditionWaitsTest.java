package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.RecordedEvents.Delivered;
import org.ompt4j.emitter.blocking.ParkHooks;
import org.ompt4j.emitter.lock.ConditionHooks;
import org.ompt4j.emitter.monitor.SynchronizedHooks;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;

/** A signal ends the wait for a condition: the rest of the time the thread waits for the mutex. */
class ConditionWaitsTest {
    private static final int NOBODY_KNOWN = 0;

    private final RecordedEvents events = new RecordedEvents();
    private final CountDownLatch waits = new CountDownLatch(1);
    private volatile ThreadContext waiter;

    @AfterEach
    void stop() {
        Events.setEventsWithCallbacks(0);
        events.close();
    }

    @Test
    void notifiedThreadWaitsForTheMonitor() throws InterruptedException {
        Object monitor = new Object();
        Thread waiting = start(() -> {
            synchronized (monitor) {
                waits.countDown();
                SynchronizedHooks.wait(monitor, 1);
            }
        });
        waits.await();

        synchronized (monitor) {
            assertThat(waiter.state()).isEqualTo(State.WAIT_CONDITION);
            monitor.notify();
            SynchronizedHooks.notified(monitor);
            assertThat(waiter.state()).isEqualTo(State.WAIT_CRITICAL);
        }
        waiting.join();

        assertTwoWaits();
        assertThat(ownerWhenTheWaitForTheMutexBegan()).isEqualTo(idOfThisThread());
    }

    @Test
    void signalledThreadWaitsForTheLock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread waiting = start(() -> {
            lock.lock();
            waits.countDown();
            ConditionHooks.await(condition, 1);
            lock.unlock();
        });
        waits.await();

        lock.lock();
        assertThat(waiter.state()).isEqualTo(State.WAIT_CONDITION);
        ConditionHooks.signalAll(condition, 2);
        assertThat(waiter.state()).isEqualTo(State.WAIT_LOCK);
        lock.unlock();
        waiting.join();

        assertTwoWaits();
        assertThat(ownerWhenTheWaitForTheMutexBegan()).isEqualTo(idOfThisThread());
    }

    @Test
    void waitThatNoCallTellsIsSeenInsideTheJdk() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread waiting = start(() -> {
            lock.lock();
            waits.countDown();
            ConditionHooks.awaits(condition);
            condition.await();
            ConditionHooks.awaited(condition);
            lock.unlock();
        });
        waits.await();

        lock.lock();
        assertThat(waiter.state()).isEqualTo(State.WAIT_CONDITION);
        boolean tells = ConditionHooks.signals(condition);
        condition.signalAll();
        ConditionHooks.woken(condition, tells);
        assertThat(ConditionHooks.signals(condition))
                .as("nobody waits for it any more")
                .isFalse();
        assertThat(waiter.state()).isEqualTo(State.WAIT_LOCK);
        lock.unlock();
        waiting.join();

        assertTwoWaits();
    }

    @Test
    void waitThatIsToldAlreadyIsNotToldInsideTheJdkToo() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        ObservedThread.run(c -> {
            waiter = c;
            assertThat(Waits.begin(c, Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, 9, 1))
                    .isTrue();
            c.leave();
            lock.lock();
            ConditionHooks.awaits(condition);
            ConditionHooks.awaited(condition);
            lock.unlock();
            Threads.enter();
            Waits.end(c, Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, 9, 1);
        });

        assertThat(briefOfWaits()).containsExactly("wait begin", "wait end");
    }

    @Test
    void bothWaitsEndTogetherWhereNobodySawTheSignal() throws InterruptedException {
        Object monitor = new Object();
        Thread waiting = start(() -> {
            synchronized (monitor) {
                waits.countDown();
                SynchronizedHooks.wait(monitor, 1);
            }
        });
        waits.await();
        synchronized (monitor) {
            monitor.notify();
            assertThat(waiter.state()).isEqualTo(State.WAIT_CONDITION);
        }
        waiting.join();

        List<Delivered> last = lastThree();
        assertThat(last.get(1).timeNanos()).isEqualTo(last.get(2).timeNanos());
        assertThat(ownerWhenTheWaitForTheMutexBegan()).isEqualTo(0L);
    }

    @Test
    void callbackHearsOfTheWaitForTheLockBeforeTheLockIsHeld() throws InterruptedException {
        Events.setEventsWithCallbacks(Event.MUTEX_ACQUIRE.bit());
        QueuedOnce queue = new QueuedOnce(() -> {
            assertThat(briefOfWaits()).endsWith("wait begin");
            ParkHooks.unparked(ParkHooks.INSIDE);
            assertThat(briefOfWaits()).endsWith("wait end", "mutexAcquire");
            assertThat(waiter.state()).isEqualTo(State.WAIT_LOCK);
        });

        assertTwoWaitsOn(queue, queue::acquireOnce);
    }

    @Test
    void callbackHearsOfTheWaitForTheLockBeforeItsThreadParksForThat() throws InterruptedException {
        Events.setEventsWithCallbacks(Event.MUTEX_ACQUIRE.bit());
        QueuedOnce queue = new QueuedOnce(() -> {});

        assertTwoWaitsOn(queue, () -> {
            assertThat(ParkHooks.parksFor(queue)).isEqualTo(ParkHooks.INSIDE);
            assertThat(briefOfWaits()).endsWith("wait end", "mutexAcquire");
            // Must not block, even if a callback has consumed the permit.
            LockSupport.park();
        });
    }

    @Test
    void waitEndsWithTheSignalHoweverLateItsThreadFindsItselfQueued() throws InterruptedException {
        Events.setEventsWithCallbacks(Event.MUTEX_ACQUIRE.bit());
        QueuedOnce queue = new QueuedOnce(() -> endsAtTheSignal(() -> ParkHooks.unparked(ParkHooks.INSIDE)));

        assertTwoWaitsOn(queue, queue::acquireOnce);
    }

    @Test
    void waitEndsWithTheSignalHoweverLateItsThreadParksForTheLock() throws InterruptedException {
        Events.setEventsWithCallbacks(Event.MUTEX_ACQUIRE.bit());
        QueuedOnce queue = new QueuedOnce(() -> {});

        assertTwoWaitsOn(queue, () -> endsAtTheSignal(() -> ParkHooks.parksFor(queue)));
    }

    private void endsAtTheSignal(Runnable found) {
        long signalled = System.nanoTime();
        waiter.condition().met(signalled, NOBODY_KNOWN);
        while (System.nanoTime() == signalled) {
            Thread.onSpinWait();
        }
        found.run();
        List<Delivered> told = waits();
        assertThat(told.subList(told.size() - 2, told.size()))
                .extracting(Delivered::timeNanos)
                .containsExactly(signalled, signalled);
    }

    @Test
    void threadThatParksNoMoreButIsNotQueuedForTheLockWaitsForTheConditionStill() throws InterruptedException {
        Events.setEventsWithCallbacks(Event.MUTEX_ACQUIRE.bit());
        QueuedOnce queue = new QueuedOnce(() -> {});

        assertTwoWaitsOn(queue, () -> {
            ParkHooks.unparked(ParkHooks.INSIDE);
            assertThat(briefOfWaits()).endsWith("wait begin");
            waiter.condition().met(Math.max(1, waiter.clock().now()), NOBODY_KNOWN);
        });
    }

    private void assertTwoWaitsOn(AbstractQueuedSynchronizer queue, Runnable meanwhile) throws InterruptedException {
        registerLocks();
        MutexKind kind = MutexKind.NEST_LOCK;
        MutexImpl impl = MutexImpl.REENTRANT_NONFAIR;
        ObservedThread.run(c -> {
            waiter = c;
            Mutexes.released(c, Construct.REENTRANT_LOCK, kind, 5, 1);
            ConditionWaits.begin(c, Construct.REENTRANT_LOCK, kind, impl, 5, queue, 1);
            c.leave();
            meanwhile.run();
            Threads.enter();
            ConditionWaits.end(c, Construct.REENTRANT_LOCK, kind, impl, 5, 1, true);
        });
        assertTwoWaits();
    }

    /** The first use of a condition registers the code that reads the JDK's queues. */
    private static void registerLocks() {
        ReentrantLock any = new ReentrantLock();
        any.lock();
        ConditionHooks.signal(any.newCondition(), 2);
        any.unlock();
    }

    /** A synchronizer that runs something on a thread while the thread is in its queue. */
    private static final class QueuedOnce extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;
        private final transient Runnable whileQueued;

        QueuedOnce(Runnable whileQueued) {
            this.whileQueued = whileQueued;
        }

        void acquireOnce() {
            acquire(1);
        }

        @Override
        protected boolean tryAcquire(int arg) {
            boolean queued = isQueued(Thread.currentThread());
            if (queued) {
                whileQueued.run();
            }
            return queued;
        }
    }

    @Test
    void nobodyIsLookedForWhereNobodyWaits() {
        assertThat(ConditionWaits.any()).isFalse();
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    private Thread start(Waiting body) {
        Thread thread = new Thread(() -> {
            try {
                ObservedThread.run(c -> {
                    waiter = c;
                    c.leave();
                    try {
                        body.run();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    Threads.enter();
                });
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    private List<Delivered> waits() {
        return events.of(waiter).stream()
                .filter(each ->
                        !each.event().startsWith("thread") && !each.event().startsWith("implicit"))
                .toList();
    }

    private List<String> briefOfWaits() {
        return waits().stream().map(Delivered::brief).toList();
    }

    private List<Delivered> lastThree() {
        List<Delivered> all = waits();
        assertThat(briefOfWaits())
                .containsExactly("mutexReleased", "wait begin", "wait end", "mutexAcquire", "mutexAcquired");
        return all.subList(2, 5);
    }

    private Object ownerWhenTheWaitForTheMutexBegan() {
        return lastThree().get(1).arguments().get(Event.MUTEX_ACQUIRE.members().indexOf(Member.OWNER));
    }

    private static long idOfThisThread() {
        return ThreadRegistry.idOf(Thread.currentThread());
    }

    private void assertTwoWaits() {
        List<Delivered> last = lastThree();
        assertThat(last.get(1).timeNanos()).isEqualTo(last.get(0).timeNanos());
        assertThat(last.get(2).timeNanos()).isGreaterThan(last.get(1).timeNanos());
        assertThat(ConditionWaits.any()).isFalse();
    }
}
