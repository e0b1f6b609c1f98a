package org.ompt4j.tools.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptThread;

/** Places records in chunks of one thread, or of the sampler, and publishes them. */
class ChunkWriter extends RecordEncoder {
    /*
     * Overview. One writer at a time; no other thread reads this object. The bytes are read by other processes, or after this one
     * was killed: a record's tag is stored after the rest of the record, with a release fence in between, so a reader that
     * sees the tag sees the record. A plain tag store could be moved before the others by the compiler. What comes behind the
     * last record is zero, which is no tag.
     */
    private static final long GROW_NANOS = 50_000_000;
    private static final long SHRINK_NANOS = 5_000_000_000L;
    private static final int NO_ROOM = Integer.MIN_VALUE;
    private static final int NO_MARK = -1;

    private final TraceFile file;
    private final ChunkPool pool;
    private final CallSites callSites;
    final long threadId;
    private final @Nullable OmptThread thread;
    private final byte kind;
    private final TaskStack tasks;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int position;

    /**
     * True while a record is being written. If a later call finds it true, the thread ran out of stack or heap in the middle of a record. Then
     * the base of relative numbers may differ from the reader's, so the next records begin in a new chunk.
     */
    private boolean unfinished;

    private int limit = NO_ROOM;
    private int count;

    /** The tag of the latest record, and below its position; 0 if no later event may change it. */
    private int latestTag;

    private int latestAt;
    private @Nullable Chunk chunk;
    private int sequence;
    private int sizeClass;
    private long droppedInChunk;
    private long baseTime;

    /** The position of the record that can still be taken back, or {@link #NO_MARK}. */
    private int mark = NO_MARK;

    /** When recording was resumed after a pause, in nanoseconds since time 0; 0 once the writer has noticed. Set while no thread writes. */
    private long resumedNanos;

    /**
     * @param thread whose events these are; null for samples of all threads
     * @param tasks the thread's tasks, for the headers of chunks
     */
    ChunkWriter(
            TraceFile file,
            ChunkPool pool,
            CallSites callSites,
            long threadId,
            @Nullable OmptThread thread,
            byte kind,
            TaskStack tasks) {
        super(tasks, file.startNanos);
        this.file = file;
        this.pool = pool;
        this.callSites = callSites;
        this.threadId = threadId;
        this.thread = thread;
        this.kind = kind;
        this.tasks = tasks;
    }

    // ---------------------------------------------------------------- records

    /**
     * Makes room for one record. Has to be called before the numbers of the record are made relative.
     *
     * @return whether the event can be recorded; if not, it has been counted as dropped
     */
    boolean ready(long timeNanos) {
        if (position > limit || unfinished || file.stopped) {
            return nextChunk(timeNanos);
        }
        unfinished = true;
        return true;
    }

    /**
     * Writes one record. Has to be called after {@link #ready}.
     *
     * @param attributes construct, kinds; and in the upper half flags or hint
     * @param place body in the upper half, call site in the lower
     * @param numbers how many of the following four numbers the record has
     */
    void write(int tag, long timeNanos, long attributes, long place, int numbers, long a, long b, long c, long d) {
        try {
            int at = position;
            long stored = encode(bytes, at, tag, timeNanos, attributes, place, numbers, a, b, c, d);
            int storedTag = (int) (stored >>> 32);
            if ((storedTag & RecordLayout.SAME_PLACE) == 0) {
                callSites.use((int) place);
            }
            publish(at, storedTag, tag, (int) stored);
        } catch (InternalError e) {
            file.lost();
        }
        unfinished = false;
    }

    /** Writes a record that has only a time. Has to be called after {@link #ready}. */
    void writeTime(int tag, long timeNanos) {
        try {
            int at = position;
            publish(at, tag, tag, RecordLayout.putNumber(bytes, at + 1, elapsed(timeNanos)));
        } catch (InternalError e) {
            file.lost();
        }
        unfinished = false;
    }

    private void publish(int at, int storedTag, int tag, int end) {
        VarHandle.releaseFence();
        bytes.put(at, (byte) storedTag);
        position = end;
        latestTag = tag;
        latestAt = at;
        count++;
    }

    /** The tag of the latest record; 0 if it cannot be changed. */
    int latestTag() {
        return latestTag;
    }

    /** Changes the tag of the latest record so that it stands for two events. Has to be called after {@link #ready}. */
    void changeLatest(int tag) {
        latestTag = 0;
        try {
            // A single store, so that a reader sees either one event or both.
            bytes.put(latestAt, (byte) (bytes.get(latestAt) & ~RecordLayout.TAG_MASK | tag));
            count++;
        } catch (InternalError e) {
            file.lost();
        }
        unfinished = false;
    }

    /** Whether the recording has stopped, so that all events to come are dropped. */
    boolean hasStopped() {
        return file.stopped;
    }

    /** Whether events can be recorded, as far as that is known before the attempt. */
    boolean isRecording() {
        return !file.stopped && !unfinished;
    }

