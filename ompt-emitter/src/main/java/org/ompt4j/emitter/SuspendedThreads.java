package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * The state of virtual threads that have left their carrier with something open.
 *
 * <p>Thread safety: any thread; methods about one virtual thread are called on the carrier that mounts it or has unmounted it.
 */
final class SuspendedThreads {
    /*
     * Overview. There can be very many such threads, and most of them only wait. Of these only the wait is kept, as numbers in a table with the
     * thread's task as the key. Other threads keep a context until what they are in is over; it refers to the thread, which is not collected before.
     * If a virtual thread that only waits is garbage-collected, its numbers stay in the table.
     */
    private static final int COUNTERS = 256;
    private static final int STRIPES = 16;
    private static final int STRIPE_BITS = 4;
    private static final State[] STATES = State.values();
    private static final Construct[] CONSTRUCTS = Construct.values();
    /** Says that no wait was kept of a thread. */
    static final long NO_WAIT = -1;

    /** Flags above the construct in what is kept of a wait: it is in a taskwait, and which flags that has, see {@link SyncRegions}. */
    private static final int IN_TASKWAIT = 1 << 15;

    private static final int AROUND_WAITS = 1 << 14;
    private static final int LATE = 1 << 13;

    private static final long COUNT = Memory.fieldOffset(Counter.class, "count");

    private static final WeakSideTable<VirtualContext> CONTEXTS = new WeakSideTable<>();
    private static final Stripe[] WAITS = new Stripe[STRIPES];
    /** The tasks of the threads that have a context, whether they are mounted or not. */
    private static final Stripe[] WITH_CONTEXT = new Stripe[STRIPES];

    private static final Counter ALL = new Counter();

    /** How many of the threads wait for mutexes, by some bits of the wait id. */
    private static final Counter[] WAITERS = new Counter[COUNTERS];

    static {
        for (int i = 0; i < STRIPES; i++) {
            WAITS[i] = new Stripe();
            WITH_CONTEXT[i] = new Stripe();
        }
        for (int i = 0; i < COUNTERS; i++) {
            WAITERS[i] = new Counter();
        }
        AttachEpoch.atEnd(new Runnable() {
            @Override
            public void run() {
                forgetAll();
            }
        });
    }

    private SuspendedThreads() {}

    private static final class Counter {
        volatile int count;

        void add(int difference) {
            Memory.UNSAFE.getAndAddInt(this, COUNT, difference);
        }
    }

    /** Initializes the class. */
    static void load() {
        // The call does this.
    }

    /** Whether there is any such thread; costs one comparison. */
    static boolean any() {
        return ALL.count != 0;
    }

    /** How many there are; the number may already be outdated. */
    static int count() {
        return ALL.count;
    }

    /** Whether one of them may be waiting for the mutex; can also be true if one waits for another mutex. */
    static boolean mayWaitFor(long waitId) {
        return any() && waitersOf(waitId).count != 0;
    }

    private static Counter waitersOf(long waitId) {
        return WAITERS[(int) waitId & COUNTERS - 1];
    }

    // ---------------------------------------------------------------- contexts

    static void keep(VirtualContext context) {
        if (!context.isKept) {
            CONTEXTS.put(context.thread(), context);
            long task = context.outermostTask();
            stripe(WITH_CONTEXT, task).put(task, 0, 0);
            context.isKept = true;
        }
        count(context, 1);
    }

    /** The context that a thread had when it left its carrier; null if none was kept. */
    static @Nullable VirtualContext take(Thread thread) {
        VirtualContext context = CONTEXTS.find(thread);
        if (context != null) {
            count(context, -1);
        }
        return context;
    }

    private static void count(VirtualContext context, int difference) {
        ALL.add(difference);
        if (context.tasks().state().isForMutex()) {
            waitersOf(context.tasks().waitId()).add(difference);
        }
    }

    /** Removes the context of a thread that has nothing open any more. */
    static void forget(VirtualContext context) {
        CONTEXTS.put(context.thread(), null);
        long task = context.outermostTask();
        stripe(WITH_CONTEXT, task).remove(task);
    }

    /** Notes the time, not 0, at which the thread can go on at the latest. No effect if the thread is not kept here. */
    static void canGoOn(Thread thread, long task, long nanos) {
        if (stripe(task).canGoOn(task, nanos)) {
            return;
        }
        VirtualContext kept = CONTEXTS.find(thread);
        // A thread that yields while it works has not waited.
        if (kept != null && !kept.tasks().isWorking()) {
            kept.canGoOnNanos = earlier(kept.canGoOnNanos, nanos);
        }
    }

    private static long earlier(long known, long nanos) {
        return known != 0 && known - nanos < 0 ? known : nanos;
    }

    // ---------------------------------------------------------------- waits

    /**
     * Keeps the wait of the thread with this task, which has nothing else open.
     *
     * @param sync the packed sync region in which the thread waits; 0 if it is in none
     */
    static void keepWait(long task, OpenSyncs.Open wait, long sync) {
        stripe(task).put(task, wait.waitId, packed(wait, sync));
        ALL.add(1);
    }

    /**
     * Takes the wait in which the thread left its carrier.
     *
     * @return the packed sync region in which it waits, 0 if it is in none; {@link #NO_WAIT} if no wait was kept
     */
    static long takeWait(long task, OpenSyncs.Open wait) {
        long sync = stripe(task).take(task, wait);
        if (sync != NO_WAIT) {
            ALL.add(-1);
        }
        return sync;
    }

