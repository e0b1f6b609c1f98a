package org.ompt4j.tools.trace;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Gives chunks to threads, and owns the thread that makes room for them. */
abstract class ChunkPool {
    /*
     * Overview. An application thread cuts its chunk from the available room and wakes the keeper, a daemon thread, which makes more room. Only
     * the keeper waits for the disk, and only the keeper reports failures of the disk.
     */
    static final int SIZES = 6;

    /** Enough for a thread with a single short task. A thread that continues gets four times as much next. */
    private static final int SMALLEST_BYTES = 1 << 10;

    private static final long KEEPER_PERIOD_NANOS = 500_000_000;

    private final TraceFile file;
    private final int largestBytes;
    private final Keeper keeper;

    /**
     * @param largestBytes the largest size of a chunk
     */
    ChunkPool(TraceFile file, int largestBytes) {
        this.file = file;
        this.largestBytes = largestBytes;
        this.keeper = new Keeper();
    }

    void start() {
        keeper.start();
    }

    /**
     * An empty chunk; null if recording has stopped or, in a ring, if no thread has filled a chunk yet.
     *
     * @param sizeClass 0 to {@link #SIZES} - 1
     */
    @Nullable
    Chunk take(int sizeClass) {
        int askedBytes = Math.min(SMALLEST_BYTES << 2 * sizeClass, largestBytes);
        Chunk chunk = file.cutForEvents(askedBytes);
        wakeKeeperIfShort();
        while (chunk == null && file.waitForRoomForEvents()) {
            chunk = file.cutForEvents(askedBytes);
            wakeKeeperIfShort();
        }
        return chunk;
    }

    /** Waits briefly if there is little room for definitions. The keeper itself does not wait, since it has to make the room. */
    void waitForDefinitions() {
        wakeKeeperIfShort();
        if (Thread.currentThread() != keeper) {
            file.waitForRoomForDefinitions();
        }
    }

    private void wakeKeeperIfShort() {
        if (file.isShort()) {
            LockSupport.unpark(keeper);
        }
    }

    /** Does regular work; called on the keeper. */
    abstract void housekeep();

    /** Called when the keeper has failed. */
    abstract void failed(Throwable failure);

    private void makeRoom() {
        try {
            file.makeRoom();
        } catch (InternalError e) {
            file.lost();
        } catch (OutOfMemoryError e) {
            // The application has used up the heap; the next turn tries again.
        }
    }

    /** Ends the keeper; returns false if it has not ended because it waits for the disk. */
    boolean end() {
        return keeper.end();
    }

    private final class Keeper extends OwnThread {
        Keeper() {
            super("ompt4j-trace");
        }

        @Override
        protected void turn() {
            makeRoom();
            housekeep();
            pause(KEEPER_PERIOD_NANOS);
        }

        @Override
        protected void failed(Throwable failure) {
            ChunkPool.this.failed(failure);
        }
    }
}
