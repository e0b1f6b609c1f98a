package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.TaskStatus;

/**
 * Decides which events of mutexes, which wait events of OMPT4J and which dispatches of a thread are counted instead of recorded.
 *
 * <p>Thread safety: the thread whose log it is.
 *
 * <p>Cost: no lock; no allocation, except at a call site's first event and when it is throttled for the first time.
 */
final class Throttle {
    /*
     * Overview. The length of a wait or a chunk of iterations is known only when it is over. So its begin is recorded as always, which also shows
     * a thread that waits forever. The begin is taken back if the next event shows that the wait was short and its call site has too many events.
     * A wait for a mutex ends with mutex_acquired, a wait event of OMPT4J with its end, anything else with the thread's next event.
     *
     * A dispatch at a throttled site is counted at once and withheld. It is recorded later, with its own time, if the next event shows that its
     * chunk of iterations was long. Nothing is recorded in between, so the record is the same.
     *
     * Short events are counted per call site in windows of time. A site is throttled as soon as a window has too many of them, and stays
     * throttled in the next window. After a window with fewer events its events are recorded again.
     *
     * The events of a mutex from acquire to release are either all counted or all recorded; HeldMutexes stores which. Nested acquisitions are
     * treated like the outermost one. If only acquisitions that wait are reported, a release may be missing, so only the latest few acquisitions
     * are kept, and a release alone is throttled by its own call site.
     *
     * A thread can hold a shared mutex several times, and exclusively besides: these acquisitions are treated like the outermost one, too.
     *
     * A virtual thread keeps its held mutexes when it changes carriers. A begin that was recorded before an unmount stays recorded. If only
     * acquisitions that wait are reported, its held mutexes are forgotten at an unmount, and its releases are recorded or counted alone.
     *
     * A wait for a condition releases its mutex like any release and acquires it again like any acquisition. For a nested mutex, both are treated
     * like the outermost acquisition.
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

    /** Whether the next event, of whatever kind, decides about the previous one. */
    boolean isUndecided() {
        return withheld.isThere() || log.isMarked();
    }

    /** Decides about a withheld dispatch, whose chunk of iterations is over. */
    private void settleWithheld(long timeNanos) {
        ThrottleSite site = withheld.take();
        if (site == null) {
            return;
        }
        Counter counter = site.counter;
        if (counter == null || log.wasPaused()) {
            // The dispatch would have been recorded before the pause.
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

    /** Counts the event if its site is throttled; returns false if the event has to be recorded. */
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

    /** Whether the record with this tag can be taken back and counted once the length of what it begins is known. */
    private static boolean isBegin(int tag) {
        return tag == RecordLayout.MUTEX_ACQUIRE || tag == RecordLayout.DISPATCH || tag == RecordLayout.WAIT;
    }

    /**
     * Counts an OMPT4J wait, or a failed attempt to acquire a mutex, as a whole at its end if possible; returns false if its end has to be
     * recorded.
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

    /** Decides about the last recorded event when another event follows. */
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

    /** Whether other events can happen before the end: during the acquisition of a user's lock and in a wait event of OMPT4J. */
    private static boolean hasAnEndOfItsOwn(ThrottleSite site) {
        return site.tag == RecordLayout.WAIT
                || site.tag == RecordLayout.MUTEX_ACQUIRE && site.construct.has(Trait.ACQUIRED_IN_CODE);
    }

    /** Counts a mutex_acquired if possible; returns false if it has to be recorded. */
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

    /** Counts a mutex_released if possible; returns false if it has to be recorded. */
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

    /** Counts a nest_lock if possible; returns false if it has to be recorded. */
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

    /** Forgets everything that is open, since recording was paused. */
    void forget() {
        undecided = null;
        withheld.take();
        held.clear();
        log.unmark();
    }

    /**
     * Follows a task_schedule of a virtual thread, which is mounted or unmounted if the other task is 0.
     *
     * @param goesOn whether the prior task will be resumed
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

    /** Whether an event of this duration is short, and its call site has too many events and has a counter. */
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

    /** Counts the event, or counts it as dropped if there is no room for a counter; returns true. */
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
