package org.ompt4j.tools.testing;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;

/**
 * A trace whose events are a list.
 *
 * @param threads in order of their first event
 */
public record TraceInMemory(
        TraceHeader header,
        TraceLosses losses,
        Map<Integer, String> callSites,
        Map<Integer, String> bodies,
        Map<Long, WaitObject> waitObjects,
        List<TraceThread> threadList,
        List<TraceEvent> eventList)
        implements Trace {

    /** The same trace with other events. */
    public TraceInMemory withEvents(List<TraceEvent> events) {
        return new TraceInMemory(header, losses, callSites, bodies, waitObjects, threadList, List.copyOf(events));
    }

    public TraceInMemory withLosses(TraceLosses other) {
        return new TraceInMemory(header, other, callSites, bodies, waitObjects, threadList, eventList);
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return callSites.get(codeptrRa);
    }

    @Override
    public @Nullable String body(int body) {
        return bodies.get(body);
    }

    @Override
    public @Nullable WaitObject waitObject(long waitId) {
        return TraceEvent.isVirtualThread(waitId)
                ? new WaitObject(waitId, Construct.THREAD, RecordSink.VIRTUAL_THREAD)
                : waitObjects.get(waitId);
    }

    @Override
    public Collection<TraceThread> threads() {
        return threadList;
    }

    @Override
    public Iterator<TraceEvent> events() {
        return eventList.iterator();
    }

    @Override
    public void close() {}
}
