package org.ompt4j.tools.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.ompt4j.tools.trace.FlightNames;

/** Maps a thread of the JVM to a thread of the trace. */
@Name(FlightNames.THREAD)
@Label("Thread of the trace")
@Category("OMPT4J")
@Description("The number of a thread in the trace")
@StackTrace(false)
final class ThreadEvent extends Event {
    @Name(FlightNames.JAVA_THREAD)
    @Label("Java thread id")
    long javaThread;

    @Name(FlightNames.TRACE_THREAD)
    @Label("Thread id in the trace")
    long traceThread;
}
