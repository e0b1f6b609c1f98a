package org.ompt4j.tools.conformance;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;

/** What the tool keeps about a task, in the task's data. Each field says who writes it. */
final class LiveTask {
    enum Kind {
        INITIAL,
        IMPLICIT,
        EXPLICIT
    }

    final OmptData data;
    final Kind kind;
    final int flags;
    final boolean hasDependences;
    /** Where its creator was. */
    final @Nullable LiveRegion createdIn;

    /** The thread that runs it now; written by that thread. */
    volatile @Nullable LiveThread runner;

    /** Written by whoever runs or discards it. */
    volatile boolean hasStarted;

    volatile boolean hasEnded;
    volatile boolean wasDiscarded;

    LiveTask(OmptData data, Kind kind, int flags, boolean hasDependences, @Nullable LiveRegion createdIn) {
        this.data = data;
        this.kind = kind;
        this.flags = flags;
        this.hasDependences = hasDependences;
        this.createdIn = createdIn;
    }

    long id() {
        return data.id();
    }

    @Override
    public String toString() {
        return "task " + id();
    }
}
