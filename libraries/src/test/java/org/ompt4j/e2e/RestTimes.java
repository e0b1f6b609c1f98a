package org.ompt4j.e2e;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ompt4j.libraries.Rest;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * What the platform threads were in, as a trace tells it, until shortly before they were measured in each {@link Rest} of a library's program, and shortly
 * after.
 */
final class RestTimes implements RunReader.EventListener, RunReader.StateListener {

    /** What a thread was in so far. */
    private record Past(ThreadModel thread, StateTimes times) {}

    /**
     * A thread that lives then.
     *
     * @param times from its own begin on
     */
    record Living(String name, StateTimes times) {}

    private final Map<Long, String> names;
    private final Map<Long, Past> threads = new HashMap<>();
    private final Map<String, Map<Long, Living>> before = new LinkedHashMap<>();
    private final Map<String, Map<Long, Living>> after = new HashMap<>();

    private RestTimes(Trace trace) {
        this.names = trace.threads().stream()
                .collect(Collectors.toMap(Trace.TraceThread::id, Trace.TraceThread::name, (one, other) -> one));
    }

    static RestTimes of(Trace trace) throws IOException {
        RestTimes times = new RestTimes(trace);
        RunReader.read(trace, RunModel.withoutHistory(trace), times);
        return times;
    }

    /** The names of the rests, in their order. */
    Set<String> rests() {
        return before.keySet();
    }

    /** By the threads' ids. */
    Map<Long, Living> before(String rest) {
        return before.get(rest);
    }

    /** By the threads' ids. */
    Map<Long, Living> after(String rest) {
        return after.get(rest);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        pastOf(thread);
        String name = names.getOrDefault(thread.id(), "");
        if (name.startsWith(Rest.NAME) && event.event() == Event.WAIT && event.construct() == Construct.SLEEP) {
            before.put(name, living(event, thread));
        } else if (name.startsWith(Rest.NAME) && event.event() == Event.THREAD_END) {
            after.put(name, living(event, thread));
        }
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        pastOf(thread).times.add(state, nanos);
    }

    private Past pastOf(ThreadModel thread) {
        return threads.computeIfAbsent(thread.id(), id -> new Past(thread, new StateTimes()));
    }

    private Map<Long, Living> living(TraceEvent event, ThreadModel current) {
        Map<Long, Living> living = new HashMap<>();
        threads.forEach((id, past) -> {
            if (!past.thread.isVirtual() && !past.thread.hasEnded()) {
                StateTimes times = new StateTimes();
                times.addAll(past.times);
                TraceEvent last = past.thread.lastEvent();
                // What the event's own thread was in until now has been told.
                if (past.thread != current && last != null && past.thread.mounted() == null) {
                    times.add(past.thread.stateUntil(null), event.timeNanos() - last.timeNanos());
                }
                living.put(id, new Living(names.getOrDefault(id, ""), times));
            }
        });
        return living;
    }
}
