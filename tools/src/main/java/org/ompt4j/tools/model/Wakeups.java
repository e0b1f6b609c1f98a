package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.Flows.Origin;
import org.ompt4j.tools.read.TraceEvent;

/** Which wakeup each open wait for an object was ended by. Remembers an object as long as somebody waits for it. Thread safety: none. */
final class Wakeups {
    /** Arrows of one wakeup: more of them show nothing. */
    private static final int ARROWS = 16;

    /** At one time. */
    private static final int WAITS_FOLLOWED = 100_000;

    private final Map<Long, Waited> objects = new HashMap<>();
    private int waits;
    private long next = 1;

    /** An object that is waited for. */
    private static final class Waited {
        final List<OpenWait> waits = new ArrayList<>(1);
        /** Of the last wakeup. */
        @Nullable
        Origin origin;

        @Nullable
        ThreadModel waker;

        final QueueWakeups<Waker> ofQueue = new QueueWakeups<>();
    }

    private final NamedWakeups<Origin> named = new NamedWakeups<>();

    private record Waker(ThreadModel thread, Origin origin) {}

    private static final class OpenWait implements WakeRule.Wait {
        final TraceEvent begin;
        final State state;

        @Nullable
        Origin origin;

        OpenWait(TraceEvent begin, State state) {
            this.begin = begin;
            this.state = state;
        }

        /** A virtual thread is a task of its carrier's. */
        boolean isOf(ThreadModel thread) {
            return begin.threadId() == thread.id() || begin.taskId() == thread.id();
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public boolean isWoken() {
            return origin != null;
        }
    }

    void begins(TraceEvent begin, State state) {
        if (begin.waitId() != 0 && waits < WAITS_FOLLOWED) {
            objects.computeIfAbsent(begin.waitId(), key -> new Waited()).waits.add(new OpenWait(begin, state));
            waits++;
        }
    }

    /** Somebody ends waits for the object; null if nobody is known to wait. */
    @Nullable
    Origin wakes(TraceEvent wakeup, ThreadModel thread) {
        Waited waited = objects.get(wakeup.waitId());
        if (RecordSink.isPermit(wakeup.waitId()) && waited == null) {
            Origin origin = new Origin(Flows.Kind.WAKEUP, Flows.placeOf(thread), wakeup.timeNanos(), next++, 1);
            named.add(wakeup, origin);
            return origin;
        }
        if (waited == null) {
            return null;
        }
        int count = Math.min(waited.waits.size(), ARROWS);
        Origin origin = new Origin(Flows.Kind.WAKEUP, Flows.placeOf(thread), wakeup.timeNanos(), next, count);
        next += count;
        waited.origin = origin;
        waited.waker = thread;
        waited.ofQueue.add(wakeup.timeNanos(), new Waker(thread, origin));
        WakeRule.wakes(waited.waits, each -> each.isOf(thread), each -> each.origin = origin);
        return origin;
    }

    /**
     * The wait that began so is over; the wakeup that ended it, null if that is not known.
     *
     * @param waiter the id of the thread that waited
     */
    @Nullable
    Origin ends(TraceEvent begin, State state, WaitOutcome outcome, long waiter) {
        NamedWakeups.Wakeup<Origin> own = named.thatEnded(waiter, begin, state, outcome);
        Origin woken = ends(begin, outcome == WaitOutcome.UNSPECIFIED && own == null);
        return own == null ? woken : own.by();
    }

    /** @param tellsNoOther whether nothing else has ended it, as its timeout or an interrupt */
    private @Nullable Origin ends(TraceEvent begin, boolean tellsNoOther) {
        Waited waited = objects.get(begin.waitId());
        if (waited == null) {
            return null;
        }
        for (int i = 0; i < waited.waits.size(); i++) {
            OpenWait each = waited.waits.get(i);
            if (each.begin == begin) {
                waited.waits.remove(i);
                waits--;
                if (waited.waits.isEmpty()) {
                    objects.remove(begin.waitId());
                }
                return each.origin != null ? each.origin : endedBy(waited, each, tellsNoOther);
            }
        }
        return null;
    }

    private static @Nullable Origin endedBy(Waited waited, OpenWait wait, boolean tellsNoOther) {
        if (!wait.state.isForQueue()) {
            return signalled(waited, wait);
        }
        if (!tellsNoOther) {
            return null;
        }
        QueueWakeups.Wakeup<Waker> wakeup =
                waited.ofQueue.claim(wait.begin.timeNanos(), waker -> wait.isOf(waker.thread));
        return wakeup == null ? null : wakeup.waker().origin;
    }

    private static @Nullable Origin signalled(Waited waited, OpenWait wait) {
        ThreadModel waker = waited.waker;
        Origin origin = waited.origin;
        return wait.state == State.WAIT_CONDITION
                        && waker != null
                        && origin != null
                        && WakeRule.isEndedBy(waker, origin.timeNanos(), wait.begin)
                ? origin
                : null;
    }

    void clear() {
        objects.clear();
        named.clear();
        waits = 0;
    }
}
