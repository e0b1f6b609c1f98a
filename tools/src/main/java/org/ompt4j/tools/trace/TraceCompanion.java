package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Ompt4jRuntime;

/** Records something else while a trace is written. It is notified of threads even before {@link #begin}. */
public interface TraceCompanion extends ThreadListener, StackListener {

    /** Called once the trace is being written. */
    void begin(Ompt4jRuntime runtime, Recording trace);
}
