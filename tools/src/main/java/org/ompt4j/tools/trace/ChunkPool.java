package org.ompt4j.tools.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Chunks that are ready before a thread needs them, and the thread that prepares them. */
abstract class ChunkPool {
    /*
     * Overview. There are a few sizes, each with a few slots. An application thread takes a chunk out of a slot with one
     * atomic exchange and wakes the keeper, a daemon thread, which fills the slot again. If all slots of a size are empty the
     * thread cuts a chunk itself, under the file's lock. A size is prepared once somebody has asked for it or for the next
     * smaller one, so that a short run does not grow by megabytes of zeros.
     */
    static final int SIZES = 4;

    private static final int SLOTS = 2;
    private static final int SMALLEST_BYTES = 16 << 10;
    private static final long KEEPER_PERIOD_NANOS = 500_000_000;

    private final TraceFile file;
    private final AtomicReferenceArray<@Nullable Chunk> ready = new AtomicReferenceArray<>(SIZES * SLOTS);
    private final int largestBytes;
    private final Keeper keeper;
    private volatile int wantedSizes = 1;
    private volatile boolean ended;

    /**
     * @param largestBytes no chunk is larger
     */
    ChunkPool(TraceFile file, int largestBytes) {
        this.file = file;
        this.largestBytes = largestBytes;
        this.keeper = new Keeper();
    }

    void start() {
        refill();
        keeper.start();
    }

    /**
     * An empty chunk, or null if recording has stopped or, in a ring, no thread has filled one.
     *
     * @param sizeClass 0 to {@link #SIZES} - 1
     */
    @Nullable
    Chunk take(int sizeClass) {
        Chunk chunk = takeReady(sizeClass);
        want(sizeClass);
        if (chunk == null) {
            chunk = file.cutForEvents(sizeBytes(sizeClass), false);
        }
        for (int other = SIZES - 1; chunk == null && other >= 0; other--) {
            chunk = takeReady(other);
        }
        return chunk != null ? chunk : file.cutForEvents(sizeBytes(0), true);
    }

    private @Nullable Chunk takeReady(int sizeClass) {
        for (int slot = sizeClass * SLOTS; slot < (sizeClass + 1) * SLOTS; slot++) {
            if (ready.get(slot) != null) {
                Chunk chunk = ready.getAndSet(slot, null);
                if (chunk != null) {
                    return chunk;
                }
            }
        }
        return null;
    }

    private void want(int sizeClass) {
        if (wantedSizes < sizeClass + 2) {
            wantedSizes = Math.min(sizeClass + 2, SIZES);
        }
        LockSupport.unpark(keeper);
    }

    private int sizeBytes(int sizeClass) {
        return Math.min(SMALLEST_BYTES << 2 * sizeClass, largestBytes);
    }

    /** What else is to be done now and then; runs on the keeper. */
    abstract void housekeep();

    private void keep() {
        while (!ended) {
            refill();
            housekeep();
            LockSupport.parkNanos(this, KEEPER_PERIOD_NANOS);
            // An application that interrupts every thread it finds must not make this one spin.
            Thread.interrupted();
        }
    }

    private void refill() {
        for (int slot = 0; slot < wantedSizes * SLOTS && !file.stopped; slot++) {
            if (ready.get(slot) == null) {
                Chunk chunk = file.cutForEvents(sizeBytes(slot / SLOTS), false);
                if (chunk == null) {
                    return;
                }
                chunk.touchPages();
                ready.set(slot, chunk);
            }
        }
    }

    /** Ends the keeper and answers the chunks that nobody took. */
    List<Chunk> end() {
        ended = true;
        LockSupport.unpark(keeper);
        try {
            keeper.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Chunk> unused = new ArrayList<>();
        for (int slot = 0; slot < ready.length(); slot++) {
            Chunk chunk = ready.getAndSet(slot, null);
            if (chunk != null) {
                unused.add(chunk);
            }
        }
        return unused;
    }

    /** A class and not a lambda: those cost every start of the JVM some 20 ms. */
    private final class Keeper extends Thread {
        Keeper() {
            super(null, null, "ompt4j-trace", 0, false);
            setDaemon(true);
        }

        @Override
        public void run() {
            keep();
        }
    }
}
