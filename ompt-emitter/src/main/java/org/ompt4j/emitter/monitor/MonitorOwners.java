package org.ompt4j.emitter.monitor;

import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.ompt.RecordSink;

/**
 * Reads the holder of a monitor for which a thread waits from the memory of the JVM.
 *
 * <p>Thread safety: any thread; {@link #look} before the others. <p>Cost: no allocation, no stop of other threads; one system call, and a search
 * through the live threads.
 */
final class MonitorOwners {
    /*
     * Overview. While a thread waits, the monitor is inflated: the object's header is the address of the monitor's record, which contains the owner;
     * or, with compact headers, the record is in a table and found through the waiting thread, see TabledMonitors.
     * Depending on the JDK, the owner is the address of the JVM's thread (Thread.eetop) or the number of the thread (Thread.tid). The offset is found
     * out at run time: it is the word that is the current thread while this holds a monitor, and 0 while no thread holds it. If the offset cannot be
     * found (other JVMs have other headers), owners are never read.
     *
     * The memory is read by a system call, so an invalid address is an error, not a crash. A value counts as an owner only if it belongs to a live
     * thread. The record of the monitor does not move while the thread waits for it.
     */
    /** The result if the owner cannot be read, or is not an observed thread. */
    static final long NOT_READ = -1;

    static final long WORD_BYTES = 8;

    private static final int WORDS = 32;
    private static final String NUMBER = "tid";
    private static final String[] IDENTITIES = {"eetop", NUMBER};

    /** Index of the owner in the record of a monitor, in words; -1 if it is not known. */
    private static long ownerOffset = -1;

    /** Offset of the field of a thread that has the same value. */
    private static long identityOffset = -1;

    /** Whether this is the thread's number, which virtual threads have too. */
    private static boolean isNumber;

    /** Whether the header of an object does not refer to the record of its monitor. */
    private static boolean isTabled;

    private MonitorOwners() {}

    /** Finds out where owners are recorded. */
    static void look() {
        if (!isFound()) {
            isTabled = true;
            if (!isFound()) {
                return;
            }
        }
        FreshOwners.look();
    }

    private static boolean isFound() {
        for (String each : IDENTITIES) {
            if (isFound(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFound(String identity) {
        long field = Memory.fieldOffset(Thread.class, identity);
        if (field == Memory.NO_FIELD) {
            return false;
        }
        long self = Memory.UNSAFE.getLong(Thread.currentThread(), field);
        int first = placeOfOwner(self);
        if (first < 0 || first != placeOfOwner(self)) {
            return false;
        }
        identityOffset = field;
        isNumber = identity.equals(NUMBER);
        ownerOffset = first * WORD_BYTES;
        return true;
    }

    /** The index of the only word that is the current thread while it holds the monitor, and 0 afterwards; -1 if there is none, or several. */
    private static int placeOfOwner(long self) {
        Object monitor = new Object();
        long[] held = new long[WORDS];
        long[] free = new long[WORDS];
        long record = readHeld(monitor, held);
        boolean isRead = record != 0 && words0(record, free);
        int place = -1;
        for (int i = 0; isRead && i < WORDS; i++) {
            if (held[i] == self && free[i] == 0) {
                if (place >= 0) {
                    return -1;
                }
                place = i;
            }
        }
        return place;
    }

    /** Reads the record of a monitor that the current thread holds meanwhile. Returns the record's address; 0 if it is not found. */
    private static long readHeld(Object monitor, long[] words) {
        if (!enter0(monitor)) {
            return 0;
        }
        try {
            if (isTabled) {
                return TabledMonitors.readEntered(monitor, words);
            }
            long record = addressOf(monitor);
            return record != 0 && words0(record, words) ? record : 0;
        } finally {
            exit0(monitor);
        }
    }

    /** The header of an object. */
    static long headerOf(Object monitor) {
        return Memory.UNSAFE.getLong(monitor, 0L);
    }

    /** The address of an inflated monitor, else 0. */
    private static long addressOf(Object monitor) {
        long header = headerOf(monitor);
        return (header & SynchronizedHooks.INFLATED_BITS) == SynchronizedHooks.INFLATED
                ? header & ~SynchronizedHooks.INFLATED_BITS
                : 0;
    }

    /**
     * The id of the thread that holds a monitor which the current thread is about to wait for.
     *
     * @return 0 if no thread holds it now, {@link #NOT_READ} if it cannot be read
     */
    static long of(Object monitor) {
        long address = ownerOffset < 0 ? 0 : isTabled ? TabledMonitors.awaited(monitor) : addressOf(monitor);
        long owner = address == 0 ? NOT_READ : word0(address + ownerOffset);
        if (owner == 0 || owner == NOT_READ) {
            return owner;
        }
        long id = ThreadRegistry.idOf(identityOffset, owner, carriersHold());
        if (id == 0 && isNumber) {
            id = ThreadRegistry.idOfVirtual(owner);
        }
        if (id == 0) {
            id = FreshOwners.of(monitor, owner);
        }
        boolean mayRunAnother = id >= RecordSink.FIRST_VIRTUAL_THREAD && carriersHold();
        return id == 0 || mayRunAnother && word0(address + ownerOffset) != owner ? NOT_READ : id;
    }

    /** Whether a carrier is the owner while the virtual thread that it runs holds a monitor; before JDK 24 that cannot leave its carrier then. */
    static boolean carriersHold() {
        return !isNumber;
    }

    /** Enters a monitor through JNI, which inflates it. Returns whether this succeeded. */
    private static native boolean enter0(Object monitor);

    private static native void exit0(Object monitor);

    /** Fills the array with words from an address. Returns whether they could be read. */
    static native boolean words0(long address, long[] words);

    /** The word at an address; {@link #NOT_READ} if it cannot be read. */
    static native long word0(long address);
}
