package org.ompt4j.emitter.thread;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.ThreadType;

/**
 * What is known of a thread before it runs: what kind it will be, and the task that its creator made of it.
 *
 * <p>Thread safety: any thread; the lock is held for a few instructions. Threads that nobody refers to any more are forgotten when
 * the table grows, so that threads never started cost nothing for long.
 */
final class KnownThreads {
    private static final int FIRST_BUCKETS = 64;
    private static final Object LOCK = new Object();
    private static @Nullable Known[] buckets = new Known[FIRST_BUCKETS];
    private static int entries;

    static {
        AttachEpoch.atEnd(new Runnable() {
            @Override
            public void run() {
                forgetAll();
            }
        });
    }

    private KnownThreads() {}

    /** What is known of one thread. */
    static final class Known extends WeakReference<Thread> {
        final ThreadType type;
        /** The task that runs the thread's code, 0 if it has none of its own. */
        final long taskId;

        private final int hash;
        private @Nullable Known next;
        private boolean begun;

        Known(Thread thread, ThreadType type, long taskId, int hash, @Nullable Known next) {
            super(thread);
            this.type = type;
            this.taskId = taskId;
            this.hash = hash;
            this.next = next;
        }

        /** True once, on the thread itself. */
        boolean begins() {
            boolean first = !begun;
            begun = true;
            return first;
        }
    }

    /** Replaces what was known before. */
    static void put(Thread thread, ThreadType type, long taskId) {
        int hash = System.identityHashCode(thread);
        synchronized (LOCK) {
            remove(thread, hash);
            if (entries >= buckets.length) {
                rebuild();
            }
            int index = hash & (buckets.length - 1);
            buckets[index] = new Known(thread, type, taskId, hash, buckets[index]);
            entries++;
        }
    }

    static @Nullable Known find(Thread thread) {
        int hash = System.identityHashCode(thread);
        synchronized (LOCK) {
            Known each = buckets[hash & (buckets.length - 1)];
            while (each != null && !each.refersTo(thread)) {
                each = each.next;
            }
            return each;
        }
    }

    static void forget(Thread thread) {
        int hash = System.identityHashCode(thread);
        synchronized (LOCK) {
            remove(thread, hash);
        }
    }

    private static void forgetAll() {
        synchronized (LOCK) {
            buckets = new Known[FIRST_BUCKETS];
            entries = 0;
        }
    }

    /** How many threads are kept, with those that are gone and were not noticed yet. */
    static int size() {
        synchronized (LOCK) {
            return entries;
        }
    }

    private static void remove(Thread thread, int hash) {
        int index = hash & (buckets.length - 1);
        Known before = null;
        for (Known each = buckets[index]; each != null; each = each.next) {
            if (each.refersTo(thread)) {
                if (before == null) {
                    buckets[index] = each.next;
                } else {
                    before.next = each.next;
                }
                entries--;
                return;
            }
            before = each;
        }
    }

    private static void rebuild() {
        Known[] old = buckets;
        int live = 0;
        for (Known each : old) {
            for (; each != null; each = each.next) {
                live += each.refersTo(null) ? 0 : 1;
            }
        }
        Known[] table = new Known[live * 2 > old.length ? old.length * 2 : old.length];
        for (Known each : old) {
            while (each != null) {
                Known following = each.next;
                if (!each.refersTo(null)) {
                    int index = each.hash & (table.length - 1);
                    each.next = table[index];
                    table[index] = each;
                }
                each = following;
            }
        }
        buckets = table;
        entries = live;
    }
}
