package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ompt4j.emitter.blocking.ParkHooks;

/** A callback for a park that parks itself consumes the thread's permit: then the thread gets the permit back. */
class ParkPermitTest {

    @AfterEach
    void stop() {
        Events.deliverTo(null, 0);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void permitThatACallbackUsesUpIsReplaced() throws InterruptedException {
        AnyEvent tool = ParkPermitTest::parkInside;
        Events.deliverTo(tool, -1L);
        ObservedThread.run(c -> {
            InitialTasks.ensure(c);
            c.leave();
            LockSupport.unpark(Thread.currentThread());
            long begun = ParkHooks.parksFor(new ReentrantLock());
            assertThat(begun).isEqualTo(ParkHooks.TOLD);
            LockSupport.park();
            ParkHooks.unparked(begun);
            Threads.enter();
        });
    }

    @Test
    void permitIsNotReplacedWhereNobodyParks() throws InterruptedException {
        ObservedThread.run(c -> {
            InitialTasks.ensure(c);
            c.leave();
            long begun = ParkHooks.parks();
            assertThat(JdkWaits.mayLackPermit(begun == ParkHooks.TOLD)).isFalse();
            ParkHooks.unparked(begun);
            Threads.enter();
        });
    }

    /** Parks like a tool, for whose calls hooks are called too. */
    private static void parkInside() {
        long begun = ParkHooks.parks();
        LockSupport.parkNanos(1);
        ParkHooks.unparked(begun);
    }
}
