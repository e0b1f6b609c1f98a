package org.ompt4j.tools.trace;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The file that chunks are cut from. */
final class TraceFile {
    /*
     * Overview. One thread, the keeper, makes room ahead: by RoomMaker it maps the file piece by piece and fills each piece with zeros by an
     * ordinary write before anyone may store into it. So whatever the disk does is met by the keeper alone: a page of a map that the
     * disk has no room for would kill the thread that touches it with an InternalError, a write that hangs would hang the thread that writes.
     * Application threads cut chunks from the room that is there, under this object's lock, which is never held over a call of the
     * operating system.
     *
     * Chunks follow each other without gaps, so that a reader finds every chunk by the length of the one before.
     *
     * If there is no room although there will be, a thread waits for the keeper for a moment, which is all it takes where the keeper
     * has not had a processor. All these moments together are limited, by Stalls; beyond, recording halts for every thread, what happens is counted
     * as dropped, and goes on once there is room again. A ring uses its oldest chunks instead.
     *
     * 'stopped' is read without any ordering by every event. Once one thread has seen it, whatever happens later because of
     * what that thread did is not recorded either: the processor keeps such reads in order along the application's own
     * synchronization. So what was recorded is a causally closed beginning of the run.
     *
     * The dropped count in the header is written under the lock only.
     */
    private static final int PIECE_BYTES = 256 << 10;

    /** Room ahead of what is used: as much as has been used, within these limits. */
    private static final int LEAST_AHEAD_BYTES = 128 << 10;

    private static final int MOST_AHEAD_BYTES = 8 << 20;

    /** Room that only definitions may use, so that the last ones can be written on a full disk. */
    private static final int DEFINITIONS_BYTES = 64 << 10;

    /** A chunk that is asked for with no more than this may be one that another thread has left over, and is never made shorter. */
    private static final int SMALL_BYTES = 16 << 10;

    /** How many stalls longer where it is not the disk that takes so long. */
    private static final int MORE_STALLS = 8;

    /** How long at once for definitions, which are made under a lock that others need. */
    private static final long DEFINITIONS_STALL_NANOS = 250_000_000;

    /** Times that other threads can have had the processor before it is the disk's fault. */
    private static final int LEAST_YIELDS = 50;

    /** A class and not a lambda: those cost every end of a JVM that has none some 20 ms. */
    private static final Comparator<Chunk> LAST_FIRST = new Comparator<>() {
        @Override
        public int compare(Chunk one, Chunk other) {
            return Long.compare(other.position, one.position);
        }
    };

    private static final String TOLD = "told";

    final long startNanos;
    final boolean ring;
    boolean stopped;

    /** When recording went on after the last halt, since time 0. */
    long goOnNanos;

    /** Lengths of chunks are multiples of it. A ring hands chunks on as they are, and every thread must find room in one. */
    private final int alignment;

    private final Storage storage;
    private final HeaderUpdates header;
    private final RoomMaker roomMaker;
    /** The last one that chunks can be cut from. */
    private @Nullable FileWindow lastWindow;

    private final ChunkQueue unused = new ChunkQueue();
    private final ChunkQueue filled = new ChunkQueue();
    /** Where the next chunk is cut from, if anything is left of it. */
    private @Nullable FileWindow window;

    private final AtomicLong droppedWithoutChunk = new AtomicLong();
    private final long maxStallNanos;
    private final Stalls stalls;
    private long limitBytes;
    /** Where the next chunk begins. */
    private long endBytes;
    /** Up to here there is room. */
    private long roomBytes;

    private long droppedWithChunk;
    private boolean closed;
    private String endMessage = "";
    /** Why the file cannot grow any more; the empty string while it can. */
    private String growthFailure = "";

    /** Grows with every piece of room, and where there will be none; those who wait look at it. */
    private volatile int pieces;
    /** When recording halted for want of room; 0 if it has not. */
    private long haltedNanos;