    // ---------------------------------------------------------------- taking back

    /**
     * Makes it possible to take the next record back until another one is written. Call it after {@link #ready}, before making numbers
     * relative.
     */
    void markNext(int tag) {
        mark = position;
        save(tag);
    }

    /** The marked record stays. */
    void unmark() {
        mark = NO_MARK;
    }

    /** Whether the latest record can be taken back. */
    boolean isMarked() {
        return mark != NO_MARK;
    }

    /**
     * Takes the marked record back, as if it had never been written. Its tag is erased first: a reader of a trace whose JVM was killed finds
     * either the record or the end of the records.
     *
     * @return false if the record stays, since it can no longer be taken back
     */
    boolean takeBack() {
        int at = mark;
        mark = NO_MARK;
        if (at == NO_MARK || unfinished || file.stopped) {
            return false;
        }
        unfinished = true;
        try {
            bytes.put(at, (byte) 0);
            VarHandle.releaseFence();
            for (int i = at; i < position; i += Long.BYTES) {
                bytes.putLong(i, 0);
            }
        } catch (InternalError e) {
            file.lost();
        }
        position = at;
        count--;
        latestTag = 0;
        restore();
        unfinished = false;
        return true;
    }

    // ---------------------------------------------------------------- chunks

    /**
     * Recording is resumed after a pause: the next event begins a new chunk with the thread's state at that time. No thread may write during
     * the call.
     *
     * @param timeNanos since time 0
     */
    void resumeAt(long timeNanos) {
        resumedNanos = timeNanos;
        limit = NO_ROOM;
    }

    /** Whether recording was paused and resumed since the last event. */
    boolean wasPaused() {
        return resumedNanos != 0;
    }

    /**
     * Forgets the tasks around the current one. Something that began during the pause and becomes known only now, such as a wait, gets the end of
     * the pause as its begin.
     */
    private void catchUp() {
        passTo(resumedNanos);
        resumedNanos = 0;
        resumed();
        tasks.reset(thread == null ? 0 : thread.taskId());
        end();
        sizeClass = 0;
    }

    /** Called before the first event after a pause, on the thread whose events these are. */
    void resumed() {}

    private boolean nextChunk(long timeNanos) {
        if (unfinished) {
            abandon();
        }
        if (resumedNanos != 0) {
            catchUp();
        }
        Chunk next = file.stopped ? null : pool.take(nextSizeClass(timeNanos));
        if (next == null && !file.stopped && file.ring) {
            next = ownChunkAgain();
        }
        if (next == null) {
            drop();
            return false;
        }
        leaveChunk();
        passTo(file.goOnNanos);
        open(next, timeNanos);
        unfinished = true;
        return true;
    }

    /** Cleans up after the thread has run out of stack or heap in the middle of a record, which counts if its tag was stored. */
    private void abandon() {
        unfinished = false;
        limit = NO_ROOM;
        if (bytes.get(position) == 0) {
            drop();
        } else {
            count++;
        }
    }

    private int nextSizeClass(long timeNanos) {
        if (chunk != null) {
            long age = timeNanos - file.startNanos - baseTime;
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

    void drop() {
        Chunk own = chunk;
        if (own == null) {
            file.dropWithoutChunk();
        } else {
            own.bytes.putLong(RecordLayout.CHUNK_DROPPED, ++droppedInChunk);
        }
        // The base of relative numbers has changed, so this chunk cannot be continued.
        limit = NO_ROOM;
    }

    /** Gives the chunk back; the next event, if any, takes another one. */
    void leaveChunk() {
        Chunk own = chunk;
        if (own != null) {
            own.bytes.putInt(RecordLayout.CHUNK_COUNT, count);
            chunk = null;
            mark = NO_MARK;
            limit = NO_ROOM;
            file.giveBack(own);
        }
    }

    /** Called after the thread's last event, or the last one before a pause. Another thread can use the rest of the chunk. */
    void end() {
        Chunk own = chunk;
        if (own != null && !file.stopped) {
            int used = file.aligned(position + Long.BYTES);
            if (own.sizeBytes() - used >= RecordLayout.MIN_CHUNK_BYTES) {
                file.giveBackUnused(own.split(used));
            }
        }
        leaveChunk();
    }

    private void open(Chunk next, long timeNanos) {
        chunk = next;
        bytes = next.bytes;
        mark = NO_MARK;
        count = 0;
        latestTag = 0;
        droppedInChunk = 0;
        baseTime = begin(timeNanos);
        bytes.putLong(RecordLayout.CHUNK_THREAD, threadId);
        bytes.putLong(RecordLayout.CHUNK_BASE_TIME, baseTime);
        bytes.putInt(RecordLayout.CHUNK_SEQUENCE, sequence++);
        position = tasks.write(bytes);
        limit = next.sizeBytes() - RecordLayout.MAX_RECORD_BYTES - 8;
        next.publish(kind);
    }
}
