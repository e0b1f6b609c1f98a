package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;

/** Which threads are observed, and what happens to threads that begin while the runtime ends. */
class ThreadsTest {

    @Test
    void threadThatLetsAgentsInIsNotTheApplications() throws InterruptedException {
        ThreadGroup system = Thread.currentThread().getThreadGroup();
        while (system.getParent() != null) {
            system = system.getParent();
        }

        assertThat(isSeen(system, "Attach Listener")).isFalse();
        assertThat(isSeen(system, "another one")).isTrue();
        assertThat(isSeen(Thread.currentThread().getThreadGroup(), "Attach Listener"))
                .isTrue();
    }

    private static boolean isSeen(ThreadGroup group, String name) throws InterruptedException {
        AtomicBoolean seen = new AtomicBoolean();
        Thread thread = new Thread(group, () -> seen.set(Threads.current() != null), name);
        thread.start();
        thread.join();
        return seen.get();
    }

    @Test
    void threadWhoseBeginWasNotReportedHasNoEndEither() {
        try (RecordedEvents events = new RecordedEvents()) {
            // The runtime has ended after the thread was registered and before it entered the runtime.
            ThreadContext late = new ThreadContext(new Thread("late"), ThreadType.INITIAL);

            Threads.end(late);

            assertThat(late.hasEnded()).isTrue();
            assertThat(events.all()).noneMatch(each -> each.thread() == late);
        }
    }
}
