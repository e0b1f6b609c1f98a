package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.thread.ThreadCalls;

class JvmThreadsTest {

    /** A thread that overrides the methods about its state. */
    private static class Stubborn extends Thread {
        private final AtomicInteger asked = new AtomicInteger();

        Stubborn(Runnable code) {
            super(code);
        }

        @Override
        public State getState() {
            asked.incrementAndGet();
            throw new IllegalStateException("not to be asked");
        }

        @Override
        public boolean isInterrupted() {
            asked.incrementAndGet();
            return false;
        }
    }

    @Test
    void interruptedIsWhatTheJvmKnows() throws InterruptedException {
        boolean[] interrupted = new boolean[2];
        Stubborn thread = new Stubborn(() -> {
            interrupted[0] = JvmThreads.isInterrupted();
            Thread.currentThread().interrupt();
            interrupted[1] = JvmThreads.isInterrupted() && JvmThreads.isInterrupted();
        });
        thread.start();
        thread.join();

        assertThat(interrupted).containsExactly(false, true);
        assertThat(thread.asked).hasValue(0);
    }

    @Test
    void threadIsNewUntilItIsStarted() throws InterruptedException {
        Stubborn thread = new Stubborn(() -> {});

        assertThat(JvmThreads.isNew(thread)).isTrue();
        thread.start();
        assertThat(JvmThreads.isNew(thread)).isFalse();
        thread.join();
        assertThat(JvmThreads.isNew(thread)).isFalse();
        assertThat(thread.asked).hasValue(0);
    }

    @Test
    void threadThatIsParkedWaits() throws InterruptedException {
        Stubborn thread = new Stubborn(() -> {
            while (!JvmThreads.isInterrupted()) {
                LockSupport.park();
            }
        });
        assertThat(JvmThreads.waits(thread)).isFalse();
        thread.start();
        while (!JvmThreads.waits(thread)) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        thread.join();
        assertThat(JvmThreads.waits(thread)).isFalse();
    }

    @Test
    void startOfAThreadDoesNotAskItsOwnCode() throws InterruptedException {
        Stubborn thread = new Stubborn(() -> {});

        try (RecordedEvents events = new RecordedEvents()) {
            ThreadCalls.start(thread, 3);
            thread.join();

            assertThat(events.all()).anyMatch(each -> each.event().equals("taskCreate"));
        }
        assertThat(thread.asked).hasValue(0);
    }
}
