package org.ompt4j.tools.trace;

import org.ompt4j.ompt.OmptThread;

/** Is notified of each thread whose events are recorded. */
@FunctionalInterface
public interface ThreadListener {
    /** Called at the first event of a thread, on that thread. */
    void thread(OmptThread thread);
}
