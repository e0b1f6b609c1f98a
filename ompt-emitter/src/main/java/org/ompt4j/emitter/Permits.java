package org.ompt4j.emitter;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;

/**
 * What threads park for, and which of them have been told to: only who unparks one of these ends a wait that tools know. Nearly all calls of {@code unpark} are
 * the JDK's, for threads that are told to wait for something else.
 *
 * <p>Thread safety: any thread; nothing blocks.
 */
public final class Permits {
    /*
     * Overview. A platform thread takes one of a few places by its number, where others find it. If all of them are taken nobody will know who unparks
     * it. Virtual threads, of which there can be very many, are counted by their numbers: a counter that is not zero may be another one's.
     */
    private static final int PLACES = 1024;

    /** Places that one thread may take. */
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

    /** The wait id of what the current thread, whose context this is, parks for. */
    static long of(ThreadContext c) {
        return RecordSink.permitOf(c.isVirtual() ? WaitIds.ofVirtual(c.thread()) : c.id());
    }

    /** The current thread is to be told to park. */
    static void begin(ThreadContext c) {
        if (c.isVirtual()) {
            VIRTUAL.getAndIncrement(counterOf(c.thread()));
        } else if (c.parkPlace < 0) {
            c.parkPlace = take(c);
        }
    }

    /** It parks no more; nothing of a virtual one, of which {@link #endVirtual} is told. */
    static void end(ThreadContext c) {
        if (c.parkPlace >= 0) {
            PLATFORM.compareAndSet(c.parkPlace, c, null);
            c.parkPlace = -1;
        }
    }

    /** The current thread, which has been told to park, parks no more; whether or not anything else is known of it. */
    public static void endVirtual() {
        Thread thread = Thread.currentThread();
        if (ThreadRegistry.isVirtual(thread)) {
            VIRTUAL.getAndDecrement(counterOf(thread));
        }
    }

    /** The wait id of what a thread parks for; 0 if it has not been told to park, or that is not known. */
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

    /** The wait id of the permit of a thread that waits, for whatever; of any virtual thread; 0 for others. */
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
