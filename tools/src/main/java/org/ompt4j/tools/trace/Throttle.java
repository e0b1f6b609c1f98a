package org.ompt4j.tools.trace;

import java.util.Arrays;
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
     * A mutex is counted from acquire to release or recorded from acquire to release: `held` remembers which. Re-entries go with the
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
    private static final int FIRST_SITES = 16;
    private static final int MOST_SITES = 256;
    private static final int MOST_HELD_IF_RELEASES_LACK = 16;

    private final ThreadLog log;
    private final CounterLog counters;
    private final ThrottleLimits limits;

    private @Nullable Site[] sites = new Site[FIRST_SITES];
    private int siteCount;

    /** The site of the marked record. */
    private @Nullable Site undecided;

    private long undecidedNanos;
    private long undecidedWait;

    /** The dispatch that was counted and is recorded after all if its chunk was long; null if there is none. */
    private @Nullable Site withheld;

    private int withheldLayout;
    private long withheldNanos;
    private long withheldAttributes;
    private long withheldTask;
    private long withheldRegion;
    private long withheldStart;
    private long withheldIterations;
    private long withheldPlace;

    /** The mutex that a condition has released, or 0; and whether that was counted. */
    private long suspendedWait;

    private boolean isSuspensionCounted;

    private long[] heldIds = new long[8];
    private int[] heldDepth = new int[8];
    private boolean[] heldIsCounted = new boolean[8];
    private int held;

    /** What happens at one place in the code: events with one tag. */
    private static final class Site {
        final long key;
        final int tag;
        final int codeptrRa;
        final Construct construct;
        long windowNanos;
        int shortOnes;
        boolean throttled;

        @Nullable
        Counter counter;

        boolean hasNoRoom;

        Site(long key, int tag, int codeptrRa, Construct construct) {
            this.key = key;
            this.tag = tag;
            this.codeptrRa = codeptrRa;
            this.construct = construct;
        }

        /** Counts one that was short; answers whether the site fires too often. */
        boolean isThrottled(long timeNanos, int mostPerWindow) {
            long age = timeNanos - windowNanos;
            if (age >= ThrottleLimits.WINDOW_NANOS || age < 0) {
                throttled = throttled && age < 2 * ThrottleLimits.WINDOW_NANOS && shortOnes > mostPerWindow;
                windowNanos = timeNanos;
                shortOnes = 0;
            }
            if (++shortOnes > mostPerWindow) {
                throttled = true;
            }
            return throttled;
        }
    }

    /**
     * @param log where events are recorded
     */
    Throttle(ThreadLog log, CounterLog counters) {
        this.log = log;
        this.counters = counters;
        this.limits = counters.limits;
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
        Site site = isBegin(tag) ? siteToThrottle(tag, EventShape.codeptrRa(place), Construct.in(attributes)) : null;
        if (site == null) {
            log.record(layout, timeNanos, attributes, a, b, c, d, place);
        } else if (tag == RecordLayout.DISPATCH && site.throttled && site.counter != null && log.isRecording()) {
            count(site, timeNanos, 0);
            withheld = site;
            withheldLayout = layout;
            withheldNanos = timeNanos;
            withheldAttributes = attributes;
            withheldTask = a;
            withheldRegion = b;
            withheldStart = c;
            withheldIterations = d;
            withheldPlace = place;
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
        return withheld != null || log.isMarked();
    }

    /** A chunk whose dispatch was withheld is over. */
    private void settleWithheld(long timeNanos) {
        Site site = withheld;
        if (site == null) {
            return;
        }
        withheld = null;
        Counter counter = site.counter;
        if (counter == null || log.wasPaused()) {
            // Its place in the record was before the pause.
            return;
        }
        long nanos = timeNanos - withheldNanos;
        if (isTooMany(site, withheldNanos, nanos)) {
            counter.tookTime(nanos);
        } else {
            counter.takeBack();
            log.record(
                    withheldLayout,
                    withheldNanos,
                    withheldAttributes,
                    withheldTask,
                    withheldRegion,
                    withheldStart,
                    withheldIterations,
                    withheldPlace);
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
        Site begin = log.isMarked() ? undecided : null;
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
        Site site = undecided;
        undecided = null;
        boolean over = site != null && !hasAnEndOfItsOwn(site);
        long nanos = timeNanos - undecidedNanos;
        if (site != null && over && isTooMany(site, undecidedNanos, nanos) && log.takeBack()) {
            count(site, undecidedNanos, nanos);
        }
        log.unmark();
    }

    /** While a lock of the user's is acquired, and in a wait of ours, anything can happen before it is over. */
    private static boolean hasAnEndOfItsOwn(Site site) {
        return site.tag == RecordLayout.WAIT
                || site.tag == RecordLayout.MUTEX_ACQUIRE && site.construct.has(Trait.ACQUIRED_IN_CODE);
    }

    /** Whether a mutex_acquired was counted; if not, it is to be recorded. */
    private boolean countsAcquired(long timeNanos, Construct construct, long waitId, int codeptrRa) {
        Site acquire = acquireOf(waitId);
        int at = indexOfHeld(waitId);
        boolean again = suspendedWait == waitId;
        suspendedWait = 0;
        boolean counted = false;
        if (acquire != null) {
            long nanos = timeNanos - undecidedNanos;
            boolean tooMany = again
                    ? isSuspensionCounted
                    : holdsAlready(at) ? heldIsCounted[at] : isTooMany(acquire, undecidedNanos, nanos);
            counted = tooMany && log.takeBack();
            if (counted) {
                count(acquire, undecidedNanos, 0);
                count(RecordLayout.MUTEX_ACQUIRED, timeNanos, nanos, construct, codeptrRa);
            }
            undecided = null;
            log.unmark();
        }
        if ((!again || at < 0) && !construct.has(Trait.RELEASED_BY_ANYONE)) {
            hold(at, waitId, counted);
        }
        return counted;
    }

    /** Whether a mutex_released was counted; if not, it is to be recorded. */
    private boolean countsReleased(long timeNanos, Construct construct, long waitId, int codeptrRa) {
        settleBefore(timeNanos);
        int at = indexOfHeld(waitId);
        if (at >= 0) {
            boolean counted = heldIsCounted[at] && log.isRecording();
            if (heldDepth[at] > 0) {
                suspendedWait = waitId;
                isSuspensionCounted = counted;
            } else {
                release(at);
            }
            return counted && count(RecordLayout.MUTEX_RELEASED, timeNanos, 0, construct, codeptrRa);
        }
        boolean owned = limits.everyMutexOperation() && !construct.has(Trait.RELEASED_BY_ANYONE);
        if (owned || !log.isRecording()) {
            return false;
        }
        Site site = siteToThrottle(RecordLayout.MUTEX_RELEASED, codeptrRa, construct);
        return site != null && isTooMany(site, timeNanos, 0) && count(site, timeNanos, 0);
    }

    /** Whether a nest_lock was counted; if not, it is to be recorded. */
    private boolean countsNestLock(long timeNanos, int tag, Construct construct, long waitId, int codeptrRa) {
        int at = indexOfHeld(waitId);
        if (at < 0) {
            return false;
        }
        boolean counted = heldIsCounted[at] && log.isRecording();
        if (tag == RecordLayout.NEST_LOCK) {
            heldDepth[at]++;
            Site acquire = acquireOf(waitId);
            if (acquire != null && counted) {
                counted = log.takeBack() && count(acquire, undecidedNanos, 0);
            }
            undecided = null;
            log.unmark();
        } else {
            settleBefore(timeNanos);
            heldDepth[at]--;
        }
        return counted && count(tag, timeNanos, 0, construct, codeptrRa);
    }

    /** What is open is not known any more: recording was paused. */
    void forget() {
        undecided = null;
        withheld = null;
        suspendedWait = 0;
        held = 0;
        log.unmark();
    }

    /**
     * A task_schedule in which a virtual thread takes part: it is mounted or unmounted if the other task is none.
     *
     * @param goesOn whether the prior task is not over
     */
    private void switchVirtualThread(boolean goesOn, long prior, long next) {
        if (next == 0 && RecordLayout.isVirtualThread(prior)) {
            if (goesOn && limits.everyMutexOperation() && (held > 0 || suspendedWait != 0)) {
                counters.keep(prior, holds());
            }
            forget();
        } else if (prior == 0 && RecordLayout.isVirtualThread(next)) {
            forget();
            Holds kept = counters.takeKept(next);
            if (kept != null) {
                take(kept);
            }
        }
    }

    private Holds holds() {
        return new Holds(
                Arrays.copyOf(heldIds, held),
                Arrays.copyOf(heldDepth, held),
                Arrays.copyOf(heldIsCounted, held),
                suspendedWait,
                isSuspensionCounted);
    }

    private void take(Holds kept) {
        for (int i = 0; i < kept.ids().length; i++) {
            hold(-1, kept.ids()[i], kept.isCounted()[i]);
            heldDepth[i] = kept.depth()[i];
        }
        suspendedWait = kept.suspendedWait();
        isSuspensionCounted = kept.isSuspensionCounted();
    }

    private void settleBefore(long timeNanos) {
        if (log.isMarked()) {
            settle(timeNanos);
        }
    }

    private @Nullable Site acquireOf(long waitId) {
        Site site = undecided;
        boolean fits = site != null && site.tag == RecordLayout.MUTEX_ACQUIRE && undecidedWait == waitId;
        return fits && log.isMarked() ? site : null;
    }

    // ---------------------------------------------------------------- call sites

    /** Whether what took so long is short, and its call site fires too often and has a counter. */
    private boolean isTooMany(Site site, long timeNanos, long nanos) {
        return nanos < limits.belowNanos()
                && site.isThrottled(timeNanos, limits.eventsPerWindow())
                && counterOf(site) != null;
    }

    private @Nullable Counter counterOf(Site site) {
        Counter known = site.counter;
        if (known == null && !site.hasNoRoom) {
            known = counters.newCounter(log.threadId, site.codeptrRa, site.tag, site.construct.ordinal());
            site.counter = known;
            site.hasNoRoom = known == null;
        }
        return known;
    }

    /** Answers true; what has no counter for want of room is counted as dropped. */
    private boolean count(Site site, long timeNanos, long nanos) {
        Counter counter = counterOf(site);
        if (counter == null) {
            log.drop();
        } else {
            counter.add(timeNanos, nanos);
        }
        return true;
    }

    private boolean count(int tag, long timeNanos, long nanos, Construct construct, int codeptrRa) {
        return count(siteOf(tag, codeptrRa, construct), timeNanos, nanos);
    }

    private Site siteOf(int tag, int codeptrRa, Construct construct) {
        long key = key(tag, codeptrRa, construct);
        Site known = find(key);
        return known != null ? known : newSite(key, tag, codeptrRa, construct);
    }

    /** As {@link #siteOf} for what can be throttled; null if the thread has used too many sites to keep them apart. */
    private @Nullable Site siteToThrottle(int tag, int codeptrRa, Construct construct) {
        long key = key(tag, codeptrRa, construct);
        Site known = find(key);
        return known != null || siteCount >= MOST_SITES ? known : newSite(key, tag, codeptrRa, construct);
    }

    private static long key(int tag, int codeptrRa, Construct construct) {
        return (long) codeptrRa << 16 | (long) construct.ordinal() << 8 | tag;
    }

    private @Nullable Site find(long key) {
        Site[] table = sites;
        int at = index(key, table.length);
        for (Site each = table[at]; each != null; each = table[at]) {
            if (each.key == key) {
                return each;
            }
            at = at + 1 & table.length - 1;
        }
        return null;
    }

    private Site newSite(long key, int tag, int codeptrRa, Construct construct) {
        if (2 * siteCount >= sites.length) {
            Site[] old = sites;
            sites = new Site[2 * old.length];
            for (Site each : old) {
                if (each != null) {
                    put(each);
                }
            }
        }
        Site made = new Site(key, tag, codeptrRa, construct);
        put(made);
        siteCount++;
        return made;
    }

    private void put(Site site) {
        int at = index(site.key, sites.length);
        while (sites[at] != null) {
            at = at + 1 & sites.length - 1;
        }
        sites[at] = site;
    }

    private static int index(long key, int length) {
        return (int) (Slots.spread(key) >>> 40) & length - 1;
    }

    // ---------------------------------------------------------------- mutexes that are held

    private int indexOfHeld(long waitId) {
        for (int i = held - 1; i >= 0; i--) {
            if (heldIds[i] == waitId) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the thread holds once more what can be shared; else its release was not told. */
    private boolean holdsAlready(int at) {
        return at >= 0 && limits.everyMutexOperation();
    }

    private void hold(int before, long waitId, boolean counted) {
        if (before >= 0 && !holdsAlready(before)) {
            release(before);
        } else if (!limits.everyMutexOperation() && held == MOST_HELD_IF_RELEASES_LACK) {
            release(0);
        }
        if (held == heldIds.length) {
            heldIds = Arrays.copyOf(heldIds, 2 * held);
            heldDepth = Arrays.copyOf(heldDepth, 2 * held);
            heldIsCounted = Arrays.copyOf(heldIsCounted, 2 * held);
        }
        heldIds[held] = waitId;
        heldDepth[held] = 0;
        heldIsCounted[held] = counted;
        held++;
    }

    private void release(int at) {
        int behind = held - at - 1;
        System.arraycopy(heldIds, at + 1, heldIds, at, behind);
        System.arraycopy(heldDepth, at + 1, heldDepth, at, behind);
        System.arraycopy(heldIsCounted, at + 1, heldIsCounted, at, behind);
        held--;
    }
}
