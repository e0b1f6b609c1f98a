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

/** The trace file, from which chunks are cut. Thread safety: any thread, except where a method says otherwise. */
final class TraceFile {
    /*
     * Overview. One thread, the keeper, makes room in advance: through RoomMaker it maps the file piece by piece, and fills each piece with zeros
     * by an ordinary write before any thread may store into it. So only the keeper is affected by the disk: a mapped page without room on the
     * disk would throw an InternalError in the thread that touches it, and a write that hangs would block the thread that writes. Application
     * threads cut chunks from the available room under this object's lock, which is never held during a call of the operating system.
     *
     * Chunks follow each other without gaps, so that a reader finds every chunk by the length of the previous one.
     *
     * If there is no room yet, a thread waits briefly for the keeper, which is enough if the keeper only had no processor. Stalls limits the sum
     * of these waits. Beyond the limit, recording is halted for all threads, events are counted as dropped, and recording is resumed once there
     * is room again. A ring reuses its oldest chunks instead.
     *
     * Every event reads 'stopped' as a plain field. Once one thread has seen it set, events that happen after that (by the application's own
     * synchronization) are not recorded either, since such reads are ordered by that synchronization. So the recorded events are a causally
     * closed prefix of the run.
     *
     * The number of dropped events in the header is written only under the lock.
     */
    private static final int PIECE_BYTES = 256 << 10;

    /** The limits of the room that is made in advance, which is as much as has been used so far. */
    private static final int LEAST_AHEAD_BYTES = 128 << 10;

    private static final int MOST_AHEAD_BYTES = 8 << 20;

    /** Room that only definitions may use, so that the last ones can be written on a full disk. */
    private static final int DEFINITIONS_BYTES = 64 << 10;

    /** Requests up to this size may get a chunk that another thread has left over, and are never shortened. */
    private static final int SMALL_BYTES = 16 << 10;

    /** How many times the longest stall threads wait in addition if the disk is not the cause. */
    private static final int MORE_STALLS = 8;

    /** The longest wait for room for definitions. */
    private static final long DEFINITIONS_STALL_NANOS = 250_000_000;

    /** How often a waiting thread yields the processor before the disk is considered the cause. */
    private static final int LEAST_YIELDS = 50;

    /** A class instead of a lambda, since the first lambda of a JVM would delay its end by some 20 ms. */
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

    /** When recording was resumed after the last halt, in nanoseconds since time 0. */
    long goOnNanos;

    /**
     * Lengths of chunks are multiples of this. In a ring it is larger, since chunks are reused as they are and have to fit every thread.
     */
    private final int alignment;

    private final Storage storage;
    private final HeaderUpdates header;
    private final RoomMaker roomMaker;
    /** The last window from which chunks can be cut. */
    private @Nullable FileWindow lastWindow;

    private final ChunkQueue unused = new ChunkQueue();
    private final ChunkQueue filled = new ChunkQueue();
    /** The window from which the next chunk is cut, as long as it has room. */
    private @Nullable FileWindow window;

    private final AtomicLong droppedWithoutChunk = new AtomicLong();
    private final long maxStallNanos;
    private final Stalls stalls;
    private long limitBytes;
    /** Where the next chunk begins. */
    private long endBytes;
    /** The position up to which there is room. */
    private long roomBytes;

    private long droppedWithChunk;
    private boolean closed;
    private String endMessage = "";
    /** Why the file cannot grow any more; the empty string while it can. */
    private String growthFailure = "";

    /** Incremented with every piece of new room, and when there will be no more room; waiting threads poll it. */
    private volatile int pieces;
    /** When recording was halted for lack of room; 0 if it is not halted. */
    private long haltedNanos;

    /**
     * Writes the header and makes room for the first chunks.
     *
     * @param limitBytes the size that chunks of events do not exceed
     * @param maxStallNanos the longest single wait of the application for room
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

    /** Makes room in advance. Only one thread at a time may call this method; it waits for the disk without holding a lock. */
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

    /** A chunk for events, smaller than requested if there is little room; null if there is no room. */
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

    /** Whether more room for events can be made. */
    private boolean growing() {
        return growthFailure.isEmpty() && endBytes + RecordLayout.MIN_CHUNK_BYTES <= limitBytes;
    }

