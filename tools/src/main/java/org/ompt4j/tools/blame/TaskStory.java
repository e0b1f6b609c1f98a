package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Member;
import org.ompt4j.tools.read.TraceEvent;

/** When a task was made, began and ended, and by whom. Thread safety: none. */
final class TaskStory {
    /** No task remembers more of those before it than so many steps. */
    private static final int DEEPEST = 64;

    private static final int MOST_SOURCES = 4;

    final int body;
    final int madeAt;
    final long createdNanos;
    /** Whether it cannot begin at once, of whatever that depends. */
    final boolean hasDependences;

    final Actor creator;
    /** The task that made it, if that was made itself. */
    final @Nullable TaskStory parent;
    /** The begin of the taskgroup that it was made in, if somebody may wait there for the first task that ends. */
    final @Nullable TraceEvent taskgroup;

    private final List<TaskStory> sources = new ArrayList<>(0);
    private int depth;

    long startedNanos = Long.MAX_VALUE;
    long endedNanos = Long.MAX_VALUE;
    /** Who has run it. */
    @Nullable
    Actor runner;
    /** The pool that its first worker works for, 0 if there is none. */
    long poolId;

    boolean isDetached;
    long fulfilledNanos = Long.MAX_VALUE;

    @Nullable
    Actor fulfiller;

    @Nullable
    TaskStory fulfilledIn;

    TaskStory(TraceEvent create, Actor creator, @Nullable TaskStory parent, @Nullable TraceEvent taskgroup) {
        this.body = create.body();
        this.madeAt = create.codeptrRa();
        this.createdNanos = create.timeNanos();
        this.hasDependences = create.value(Member.HAS_DEPENDENCES) != 0;
        this.creator = creator;
        this.taskgroup = taskgroup;
        this.parent = parent == null || parent.depth >= DEEPEST ? null : parent;
        this.depth = this.parent == null ? 0 : this.parent.depth + 1;
    }

    /** It cannot begin before this one has ended. */
    void comesAfter(TaskStory source) {
        if (source.depth < DEEPEST && sources.size() < MOST_SOURCES) {
            sources.add(source);
            depth = Math.max(depth, source.depth + 1);
        }
    }

    /** Of those that it comes after the one that ended last; null if there is none. */
    @Nullable
    TaskStory lastSource() {
        TaskStory last = null;
        for (TaskStory each : sources) {
            last = last == null || each.doneNanos() > last.doneNanos() ? each : last;
        }
        return last;
    }

    /** When it was done for good. */
    long doneNanos() {
        return isDetached ? fulfilledNanos : endedNanos;
    }
}
