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
     * Set while a record is being made. If it is found set, the thread ran out of stack or heap in the middle: what later records would
     * be relative to is not what the reader knows, so they begin anew in a chunk of their own.
     */
    private boolean unfinished;

    private int limit = NO_ROOM;
    private int count;

    /** The latest record's tag and where it stands; 0 if no later event may change it. */
    private int latestTag;

    private int latestAt;
    private @Nullable Chunk chunk;
    private int sequence;
    private int sizeClass;
    private long droppedInChunk;
    private long baseTime;

    /** Where the record begins that can still be taken back, or {@link #NO_MARK}. */
    private int mark = NO_MARK;

    /** When recording went on after a pause, since time 0; 0 once the writer has noticed. Set while no thread writes. */
    private long resumedNanos;

    /**
     * @param thread whose events these are; null for samples of all threads
     * @param tasks what chunks are to say of the thread's tasks
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
     * Makes room for one record. Must come before the numbers of the record are made relative.
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
     * Writes one record. Comes after {@link #ready}.
     *
     * @param attributes construct, kinds; and in the upper half flags or hint
     * @param place body in the upper half, call site in the lower
     * @param numbers how many of the following four
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

    /** Writes a record that has only its time. Comes after {@link #ready}. */
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

    /** Gives the latest record another tag, which makes two events of it. Comes after {@link #ready}. */
    void changeLatest(int tag) {
        latestTag = 0;
        try {
            // One store, so that a reader sees either the one event or both.
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

    /** Whether events can be recorded, so far as one can tell before one is. */
    boolean isRecording() {
        return !file.stopped && !unfinished;
    }

    // ---------------------------------------------------------------- taking back

    /** The record that comes next can be taken back until another one is made. Comes between {@link #ready} and its numbers. */
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
     * Takes the marked record back, as if it had never been. Its tag goes first: a reader of a killed trace finds either the record or
     * the end of what was written.
     *
     * @return false if it stays, since it is not there any more to be taken
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
     * Recording goes on after a pause: the next event begins a chunk, from what the thread is doing then. No thread may write meanwhile.
     *
     * @param timeNanos since time 0
     */
    void resumeAt(long timeNanos) {
        resumedNanos = timeNanos;
        limit = NO_ROOM;
    }

    /** Whether recording was paused since the last event, and what is recorded next comes after that. */
    boolean wasPaused() {
        return resumedNanos != 0;
    }

    /**
     * The tasks around the current one are not known any more. What began during the pause and is known only now, such as a wait, has been
     * recorded from the end of the pause on.
     */
    private void catchUp() {
        passTo(resumedNanos);
        resumedNanos = 0;
        resumed();
        tasks.reset(thread == null ? 0 : thread.taskId());
        end();
        sizeClass = 0;
    }

    /** The first event after a pause is about to come, on the thread whose events these are. */
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

    /** The thread has run out of stack or heap in the middle of a record, which counts if its tag was stored. */
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
        // What a reader knows from this chunk does not hold any more.
        limit = NO_ROOM;
    }

    /** Gives the chunk away; the next event, if there is one, opens another. */
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

    /** After the thread's last event, or the last one before a pause: what is left of its chunk serves another thread. */
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
