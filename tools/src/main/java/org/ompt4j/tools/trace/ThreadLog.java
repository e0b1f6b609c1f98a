package org.ompt4j.tools.trace;

import static org.ompt4j.tools.trace.RecordLayout.encodedBelow56Bits;
import static org.ompt4j.tools.trace.RecordLayout.lengthBelow56Bits;
import static org.ompt4j.tools.trace.RecordLayout.putNumber;
import static org.ompt4j.tools.trace.RecordLayout.relative;
import static org.ompt4j.tools.trace.RecordLayout.signed;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptThread;
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
    private static final int NO_MARK = -1;

    private final TraceFile file;
    private final ChunkPool pool;
    private final CallSites callSites;
    final long threadId;
    private final @Nullable OmptThread thread;
    private final byte kind;
    private final long startNanos;

    /** Decides what is counted instead of recorded; null if nothing is. */
    final @Nullable Throttle throttle;

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

    /** Where the record begins that can still be taken back, or {@link #NO_MARK}; and what was last before it. */
    private int mark = NO_MARK;

    private int markTag;
    private long markTime;
    private long markAttributes;
    private long markPlace;
    private long markRegion;
    private long markWait;

    private long currentTask;
    private long[] outerTasks = new long[8];
    private int depth;
    private final OpenJoins joins = new OpenJoins();

    /** When recording went on after a pause, since time 0; 0 once the log has noticed. Set while nobody writes. */
    private long resumedNanos;

    /**
     * @param thread whose events these are; null for samples of all threads
     * @param throttles whether events may be counted instead of recorded
     */
    ThreadLog(Recording recording, long threadId, @Nullable OmptThread thread, byte kind, boolean throttles) {
        this(
                recording.file,
                recording.pool,
                recording.callSites,
                threadId,
                thread,
                kind,
                throttles ? recording.counters : null);
    }

    ThreadLog(
            TraceFile file,
            ChunkPool pool,
            CallSites callSites,
            long threadId,
            @Nullable OmptThread thread,
            byte kind,
            @Nullable CounterLog counters) {
        this.file = file;
        this.pool = pool;
        this.callSites = callSites;
        this.threadId = threadId;
        this.thread = thread;
        this.kind = kind;
        this.startNanos = file.startNanos;
        this.throttle = counters == null ? null : new Throttle(this, counters);
    }

    /** Has the class loaded and initialized now, and not in the middle of the application's first event. */
    static void load() {
        RecordLayout.sizeOfNumber(0);
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
        if (mark != NO_MARK && throttle != null) {
            throttle.settle(timeNanos);
        }
        if (position > limit || unfinished || file.stopped) {
            return nextChunk(timeNanos);
        }
        unfinished = true;
        return true;
    }

    /**
     * Writes one record.
     *
     * @param attributes construct, kinds; and in the upper half flags or hint
     * @param place body in the upper half, call site in the lower
     * @param numbers how many of the following four
     */
    void record(int tag, long timeNanos, long attributes, long place, int numbers, long a, long b, long c, long d) {
        try {
            store(tag, timeNanos, attributes, place, numbers, a, b, c, d);
        } catch (InternalError e) {
            file.lost();
        }
        unfinished = false;
    }

    /** The record that comes next can be taken back until another one is made. Comes between {@link #ready} and the ids. */
    void markNext(int tag) {
        mark = position;
        markTag = tag;
        markTime = lastTime;
        markAttributes = lastAttributes[tag];
        markPlace = lastPlaces[tag];
        markRegion = lastRegion;
        markWait = lastWait;
    }

    /** The marked record stays. */
    void unmark() {
        mark = NO_MARK;
    }

    /** Whether the latest record can be taken back. */
    boolean isMarked() {
        return mark != NO_MARK;
    }

    /** Whether events can be recorded, so far as one can tell before one is. */
    boolean isRecording() {
        return !file.stopped && !unfinished;
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
        lastTime = markTime;
        lastAttributes[markTag] = markAttributes;
        lastPlaces[markTag] = markPlace;
        lastRegion = markRegion;
        lastWait = markWait;
        unfinished = false;
        return true;
    }

    /**
     * The current task begins to run another one. Right after the begin of a join for it, that begin's tag is changed to say so. Comes
     * after {@link #ready}.
     *
     * @return whether that was all there is to write
     */
    boolean joinBegins(long timeNanos, int construct, long prior, long next) {
        if (latestTag != RecordLayout.SYNC_REGION
                || next != lastWait
                || prior != currentTask
                || timeNanos - startNanos > lastTime
                || (lastAttributes[RecordLayout.SYNC_REGION] & 0xFF) != construct
                || !joins.hasRoom()) {
            return false;
        }
        joins.begin(
                prior,
                next,
                lastRegion,
                lastAttributes[RecordLayout.SYNC_REGION],
                lastPlaces[RecordLayout.SYNC_REGION]);
        lastNext = next;
        changeLatest(RecordLayout.JOIN_BEGIN);
        return true;
    }

    /**
     * The current task is complete. If it is the one that the innermost join awaits, everything but the time is known. Comes after
     * {@link #ready}.
     *
     * @return whether that was all there is to write
     */
    boolean joinedTaskEnds(long timeNanos, int construct, long prior, long next) {
        if (prior != currentTask || !joins.isBetween(next, prior) || joins.construct() != construct) {
            joins.taskEnded(prior);
            return false;
        }
        joins.end();
        try {
            int at = position;
            int end = putNumber(bytes, at + 1, elapsed(timeNanos));
            VarHandle.releaseFence();
            bytes.put(at, (byte) RecordLayout.JOINED);
            position = end;
            latestTag = RecordLayout.JOINED;
            latestAt = at;
            count++;
        } catch (InternalError e) {
            file.lost();
        }
        unfinished = false;
        return true;
    }

    /**
     * The current task leaves a sync region. If it is the join whose task ended just before, that record's tag is changed to say so.
     * Comes after {@link #ready}.
     *
     * @return whether that was all there is to write
     */
    boolean joinEnds(long timeNanos, long attributes, long place, long region, long task, long waitId) {
        if (latestTag != RecordLayout.JOINED
                || task != currentTask
                || timeNanos - startNanos > lastTime
                || !joins.latestHas(waitId, region, attributes, place)) {
            return false;
        }
        changeLatest(RecordLayout.JOIN_END);
        return true;
    }

    /** A task has ended, or is gone, in another way than the two above are for. */
    void taskEnded(long task) {
        joins.taskEnded(task);
    }

    /** One store, so that a reader sees either the one event or both. */
    private void changeLatest(int tag) {
        latestTag = 0;
        try {
            bytes.put(latestAt, (byte) (bytes.get(latestAt) & ~RecordLayout.TAG_MASK | tag));
            count++;
        } catch (InternalError e) {
            file.lost();
        }
        unfinished = false;
    }

    private void store(
            int tag, long timeNanos, long attributes, long place, int numbers, long a, long b, long c, long d) {
        long elapsed = elapsed(timeNanos);
        int at = position;
        int storedTag = tag;
        long lastPlace = lastPlaces[tag];
        if (place == lastPlace) {
            storedTag |= RecordLayout.SAME_PLACE;
        } else {
            callSites.use((int) place);
        }
        int end = 0;
        if (lastAttributes[tag] == attributes) {
            storedTag |= RecordLayout.SAME_ATTRIBUTES;
            end = numbers < 4 ? putTiny(at + 1, elapsed, place, lastPlace, numbers, a, b, c) : 0;
        }
        if (end == 0) {
            end = putLong(at + 1, tag, elapsed, attributes, place, numbers, a, b, c, d);
        }
        lastPlaces[tag] = place;
        VarHandle.releaseFence();
        bytes.put(at, (byte) storedTag);
        position = end;
        latestTag = tag;
        latestAt = at;
        count++;
    }

    /** Stores everything at once if each number takes one byte, and the time one or two; else tries {@link #putShort}. */
    private int putTiny(int at, long elapsed, long place, long lastPlace, int numbers, long a, long b, long c) {
        long moved = signed(place - lastPlace);
        if ((moved | a | b | c) >>> 7 != 0 || elapsed >>> 14 != 0) {
            return putShort(at, elapsed, place, lastPlace, numbers, a, b, c);
        }
        int more = elapsed >>> 7 == 0 ? 0 : 1;
        long word = (elapsed << 1 | 1) << more;
        int bits = 8 + 8 * more;
        if (place != lastPlace) {
            word |= (moved << 1 | 1) << bits;
            bits += 8;
        }
        long members = (a << 1 | 1) | (b << 1 | 1) << 8 | (c << 1 | 1) << 16;
        bytes.putLong(at, word | (members & (1L << 8 * numbers) - 1) << bits);
        return at + (bits >> 3) + numbers;
    }

    /** Stores everything at once if it takes no more than eight bytes; else answers 0. */
    private int putShort(int at, long elapsed, long place, long lastPlace, int numbers, long a, long b, long c) {
        long moved = signed(place - lastPlace);
        if ((elapsed | moved | a | b | c) >>> 56 != 0) {
            return 0;
        }
        int length = lengthBelow56Bits(elapsed);
        long word = encodedBelow56Bits(elapsed, length);
        if (place != lastPlace) {
            int more = lengthBelow56Bits(moved);
            word |= encodedBelow56Bits(moved, more) << 8 * length;
            length += more;
        }
        if (numbers > 0) {
            int more = lengthBelow56Bits(a);
            word |= encodedBelow56Bits(a, more) << 8 * length;
            length += more;
        }
        if (numbers > 1) {
            int more = lengthBelow56Bits(b);
            word |= encodedBelow56Bits(b, more) << 8 * length;
            length += more;
        }
        if (numbers > 2) {
            int more = lengthBelow56Bits(c);
            word |= encodedBelow56Bits(c, more) << 8 * length;
            length += more;
        }
        if (length > 8) {
            return 0;
        }
        bytes.putLong(at, word);
        return at + length;
    }

    private int putLong(
            int at, int tag, long elapsed, long attributes, long place, int numbers, long a, long b, long c, long d) {
        int end = putNumber(bytes, at, elapsed);
        if (lastAttributes[tag] != attributes) {
            lastAttributes[tag] = attributes;
            end = putNumber(bytes, end, attributes & 0xFFFF_FFFFL);
            end = putNumber(bytes, end, attributes >>> 32);
        }
        if (lastPlaces[tag] != place) {
            end = putNumber(bytes, end, signed(place - lastPlaces[tag]));
        }
        return putNumbers(end, numbers, a, b, c, d);
    }

    private int putNumbers(int at, int numbers, long a, long b, long c, long d) {
        int end = at;
        if (numbers > 0) {
            end = putNumber(bytes, end, a);
        }
        if (numbers > 1) {
            end = putNumber(bytes, end, b);
        }
        if (numbers > 2) {
            end = putNumber(bytes, end, c);
        }
        if (numbers > 3) {
            end = putNumber(bytes, end, d);
        }
        return end;
    }

    private long elapsed(long timeNanos) {
        long elapsed = timeNanos - startNanos - lastTime;
        if (elapsed < 0) {
            return 0;
        }
        lastTime += elapsed;
        return elapsed;
    }

    /**
     * Recording goes on after a pause: the next event begins a chunk, from what the thread is doing then. Called while nobody writes.
     *
     * @param timeNanos since time 0
     */
    void resumeAt(long timeNanos) {
        resumedNanos = timeNanos;
        limit = NO_ROOM;
    }

    /**
     * The tasks around the current one are not known any more. What began during the pause and is known only now, such as a wait, has been
     * recorded from the end of the pause on.
     */
    private void catchUp() {
        lastTime = Math.max(lastTime, resumedNanos);
        resumedNanos = 0;
        currentTask = thread == null ? 0 : thread.taskId();
        depth = 0;
        if (throttle != null) {
            throttle.forget();
        }
        end();
        sizeClass = 0;
    }

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
        if (file.goOnNanos > lastTime) {
            lastTime = file.goOnNanos;
        }
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

    /** Time of the last event, since time 0. */
    long lastTime() {
        return lastTime;
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
        limit = next.sizeBytes() - RecordLayout.MAX_RECORD_BYTES - 8;
        next.publish(kind);
    }

    private void forgetChunk() {
        mark = NO_MARK;
        count = 0;
        latestTag = 0;
        joins.clear();
        droppedInChunk = 0;
        Arrays.fill(lastAttributes, -1);
        Arrays.fill(lastPlaces, 0);
        lastRegion = 0;
        lastCreated = 0;
        lastNext = 0;
        lastPrior = 0;
        lastWait = 0;
        lastThread = 0;
    }
}