    /**
     * Writes the header and makes room for the first chunks.
     *
     * @param limitBytes size that chunks of events do not exceed
     * @param maxStallNanos how long the application may wait for room at once
     * @param header see {@link RecordLayout}; its length is a multiple of the page size
     */
    TraceFile(Storage storage, byte[] header, long startNanos, long limitBytes, long maxStallNanos, boolean ring)
            throws IOException {
        this.storage = storage;
        this.startNanos = startNanos;
        this.limitBytes = limitBytes & -RecordLayout.PAGE_BYTES;
        this.maxStallNanos = maxStallNanos;
        this.stalls = new Stalls(startNanos, maxStallNanos);
        this.ring = ring;
        this.alignment = ring ? RecordLayout.PAGE_BYTES : RecordLayout.CHUNK_ALIGNMENT;
        storage.write(0, header, header.length);
        this.header = new HeaderUpdates(storage.map(0, RecordLayout.HEADER_TEXT));
        this.roomMaker = new RoomMaker(storage);
        this.endBytes = header.length;
        this.roomBytes = endBytes;
        grow(SMALL_BYTES + DEFINITIONS_BYTES);
        makeRoom();
    }

    /** Makes room ahead of what is used. For one thread at a time; it waits for the disk, and holds no lock meanwhile. */
    void makeRoom() {
        try {
            for (int size = wantedBytes(); size > 0; size = wantedBytes()) {
                grow(size);
            }
        } catch (IOException e) {
            cannotGrow(e);
        } finally {
            roomMaker.leavesStorage();
        }
    }

    private synchronized int wantedBytes() {
        if (closed || !growthFailure.isEmpty() || (stopped && haltedNanos == 0)) {
            return 0;
        }
        return (int) Math.min(PIECE_BYTES, wantedRoom() - roomBytes);
    }

    private long wantedRoom() {
        long ahead = Math.max(LEAST_AHEAD_BYTES, Math.min(endBytes, MOST_AHEAD_BYTES));
        long forEvents = Math.max(endBytes, Math.min(endBytes + ahead, limitBytes));
        long wanted = Math.min(forEvents, mostBytes()) + DEFINITIONS_BYTES;
        return wanted + RecordLayout.PAGE_BYTES - 1 & -RecordLayout.PAGE_BYTES;
    }

    /** Definitions may be written beyond the size limit. */
    private long mostBytes() {
        return limitBytes + limitBytes / 4 + RecordLayout.MAX_CHUNK_BYTES;
    }

    private void grow(int askedBytes) throws IOException {
        int made = roomMaker.make(roomBytes, askedBytes);
        grown(Objects.requireNonNull(roomMaker.window()), made);
        roomMaker.leavesStorage();
    }

    private synchronized void grown(FileWindow made, int size) {
        FileWindow before = lastWindow;
        if (before == null) {
            window = made;
        } else if (before != made) {
            before.next = made;
        }
        lastWindow = made;
        roomBytes += size;
        stalls.end();
        pieces++;
    }

    private synchronized void cannotGrow(IOException e) {
        String message = e.getMessage();
        growthFailure = message == null ? e.toString() : message;
        pieces++;
        if (haltedNanos != 0) {
            haltedNanos = 0;
            stopForStorage();
        }
    }

    /** A chunk for events, smaller than asked for where there is little room; null if there is none. */
    synchronized @Nullable Chunk cutForEvents(int askedBytes) {
        if (closed || stopped) {
            return null;
        }
        long room = roomForEvents();
        if (!unused.isEmpty() && (askedBytes <= SMALL_BYTES || room < askedBytes)) {
            return unused.poll();
        }
        if (room >= Math.max(alignment, RecordLayout.MIN_CHUNK_BYTES)) {
            return cut(Math.min(Math.max(askedBytes, alignment), Math.max(SMALL_BYTES, room / 4)), room);
        }
        return ring && (!growing() || stalls.isTooLong()) ? recycle() : null;
    }

    private long roomForEvents() {
        return Math.min(roomBytes - DEFINITIONS_BYTES, limitBytes) - endBytes;
    }

    /** Whether there will be more room for events. */
    private boolean growing() {
        return growthFailure.isEmpty() && endBytes + RecordLayout.MIN_CHUNK_BYTES <= limitBytes;
    }

    /** A chunk for definitions, beyond the size limit if need be by a quarter of it; null if there is no room. */
    synchronized @Nullable Chunk cutForDefinitions(int sizeBytes) {
        if (closed || endBytes + sizeBytes > mostBytes()) {
            return null;
        }
        return roomBytes - endBytes < RecordLayout.MIN_CHUNK_BYTES ? null : cut(sizeBytes, roomBytes - endBytes);
    }

