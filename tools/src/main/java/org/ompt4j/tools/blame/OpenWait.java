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
    /** The begin of the taskgroup whose first task to end is waited for, if it is that. */
    final @Nullable TraceEvent taskgroup;
    /** The task that is waited for, if it is one, or the one of the taskgroup that ended first. */
    @Nullable
    TaskStory awaited;
    /** The barrier that is waited in, if it is one. */
    final @Nullable BarrierRound round;
    /** Those that are waited for together, if they are a region or a pool. */
    final @Nullable EqualParts group;

    @Nullable
    Actor waker;

    @Nullable
    TaskStory wakerTask;

    /** Whether it is for a thread whose task had ended before. */
    final boolean isForEndedThread;

    /** Whether it has been looked for who woke it. */
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
            boolean isForEndedThread) {
        this.begin = begin;
        this.isForEndedThread = isForEndedThread;
        this.place = place;
        this.waiter = waiter;
        this.taskgroup = taskgroup;
        this.awaited = awaited;
        this.round = round;
        this.group = group;
    }

    /** The thread has waited for so long. */
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
