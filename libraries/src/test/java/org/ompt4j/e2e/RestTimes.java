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
 * The times that platform threads have spent in each state according to a trace, until shortly before and shortly after the program of a library has
 * measured them in a {@link Rest}.
 */
final class RestTimes implements RunReader.EventListener, RunReader.StateListener {

    /** The states of a thread so far. */
    private record Past(ThreadModel thread, StateTimes times) {}

    /**
     * A thread that is alive.
     *
     * @param times in its states since it began
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

    /** The names of all rests, in the order in which they begin. */
    Set<String> rests() {
        return before.keySet();
    }

    /** The threads shortly before the measurement, by their ids. */
    Map<Long, Living> before(String rest) {
        return before.get(rest);
    }

    /** The threads shortly after the measurement, by their ids. */
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
                // The interval of the event's own thread until now has already been added.
                if (past.thread != current && last != null && past.thread.mounted() == null) {
                    times.add(past.thread.stateUntil(null), event.timeNanos() - last.timeNanos());
                }
                living.put(id, new Living(names.getOrDefault(id, ""), times));
            }
        });
        return living;
    }
}
