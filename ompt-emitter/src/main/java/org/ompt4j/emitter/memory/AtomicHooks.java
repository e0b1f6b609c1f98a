package org.ompt4j.emitter.memory;

import static org.ompt4j.ompt.Construct.ATOMIC;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * Hooks of updates of atomics that have to be retried: the thread waits for a mutex from its first failed try to the successful one. Called by the
 * rewritten classes of {@code java.util.concurrent.atomic}; see {@code docs/mappings/atomic.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class AtomicHooks extends AtomicGuards {

    /** The update that the thread retries. An update inside the function of another one is not distinguished. */
    private static final class Retry {
        static final int SLOT = ThreadContext.newSlot();

        /** Null if the thread retries nothing. */
        @Nullable
        Object atomic;

        long waitId;
        long begin;
        int callSite;

        static Retry of(ThreadContext c) {
            Retry kept = (Retry) c.slot(SLOT);
            if (kept == null) {
                kept = new Retry();
                c.setSlot(SLOT, kept);
            }
            return kept;
        }
    }

    /** Where adders and accumulators keep their stripes. */
    private static final class Stripes {
        static final long CELLS = Memory.fieldOffset(LongAdder.class.getSuperclass(), "cells");

        /** Whether there are no stripes: then a try to update the base has failed. */
        static boolean areMissing(Object adder) {
            return CELLS != Memory.NO_FIELD && Memory.UNSAFE.getReference(adder, CELLS) == null;
        }
    }

    private AtomicHooks() {}

    /** An update has tried to set the new value. */
    public static void tried(boolean updated, @Nullable Object atomic) {
        if (updated) {
            updated(atomic);
        } else {
            failed(atomic);
        }
    }

    @Guarded("atomic update")
    static void failed(ThreadContext c, @Needed @Nullable Object atomic) {
        Retry retry = Retry.of(c);
        if (retry.atomic == null && atomic != null) {
            retry.atomic = atomic;
            retry.callSite = SampledSites.ofCall();
            retry.waitId = WaitIds.of(atomic, ATOMIC);
            retry.begin =
                    Mutexes.waitBeginInCode(c, ATOMIC, MutexKind.ATOMIC, MutexImpl.NONE, retry.waitId, retry.callSite);
        }
    }

    @Guarded(value = "atomic update", begins = false)
    static void updated(ThreadContext c, @Needed @Nullable Object atomic) {
        if (!(c.slot(Retry.SLOT) instanceof Retry retry) || retry.atomic != atomic) {
            return;
        }
        retry.atomic = null;
        if (!Mutexes.outOfCode(c, retry.waitId)) {
            return;
        }
        boolean told = Mutexes.acquired(
                c, ATOMIC, MutexKind.ATOMIC, MutexImpl.NONE, retry.waitId, retry.callSite, retry.begin);
        if (told) {
            Mutexes.released(c, ATOMIC, MutexKind.ATOMIC, retry.waitId, retry.callSite);
        }
    }

    /** An update has ended by what the application's function threw. */
    @Guarded(value = "atomic update", begins = false)
    public static void threw(ThreadContext c, Throwable thrown, @Needed @Nullable Object atomic) {
        if (c.slot(Retry.SLOT) instanceof Retry retry && retry.atomic == atomic) {
            retry.atomic = null;
            if (Mutexes.outOfCode(c, retry.waitId)) {
                Mutexes.gaveUp(c, ATOMIC, MutexKind.ATOMIC, MutexImpl.NONE, retry.waitId, retry.callSite, retry.begin);
            }
        }
    }

    /**
     * An adder or accumulator takes the slow path: another thread was faster, or its stripe does not exist yet.
     *
     * @param uncontended false if a try to update the stripe has failed
     * @return 0 if no try has failed
     */
    public static long beginStripes(Object adder, boolean uncontended) {
        if (uncontended && !Stripes.areMissing(adder)) {
            return 0;
        }
        failed(adder);
        return 1;
    }

    /** The value is added. */
    public static void endStripes(Object adder, long token) {
        if (token != 0) {
            updated(adder);
        }
    }
}
