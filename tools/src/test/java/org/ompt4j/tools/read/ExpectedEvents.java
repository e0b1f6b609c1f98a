package org.ompt4j.tools.read;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.trace.RecordLayout;

/** A sink that stores the events that a reader should return, in the order of the calls. */
final class ExpectedEvents implements RecordSink {
    final List<TraceEvent> events = new ArrayList<>();
    final Map<Long, Deque<Long>> tasks = new HashMap<>();
    private final long startNanos;

    ExpectedEvents(long startNanos) {
        this.startNanos = startNanos;
    }

    private Deque<Long> tasksOf(OmptThread thread) {
        return tasks.computeIfAbsent(thread.id(), id -> new ArrayDeque<>(List.of(0L)));
    }

    private void setTask(OmptThread thread, long task) {
        tasksOf(thread).removeLast();
        tasksOf(thread).addLast(task);
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {}

    @Override
    public void defineBody(int body, String text) {}

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {}

    @Override
    public void record(
            OmptThread thread,
            EventShape shape,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place) {
        Event event = shape.event();
        // Hooks pass the call site of a dispatch's region, which the record does not have.
        add(
                thread,
                event,
                timeNanos,
                details,
                new long[] {a, b, c, d},
                event.has(Member.CODEPTR_RA) || event.has(Member.BODY) ? place : 0,
                null);
        follow(thread, event, details, a, b);
    }

    @Override
    public void recordWith(
            OmptThread thread,
            EventShape shape,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long place,
            Object payload) {
        Event event = shape.event();
        if (payload instanceof OmptDependence[] deps) {
            for (int i = 0; i < c; i++) {
                long typed = details
                        | Member.DEPENDENCE_TYPE.bits(deps[i].dependenceType().value());
                add(thread, event, timeNanos, typed, new long[] {a, deps[i].variable(), c, 0}, 0, null);
            }
        } else if (payload instanceof String message) {
            add(thread, event, timeNanos, details, new long[] {message.length(), b, c, 0}, place, message);
        }
    }

    private void add(
            OmptThread thread,
            Event event,
            long timeNanos,
            long details,
            long[] numbers,
            long place,
            @Nullable String message) {
        long current = tasksOf(thread).getLast();
        events.add(new TraceEvent(
                timeNanos - startNanos,
                thread.id(),
                event.has(Member.TASK_ID) ? numbers[event.numbers().indexOf(Member.TASK_ID)] : current,
                event,
                details,
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                place,
                message));
    }

    /** Updates the current task after the event. */
    private void follow(OmptThread thread, Event event, long details, long a, long b) {
        if (event == Event.TASK_SCHEDULE) {
            if (b == 0 && RecordLayout.isVirtualThread(a)) {
                // The virtual thread leaves with its tasks.
                while (tasksOf(thread).size() > 1) {
                    tasksOf(thread).removeFirst();
                }
            }
            switch (TaskStatus.of(Member.PRIOR_TASK_STATUS.in(details))) {
                case EARLY_FULFILL, LATE_FULFILL, TASKWAIT_COMPLETE -> {}
                default -> setTask(thread, b);
            }
        } else if (event == Event.IMPLICIT_TASK) {
            ScopeEndpoint endpoint = ScopeEndpoint.of(Member.ENDPOINT.in(details));
            if (endpoint == ScopeEndpoint.BEGIN) {
                tasksOf(thread).addLast(a);
            } else if (endpoint == ScopeEndpoint.END) {
                tasksOf(thread).removeLast();
                if (tasksOf(thread).isEmpty()) {
                    tasksOf(thread).addLast(0L);
                }
            }
        }
    }
}
