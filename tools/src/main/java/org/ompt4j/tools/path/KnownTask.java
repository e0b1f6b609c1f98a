package org.ompt4j.tools.path;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

/** A task that was created and has not ended. */
final class KnownTask {
    private final TraceEvent create;
    /** The cause because of which it can begin; null if it is not known. */
    private @Nullable Path ready;

    /** The known tasks that have to end before it can begin. */
    private Set<Long> awaited = Set.of();

    /** Whether an unknown task has to end, too. */
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

    /** It can begin because of this cause, unless tasks have to end first. */
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

    /** The known tasks that it waits for. */
    Set<Long> awaited() {
        return awaited;
    }

    /** A task that it waits for has ended. If others are left, a later one determines when it can begin. */
    void hasEnded(long task, Path path) {
        awaited.remove(task);
        canBegin(path);
    }

    boolean hasBegun() {
        return hasBegun;
    }

    /** The task begins. Returns the cause because of which it could begin, null if it is not known. */
    @Nullable
    Path begin() {
        Path path = awaitsUnknown || !awaited.isEmpty() ? null : ready;
        hasBegun = true;
        ready = null;
        return path;
    }
}
