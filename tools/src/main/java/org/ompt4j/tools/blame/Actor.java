package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** A thread for which others wait: what it did, its open waits, and what it does now. */
final class Actor {
    final ThreadModel thread;
    final Doings doings = new Doings();
    /** Innermost last. */
    final List<OpenWait> waits = new ArrayList<>(1);
    /** The groups in which it works. */
    List<EqualParts> groups = List.of();
    /** What it does from its last event on, null for nothing: see {@link #isAs}. */
    @Nullable
    State state;

    private @Nullable TaskFrame frame;
    private @Nullable TraceEvent wait;
    /** The group that it waits in, if it does. */
    @Nullable
    OpenWait groupWait;

    /** The last task by which it has completed a future. */
    @Nullable
    TaskStory hasCompleted;

    boolean isIdle;
    /** Whether its noted action may be outdated. */
    boolean hasChanged;

    /** How long it has worked since its last wait. */
    long workedNanos;
    /** The end of its wait that is not in {@link #doings} yet: from when on. */
    @Nullable
    OpenWait unsaid;

    long unsaidFromNanos;
    long unsaidToNanos;
    private @Nullable State causeState;
    private @Nullable TaskFrame causeFrame;
    private @Nullable TraceEvent causeWait;
    private int cause = -1;

    Actor(ThreadModel thread) {
        this.thread = thread;
    }

    /** Whether nothing has changed since {@link #is}. */
    boolean isAs(@Nullable State now) {
        return state == now && frame == thread.top() && wait == thread.innermostWait();
    }

    void is(@Nullable State now) {
        state = now;
        frame = thread.top();
        wait = thread.innermostWait();
    }

    /** The number of what it does in this state, -1 if that has to be found. */
    int cause(State now) {
        return now == causeState && causeFrame == thread.top() && causeWait == thread.innermostWait() ? cause : -1;
    }

    void remember(State now, int number) {
        causeState = now;
        causeFrame = thread.top();
        causeWait = thread.innermostWait();
        cause = number;
    }

    @Nullable
    OpenWait find(TraceEvent begin) {
        for (int i = waits.size() - 1; i >= 0; i--) {
            if (waits.get(i).begin == begin) {
                return waits.get(i);
            }
        }
        return null;
    }
}
