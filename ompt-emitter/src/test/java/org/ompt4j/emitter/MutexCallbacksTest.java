package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.monitor.SynchronizedHooks;
import org.ompt4j.ompt.Event;

/** Callbacks come before an attempt to acquire and after a release; other receivers get the events later, with their times. */
class MutexCallbacksTest {
    private static final long MUTEXES =
            Event.MUTEX_ACQUIRE.bit() | Event.MUTEX_ACQUIRED.bit() | Event.MUTEX_RELEASED.bit();

    private final Object monitor = new Object();
    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void stop() {
        Events.setEventsWithCallbacks(0);
        events.close();
    }

    private List<String> mutexEventsOf(ThreadContext c) {
        return events.briefOf(c).stream()
                .filter(each -> each.startsWith("mutex"))
                .toList();
    }

    @Test
    void attemptIsToldBeforeItWhereACallbackWantsIt() throws InterruptedException {
        Events.setEventsWithCallbacks(MUTEXES);
        runWhileInflated(c -> {
            c.leave();
            int token = SynchronizedHooks.enter(monitor, 1);
            assertThat(mutexEventsOf(c)).containsExactly("mutexAcquire");
            SynchronizedHooks.acquired(token);
            assertThat(mutexEventsOf(c)).containsExactly("mutexAcquire", "mutexAcquired");
            Threads.enter();
        });
    }

    @Test
    void attemptIsToldAfterItIfAtAllWhereNoCallbackDoes() throws InterruptedException {
        runWhileInflated(c -> {
            c.leave();
            int token = SynchronizedHooks.enter(monitor, 1);
            assertThat(mutexEventsOf(c)).isEmpty();
            SynchronizedHooks.acquired(token);
            Threads.enter();
        });
    }

    @Test
    void releaseOfAMonitorIsToldAfterItWithTheTimeBeforeIt() throws InterruptedException {
        Events.setEventsWithCallbacks(MUTEXES);
        AtomicLong released = new AtomicLong();
        runWhileInflated(entering -> {
            entering.leave();
            int entered = SynchronizedHooks.enter(monitor, 1);
            ThreadContext owner = run(c -> {
                int token = SynchronizedHooks.beginRelease(monitor, 2);
                assertThat(token).isNotZero();
                assertThat(mutexEventsOf(c)).isEmpty();
                released.set(System.nanoTime());
                SynchronizedHooks.endRelease(token);
            });
            assertThat(mutexEventsOf(owner)).containsExactly("mutexReleased");
            assertThat(events.of(owner))
                    .filteredOn(each -> each.event().equals("mutexReleased"))
                    .allSatisfy(each -> assertThat(each.timeNanos()).isLessThanOrEqualTo(released.get()));
            SynchronizedHooks.acquired(entered);
            Threads.enter();
        });
    }

    @Test
    void releaseOfAMonitorIsToldBeforeItWhereTheCodeHasNoRoomAfterIt() throws InterruptedException {
        Events.setEventsWithCallbacks(MUTEXES);
        runWhileInflated(entering -> {
            entering.leave();
            int entered = SynchronizedHooks.enter(monitor, 1);
            ThreadContext owner = run(c -> SynchronizedHooks.release(monitor, 2));
            assertThat(mutexEventsOf(owner)).containsExactly("mutexReleased");
            SynchronizedHooks.acquired(entered);
            Threads.enter();
        });
    }

    /** {@code Object.wait} makes the JVM inflate the monitor; the JVM may deflate it when no thread is in it. */
    private void runWhileInflated(Consumer<ThreadContext> body) throws InterruptedException {
        synchronized (monitor) {
            monitor.wait(1);
            ObservedThread.run(body);
        }
    }

    private static ThreadContext run(Consumer<ThreadContext> body) {
        try {
            return ObservedThread.run(c -> {
                c.leave();
                body.accept(c);
                Threads.enter();
            });
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
