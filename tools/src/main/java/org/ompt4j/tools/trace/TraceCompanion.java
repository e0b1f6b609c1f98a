package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Ompt4jRuntime;

/** What else is recorded while a trace is written; told of threads before {@link #begin} too. */
public interface TraceCompanion extends ThreadListener, StackListener {

    /** The trace is being written. */
    void begin(Ompt4jRuntime runtime, Recording trace);
}