    private Chunk cut(long askedBytes, long roomHere) {
        FileWindow from = Objects.requireNonNull(window);
        if (endBytes == from.end()) {
            from = Objects.requireNonNull(from.next);
            window = from;
        }
        long most = Math.min(roomHere, from.end() - endBytes);
        int sizeBytes = (int) Math.min(askedBytes, most) & -alignment;
        long left = from.end() - endBytes - sizeBytes;
        if (left > 0 && left < RecordLayout.MIN_CHUNK_BYTES) {
            // What is left of this window must not be too short for a chunk.
            sizeBytes -= RecordLayout.MIN_CHUNK_BYTES;
        }
        ByteBuffer bytes =
                from.bytes.slice((int) (endBytes - from.start), sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
        Chunk chunk = new Chunk(bytes, endBytes);
        VarHandle.releaseFence();
        bytes.putInt(RecordLayout.CHUNK_BYTES, sizeBytes);
        endBytes += sizeBytes;
        return chunk;
    }

    /** Whether less than half of the room is there that should be. */
    synchronized boolean isShort() {
        return wantedBytes() > 0 && 2 * (roomBytes - endBytes) < wantedRoom() - endBytes;
    }

    /**
     * Waits for room for an event, for a moment at most. If there will be none, recording stops; if it does not come in time, recording
     * halts. In a ring neither happens.
     *
     * @return whether to try again
     */
    boolean waitForRoomForEvents() {
        int seen = pieces;
        long deadline = deadlineForRoom();
        if (deadline == 0) {
            return false;
        }
        return waitForPiece(seen, deadline, MORE_STALLS * maxStallNanos) || !haltForWantOfRoom();
    }

    /** Waits until definitions of usual size find room, for a moment at most. */
    void waitForRoomForDefinitions() {
        int seen = pieces;
        long deadline = deadlineForDefinitions();
        if (deadline != 0) {
            waitForPiece(seen, deadline, MORE_STALLS * DEFINITIONS_STALL_NANOS);
        }
    }

    /**
     * Neither parks nor sleeps nor waits on a monitor: the application would find its permit gone or its interrupt met. It is the keeper
     * that needs the processor.
     */
    private boolean waitForPiece(int seen, long deadline, long moreNanos) {
        for (int yields = 0; pieces == seen; yields++) {
            long late = System.nanoTime() - deadline;
            if (late >= 0 && yields >= LEAST_YIELDS && (roomMaker.isInStorage() || late >= moreNanos)) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private synchronized long deadlineForRoom() {
        if (closed || stopped) {
            return 0;
        }
        if (roomForEvents() >= RecordLayout.MIN_CHUNK_BYTES) {
            return System.nanoTime();
        }
        if (growing()) {
            return stalls.deadline();
        }
        if (!ring) {
            stopForWantOfRoom();
        }
        return 0;
    }

    private synchronized long deadlineForDefinitions() {
        boolean enough = roomBytes - endBytes >= DEFINITIONS_BYTES / 2;
        if (closed || stopped || enough || !growthFailure.isEmpty()) {
            return 0;
        }
        return Math.min(stalls.deadline(), System.nanoTime() + DEFINITIONS_STALL_NANOS);
    }

    private void stopForWantOfRoom() {
        if (growthFailure.isEmpty()) {
            stop(
                    RecordLayout.REASON_SIZE_LIMIT,
                    "the trace has reached max-size (" + limitBytes / 1024 + "k): recording stops here");
        } else {
            stopForStorage();
        }
    }

    private void stopForStorage() {
        stop(
                RecordLayout.REASON_STORAGE,
                "the trace cannot grow (" + growthFailure + "): recording stops here, the application runs on");
    }

    /** Returns false if there is room after all, or in a ring. */
    private synchronized boolean haltForWantOfRoom() {
        if (!stalls.isUnderWay() || roomForEvents() >= RecordLayout.MIN_CHUNK_BYTES) {
            return false;
        }
        if (!ring && !stopped) {
            stopped = true;
            haltedNanos = System.nanoTime();
        }
        return !ring || filled.isEmpty();
    }

    /** When recording halted for want of room, if it has; else 0. */
    synchronized long haltedSince() {
        return haltedNanos;
    }

    /** Lets recording go on after a halt; room has been made. */
    synchronized void endHalt() {
        if (haltedNanos != 0) {
            haltedNanos = 0;
            stopped = false;
        }
    }

    private synchronized void stop(byte reason, String message) {
        stopped = true;
        haltedNanos = 0;
        pieces++;
        if (endMessage.isEmpty()) {
            endMessage = message;
            header.endReason(reason);
        }
    }

    /** So much as a length of a chunk. */
    int aligned(int bytes) {
        return bytes + alignment - 1 & -alignment;
    }

    /** Takes a chunk of events that its thread has filled or left for good. */
    synchronized void giveBack(Chunk chunk) {
        if (ring) {
            filled.add(chunk);
        }
    }

    /** Takes an empty chunk. */
    synchronized void giveBackUnused(Chunk chunk) {
        unused.add(chunk);
    }

    /** Stops after a store has found that the file is not there any more: it was cut, or its disk has failed. */
    synchronized void lost() {
        stop(RecordLayout.REASON_STORAGE, "the trace file was taken away while it was written: recording stops here");
    }

    /** Whether recording has stopped and will not go on. */
    synchronized boolean hasStopped() {
        return stopped && haltedNanos == 0;
    }

    /** Notes in the header that events are counted instead of recorded. */
    synchronized void throttles() {
        if (!closed) {
            header.throttled();
        }
    }

    /** Stops because a command says so. */
    synchronized void stopByCommand() {
        stop(RecordLayout.REASON_COMMAND, TOLD);
    }

    private @Nullable Chunk recycle() {
        Chunk oldest = filled.poll();
        if (oldest != null) {
            forget(oldest);
        }
        return oldest;
    }

    /** Empties a chunk of the ring and counts the events that are lost with it. */
    synchronized void forget(Chunk chunk) {
        droppedWithChunk +=
                chunk.bytes.getInt(RecordLayout.CHUNK_COUNT) + chunk.bytes.getLong(RecordLayout.CHUNK_DROPPED);
        updateDropped();
        chunk.clear(RoomMaker.ZEROS);
    }

    /** Counts an event of a thread that has no chunk to count it in. */
    void dropWithoutChunk() {
        droppedWithoutChunk.incrementAndGet();
    }

    /** Brings the count of dropped events in the header up to date. */
    synchronized void updateDropped() {
        if (!closed) {
            header.dropped(droppedWithChunk + droppedWithoutChunk.get());
        }
    }

    /** Why recording has stopped early, once; the empty string if it has not, or if that was told already. */
    synchronized String takeEndMessage() {
        String message = endMessage;
        if (!message.isEmpty() && !message.equals(TOLD)) {
            endMessage = TOLD;
            return message;
        }
        return "";
    }

    /** No event is recorded from now on. */
    synchronized void stopForEnd() {
        if (haltedNanos != 0) {
            stop(RecordLayout.REASON_STORAGE, "the disk was too slow for the trace: its end is missing");
        }
        stopped = true;
        pieces++;
    }

    /**
     * Marks the trace as finished and cuts what no thread can write to any more. Chunks that were handed out stay: a daemon
     * thread of the application may be in the middle of an event, and a store beyond the end of the file would kill it.
     *
     * @param diskAnswers false if a thread waits for the disk, which would have us wait as well
     */
    void finish(long durationNanos, boolean diskAnswers) throws IOException {
        long length = markFinished(durationNanos);
        if (!diskAnswers) {
            return;
        }
        try {
            storage.cut(length);
        } catch (IOException e) {
            // Windows does not cut a file that is mapped: the tail stays, and readers know from the header where it
            // begins.
        } finally {
            storage.close();
        }
    }

    private synchronized long markFinished(long durationNanos) {
        stopped = true;
        updateDropped();
        closed = true;
        long length = endWithoutUnused();
        header.finished(durationNanos, length);
        return length;
    }

    private long endWithoutUnused() {
        List<Chunk> free = new ArrayList<>();
        for (Chunk chunk = unused.first(); chunk != null; chunk = chunk.next) {
            free.add(chunk);
        }
        free.sort(LAST_FIRST);
        long end = endBytes;
        for (Chunk chunk : free) {
            if (chunk.position + chunk.sizeBytes() == end) {
                end = chunk.position;
            }
        }
        return end;
    }
}
