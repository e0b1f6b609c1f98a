package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;

/** What becomes of threads that begin while the runtime ends. */
class ThreadsTest {

    @Test
    void threadWhoseBeginWasNotReportedHasNoEndEither() {
        try (RecordedEvents events = new RecordedEvents()) {
            // As between its coming into the list and its entering the runtime, which ends in between.
            ThreadContext late = new ThreadContext(new Thread("late"), ThreadType.INITIAL);

            Threads.end(late);

            assertThat(late.hasEnded()).isTrue();
            assertThat(events.all()).noneMatch(each -> each.thread() == late);
        }
    }
}
