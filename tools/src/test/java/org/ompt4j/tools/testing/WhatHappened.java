package org.ompt4j.tools.testing;

import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** How often things have begun according to a trace, counted event by event without a model of the run. */
public final class WhatHappened {
    public final Set<Long> regions = new HashSet<>();
    /** Tasks that were created and have begun, including virtual threads. */
    public final Set<Long> begunTasks = new HashSet<>();

    public int syncRegions;
    public int syncWaits;
    public int waits;

    /** @throws IOException if the trace cannot be read */
    public WhatHappened(Trace trace) throws IOException {
        Set<Long> created = new HashSet<>();
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            TraceEvent each = events.next();
            boolean begins = each.endpoint() != ScopeEndpoint.END;
            if (each.event() == Event.PARALLEL_BEGIN) {
                regions.add(each.parallelId());
            } else if (each.event() == Event.TASK_CREATE) {
                created.add(each.newTaskId());
            } else if (each.event() == Event.TASK_SCHEDULE && created.contains(each.nextTaskId())) {
                begunTasks.add(each.nextTaskId());
            } else if (each.event() == Event.SYNC_REGION && begins) {
                syncRegions++;
            } else if (each.event() == Event.SYNC_REGION_WAIT && begins) {
                syncWaits++;
            } else if (each.event() == Event.WAIT && begins && !each.endsAttempt()) {
                waits++;
            }
        }
    }
}
