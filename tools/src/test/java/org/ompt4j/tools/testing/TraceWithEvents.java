package org.ompt4j.tools.testing;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;

/**
 * A trace with other events than its own, with pauses of the recording, events that were counted instead, and garbage collections.
 */
public record TraceWithEvents(
        Trace trace,
        List<TraceEvent> eventList,
        List<Pause> pauses,
        List<CountedEvents> counted,
        List<Pause> collections)
        implements Trace {

    /** Without garbage collections. */
    public TraceWithEvents(Trace trace, List<TraceEvent> eventList, List<Pause> pauses, List<CountedEvents> counted) {
        this(trace, eventList, pauses, counted, List.of());
    }

    /** Without counted events and garbage collections. */
    public TraceWithEvents(Trace trace, List<TraceEvent> eventList, List<Pause> pauses) {
        this(trace, eventList, pauses, List.of());
    }

    /** Without pauses, counted events and garbage collections. */
    public TraceWithEvents(Trace trace, List<TraceEvent> eventList) {
        this(trace, eventList, List.of());
    }

    @Override
    public TraceHeader header() {
        return trace.header();
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return trace.callSite(codeptrRa);
    }

    @Override
    public @Nullable String body(int body) {
        return trace.body(body);
    }

    @Override
    public @Nullable WaitObject waitObject(long waitId) {
        return trace.waitObject(waitId);
    }

    @Override
    public Collection<TraceThread> threads() {
        return trace.threads();
    }

    @Override
    public TraceLosses losses() {
        return trace.losses();
    }

    @Override
    public Iterator<TraceEvent> events() {
        return eventList.iterator();
    }

    @Override
    public void close() throws IOException {
        trace.close();
    }
}
