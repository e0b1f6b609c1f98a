package org.ompt4j.tools.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Says which thread of the trace a thread of the JVM is. */
@Name(ThreadEvent.NAME)
@Label("Thread of the trace")
@Category("OMPT4J")
@Description("The number of a thread in the trace")
@StackTrace(false)
final class ThreadEvent extends Event {
    static final String NAME = "org.ompt4j.Thread";

    @Label("Java thread id")
    long javaThread;

    @Label("Thread id in the trace")
    long traceThread;
}