    /** Whether the thread with this task has left its carrier with something open. */
    static boolean keeps(long task) {
        return any() && (stripe(task).has(task) || stripe(WITH_CONTEXT, task).has(task));
    }

    private static Stripe stripe(long task) {
        return stripe(WAITS, task);
    }

    private static Stripe stripe(Stripe[] all, long task) {
        return all[(int) task & STRIPES - 1];
    }

    private static long packed(OpenSyncs.Open wait, long sync) {
        int flags = (wait.kind == null ? 0 : IN_TASKWAIT)
                | ((sync & SyncRegions.AROUND_WAITS) == 0 ? 0 : AROUND_WAITS)
                | ((sync & SyncRegions.LATE) == 0 ? 0 : LATE);
        return (long) wait.callSite << 32 | wait.state.ordinal() << 16 | flags | wait.construct.ordinal();
    }

    /** Returns the packed sync region in which the thread waits; 0 if it is in none. */
    private static long unpack(long waitId, long packed, long canGoOnNanos, OpenSyncs.Open wait) {
        int callSite = (int) (packed >> 32);
        State state = STATES[(int) (packed >> 16) & 0xFFFF];
        SyncRegionKind kind = (packed & IN_TASKWAIT) == 0 ? null : SyncRegionKind.TASKWAIT;
        wait.become(0, CONSTRUCTS[(int) packed & LATE - 1], kind, state, waitId, callSite);
        wait.canGoOnNanos = canGoOnNanos;
        return kind == null
                ? 0
                : SyncRegions.pack(kind, callSite)
                        | ((packed & AROUND_WAITS) == 0 ? 0 : SyncRegions.AROUND_WAITS)
                        | ((packed & LATE) == 0 ? 0 : SyncRegions.LATE);
    }

    private static void forgetAll() {
        for (int i = 0; i < STRIPES; i++) {
            WAITS[i].clear();
            WITH_CONTEXT[i].clear();
        }
        for (Counter each : WAITERS) {
            each.count = 0;
        }
        ALL.count = 0;
    }

    /**
     * Some of the waits, in a table with open addressing. An entry has the task, the wait id, the other values of the wait, and since when the thread
     * could go on.
     */
    private static final class Stripe {
        private static final int FIRST_PLACES = 16;
        private static final int PLACE = 4;

        private long[] table = new long[FIRST_PLACES * PLACE];
        private int entries;

        synchronized void put(long task, long waitId, long packed) {
            if (entries * 4 >= places() * 3) {
                rebuild(places() * 2);
            }
            insert(table, task, waitId, packed, 0);
            entries++;
        }

        synchronized long take(long task, OpenSyncs.Open wait) {
            int place = find(table, task);
            if (table[place * PLACE] != task) {
                return NO_WAIT;
            }
            long sync = unpack(table[place * PLACE + 1], table[place * PLACE + 2], table[place * PLACE + 3], wait);
            removeEntry(place);
            return sync;
        }

        synchronized void remove(long task) {
            int place = find(table, task);
            if (table[place * PLACE] == task) {
                removeEntry(place);
            }
        }

        private void removeEntry(int place) {
            closeGap(place);
            entries--;
            if (places() > FIRST_PLACES && entries < places() / 8) {
                rebuild(places() / 2);
            }
        }

        /** Notes the time at which the thread with this task can go on at the latest; false if the task is not in the table. */
        synchronized boolean canGoOn(long task, long nanos) {
            int place = find(table, task);
            if (table[place * PLACE] != task) {
                return false;
            }
            table[place * PLACE + 3] = earlier(table[place * PLACE + 3], nanos);
            return true;
        }

        synchronized boolean has(long task) {
            return table[find(table, task) * PLACE] == task;
        }

        synchronized void clear() {
            table = new long[FIRST_PLACES * PLACE];
            entries = 0;
        }

        private int places() {
            return table.length / PLACE;
        }

        private void rebuild(int places) {
            long[] next = new long[places * PLACE];
            for (int i = 0; i < table.length; i += PLACE) {
                if (table[i] != 0) {
                    insert(next, table[i], table[i + 1], table[i + 2], table[i + 3]);
                }
            }
            table = next;
        }

        private static void insert(long[] into, long task, long waitId, long packed, long canGoOnNanos) {
            int at = find(into, task) * PLACE;
            into[at] = task;
            into[at + 1] = waitId;
            into[at + 2] = packed;
            into[at + 3] = canGoOnNanos;
        }

        private static int first(long[] in, long task) {
            return (int) (task >>> STRIPE_BITS) & in.length / PLACE - 1;
        }

        /** The index of a task's entry, or the index at which it would be inserted. */
        private static int find(long[] in, long task) {
            int mask = in.length / PLACE - 1;
            int at = first(in, task);
            while (in[at * PLACE] != 0 && in[at * PLACE] != task) {
                at = at + 1 & mask;
            }
            return at;
        }

        /** Removes an entry. Later entries that would not be found any more are moved into the gap. */
        private void closeGap(int place) {
            int mask = places() - 1;
            int gap = place;
            int at = place;
            while (table[(at = at + 1 & mask) * PLACE] != 0) {
                int wished = first(table, table[at * PLACE]);
                if ((at - wished & mask) >= (at - gap & mask)) {
                    System.arraycopy(table, at * PLACE, table, gap * PLACE, PLACE);
                    gap = at;
                }
            }
            table[gap * PLACE] = 0;
        }
    }
}
