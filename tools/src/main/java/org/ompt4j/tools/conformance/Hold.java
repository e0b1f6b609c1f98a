package org.ompt4j.tools.conformance;

import org.ompt4j.ompt.MutexKind;

/** A mutex that a thread holds. */
final class Hold {
    final MutexKind kind;
    int nesting;
    /** Released while nested: the thread waits on a condition and will hold the mutex as deeply as before. */
    boolean isSuspended;

    Hold(MutexKind kind) {
        this.kind = kind;
    }
}
