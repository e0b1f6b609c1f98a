package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

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

    /** Keeps the wait of the thread with this task, which has nothing else open. */
    static void keepWait(long task, OpenSyncs.Open wait) {
        stripe(task).put(task, wait.waitId, packed(wait));
        ALL.add(1);
    }

    /** Takes the wait in which the thread left its carrier; false if none was kept. */
    static boolean takeWait(long task, OpenSyncs.Open wait) {
        boolean known = stripe(task).take(task, wait);
        if (known) {
            ALL.add(-1);
        }
        return known;
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

    private static long packed(OpenSyncs.Open wait) {
        return (long) wait.callSite << 32 | wait.state.ordinal() << 16 | wait.construct.ordinal();
    }

    private static void unpack(long waitId, long packed, long canGoOnNanos, OpenSyncs.Open wait) {
        State state = STATES[(int) (packed >> 16) & 0xFFFF];
        wait.become(0, CONSTRUCTS[(int) packed & 0xFFFF], null, state, waitId, (int) (packed >> 32));
        wait.canGoOnNanos = canGoOnNanos;
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

        synchronized boolean take(long task, OpenSyncs.Open wait) {
            int place = find(table, task);
            if (table[place * PLACE] != task) {
                return false;
            }
            unpack(table[place * PLACE + 1], table[place * PLACE + 2], table[place * PLACE + 3], wait);
            removeEntry(place);
            return true;
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
