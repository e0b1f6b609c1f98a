package org.ompt4j.tools.blame;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.WakeRule;
import org.ompt4j.tools.read.TraceEvent;

/** A wait that is not over. */
final class OpenWait implements WakeRule.Wait {
    final TraceEvent begin;
    final WaitPlace place;
    final Actor waiter;
    /** The begin of the taskgroup, if the wait is for its first task to end. */
    final @Nullable TraceEvent taskgroup;
    /** The awaited task, or the task of the taskgroup that ended first; null if there is none. */
    @Nullable
    TaskStory awaited;
    /** The round of the barrier, if the wait is at a barrier. */
    final @Nullable BarrierRound round;
    /** The group, if the wait is for a region or a pool. */
    final @Nullable EqualParts group;

    @Nullable
    Actor waker;

    @Nullable
    TaskStory wakerTask;

    /** Whether it is for a task that had ended before, as that of a thread. */
    final boolean isForEndedTask;

    /** Whether the waker was already searched for. */
    boolean isWakerLookedFor;

    private long wokenNanos;

    /** From and to, one after the other: a thread can run other tasks in the middle of a wait. */
    private long[] pieces = new long[2];

    private int size;
    long nanos;

    OpenWait(
            TraceEvent begin,
            WaitPlace place,
            Actor waiter,
            @Nullable TraceEvent taskgroup,
            @Nullable TaskStory awaited,
            @Nullable BarrierRound round,
            @Nullable EqualParts group,
            boolean isForEndedTask) {
        this.begin = begin;
        this.isForEndedTask = isForEndedTask;
        this.place = place;
        this.waiter = waiter;
        this.taskgroup = taskgroup;
        this.awaited = awaited;
        this.round = round;
        this.group = group;
    }

    /** Adds to the time that the thread has waited. */
    void add(long fromNanos, long toNanos) {
        nanos += toNanos - fromNanos;
        if (size > 0 && pieces[size - 1] == fromNanos) {
            pieces[size - 1] = toNanos;
            return;
        }
        if (size == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * size);
        }
        pieces[size++] = fromNanos;
        pieces[size++] = toNanos;
    }

    int pieces() {
        return size / 2;
    }

    long from(int piece) {
        return pieces[2 * piece];
    }

    long to(int piece) {
        return pieces[2 * piece + 1];
    }

    @Override
    public State state() {
        return place.state();
    }

    @Override
    public boolean isWoken() {
        return waker != null;
    }

    long wokenNanos() {
        return wokenNanos;
    }

    void wokenBy(Actor thread, @Nullable TaskStory task, long timeNanos) {
        waker = thread;
        wakerTask = task;
        wokenNanos = timeNanos;
    }
}
