package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.TaskStatus;

/**
 * Stands in front of a thread's log and decides which events of mutexes, which waits of ours and which dispatches are counted instead of
 * recorded.
 *
 * <p>Thread safety: the thread whose log it is.
 *
 * <p>Cost: no lock, no allocation but for a call site's first event and when it is throttled for the first time.
 */
final class Throttle {
    /*
     * Overview. How long a wait or a chunk takes is known when it is over. So its beginning is recorded as always, which also shows
     * a thread that waits for ever, and is taken back if what came next says that it was short and its call site fires too often.
     * A wait is over with mutex_acquired, a wait of ours with its end, anything else with the thread's next event.
     *
     * A dispatch at a site that is throttled is counted at once and withheld: it is recorded, with its own time, if what comes next says that
     * its chunk was long. Nothing was recorded in between, so the record is what it would have been.
     *
     * What is short is counted per call site in windows of time. A site is throttled from the moment on at which a window has had
     * too many, and stays so in the next one if its window was full; after a window that was not, it is recorded again.
     *
     * A mutex is counted from acquire to release or recorded from acquire to release: HeldMutexes remembers which. Re-entries go with the
     * outermost acquisition. Where only what waits is reported, a release need not come, so only the latest few acquisitions are
     * remembered, and a release alone is a call site of its own.
     *
     * What a thread shares it can hold several times, and alone besides: these go with the outermost too.
     *
     * A virtual thread takes along what it holds, from the carrier that it leaves to the one that it goes on on. What it began and is in when
     * it leaves stays recorded. Where only what waits is reported, what it held is forgotten: its releases are recorded or counted alone.
     *
     * A condition releases its mutex like any release and acquires it again like any acquisition; while nested, both go with the outermost.
     */
    private static final int NEST_LOCK_END = RecordLayout.NEST_LOCK + 1;
    private static final int WAIT_END = RecordLayout.WAIT + 1;

    private final ThreadLog log;
    private final CounterLog counters;
    private final ThrottleLimits limits;
    private final ThrottleSites sites = new ThrottleSites();
    private final HeldMutexes held;
    private final WithheldDispatch withheld = new WithheldDispatch();

    /** The site of the marked record. */
    private @Nullable ThrottleSite undecided;

    private long undecidedNanos;
    private long undecidedWait;

    /**
     * @param log where events are recorded
     */
    Throttle(ThreadLog log, CounterLog counters) {
        this.log = log;
        this.counters = counters;
        this.limits = counters.limits;
        this.held = new HeldMutexes(limits.everyMutexOperation());
    }

    // ---------------------------------------------------------------- events

    /** Records an event or counts it; the arguments are those of {@link ThreadLog#record}. */
    void record(int layout, long timeNanos, long attributes, long a, long b, long c, long d, long place) {
        settleWithheld(timeNanos);
        int tag = EventLayout.tag(layout);
        if (tag == RecordLayout.TASK_SCHEDULE) {
            switchVirtualThread(Member.PRIOR_TASK_STATUS.in(attributes) == TaskStatus.SWITCH.value(), a, b);
        } else if (counts(tag, timeNanos, attributes, a, b, place)) {
            return;
        }
        settleBefore(timeNanos);
        ThrottleSite site =
                isBegin(tag) ? sites.toThrottle(tag, EventShape.codeptrRa(place), Construct.in(attributes)) : null;
        if (site == null) {
            log.record(layout, timeNanos, attributes, a, b, c, d, place);
        } else if (tag == RecordLayout.DISPATCH && site.isThrottled() && site.counter != null && log.isRecording()) {
            count(site, timeNanos, 0);
            withheld.put(site, layout, timeNanos, attributes, a, b, c, d, place);
        } else if (log.ready(timeNanos)) {
            log.markNext(tag);
            log.put(layout, timeNanos, attributes, a, b, c, d, place);
            undecided = site;
            undecidedNanos = timeNanos;
            undecidedWait = tag == RecordLayout.DISPATCH ? 0 : tag == RecordLayout.WAIT ? b : a;
        }
    }

    /** Whether the next event, whatever it is, says what becomes of the one before. */
    boolean isUndecided() {
        return withheld.isThere() || log.isMarked();
    }

