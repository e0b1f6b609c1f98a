package org.ompt4j.emitter.monitor;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds the JVM's record of a monitor where the header of the object does not refer to it, as with compact headers.
 *
 * <p>Thread safety: any thread; {@link #readEntered} before {@link #awaited}. <p>Cost: no allocation once it is known where a thread refers to what it
 * waits for; no stop of other threads; five system calls.
 */
final class TabledMonitors {
    /*
     * Overview. The JVM's record of a thread contains the monitor that the thread waits for, and some that it has entered, each after the address of
     * its object. The record of a monitor refers to a word that is the address of its object, so each candidate is checked: it is the record of this
     * monitor only if it leads back to this object. Where the words are is found out at run time: in the record of a monitor by one that the current
     * thread has just entered, in the record of a thread by the first waits. Nothing is found where references are not plain addresses (ZGC), or while
     * a garbage collection moves objects.
     */
    /** If a thread that waits was searched this often without success, records are not read. */
    private static final int MOST_SEARCHES = 8;

    private static final long ALIGNMENT_BITS = 7;
    private static final long NONE = -1;

    /** The offset of the word in the record of a monitor that refers to its object. */
    private static long objectOffset = NONE;

    /** The offset in the record of a thread of the monitor for which it waits. */
    private static volatile long awaitedOffset = NONE;

    private static final AtomicInteger SEARCHES = new AtomicInteger();

    private TabledMonitors() {}

    /**
     * Reads the record of a monitor that the current thread holds and that is inflated.
     *
     * @return the address of the record; 0 if it is not found
     */
    static long readEntered(Object monitor, long[] words) {
        long thread = FreshOwners.recordOfCurrent();
        if (thread == 0) {
            return 0;
        }
        long[] ofThread;
        // Entered again, so that the JVM notes in the record of the thread which monitor it is.
        synchronized (monitor) {
            ofThread = FreshOwners.wordsOf(thread);
        }
        long object = FreshOwners.addressOf0(monitor);
        for (int i = 0; object != 0 && i + 1 < ofThread.length; i++) {
            // Other words can be this address too, such as the begin of free memory.
            if (ofThread[i] == object && MonitorOwners.words0(ofThread[i + 1], words) && refersTo(object, words)) {
                return ofThread[i + 1];
            }
        }
        return 0;
    }

    private static boolean refersTo(long object, long[] words) {
        for (int i = 0; i < words.length; i++) {
            if (words[i] != 0 && MonitorOwners.word0(words[i]) == object) {
                objectOffset = i * MonitorOwners.WORD_BYTES;
                return true;
            }
        }
        return false;
    }

    /** The record of a monitor for which the current thread is about to wait; 0 if it is not found. */
    static long awaited(Object monitor) {
        long thread = objectOffset == NONE ? 0 : FreshOwners.recordOfCurrent();
        long object = thread == 0 ? 0 : FreshOwners.addressOf0(monitor);
        if (object == 0) {
            return 0;
        }
        long offset = awaitedOffset;
        if (offset == NONE) {
            return search(thread, object);
        }
        long record = MonitorOwners.word0(thread + offset);
        return isOf(object, record) ? record : 0;
    }

    private static boolean isOf(long object, long record) {
        if (record == 0 || record == MonitorOwners.NOT_READ || (record & ALIGNMENT_BITS) != 0) {
            return false;
        }
        long reference = MonitorOwners.word0(record + objectOffset);
        return reference != 0 && reference != MonitorOwners.NOT_READ && MonitorOwners.word0(reference) == object;
    }

    /** Several threads may search at a time, and find the same. */
    private static long search(long thread, long object) {
        if (SEARCHES.get() >= MOST_SEARCHES || SEARCHES.getAndIncrement() >= MOST_SEARCHES) {
            return 0;
        }
        long[] words = FreshOwners.wordsOf(thread);
        int found = -1;
        for (int i = 0; i < words.length; i++) {
            boolean isEntered = i > 0 && words[i - 1] == object;
            if (!isEntered && isOf(object, words[i])) {
                if (found >= 0) {
                    return 0;
                }
                found = i;
            }
        }
        if (found < 0) {
            return 0;
        }
        awaitedOffset = found * MonitorOwners.WORD_BYTES;
        return words[found];
    }
}
