package org.ompt4j.emitter.monitor;

import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadRegistry;

/**
 * Who holds a monitor that a thread waits for, as the JVM has it in its memory.
 *
 * <p>Thread safety: any thread; {@link #look} before the others.
 * <p>Cost: no allocation, no stop of other threads; one system call and a look at the threads that live.
 */
final class MonitorOwners {
    /*
     * Overview. The header of an object whose monitor is inflated, as it is while a thread waits, is the address of the monitor, and somewhere in there
     * is its owner: by JDK the address of the JVM's thread, which java.lang.Thread keeps as eetop, or the thread's number, its tid. Where is
     * not written down but found out: what is the current thread while it holds a monitor, and nothing while nobody does. Where that cannot be
     * told (compact headers have the monitors in a table, another JVM has other headers) no owner is ever read.
     *
     * The system reads the memory, so that an address that is none is an error and no crash, and what is read is an owner only if it is a thread that
     * lives. The monitor stays where it is as long as the thread waits for it.
     */
    /** The answer where it cannot be read, or is none of the observed threads. */
    static final long NOT_READ = -1;

    static final long WORD_BYTES = 8;

    private static final int WORDS = 32;
    private static final String NUMBER = "tid";
    private static final String[] IDENTITIES = {"eetop", NUMBER};

    /** Where in a monitor its owner is; -1 if that is not known. */
    private static long ownerOffset = -1;

    /** Which field of a thread says the same. */
    private static long identityOffset = -1;

    /** Whether that is the thread's number, which virtual threads have too. */
    private static boolean isNumber;

    private MonitorOwners() {}

    /** Finds out where owners are. */
    static void look() {
        for (String each : IDENTITIES) {
            long field = Memory.fieldOffset(Thread.class, each);
            int first =
                    field == Memory.NO_FIELD ? -1 : placeOfOwner(Memory.UNSAFE.getLong(Thread.currentThread(), field));
            if (first >= 0 && first == placeOfOwner(Memory.UNSAFE.getLong(Thread.currentThread(), field))) {
                identityOffset = field;
                isNumber = each.equals(NUMBER);
                ownerOffset = first * WORD_BYTES;
                FreshOwners.look();
                return;
            }
        }
    }

    /** The only word that is the current thread while that holds the monitor, and nothing afterwards; -1 if there is none, or several. */
    private static int placeOfOwner(long self) {
        Object monitor = new Object();
        long[] held = new long[WORDS];
        long[] free = new long[WORDS];
        boolean isRead = readHeld(monitor, held) && read(addressOf(monitor), free);
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

    private static boolean readHeld(Object monitor, long[] words) {
        if (!enter0(monitor)) {
            return false;
        }
        try {
            return read(addressOf(monitor), words);
        } finally {
            exit0(monitor);
        }
    }

    private static boolean read(long address, long[] words) {
        return address != 0 && words0(address, words);
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
     * @return 0 if nobody holds it now, {@link #NOT_READ} if that cannot be read
     */
    static long of(Object monitor) {
        long address = ownerOffset < 0 ? 0 : addressOf(monitor);
        long owner = address == 0 ? NOT_READ : word0(address + ownerOffset);
        if (owner == 0 || owner == NOT_READ) {
            return owner;
        }
        long id = ThreadRegistry.idOf(identityOffset, owner);
        if (id == 0 && isNumber) {
            id = ThreadRegistry.idOfVirtual(owner);
        }
        if (id == 0) {
            id = FreshOwners.of(monitor, owner);
        }
        return id == 0 ? NOT_READ : id;
    }

    /** As JNI enters a monitor: it is inflated then. Whether it could. */
    private static native boolean enter0(Object monitor);

    private static native void exit0(Object monitor);

    /** Reads as many words from an address as the array has; whether it could. */
    static native boolean words0(long address, long[] words);

    /** The word at an address; {@link #NOT_READ} if there is none. */
    private static native long word0(long address);
}