    /** A chunk whose dispatch was withheld is over. */
    private void settleWithheld(long timeNanos) {
        ThrottleSite site = withheld.take();
        if (site == null) {
            return;
        }
        Counter counter = site.counter;
        if (counter == null || log.wasPaused()) {
            // Its place in the record was before the pause.
            return;
        }
        long nanos = timeNanos - withheld.nanos;
        if (isTooMany(site, withheld.nanos, nanos)) {
            counter.tookTime(nanos);
        } else {
            counter.takeBack();
            log.record(
                    withheld.layout,
                    withheld.nanos,
                    withheld.attributes,
                    withheld.task,
                    withheld.region,
                    withheld.start,
                    withheld.iterations,
                    withheld.place);
        }
    }

    /** Whether the event was counted; if not, it is to be recorded. */
    private boolean counts(int tag, long timeNanos, long attributes, long a, long b, long place) {
        Construct construct = Construct.in(attributes);
        int codeptrRa = EventShape.codeptrRa(place);
        return switch (tag) {
            case RecordLayout.MUTEX_ACQUIRED -> countsAcquired(timeNanos, construct, a, codeptrRa);
            case RecordLayout.MUTEX_RELEASED -> countsReleased(timeNanos, construct, a, codeptrRa);
            case RecordLayout.NEST_LOCK, NEST_LOCK_END -> countsNestLock(timeNanos, tag, construct, a, codeptrRa);
            case WAIT_END -> countsWait(timeNanos, construct, b, codeptrRa);
            default -> false;
        };
    }

    /** Whether the record with this tag can be taken back and counted once it is known how long what it begins has taken. */
    private static boolean isBegin(int tag) {
        return tag == RecordLayout.MUTEX_ACQUIRE || tag == RecordLayout.DISPATCH || tag == RecordLayout.WAIT;
    }

    /**
     * Whether a wait of ours, or an attempt to acquire a mutex that failed, was counted as a whole now that it has ended; if not, its end is
     * to be recorded.
     */
    private boolean countsWait(long timeNanos, Construct construct, long waitId, int codeptrRa) {
        ThrottleSite begin = log.isMarked() ? undecided : null;
        boolean isItsBegin =
                begin != null && (begin.tag == RecordLayout.WAIT || begin.tag == RecordLayout.MUTEX_ACQUIRE);
        if (begin == null || !isItsBegin || undecidedWait != waitId) {
            return false;
        }
        long nanos = timeNanos - undecidedNanos;
        boolean counted = isTooMany(begin, undecidedNanos, nanos) && log.takeBack();
        if (counted) {
            count(begin, undecidedNanos, 0);
            count(WAIT_END, timeNanos, nanos, construct, codeptrRa);
        }
        undecided = null;
        log.unmark();
        return counted;
    }

    /** Something else follows what was recorded last: decides about it. */
    private void settle(long timeNanos) {
        ThrottleSite site = undecided;
        undecided = null;
        boolean over = site != null && !hasAnEndOfItsOwn(site);
        long nanos = timeNanos - undecidedNanos;
        if (site != null && over && isTooMany(site, undecidedNanos, nanos) && log.takeBack()) {
            count(site, undecidedNanos, nanos);
        }
        log.unmark();
    }

    /** While a lock of the user's is acquired, and in a wait of ours, anything can happen before it is over. */
    private static boolean hasAnEndOfItsOwn(ThrottleSite site) {
        return site.tag == RecordLayout.WAIT
                || site.tag == RecordLayout.MUTEX_ACQUIRE && site.construct.has(Trait.ACQUIRED_IN_CODE);
    }

    /** Whether a mutex_acquired was counted; if not, it is to be recorded. */
    private boolean countsAcquired(long timeNanos, Construct construct, long waitId, int codeptrRa) {
        ThrottleSite acquire = acquireOf(waitId);
        int at = held.indexOf(waitId);
        boolean again = held.resume(waitId);
        boolean counted = false;
        if (acquire != null) {
            long nanos = timeNanos - undecidedNanos;
            boolean tooMany = again
                    ? held.isSuspensionCounted()
                    : held.isHeldAgain(at) ? held.isCounted(at) : isTooMany(acquire, undecidedNanos, nanos);
            counted = tooMany && log.takeBack();
            if (counted) {
                count(acquire, undecidedNanos, 0);
                count(RecordLayout.MUTEX_ACQUIRED, timeNanos, nanos, construct, codeptrRa);
            }
            undecided = null;
            log.unmark();
        }
        if ((!again || at < 0) && !construct.has(Trait.RELEASED_BY_ANYONE)) {
            held.hold(at, waitId, counted);
        }
        return counted;
    }

