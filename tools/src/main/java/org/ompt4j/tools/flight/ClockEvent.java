package org.ompt4j.tools.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.ompt4j.tools.trace.FlightNames;

/** Relates the Flight Recorder's clock to that of the trace. There is one event at the begin and one at the end of each chunk. */
@Name(FlightNames.CLOCK)
@Label("Clock of the trace")
@Category("OMPT4J")
@Description("The time in the trace at the time of this event")
@StackTrace(false)
final class ClockEvent extends Event {
    @Name(FlightNames.TRACE_NANOS)
    @Label("Time in the trace, in nanoseconds")
    long traceNanos;

    @Name(FlightNames.STARTED_AT_MILLIS)
    @Label("When the trace began, in milliseconds since 1970: which trace that is")
    long startedAtMillis;
}
