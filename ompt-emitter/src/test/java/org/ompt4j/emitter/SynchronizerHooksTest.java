package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.RecordedEvents.Delivered;
import org.ompt4j.emitter.lock.SynchronizerHooks;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.State;

/** A thread that queues in a synchronizer of the JDK waits for what it belongs to, once, and gives its place in the code now and then. */
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
        assertThat(SynchronizerHooks.queues(
                        false, synchronizerOf(ReentrantLock.class, new ReentrantLock()), false, false))
                .isFalse();
        assertThat(acquires()).isEmpty();
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
