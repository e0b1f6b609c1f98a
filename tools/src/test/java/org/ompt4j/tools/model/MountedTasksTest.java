package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.TraceTool;

class MountedTasksTest {
    private static final long VIRTUAL = RecordSink.FIRST_VIRTUAL_THREAD + 30;
    private static final long OTHER = VIRTUAL + 1;
    private static final long IMPLICIT = 7;

    @TempDir
    Path directory;

    private long now;

    @Test
    void whatAVirtualThreadDoesOnAnotherCarrierIsInTheTaskThatItTookAlong() throws IOException {
        Path file = directory.resolve("run.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace");
        assertThat(runtime.start(new TraceTool())).isTrue();
        EventCalls sink = runtime.events();
        now = System.nanoTime();
        TestThread one = new TestThread(1);
        TestThread two = new TestThread(2);
        schedule(sink, one, 0, TaskStatus.SWITCH, VIRTUAL);
        sink.implicitTask(one, now++, THREAD, ScopeEndpoint.BEGIN, 5, IMPLICIT, 1, 0, TaskFlag.IMPLICIT);
        release(sink, one, IMPLICIT);
        schedule(sink, one, VIRTUAL, TaskStatus.SWITCH, 0);
        schedule(sink, one, 0, TaskStatus.SWITCH, OTHER);
        schedule(sink, two, 0, TaskStatus.SWITCH, VIRTUAL);
        release(sink, two, IMPLICIT);
        release(sink, one, OTHER);
        sink.implicitTask(two, now++, THREAD, ScopeEndpoint.END, 0, IMPLICIT, 0, 0, TaskFlag.IMPLICIT);
        release(sink, two, VIRTUAL);
        schedule(sink, two, VIRTUAL, TaskStatus.COMPLETE, 0);
        release(sink, two, 0);
        runtime.endAt(now, file);

        try (Trace trace = Traces.open(file)) {
            MountedTasks tasks = new MountedTasks(trace);
            List<TraceEvent> released = new ArrayList<>();
            for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
                TraceEvent event = tasks.inItsTask(events.next());
                if (event.event() == Event.MUTEX_RELEASED) {
                    released.add(event);
                }
            }
            assertThat(released).hasSize(5);
            // Each task releases the mutex whose id is its own plus 1000.
            assertThat(released).allMatch(each -> each.taskId() == each.waitId() - 1000);
            assertThat(released).extracting(TraceEvent::threadId).containsExactly(1L, 2L, 1L, 2L, 2L);
        }
    }

    private void schedule(EventCalls sink, TestThread thread, long prior, TaskStatus status, long next) {
        sink.taskSchedule(thread, now++, THREAD, prior, status, next);
    }

    private void release(EventCalls sink, TestThread thread, long task) {
        sink.mutexReleased(thread, now++, THREAD, MutexKind.LOCK, 1000 + task, 0);
    }
}
