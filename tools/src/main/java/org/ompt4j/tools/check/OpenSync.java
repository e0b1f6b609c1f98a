package org.ompt4j.tools.check;

import java.util.HashSet;
import java.util.Set;
import org.ompt4j.tools.read.TraceEvent;

/** A barrier, taskwait or taskgroup that a task is in. */
final class OpenSync {
    final TraceEvent begin;
    /** Tasks that this wait was said to depend on. */
    final Set<Long> awaited = new HashSet<>();

    boolean waiting;
    int waits;

    OpenSync(TraceEvent begin) {
        this.begin = begin;
    }
}
