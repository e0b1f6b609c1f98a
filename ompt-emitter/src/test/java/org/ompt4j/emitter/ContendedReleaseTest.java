package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.monitor.SynchronizedHooks;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/** With {@code mutex.detail=contended} a release is reported if another thread has to wait for the monitor. */
class ContendedReleaseTest {
    private static final long HOUR = 3_600_000_000_000L;

    private final Object monitor = new Object();
    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void stop() {
        events.close();
    }

    @Test
    void releaseIsToldOnceSomebodyHasBeenEnteringForTheTimeThatAWaitTakes() throws InterruptedException {
        synchronized (monitor) {
            // Object.wait makes the JVM inflate the monitor, so that its header does not say whether it is held.
            monitor.wait(1);
            ObservedThread.run(entering -> {
                entering.leave();
                int token = SynchronizedHooks.enter(monitor, 1);
                assertThat(token).isNotZero();

                hasBeenEnteringSince(entering, System.nanoTime() + HOUR);
                assertThat(isReleaseTold()).as("somebody only passes by").isFalse();
                hasBeenEnteringSince(entering, System.nanoTime() - HOUR);
                assertThat(isReleaseTold())
                        .as("somebody has been entering for long")
                        .isTrue();
                entering.untold().end();
                assertThat(isReleaseTold()).as("somebody is known to wait").isTrue();

                SynchronizedHooks.acquired(token);
                assertThat(isReleaseTold()).as("nobody enters any more").isFalse();
                Threads.enter();
            });
        }
    }

    private static void hasBeenEnteringSince(ThreadContext c, long nanos) {
        c.untold().begin(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, c.waitId(), 1, nanos);
    }

    /** Whether the release of another thread is reported. */
    private boolean isReleaseTold() {
        try {
            ThreadContext owner = ObservedThread.run(c -> {
                c.leave();
                SynchronizedHooks.release(monitor, 2);
                Threads.enter();
            });
            return events.of(owner).stream().anyMatch(each -> each.event().equals("mutexReleased"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
