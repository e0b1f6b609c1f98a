package org.ompt4j.tools.export;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** What one thread does over time: nested slices, and states. */
final class Track {
    private final long threadId;
    private final String name;
    /** The open slices, the innermost last. */
    final List<Slice> open = new ArrayList<>(4);
    /** A mutex_acquire of which it is not known yet whether the thread waits. */
    @Nullable
    TraceEvent undecided;

    @Nullable
    State state;
    /** The virtual thread whose slice is open; 0 if there is none. */
    long mounted;

    @Nullable
    Gauge pool;

    Track(long threadId, String name) {
        this.threadId = threadId;
        this.name = name;
    }

    long threadId() {
        return threadId;
    }

    String name() {
        return name;
    }

    boolean isVirtual() {
        return TraceEvent.isVirtualThread(threadId);
    }
}
