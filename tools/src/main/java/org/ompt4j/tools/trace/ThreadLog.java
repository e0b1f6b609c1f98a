package org.ompt4j.tools.trace;

import static org.ompt4j.tools.trace.RecordLayout.putNumber;
import static org.ompt4j.tools.trace.RecordLayout.relative;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/** Writes the records of one thread, or of the sampler, into chunks of its own. */
public final class ThreadLog {
    /*
     * Overview. One writer at a time; nobody else reads this object. The bytes are read by other processes, or after this one
     * was killed: a record's tag is stored after the rest of the record, with a release fence in between, so a reader that
     * sees the tag sees the record. A plain tag store could be moved before the others by the compiler. What comes behind the
     * last record is zero, which is no tag: numbers are stored as eight bytes of which the unused ones are zero.
     *
     * Each record is relative to the fields below, which begin anew with every chunk, so that a chunk can be read alone.
     * ChunkReader mirrors this class.
     */
    private static final long GROW_NANOS = 50_000_000;
    private static final long SHRINK_NANOS = 5_000_000_000L;
    private static final int NO_ROOM = Integer.MIN_VALUE;

    private final TraceFile file;
    private final ChunkPool pool;
    private final long threadId;
    private final byte kind;
    private final long startNanos;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int position;
    private int limit = NO_ROOM;
    private int count;
    private @Nullable Chunk chunk;
    private int sequence;
    private int sizeClass;
    private long droppedInChunk;

    private long lastTime;
    private long baseTime;
    private final long[] lastAttributes = new long[RecordLayout.EVENT_TAGS];
    private final long[] lastPlaces = new long[RecordLayout.EVENT_TAGS];
    private long lastRegion;
    private long lastCreated;
    private long lastNext;
    private long lastPrior;
    private long lastWait;
    private long lastThread;

    private long currentTask;
    private long[] outerTasks = new long[8];
    private int depth;

    ThreadLog(TraceFile file, ChunkPool pool, long threadId, byte kind) {
        this.file = file;
        this.pool = pool;
        this.threadId = threadId;
        this.kind = kind;
        this.startNanos = file.startNanos;
    }

    long currentTask() {
        return currentTask;
    }

    /** An id of a region relative to the last one. */
    long region(long id) {
        long relative = relative(id, lastRegion);
        if (id != 0) {
            lastRegion = id;
        }
        return relative;
    }

    /** An id of a task relative to the current one. */
    long task(long id) {
        return relative(id, currentTask);
    }

    long created(long id) {
        long relative = relative(id, lastCreated);
        lastCreated = id;
        lastNext = id;
        return relative;
    }

    long waitId(long id) {
        long relative = relative(id, lastWait);
        if (id != 0) {
            lastWait = id;
        }
        return relative;
    }

    /** The task that begins to run. */
    long next(long id) {
        long relative = relative(id, lastNext);
        lastNext = id;
        return relative;
    }

    /** The task that goes on after another one has ended. */
    long resumed(long id) {
        return relative(id, lastPrior);
    }

    void prior(long id) {
        lastPrior = id;
    }

    void currentTask(long task) {
        currentTask = task;
    }

    void enterTask(long task) {
        if (depth == outerTasks.length) {
            outerTasks = Arrays.copyOf(outerTasks, 2 * depth);
        }
        outerTasks[depth++] = currentTask;
        currentTask = task;
    }

    void leaveTask() {
        currentTask = depth == 0 ? 0 : outerTasks[--depth];
    }

    /**
     * Makes room for one record. Must come before the ids of the record are made relative.
     *
     * @return whether the event can be recorded; if not, it has been counted as dropped
     */
    boolean ready(long timeNanos) {
        if (position > limit || file.stopped) {
            return nextChunk(timeNanos);
        }
        return true;
    }

    /**
     * Writes one record.
     *
     * @param attributes construct, kinds; and in the upper half flags or hint
     * @param place call site in the upper half, body in the lower
     * @param numbers how many of the following four
     */
    void record(int tag, long timeNanos, long attributes, long place, int numbers, long a, long b, long c, long d) {
        ByteBuffer to = bytes;
        int at = position;
        int end = putNumber(to, at + 1, elapsed(timeNanos));
        int storedTag = tag | RecordLayout.REPEATED;
        if (lastAttributes[tag] != attributes || lastPlaces[tag] != place) {
            end = putCommon(to, end, tag, attributes, place);
            storedTag = tag;
        }
        if (numbers > 0) {
            end = putNumber(to, end, a);
        }
        if (numbers > 1) {
            end = putNumber(to, end, b);
        }
        if (numbers > 2) {
            end = putNumber(to, end, c);
        }
        if (numbers > 3) {
            end = putNumber(to, end, d);
        }
        position = end;
        count++;
        VarHandle.releaseFence();
        to.put(at, (byte) storedTag);
    }