    /** Whether a mutex_released was counted; if not, it is to be recorded. */
    private boolean countsReleased(long timeNanos, Construct construct, long waitId, int codeptrRa) {
        settleBefore(timeNanos);
        int at = held.indexOf(waitId);
        if (at >= 0) {
            boolean counted = held.isCounted(at) && log.isRecording();
            held.releaseOrSuspend(at, counted);
            return counted && count(RecordLayout.MUTEX_RELEASED, timeNanos, 0, construct, codeptrRa);
        }
        boolean owned = limits.everyMutexOperation() && !construct.has(Trait.RELEASED_BY_ANYONE);
        if (owned || !log.isRecording()) {
            return false;
        }
        ThrottleSite site = sites.toThrottle(RecordLayout.MUTEX_RELEASED, codeptrRa, construct);
        return site != null && isTooMany(site, timeNanos, 0) && count(site, timeNanos, 0);
    }

    /** Whether a nest_lock was counted; if not, it is to be recorded. */
    private boolean countsNestLock(long timeNanos, int tag, Construct construct, long waitId, int codeptrRa) {
        int at = held.indexOf(waitId);
        if (at < 0) {
            return false;
        }
        boolean counted = held.isCounted(at) && log.isRecording();
        if (tag == RecordLayout.NEST_LOCK) {
            held.nest(at);
            ThrottleSite acquire = acquireOf(waitId);
            if (acquire != null && counted) {
                counted = log.takeBack() && count(acquire, undecidedNanos, 0);
            }
            undecided = null;
            log.unmark();
        } else {
            settleBefore(timeNanos);
            held.unnest(at);
        }
        return counted && count(tag, timeNanos, 0, construct, codeptrRa);
    }

    /** What is open is not known any more: recording was paused. */
    void forget() {
        undecided = null;
        withheld.take();
        held.clear();
        log.unmark();
    }

    /**
     * A task_schedule in which a virtual thread takes part: it is mounted or unmounted if the other task is none.
     *
     * @param goesOn whether the prior task is not over
     */
    private void switchVirtualThread(boolean goesOn, long prior, long next) {
        if (next == 0 && RecordLayout.isVirtualThread(prior)) {
            if (goesOn && limits.everyMutexOperation() && !held.isEmpty()) {
                counters.keep(prior, held.copy());
            }
            forget();
        } else if (prior == 0 && RecordLayout.isVirtualThread(next)) {
            forget();
            Holds kept = counters.takeKept(next);
            if (kept != null) {
                held.take(kept);
            }
        }
    }

    private void settleBefore(long timeNanos) {
        if (log.isMarked()) {
            settle(timeNanos);
        }
    }

    private @Nullable ThrottleSite acquireOf(long waitId) {
        ThrottleSite site = undecided;
        boolean fits = site != null && site.tag == RecordLayout.MUTEX_ACQUIRE && undecidedWait == waitId;
        return fits && log.isMarked() ? site : null;
    }

    // ---------------------------------------------------------------- call sites

    /** Whether what took so long is short, and its call site fires too often and has a counter. */
    private boolean isTooMany(ThrottleSite site, long timeNanos, long nanos) {
        return nanos < limits.belowNanos()
                && site.isThrottled(timeNanos, limits.eventsPerWindow())
                && counterOf(site) != null;
    }

    private @Nullable Counter counterOf(ThrottleSite site) {
        Counter known = site.counter;
        if (known == null && !site.hasNoRoom) {
            known = counters.newCounter(log.threadId, site.codeptrRa, site.tag, site.construct.ordinal());
            site.counter = known;
            site.hasNoRoom = known == null;
        }
        return known;
    }

    /** Answers true; what has no counter for want of room is counted as dropped. */
    private boolean count(ThrottleSite site, long timeNanos, long nanos) {
        Counter counter = counterOf(site);
        if (counter == null) {
            log.drop();
        } else {
            counter.add(timeNanos, nanos);
        }
        return true;
    }

    private boolean count(int tag, long timeNanos, long nanos, Construct construct, int codeptrRa) {
        return count(sites.of(tag, codeptrRa, construct), timeNanos, nanos);
    }
}
