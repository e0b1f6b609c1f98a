package org.ompt4j.emitter.monitor;

import java.util.List;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;

/**
 * Who holds a monitor that nobody had to wait for before: the JVM made its record of it when the first thread came that has to wait, and does not write
 * the holder in there before that gives it back.
 *
 * <p>Thread safety: any thread; {@link #look} before the others.
 * <p>Cost: no allocation, no stop of other threads; one system call for each thread that lives, two for the holder.
 */
final class FreshOwners {
    /*
     * Overview. A monitor that nobody waits for is held in one of two ways, by JDK. Either the object's header is the address of a place in the holder's
     * stack, which becomes the owner in the record: the holder is the thread whose stack that is. Or the holder has the object in a list of its own, in
     * the JVM's record of the thread, and the owner is a mark: the holder is the thread whose list has it.
     *
     * Which way it is, and where in the record of a thread stack or list are, is not written down but found out: the only two words that are
     * an address above the current place in the stack and a size that reaches below it; the only two words that are two objects which the thread has
     * just locked one in the other, and the word that says where the list ends before, in between and after. Where neither can be told nothing is read.
     *
     * A thread keeps its record as long as its object has the address of it, which is read before and after. A collection moves objects, and
     * what is found while there is one is nothing. Where references are more than addresses (ZGC) lists are not read.
     */
    private static final int CHUNK_WORDS = 64;
    private static final int CHUNKS = 8;
    private static final long PAGE_BITS = 4_095;
    private static final long LARGEST_STACK = 1L << 30;
    private static final long HALF_WORD = 0xffff_ffffL;
    /** Words from what says where the list ends to the list, and what the looking thread may have locked before. */
    private static final int FURTHEST_END = 10;

    /** With more threads to look at, who waits would be kept for longer than it waits, as a rule. */
    private static final int MOST_THREADS = 128;

    /** What is the owner of a monitor whose holder has it in its list. */
    private static final long MARK = 1;

    private static final long NONE = -1;

    private static long recordField = Memory.NO_FIELD;

    /** Where in the record of a thread its stack is, as two words, and where its list; one of them is known at most. */
    private static long stackOffset = NONE;

    private static long listOffset = NONE;

    private FreshOwners() {}

    // ---------------------------------------------------------------- where it is

    /** Finds out where holders are. */
    static void look() {
        recordField = Memory.fieldOffset(Thread.class, "eetop");
        long record = recordField == Memory.NO_FIELD ? 0 : recordOf(Thread.currentThread());
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

    private static long[] wordsOf(long record) {
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

    /** Where two objects are, one after the other; -1 if they are nowhere, or in several places. */
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
     * @param owner what the JVM's record of the monitor has for it
     * @return 0 if that is not known: the holder is not observed, or a virtual thread may be on it
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
                return ThreadRegistry.idOf(each.thread());
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

    /** Twice: of what the thread writes, the end of the list may be seen before what is new in it. */
    private static boolean hasLocked(long record, Object monitor) {
        boolean isInList = hasLocked0(record, listOffset, monitor);
        return isInList && hasLocked0(record, listOffset, monitor);
    }

    private static long recordOf(Thread thread) {
        return Memory.UNSAFE.getLongVolatile(thread, recordField);
    }

    // ---------------------------------------------------------------- the library

    private static native long here0();

    private static native long addressOf0(Object object);

    private static native boolean isInStack0(long stack, long address);

    private static native boolean hasLocked0(long record, long list, Object object);
}
