package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.WaitOutcome;

/** Finds the cause of a wait that is over: the thread that sent the wakeup, the awaited task, or the last thread to come to the barrier. */
final class WaitDivision {
    private final Wakers wakers;
    private final CurrentCauses doing;
    private final OpenBegins open;
    private final BlameListeners listeners;

    WaitDivision(Wakers wakers, CurrentCauses doing, OpenBegins open, BlameListeners listeners) {
        this.wakers = wakers;
        this.doing = doing;
        this.open = open;
        this.listeners = listeners;
    }

    /** @param outcome what the end of the wait says */
    void divide(OpenWait wait, WaitOutcome outcome) {
        for (int i = 0; i < wait.pieces(); i++) {
            Division division = new Division(doing, open, copyOf(wait, i));
            divide(wait, wait.from(i), wait.to(i), outcome, division);
            listeners.blames(wait, division.parts());
        }
    }

    /* Threads that wait for the waiter need the cause of the end of its wait. */
    private @Nullable Doings copyOf(OpenWait wait, int piece) {
        boolean isLast = wait.waiter.unsaid == wait && wait.to(piece) == wait.waiter.unsaidToNanos;
        if (!isLast || !open.areSeveral()) {
            return null;
        }
        wait.waiter.doings.forgetBefore(open.first());
        return wait.waiter.doings;
    }

    private void divide(OpenWait wait, long fromNanos, long toNanos, WaitOutcome outcome, Division division) {
        if (wait.round != null && outcome != WaitOutcome.INTERRUPT) {
            divide(wait, wait.round, fromNanos, toNanos, outcome, division);
            return;
        }
        wakers.findWaker(wait, outcome);
        if (wait.waker != null) {
            long woken = Math.max(fromNanos, Math.min(toNanos, wait.wokenNanos()));
            division.during(wait.waker, wait.wakerTask, fromNanos, woken);
            // A thread that was woken before its timeout may have gone on waiting.
            if (outcome == WaitOutcome.TIMEOUT) {
                addOwn(wait, woken, toNanos, Causes.TIMEOUT, division);
            } else {
                division.add(woken, toNanos, Causes.HAND_OFF);
            }
        } else if (wait.awaited != null) {
            division.during(null, wait.awaited, fromNanos, toNanos);
        } else if (wait.isForEndedTask && outcome == WaitOutcome.UNSPECIFIED) {
            division.add(fromNanos, toNanos, Causes.HAND_OFF);
        } else {
            addOwn(wait, fromNanos, toNanos, Causes.of(outcome), division);
        }
    }

    /* Threads that wait for the waiter did not time out themselves, nor were they interrupted. */
    private void addOwn(OpenWait wait, long fromNanos, long toNanos, int cause, Division division) {
        division.add(fromNanos, toNanos, cause, division.isForOthers() ? doing.ofWait(wait) : cause);
    }

    private void divide(
            OpenWait wait, BarrierRound round, long fromNanos, long toNanos, WaitOutcome outcome, Division division) {
        CauseTimes parts = round.since(wait.waiter, fromNanos);
        if (parts == null || round.lastNanos() > toNanos) {
            division.add(fromNanos, toNanos, Causes.of(outcome));
        } else {
            listeners.blames(wait, parts);
            division.add(round.lastNanos(), toNanos, Causes.HAND_OFF);
        }
    }
}
