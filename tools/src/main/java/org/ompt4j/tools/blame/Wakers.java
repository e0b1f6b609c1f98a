package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.NamedWakeups;
import org.ompt4j.tools.model.QueueWakeups;
import org.ompt4j.tools.model.WakeRule;
import org.ompt4j.tools.read.TraceEvent;

/** Finds the thread that has woken another one that waits for an object. */
final class Wakers {
    /** By the id of the object. */
    private final Map<Long, Waiting> waiting = new HashMap<>();

    private static final class Waiting {
        /** In the order of their begins. */
        final List<OpenWait> waits = new ArrayList<>(1);
        /** The last wakeup. */
        @Nullable
        Actor waker;

        @Nullable
        TaskStory wakerTask;

        long wokenNanos = Long.MIN_VALUE;

        final QueueWakeups<Waker> ofQueue = new QueueWakeups<>();
    }

    private final NamedWakeups<Waker> named = new NamedWakeups<>();

    private record Waker(Actor thread, @Nullable TaskStory task) {}

    void begins(OpenWait wait) {
        long waitId = wait.begin.waitId();
        if (wait.round == null && wait.group == null && waitId != 0) {
            waiting.computeIfAbsent(waitId, id -> new Waiting()).waits.add(wait);
        }
    }

    /** @param task the one that the waker is in, if any */
    void wakes(TraceEvent event, Actor waker, @Nullable TaskStory task) {
        if (RecordSink.isPermit(event.waitId())) {
            waker.doings.cut(event.timeNanos());
            named.add(event, new Waker(waker, task));
        }
        Waiting waiters = waiting.get(event.waitId());
        if (waiters == null) {
            return;
        }
        waker.doings.cut(event.timeNanos());
        waiters.waker = waker;
        waiters.wakerTask = task;
        waiters.wokenNanos = event.timeNanos();
        waiters.ofQueue.add(event.timeNanos(), new Waker(waker, task));
        WakeRule.wakes(
                waiters.waits, each -> each.waiter == waker, each -> each.wokenBy(waker, task, event.timeNanos()));
    }

    /**
     * A wait is over: if no wakeup was assigned to it, one is searched for.
     *
     * @param outcome the outcome of the wait
     */
    void findWaker(OpenWait wait, WaitOutcome outcome) {
        if (wait.waker != null || wait.isWakerLookedFor) {
            return;
        }
        wait.isWakerLookedFor = true;
        NamedWakeups.Wakeup<Waker> own =
                named.thatEnded(wait.waiter.thread.id(), wait.begin, wait.place.state(), outcome);
        Waiting waiters = waiting.get(wait.begin.waitId());
        if (own != null) {
            wait.wokenBy(own.by().thread, own.by().task, own.timeNanos());
        } else if (waiters != null) {
            findWaker(wait, waiters, outcome);
        }
    }

    private static void findWaker(OpenWait wait, Waiting waiters, WaitOutcome outcome) {
        if (wait.place.state() == State.WAIT_CONDITION) {
            findWhoSignalled(wait, waiters);
        } else if (wait.place.state().isForQueue() && outcome == WaitOutcome.UNSPECIFIED) {
            QueueWakeups.Wakeup<Waker> wakeup =
                    waiters.ofQueue.claim(wait.begin.timeNanos(), waker -> waker.thread == wait.waiter);
            if (wakeup != null) {
                wait.wokenBy(wakeup.waker().thread, wakeup.waker().task, wakeup.timeNanos());
            }
        }
    }

    private static void findWhoSignalled(OpenWait wait, Waiting waiters) {
        Actor waker = waiters.waker;
        if (waker != null && WakeRule.isEndedBy(waker.thread, waiters.wokenNanos, wait.begin)) {
            wait.wokenBy(waker, waiters.wakerTask, waiters.wokenNanos);
        }
    }

    /**
     * A wait for a condition of a lock is over, and the signaller is known as the holder of the lock when the waiter began to wait for the lock: if
     * it has sent exactly one wakeup since the wait began, this one ended the wait.
     */
    void findSignal(OpenWait wait, long endNanos, long signaller) {
        Waiting waiters = waiting.get(wait.begin.waitId());
        QueueWakeups.Wakeup<Waker> wakeup = waiters == null
                ? null
                : waiters.ofQueue.only(
                        wait.begin.timeNanos(), endNanos, waker -> waker.thread.thread.id() == signaller);
        if (wakeup != null) {
            wait.wokenBy(wakeup.waker().thread, wakeup.waker().task, wakeup.timeNanos());
        }
    }

    void ends(OpenWait wait) {
        Waiting waiters = waiting.get(wait.begin.waitId());
        if (waiters != null && waiters.waits.remove(wait) && waiters.waits.isEmpty()) {
            waiting.remove(wait.begin.waitId());
        }
    }

    void clear() {
        waiting.clear();
        named.clear();
    }
}
