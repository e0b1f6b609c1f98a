package org.ompt4j.tools.path;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

/** A task that was created and has not ended. */
final class KnownTask {
    private final TraceEvent create;
    /** What led to that it could begin; null if that is not known. */
    private @Nullable Path ready;

    /** The tasks that have to end before it can begin, of those that are known. */
    private Set<Long> awaited = Set.of();

    /** Whether one has to that is not known. */
    private boolean awaitsUnknown;

    private boolean hasBegun;

    KnownTask(TraceEvent create, @Nullable Path ready) {
        this.create = create;
        this.ready = ready;
    }

    TraceEvent create() {
        return create;
    }

    boolean isThread() {
        return create.construct() == Construct.THREAD;
    }

    /** It could begin from this on, but for tasks that have not ended. */
    void canBegin(Path path) {
        if (!hasBegun) {
            ready = path;
        }
    }

    void waitsFor(long task) {
        if (awaited.isEmpty()) {
            awaited = new HashSet<>(2);
        }
        awaited.add(task);
    }

    void waitsForUnknown() {
        awaitsUnknown = true;
    }

    /** The tasks that it waits for, of those that are known. */
    Set<Long> awaited() {
        return awaited;
    }

    /** A task that it waits for has ended: if others are left, a later one says when it can begin. */
    void hasEnded(long task, Path path) {
        awaited.remove(task);
        canBegin(path);
    }

    boolean hasBegun() {
        return hasBegun;
    }

    /** It begins; what led to that it could, null if that is not known. */
    @Nullable
    Path begin() {
        Path path = awaitsUnknown || !awaited.isEmpty() ? null : ready;
        hasBegun = true;
        ready = null;
        return path;
    }
}
