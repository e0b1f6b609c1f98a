package org.ompt4j.tools.trace;

import org.ompt4j.ompt.OmptThread;

/** Is told of each thread whose events are recorded. */
@FunctionalInterface
public interface ThreadListener {
    /** A thread has its first event; called on that thread. */
    void thread(OmptThread thread);
}
