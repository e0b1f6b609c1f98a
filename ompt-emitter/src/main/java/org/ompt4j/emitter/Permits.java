package org.ompt4j.emitter;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;

/**
 * The park permits that threads wait for, and the threads whose park was reported: only an {@code unpark} of one of these ends a reported wait.
 * Nearly all calls of {@code unpark} come from the JDK, for threads whose reported wait is another one.
 *
 * <p>Thread safety: any thread; nothing blocks.
 */
public final class Permits {
    /*
     * Overview. A platform thread takes one of a few places, chosen by its number, where other threads find it. If all of these are taken, it will
     * not be known who unparks the thread. Virtual threads, of which there can be very many, share counters by their numbers: a counter that is not
     * zero may belong to another thread.
     */
    private static final int PLACES = 1024;

    /** How many places one thread may choose from. */
    private static final int PROBES = 8;

    private static final int COUNTERS = 1024;

    private static final AtomicReferenceArray<@Nullable ThreadContext> PLATFORM = new AtomicReferenceArray<>(PLACES);
    private static final AtomicIntegerArray VIRTUAL = new AtomicIntegerArray(COUNTERS);

    static {
        AttachEpoch.atEnd(new Runnable() {
            @Override
            public void run() {
                forget();
            }
        });
    }

    private Permits() {}

    /** The wait id of the permit of the current thread, to which the context belongs. */
    static long of(ThreadContext c) {
        return RecordSink.permitOf(c.isVirtual() ? WaitIds.ofVirtual(c.thread()) : c.id());
    }

    /** The park of the current thread is about to be reported. */
    static void begin(ThreadContext c) {
        if (c.isVirtual()) {
            VIRTUAL.getAndIncrement(counterOf(c.thread()));
        } else if (c.parkPlace < 0) {
            c.parkPlace = take(c);
        }
    }

    /** The current thread has returned from park. No effect for a virtual thread, see {@link #endVirtual}. */
    static void end(ThreadContext c) {
        if (c.parkPlace >= 0) {
            PLATFORM.compareAndSet(c.parkPlace, c, null);
            c.parkPlace = -1;
        }
    }

    /** The current thread has returned from a reported park. No effect for a platform thread. The thread need not have a context. */
    public static void endVirtual() {
        Thread thread = Thread.currentThread();
        if (ThreadRegistry.isVirtual(thread)) {
            VIRTUAL.getAndDecrement(counterOf(thread));
        }
    }

    /** The wait id of a thread's permit if its park was reported; 0 if not, or if that is not known. */
    static long ifParked(Thread thread) {
        if (ThreadRegistry.isVirtual(thread)) {
            return VIRTUAL.get(counterOf(thread)) == 0 ? 0 : RecordSink.permitOf(WaitIds.ofVirtual(thread));
        }
        int first = firstPlaceOf(thread);
        for (int i = first; i < first + PROBES; i++) {
            ThreadContext each = PLATFORM.get(i);
            if (each != null && each.thread() == thread) {
                return RecordSink.permitOf(each.id());
            }
        }
        return 0;
    }

    /** The wait id of a thread's permit if the thread is in any wait, or is virtual; else 0. */
    public static long ifWaiting(Thread thread) {
        if (ThreadRegistry.isVirtual(thread)) {
            return RecordSink.permitOf(WaitIds.ofVirtual(thread));
        }
        ThreadContext found = ThreadRegistry.find(thread);
        return found != null && !found.isCarrier() && found.state().isWait() ? RecordSink.permitOf(found.id()) : 0;
    }

    static void forget() {
        for (int i = 0; i < PLACES; i++) {
            PLATFORM.set(i, null);
        }
        for (int i = 0; i < COUNTERS; i++) {
            VIRTUAL.set(i, 0);
        }
    }

    private static int take(ThreadContext c) {
        int first = firstPlaceOf(c.thread());
        for (int i = first; i < first + PROBES; i++) {
            if (PLATFORM.compareAndSet(i, null, c)) {
                return i;
            }
        }
        return -1;
    }

    private static int firstPlaceOf(Thread thread) {
        return (int) (WaitIds.numberOf(thread) * PROBES) & PLACES - 1;
    }

    private static int counterOf(Thread thread) {
        return (int) WaitIds.numberOf(thread) & COUNTERS - 1;
    }
}
