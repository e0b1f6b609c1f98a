package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

class StackRateTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path directory;

    private final TestThread thread = new TestThread(1);
    private final TestThread other = new TestThread(2);
    private final List<Long> taken = new ArrayList<>();
    private boolean takes = true;
    private long nextId = 100;
    private long now = System.nanoTime() + 1_000 * MILLI;

    private boolean made(long id, int callSite, int body) {
        if (takes) {
            taken.add(id);
        }
        return takes;
    }

    private interface Program {
        void run(TraceSink sink);
    }

    private void whileRecording(Program program) throws IOException {
        Recording recording = Recording.begin(TestRuntime.writing(directory.resolve("run.ompt"), "profile"), "trace");
        program.run(new TraceSink(recording, new StackRate(this::made)));
        recording.finish();
    }

    /** Returns its id. */
    private long event(TraceSink sink, TestThread of, Event event, int callSite, int body) {
        long id = nextId++;
        long place = EventShape.place(callSite, body);
        sink.record(of, event.shape(), now, Construct.PARALLEL_STREAM.ordinal(), 5, id, 0, 0, place);
        return id;
    }

    @Test
    void theFirstOfEachCodeAtACallSiteHasAStack() throws IOException {
        List<Long> expected = new ArrayList<>();
        whileRecording(sink -> {
            for (int site = 1; site < 4; site++) {
                for (int body = 0; body < 2; body++) {
                    expected.add(event(sink, thread, Event.TASK_CREATE, site, body));
                    event(sink, thread, Event.TASK_CREATE, site, body);
                }
            }
        });

        assertThat(taken).isEqualTo(expected);
    }

    @Test
    void aThreadTakesOneInTenMillisecondsAtMost() throws IOException {
        whileRecording(sink -> {
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            for (int i = 0; i < 1_000; i++) {
                now += MILLI / 10;
                event(sink, thread, Event.TASK_CREATE, 1, 0);
            }
        });

        assertThat(taken).hasSize(1 + 10);
    }

    @Test
    void threadsAndRegionsDoNotTakeFromEachOther() throws IOException {
        whileRecording(sink -> {
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            taken.clear();
            now += 20 * MILLI;
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            event(sink, thread, Event.PARALLEL_BEGIN, 1, 0);
            event(sink, other, Event.TASK_CREATE, 1, 0);
            event(sink, other, Event.PARALLEL_BEGIN, 1, 0);
            event(sink, other, Event.PARALLEL_BEGIN, 1, 0);
        });

        assertThat(taken).hasSize(4);
    }

    @Test
    void aStackThatWasNotTakenIsNotTheFirst() throws IOException {
        takes = false;
        whileRecording(sink -> {
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            takes = true;
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            event(sink, thread, Event.TASK_CREATE, 1, 0);
        });

        assertThat(taken).containsExactly(101L);
    }

    @Test
    void otherEventsTakeNone() throws IOException {
        whileRecording(sink -> event(sink, thread, Event.PARALLEL_END, 1, 0));

        assertThat(taken).isEmpty();
    }
}
