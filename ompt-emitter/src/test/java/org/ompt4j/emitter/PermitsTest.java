package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.blocking.ParkHooks;
import org.ompt4j.emitter.thread.ThreadHooks;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

class PermitsTest {

    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void forget() {
        Permits.forget();
        events.close();
    }

    private static ThreadContext context() {
        return new ThreadContext(new Thread("parker"), ThreadType.OTHER);
    }

    @Test
    void threadIsFoundWhileItIsToldToPark() {
        ThreadContext c = context();
        Thread thread = c.thread();

        assertThat(Permits.ifParked(thread)).isZero();
        Permits.begin(c);
        assertThat(Permits.ifParked(thread)).isEqualTo(RecordSink.permitOf(c.id()));
        assertThat(Permits.ifParked(context().thread())).isZero();
        Permits.end(c);
        assertThat(Permits.ifParked(thread)).isZero();
    }

    @Test
    void threadsThatFindNoPlaceAreNotKnownAndTakeNone() {
        List<ThreadContext> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            all.add(context());
        }
        all.forEach(Permits::begin);
        assertThat(all.stream().filter(each -> Permits.ifParked(each.thread()) != 0))
                .hasSize(1_024);
        all.forEach(Permits::end);
        all.forEach(each -> assertThat(Permits.ifParked(each.thread())).isZero());
    }

    @Test
    void whoUnparksItSaysSoAndWhoUnparksItselfDoesNot() throws InterruptedException {
        ThreadContext parker = context();
        Permits.begin(parker);

        ObservedThread.run(c -> {
            c.leave();
            ParkHooks.unparks(parker.thread());
            ParkHooks.unparks(context().thread());
            ParkHooks.unparks(null);
            ParkHooks.unparks(Thread.currentThread());
            Threads.enter();
        });

        List<RecordedEvents.Delivered> wakeups =
                events.all().stream().filter(each -> each.is("wakeup")).toList();
        assertThat(wakeups).hasSize(1);
        assertThat(wakeups.get(0).is("wakeup", RecordSink.permitOf(parker.id())))
                .isTrue();
    }

    @Test
    void parkInAQueueWithoutALockIsNamedAndOneForAConditionOfALockIsNot() throws InterruptedException {
        ObservedThread.run(c -> {
            Waits.begin(c, Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, 9, 0);
            c.leave();
            Thread self = Thread.currentThread();
            long answer = ParkHooks.parksFor(new Object());
            assertThat(answer).isEqualTo(ParkHooks.NAMED);
            assertThat(Permits.ifParked(self)).isEqualTo(RecordSink.permitOf(c.id()));
            ParkHooks.unparked(answer);
            assertThat(Permits.ifParked(self)).isZero();
            assertThat(ParkHooks.parksFor(new ReentrantLock().newCondition())).isEqualTo(ParkHooks.INSIDE);
            assertThat(Permits.ifParked(self)).isZero();
            Threads.enter();
        });
    }

    @Test
    void interruptIsToldOfAThreadThatWaitsAndOfNoOther() throws InterruptedException {
        ThreadContext[] other = new ThreadContext[1];
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            other[0] = Threads.begin(Thread.currentThread(), ThreadType.INITIAL);
            begun.countDown();
            awaitQuietly(over);
        });
        waiter.start();
        begun.await();

        ObservedThread.run(c -> {
            c.leave();
            ThreadHooks.interrupts(Thread.currentThread());
            ThreadHooks.interrupts(new Thread("not begun"));
            ThreadHooks.interrupts(waiter);
            assertThat(wakeups()).isEmpty();
            other[0].tasks().setState(State.WAIT_QUEUE, 9);
            ThreadHooks.interrupts(waiter);
            other[0].tasks().setState(State.IDLE, 0);
            ThreadHooks.interrupts(waiter);
            Threads.enter();
        });
        over.countDown();
        waiter.join();

        assertThat(wakeups()).hasSize(1);
        assertThat(wakeups().get(0).is("wakeup", RecordSink.permitOf(other[0].id())))
                .isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<RecordedEvents.Delivered> wakeups() {
        return events.all().stream().filter(each -> each.is("wakeup")).toList();
    }
}