    private long elapsed(long timeNanos) {
        long elapsed = timeNanos - startNanos - lastTime;
        if (elapsed < 0) {
            return 0;
        }
        lastTime += elapsed;
        return elapsed;
    }

    private int putCommon(ByteBuffer to, int at, int tag, long attributes, long place) {
        lastAttributes[tag] = attributes;
        lastPlaces[tag] = place;
        int end = putNumber(to, at, attributes & 0xFFFF_FFFFL);
        end = putNumber(to, end, attributes >>> 32);
        end = putNumber(to, end, place >>> 32);
        return putNumber(to, end, place & 0xFFFF_FFFFL);
    }

    private boolean nextChunk(long timeNanos) {
        Chunk next = file.stopped ? null : pool.take(nextSizeClass(timeNanos));
        if (next == null && !file.stopped && file.ring) {
            next = ownChunkAgain();
        }
        if (next == null) {
            drop();
            return false;
        }
        leaveChunk();
        open(next, timeNanos);
        return true;
    }

    private int nextSizeClass(long timeNanos) {
        if (chunk != null) {
            long age = timeNanos - startNanos - baseTime;
            if (age < GROW_NANOS) {
                sizeClass = Math.min(sizeClass + 1, ChunkPool.SIZES - 1);
            } else if (age > SHRINK_NANOS) {
                sizeClass = Math.max(sizeClass - 1, 0);
            }
        }
        return sizeClass;
    }

    private @Nullable Chunk ownChunkAgain() {
        Chunk own = chunk;
        if (own != null) {
            own.bytes.putInt(RecordLayout.CHUNK_COUNT, count);
            file.forget(own);
            chunk = null;
        }
        return own;
    }

    private void drop() {
        Chunk own = chunk;
        if (own == null) {
            file.dropWithoutChunk();
        } else {
            own.bytes.putLong(RecordLayout.CHUNK_DROPPED, ++droppedInChunk);
        }
    }

    /** Writes what a thread was doing. Nothing is allocated. */
    public void sample(long timeNanos, long thread, State state, long waitId, long taskId, long parallelId) {
        if (ready(timeNanos)) {
            long threadNumber = relative(thread, lastThread);
            lastThread = thread;
            long taskNumber = next(taskId);
            record(
                    RecordLayout.SAMPLE,
                    timeNanos,
                    (long) state.value() << RecordLayout.KIND_SHIFT,
                    0,
                    4,
                    threadNumber,
                    taskNumber,
                    region(parallelId),
                    waitId(waitId));
        }
    }

    /** Tells the ring that the chunk will not be written to any more. */
    void leaveChunk() {
        Chunk own = chunk;
        if (own != null) {
            own.bytes.putInt(RecordLayout.CHUNK_COUNT, count);
            chunk = null;
            limit = NO_ROOM;
            file.giveBack(own);
        }
    }

    private void open(Chunk next, long timeNanos) {
        chunk = next;
        bytes = next.bytes;
        baseTime = Math.max(lastTime, timeNanos - startNanos);
        lastTime = baseTime;
        forgetChunk();
        int kept = Math.min(depth, RecordLayout.MAX_OUTER_TASKS);
        bytes.put(RecordLayout.CHUNK_DEPTH, (byte) kept);
        bytes.putLong(RecordLayout.CHUNK_THREAD, threadId);
        bytes.putLong(RecordLayout.CHUNK_BASE_TIME, baseTime);
        bytes.putLong(RecordLayout.CHUNK_TASK, currentTask);
        bytes.putInt(RecordLayout.CHUNK_SEQUENCE, sequence++);
        for (int i = 0; i < kept; i++) {
            bytes.putLong(RecordLayout.CHUNK_OUTER_TASKS + 8 * i, outerTasks[depth - kept + i]);
        }
        position = RecordLayout.CHUNK_OUTER_TASKS + 8 * kept;
        limit = next.sizeBytes - RecordLayout.MAX_RECORD_BYTES - 8;
        next.publish(kind);
    }

    private void forgetChunk() {
        count = 0;
        droppedInChunk = 0;
        Arrays.fill(lastAttributes, -1);
        lastRegion = 0;
        lastCreated = 0;
        lastNext = 0;
        lastPrior = 0;
        lastWait = 0;
        lastThread = 0;
    }
}
