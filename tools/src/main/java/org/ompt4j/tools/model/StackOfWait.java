package org.ompt4j.tools.model;

import org.ompt4j.tools.read.TraceEvent;

/** Knows where a thread waits whose event has no call site, such as that of input and output. */
public interface StackOfWait {
    /** Knows nothing. */
    StackOfWait NONE = (thread, wait) -> 0;

    /** A number for the code that waits, by the stack that was taken of this wait; 0 if none was. */
    int code(ThreadModel thread, TraceEvent wait);

    /** The same; 0 also if the event has a call site. */
    default int codeUnlessSiteIsKnown(ThreadModel thread, TraceEvent wait) {
        return wait.codeptrRa() == 0 ? code(thread, wait) : 0;
    }
}
