package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * What threads did while others tried to acquire mutexes that these threads may have held, as far back as it can be queried.
 *
 * <p>Memory grows with threads, up to a limit, not with events. Thread safety: none.
 */
public final class HolderTimes {
    /** How many actions are distinguished; further ones are not known. */
    private static final int DOINGS = 20_000;

    private static final Doing UNKNOWN = Doing.of(State.UNKNOWN);
    private static final Doing WORK = Doing.of(State.WORK_SERIAL);
    private static final int WORKED = Causes.NOT_KEPT + 1;

    /** From this number of threads on, ended ones are searched for. */
    private static final int MANY_THREADS = 10_000;

    private final RunModel run;
    private final StackOfWait stacks;
    private int many = MANY_THREADS;
    private final Map<Long, Holder> threads = new HashMap<>();
    /** The last used entry, which is often the next one too. */
    private @Nullable Holder latest;
    /** Below the first number are the causes that {@link Doings} has of its own: of none it is known what was done. */
    private final List<Doing> all = new ArrayList<>();

    private final Map<Doing, Integer> numbers = new HashMap<>();

    /** The record of one thread. */
    private static final class Holder {
        final long threadId;
        final Doings doings = new Doings();
        /** The kind and place of its last wait, and the number of these. */
        @Nullable
        State state;

        int site;
        int number;

        Holder(long threadId) {
            this.threadId = threadId;
        }
    }

    /**
     * What a thread did.
     *
     * @param code what {@link StackOfWait} answers for the wait; 0 where its call site is known
     */
    public record Doing(WaitPlace place, int code) {
        static Doing of(State state) {
            return new Doing(new WaitPlace(state, 0, 0), 0);
        }

        /** Whether it is no wait but work. */
        public boolean isWork() {
            return place.state().isWork();
        }

        /** Whether it is not known. */
        public boolean isUnknown() {
            return place.state() == State.UNKNOWN;
        }
    }

    /** Takes what a thread did. */
    public interface Did {
        void of(Doing what, long nanos);
    }

    public HolderTimes(RunModel run, StackOfWait stacks) {
        this.run = run;
        this.stacks = stacks;
        for (int i = 0; i <= Causes.NOT_KEPT; i++) {
            all.add(UNKNOWN);
        }
        all.add(WORK);
    }

    /**
     * A stretch of time in which a thread was in one state, while others tried to acquire a mutex.
     *
     * @param latestNanos the latest time from which on somebody can ask
     * @param asked all times from which on somebody can ask
     */
    public void interval(
            ThreadModel thread, State state, long nanos, long latestNanos, Supplier<NavigableSet<Long>> asked) {
        TraceEvent last = thread.lastEvent();
        if (last != null) {
            Holder holder = holder(thread.id());
            holder.doings.keepAsOneOf(threads.size());
            long from = last.timeNanos();
            holder.doings.add(from, from + nanos, number(holder, thread, state), latestNanos, asked);
        }
    }

    private Holder holder(long threadId) {
        Holder known = latest;
        if (known == null || known.threadId != threadId) {
            known = threads.get(threadId);
            if (known == null) {
                forgetEnded();
                known = new Holder(threadId);
                threads.put(threadId, known);
            }
            latest = known;
        }
        return known;
    }

    private void forgetEnded() {
        if (threads.size() > many) {
            threads.keySet().removeIf(each -> run.thread(each) == null);
            latest = null;
            many = Math.max(MANY_THREADS, 2 * threads.size());
        }
    }

    /** Drops what the thread did until now, since it cannot be queried. */
    public void forget(ThreadModel thread) {
        Holder holder = threads.isEmpty() ? null : threads.get(thread.id());
        if (holder != null) {
            holder.doings.clear();
        }
    }

    /* A thread does the same again and again, mostly: it works, and it waits at one place. */
    private int number(Holder holder, ThreadModel thread, State state) {
        if (state.isWork()) {
            return WORKED;
        }
        TraceEvent wait = thread.innermostWait();
        int site = wait == null ? 0 : wait.codeptrRa();
        if (site == 0) {
            return number(doing(thread, state));
        }
        if (holder.state != state || holder.site != site) {
            holder.state = state;
            holder.site = site;
            holder.number = number(doing(thread, state));
        }
        return holder.number;
    }

    /** What is no work. */
    private Doing doing(ThreadModel thread, State state) {
        TraceEvent wait = state == State.IDLE || state == State.OVERHEAD ? null : thread.innermostWait();
        return wait == null ? Doing.of(state) : doing(thread, wait, state);
    }

    private Doing doing(ThreadModel thread, TraceEvent wait, State state) {
        int site = run.callSiteOf(wait);
        if (site != 0) {
            return new Doing(new WaitPlace(state, site, 0), 0);
        }
        int code = stacks.code(thread, wait);
        // What waited names the wait: then waits for several objects, as for input of several channels, are one part.
        boolean isForObject = code == 0 && (wait.event() == Event.WAIT || wait.event() == Event.MUTEX_ACQUIRE);
        return new Doing(new WaitPlace(state, 0, isForObject ? wait.waitId() : 0), code);
    }

    private int number(Doing doing) {
        Integer known = numbers.get(doing);
        if (known == null) {
            if (all.size() >= DOINGS) {
                return Causes.NOT_KEPT;
            }
            known = all.size();
            all.add(doing);
            numbers.put(doing, known);
        }
        return known;
    }

    /** Tells what a thread did in that time, up to now; the parts add up to it. */
    public void during(long threadId, long fromNanos, long nowNanos, Did taker) {
        CauseTimes parts = new CauseTimes();
        Holder holder = threads.get(threadId);
        long until = holder == null ? fromNanos : holder.doings.during(fromNanos, nowNanos, parts);
        long open = Math.max(until, openSince(threadId, nowNanos));
        parts.add(Causes.UNKNOWN, open - until);
        ThreadModel thread = run.thread(threadId);
        if (open < nowNanos && thread != null) {
            parts.add(numberNow(thread), nowNanos - open);
        }
        for (int i = 0; i < parts.size(); i++) {
            taker.of(all.get(parts.cause(i)), parts.nanos(i));
        }
    }

    private int numberNow(ThreadModel thread) {
        State state = thread.stateUntil(null);
        return state.isWork() ? WORKED : number(doing(thread, state));
    }

    /** Since when the thread has worked without an event that ended its work; the present time if it does not work. */
    public long workingSince(long threadId, long nowNanos) {
        ThreadModel thread = run.thread(threadId);
        long since = openSince(threadId, nowNanos);
        return since < nowNanos && thread != null && thread.stateUntil(null).isWork() ? since : nowNanos;
    }

    /* Its time since then was not reported yet. */
    private long openSince(long threadId, long nowNanos) {
        ThreadModel thread = run.thread(threadId);
        TraceEvent last = thread == null ? null : thread.lastEvent();
        // A carrier does what the virtual thread on it does.
        boolean isKnown = thread != null && !thread.hasEnded() && thread.mounted() == null;
        return last == null || !isKnown ? nowNanos : Math.min(nowNanos, last.timeNanos());
    }
}
