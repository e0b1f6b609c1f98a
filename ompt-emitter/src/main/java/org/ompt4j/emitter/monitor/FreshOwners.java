package org.ompt4j.emitter.monitor;

import java.util.List;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;

/**
 * Finds the holder of a monitor for which no thread had to wait before. The JVM makes its record of the monitor when the first thread has to wait,
 * and does not write the holder into the record before the holder releases the monitor.
 *
 * <p>Thread safety: any thread; {@link #look} before the others. <p>Cost: no allocation, no stop of other threads; one system call for each live
 * thread, two for the holder.
 */
final class FreshOwners {
    /*
     * Overview. Depending on the JDK, a monitor for which no thread waits is held in one of two ways. Either the object's header is an address in the
     * holder's stack, which becomes the owner in the record of the monitor: the holder is the thread with this stack. Or the holder has the object in
     * a lock list, in the JVM's record of the thread, and the owner in the record of the monitor is a mark: the holder is the thread whose list
     * contains the object.
     *
     * Which way is used, and where stack or list are in the record of a thread, is found out at run time. For the stack: the only two words that are
     * an address above the current stack position and a size that reaches below it. For the list: the only two words that are two objects which the
     * thread has just locked one inside the other, and the word that has the end of the list before, in between and after. If neither is found,
     * nothing is read.
     *
     * The record of a thread exists as long as the thread object has its address, which is read before and after. A garbage collection moves objects,
     * so nothing is found during one. If references are not plain addresses (ZGC), lists are not read.
     */
    private static final int CHUNK_WORDS = 64;
    private static final int CHUNKS = 8;
    private static final long PAGE_BITS = 4_095;
    private static final long LARGEST_STACK = 1L << 30;
    private static final long HALF_WORD = 0xffff_ffffL;
    /** Words from what says where the list ends to the list, and what the looking thread may have locked before. */
    private static final int FURTHEST_END = 10;

    /** With more threads, the search would usually take longer than the wait itself. */
    private static final int MOST_THREADS = 128;

    /** The owner mark of a monitor whose holder has the object in its lock list. */
    private static final long MARK = 1;

    private static final long NONE = -1;

    private static final long RECORD_FIELD = Memory.fieldOffset(Thread.class, "eetop");

    /** The offsets of the stack (two words) and of the lock list in the record of a thread; at most one of them is known. */
    private static long stackOffset = NONE;

    private static long listOffset = NONE;

    private FreshOwners() {}

    // ---------------------------------------------------------------- where it is

    /** Finds out in which way the JVM records holders. */
    static void look() {
        long record = recordOfCurrent();
        if (record == 0) {
            return;
        }
        long[] free = wordsOf(record);
        stackOffset = stackIn(free, FreshOwners.here0());
        if (stackOffset != NONE && !isHeldInStack(record, new Object())) {
            stackOffset = NONE;
            listOffset = listIn(record, free, new Object(), new Object());
        }
    }

    static long[] wordsOf(long record) {
        long[] chunk = new long[CHUNK_WORDS];
        long[] words = new long[CHUNKS * CHUNK_WORDS];
        for (int i = 0; i < CHUNKS; i++) {
            if (!MonitorOwners.words0(record + (long) i * CHUNK_WORDS * MonitorOwners.WORD_BYTES, chunk)) {
                break;
            }
            System.arraycopy(chunk, 0, words, i * CHUNK_WORDS, CHUNK_WORDS);
        }
        return words;
    }

    /** The only two words that are a stack in which the address is. */
    private static long stackIn(long[] words, long here) {
        int found = -1;
        for (int i = 0; i + 1 < words.length; i++) {
            long base = words[i];
            long size = words[i + 1];
            boolean isStack = ((base | size) & PAGE_BITS) == 0 && size > 0 && size <= LARGEST_STACK;
            if (isStack && here < base && here >= base - size) {
                if (found >= 0) {
                    return NONE;
                }
                found = i;
            }
        }
        return found < 0 ? NONE : found * MonitorOwners.WORD_BYTES;
    }

    private static boolean isHeldInStack(long record, Object fresh) {
        synchronized (fresh) {
            long header = MonitorOwners.headerOf(fresh);
            return (header & SynchronizedHooks.INFLATED_BITS) == 0 && isInStack0(record + stackOffset, header);
        }
    }

    private static long listIn(long record, long[] free, Object first, Object second) {
        synchronized (first) {
            long[] one = wordsOf(record);
            synchronized (second) {
                long[] two = wordsOf(record);
                int at = placeOf(two, addressOf0(first), addressOf0(second));
                for (int i = Math.max(0, at - FURTHEST_END); i < at; i++) {
                    if (endsAt(free[i], at) && endsAt(one[i], at + 1) && endsAt(two[i], at + 2)) {
                        return i * MonitorOwners.WORD_BYTES;
                    }
                }
                return NONE;
            }
        }
    }

    private static boolean endsAt(long word, int place) {
        return (word & HALF_WORD) == place * MonitorOwners.WORD_BYTES;
    }

    /** The index of two adjacent objects; -1 if they are not found, or found several times. */
    private static int placeOf(long[] words, long first, long second) {
        int found = -1;
        for (int i = 0; first != 0 && i + 1 < words.length; i++) {
            if (words[i] == first && words[i + 1] == second) {
                if (found >= 0) {
                    return -1;
                }
                found = i;
            }
        }
        return found;
    }

    // ---------------------------------------------------------------- who it is

    /**
     * The id of the thread that holds a monitor which the current thread is about to wait for.
     *
     * @param owner the owner in the JVM's record of the monitor
     * @return 0 if it is not known: the holder is not observed, or a carrier that may hold it for no virtual thread
     */
    static long of(Object monitor, long owner) {
        if (stackOffset == NONE && (listOffset == NONE || owner != MARK)) {
            return 0;
        }
        List<ThreadContext> live = ThreadRegistry.live();
        if (live.size() > MOST_THREADS) {
            return 0;
        }
        for (int i = 0; i < live.size(); i++) {
            ThreadContext each = live.get(i);
            if (holds(each.thread(), monitor, owner)) {
                return ThreadRegistry.idOf(each, MonitorOwners.carriersHold());
            }
        }
        return 0;
    }

    private static boolean holds(Thread thread, Object monitor, long owner) {
        long record = recordOf(thread);
        return record != 0
                && (stackOffset != NONE ? isInStack0(record + stackOffset, owner) : hasLocked(record, monitor))
                && recordOf(thread) == record;
    }

    /** Checked twice: the new end of the list may become visible before its new entry. */
    private static boolean hasLocked(long record, Object monitor) {
        boolean isInList = hasLocked0(record, listOffset, monitor);
        return isInList && hasLocked0(record, listOffset, monitor);
    }

    /** The JVM's record of the current thread, or of its carrier if it is virtual; 0 if it is not known. */
    static long recordOfCurrent() {
        Thread platform = ThreadRegistry.platformThreadOf(Thread.currentThread());
        return RECORD_FIELD == Memory.NO_FIELD || platform == null ? 0 : recordOf(platform);
    }

    private static long recordOf(Thread thread) {
        return Memory.UNSAFE.getLongVolatile(thread, RECORD_FIELD);
    }

    // ---------------------------------------------------------------- the library

    private static native long here0();

    static native long addressOf0(Object object);

    private static native boolean isInStack0(long stack, long address);

    private static native boolean hasLocked0(long record, long list, Object object);
}