    /** A chunk for definitions, which may exceed the size limit by a quarter; null if there is no room. */
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
            // The rest of this window must not be too short for a chunk.
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

    /** Whether less than half of the intended room is available. */
    synchronized boolean isShort() {
        return wantedBytes() > 0 && 2 * (roomBytes - endBytes) < wantedRoom() - endBytes;
    }

    /**
     * Waits briefly for room for an event. If there will be no more room, recording stops; if there is none in time, recording is halted. In a
     * ring neither happens.
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

    /** Waits briefly until there is room for definitions of usual size. */
    void waitForRoomForDefinitions() {
        int seen = pieces;
        long deadline = deadlineForDefinitions();
        if (deadline != 0) {
            waitForPiece(seen, deadline, MORE_STALLS * DEFINITIONS_STALL_NANOS);
        }
    }

    /**
     * Waits by yielding, since it is the keeper that needs the processor. Does not park, sleep or wait on a monitor, which could consume the
     * application's park permit or its interrupt status.
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

    /** Halts recording; returns false if there is room after all, or in a ring. */
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

    /** When recording was halted for lack of room; 0 if it is not halted. */
    synchronized long haltedSince() {
        return haltedNanos;
    }

    /** Resumes recording after a halt, once room has been made. */
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

    /** The size rounded up to a length of a chunk. */
    int aligned(int bytes) {
        return bytes + alignment - 1 & -alignment;
    }

    /** Takes back a chunk of events that its thread has filled or left for good. */
    synchronized void giveBack(Chunk chunk) {
        if (ring) {
            filled.add(chunk);
        }
    }

    /** Takes back an empty chunk. */
    synchronized void giveBackUnused(Chunk chunk) {
        unused.add(chunk);
    }

    /** Stops recording after a store into the map has failed: the file was truncated, or its disk has failed. */
    synchronized void lost() {
        stop(RecordLayout.REASON_STORAGE, "the trace file was taken away while it was written: recording stops here");
    }

    /** Whether recording has stopped for good. */
    synchronized boolean hasStopped() {
        return stopped && haltedNanos == 0;
    }

    /** Notes in the header that events are counted instead of recorded. */
    synchronized void throttles() {
        if (!closed) {
            header.throttled();
        }
    }

    /** Stops recording because of a command. */
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

    /** Empties a chunk of the ring and counts its events as dropped. */
    synchronized void forget(Chunk chunk) {
        droppedWithChunk +=
                chunk.bytes.getInt(RecordLayout.CHUNK_COUNT) + chunk.bytes.getLong(RecordLayout.CHUNK_DROPPED);
        updateDropped();
        chunk.clear(RoomMaker.ZEROS);
    }

    /** Counts a dropped event of a thread that has no chunk. */
    void dropWithoutChunk() {
        droppedWithoutChunk.incrementAndGet();
    }

    /** Updates the number of dropped events in the header. */
    synchronized void updateDropped() {
        if (!closed) {
            header.dropped(droppedWithChunk + droppedWithoutChunk.get());
        }
    }

    /** Returns once why recording has stopped early; the empty string if it has not, or on later calls. */
    synchronized String takeEndMessage() {
        String message = endMessage;
        if (!message.isEmpty() && !message.equals(TOLD)) {
            endMessage = TOLD;
            return message;
        }
        return "";
    }

    /** Stops recording at the end of the run. */
    synchronized void stopForEnd() {
        if (haltedNanos != 0) {
            stop(RecordLayout.REASON_STORAGE, "the disk was too slow for the trace: its end is missing");
        }
        stopped = true;
        pieces++;
    }

    /**
     * Marks the trace as finished and truncates the part to which no thread can write. Chunks that threads have taken stay: a daemon thread of
     * the application may be in the middle of an event, and a store beyond the end of the file would throw an error in it.
     *
     * @param diskAnswers false if a thread waits for the disk; then this method does not touch the disk
     */
    void finish(long durationNanos, boolean diskAnswers) throws IOException {
        long length = markFinished(durationNanos);
        if (!diskAnswers) {
            return;
        }
        try {
            storage.cut(length);
        } catch (IOException e) {
            // Windows does not truncate a mapped file: the tail stays, and readers know its begin from the header.
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
