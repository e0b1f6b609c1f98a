package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.RecordedEvents.Delivered;
import org.ompt4j.emitter.lock.ConditionHooks;
import org.ompt4j.emitter.monitor.MonitorHooks;
import org.ompt4j.ompt.State;

/** Whoever signals a condition ends the wait for it: what is left is a wait for the mutex. */
class ConditionWaitsTest {
    private final RecordedEvents events = new RecordedEvents();
    private final CountDownLatch waits = new CountDownLatch(1);
    private volatile ThreadContext waiter;

    @AfterEach
    void stop() {
        events.close();
    }

    @Test
    void notifiedThreadWaitsForTheMonitor() throws InterruptedException {
        Object monitor = new Object();
        Thread waiting = start(() -> {
            synchronized (monitor) {
                waits.countDown();
                MonitorHooks.wait(monitor, 1);
            }
        });
        waits.await();

        synchronized (monitor) {
            assertThat(waiter.state()).isEqualTo(State.WAIT_CONDITION);
            monitor.notify();
            MonitorHooks.notified(monitor);
            assertThat(waiter.state()).isEqualTo(State.WAIT_CRITICAL);
        }
        waiting.join();

        assertTwoWaits();
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
    }

    @Test
    void bothWaitsEndTogetherWhereNobodySawTheSignal() throws InterruptedException {
        Object monitor = new Object();
        Thread waiting = start(() -> {
            synchronized (monitor) {
                waits.countDown();
                MonitorHooks.wait(monitor, 1);
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

    private List<Delivered> lastThree() {
        List<Delivered> all = events.of(waiter).stream()
                .filter(each ->
                        !each.event().startsWith("thread") && !each.event().startsWith("implicit"))
                .toList();
        assertThat(all.stream().map(Delivered::brief))
                .containsExactly("mutexReleased", "wait begin", "wait end", "mutexAcquire", "mutexAcquired");
        return all.subList(2, 5);
    }

    private void assertTwoWaits() {
        List<Delivered> last = lastThree();
        assertThat(last.get(1).timeNanos()).isEqualTo(last.get(0).timeNanos());
        assertThat(last.get(2).timeNanos()).isGreaterThan(last.get(1).timeNanos());
        assertThat(ConditionWaits.any()).isFalse();
    }
}
