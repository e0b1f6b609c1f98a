package org.ompt4j.tools.trace;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The file that chunks are cut from. */
final class TraceFile {
    /*
     * Overview. Chunks are cut from the end of the file under this object's lock, one after the other, so that a reader finds
     * every chunk by the length of the one before. The length of a chunk is stored when it is cut and never changes.
     *
     * A page of a mapped file that the disk has no room for kills whoever touches it with an InternalError. So every chunk is
     * filled with zeros by an ordinary write before it is handed out; a full disk then shows as an IOException here.
     *
     * 'stopped' is read without any ordering by every event. Once one thread has seen it, whatever happens later because of
     * what that thread did is not recorded either: the processor keeps such reads in order along the application's own
     * synchronization. So what was recorded is a causally closed beginning of the run.
     *
     * The dropped count in the header is written under the lock only.
     */
    private static final int WINDOW_BYTES = 4 << 20;

    /** Whoever wants no more than this is served with what others have left over. */
    private static final int SMALL_BYTES = 16 << 10;

    private static final byte[] ZEROS = new byte[64 << 10];

    final long startNanos;
    final boolean ring;
    boolean stopped;

    private final Storage storage;
    private final ByteBuffer header;
    private long limitBytes;
    private final ArrayDeque<Chunk> unused = new ArrayDeque<>();
    private final ArrayDeque<Chunk> filled = new ArrayDeque<>();
    private final AtomicLong droppedWithoutChunk = new AtomicLong();
    private ByteBuffer window;
    private long windowStart;
    private long endBytes;
    private long droppedWithChunk;
    private boolean closed;
    private String endMessage = "";

    /**
     * Writes the header and maps the first window.
     *
     * @param limitBytes size that chunks of events do not exceed
     * @param header see {@link RecordLayout}; its length is a multiple of the page size
     */
    TraceFile(Storage storage, byte[] header, long startNanos, long limitBytes, boolean ring) throws IOException {
        this.storage = storage;
        this.startNanos = startNanos;
        this.limitBytes = limitBytes;
        this.ring = ring;
        storage.write(0, header, header.length);
        this.header = storage.map(0, RecordLayout.HEADER_TEXT);
        this.endBytes = header.length;
        this.windowStart = endBytes;
        this.window = mapWindow(WINDOW_BYTES);
    }

    /**
     * A chunk for events; smaller than asked for near the size limit; null if there is none.
     *
     * @param needed whether recording stops if there is none, except in a ring
     */
    synchronized @Nullable Chunk cutForEvents(int sizeBytes, boolean needed) {
        if (closed || stopped) {
            return null;
        }
        long room = limitBytes - endBytes;
        if (!unused.isEmpty() && (sizeBytes <= SMALL_BYTES || room < sizeBytes)) {
            return unused.poll();
        }
        if (room >= RecordLayout.MIN_CHUNK_BYTES) {
            Chunk chunk = cut((int) Math.min(room, sizeBytes) & -RecordLayout.PAGE_BYTES, needed && !ring);
            if (chunk != null || !ring) {
                return chunk;
            }
            limitBytes = endBytes;
        }
        if (ring) {
            return recycle();
        }
        if (needed) {
            stop(
                    RecordLayout.REASON_SIZE_LIMIT,
                    "the trace has reached max-size (" + limitBytes / 1024 + "k): recording stops here");
        }
        return null;
    }

    /** A chunk for definitions, beyond the size limit if need be by a quarter of it; null if there is no room. */
    synchronized @Nullable Chunk cutForDefinitions(int sizeBytes) {
        if (closed || endBytes + sizeBytes > limitBytes + limitBytes / 4 + RecordLayout.MAX_CHUNK_BYTES) {
            return null;
        }
        return cut(sizeBytes, true);
    }

    private @Nullable Chunk cut(int askedBytes, boolean needed) {
        try {
            int offset = (int) (endBytes - windowStart);
            if (offset == window.capacity()) {
                windowStart = endBytes;
                window = mapWindow(Math.max(WINDOW_BYTES, askedBytes));
                offset = 0;
            }
            int sizeBytes = Math.min(askedBytes, window.capacity() - offset);
            for (int done = 0; done < sizeBytes; done += ZEROS.length) {
                storage.write(endBytes + done, ZEROS, Math.min(ZEROS.length, sizeBytes - done));
            }
            ByteBuffer bytes = window.slice(offset, sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
            VarHandle.releaseFence();
            bytes.putInt(RecordLayout.CHUNK_BYTES, sizeBytes);
            endBytes += sizeBytes;
            return new Chunk(bytes, endBytes - sizeBytes);
        } catch (IOException e) {
            if (needed) {
                stop(
                        RecordLayout.REASON_STORAGE,
                        "the trace cannot grow (" + e.getMessage()
                                + "): recording stops here, the application runs on");
            }
            return null;
        }
    }

    private ByteBuffer mapWindow(int sizeBytes) throws IOException {
        return storage.map(windowStart, sizeBytes);
    }

    private void stop(byte reason, String message) {
        stopped = true;
        if (endMessage.isEmpty()) {
            endMessage = message;
            header.put(RecordLayout.HEADER_END_REASON, reason);
        }
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

    /** Notes in the header that events are counted instead of recorded. */
    synchronized void throttles() {
        if (!closed) {
            header.put(RecordLayout.HEADER_THROTTLED, (byte) 1);
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
        chunk.clear(ZEROS);
    }

    /** Counts an event of a thread that has no chunk to count it in. */
    void dropWithoutChunk() {
        droppedWithoutChunk.incrementAndGet();
    }

    /** Brings the count of dropped events in the header up to date. */
    synchronized void updateDropped() {
        if (!closed) {
            header.putLong(RecordLayout.HEADER_DROPPED, droppedWithChunk + droppedWithoutChunk.get());
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

    private static final String TOLD = "told";

    /**
     * Marks the trace as finished and cuts what no thread can write to any more. Chunks that were handed out stay: a daemon
     * thread of the application may be in the middle of an event, and a store beyond the end of the file would kill it.
     *
     * @param neverUsed chunks that nobody got
     */
    synchronized void finish(long durationNanos, Collection<Chunk> neverUsed) throws IOException {
        stopped = true;
        updateDropped();
        closed = true;
        // Not addAll, which spins a lambda in the middle of the JVM's end.
        for (Chunk chunk : neverUsed) {
            unused.add(chunk);
        }
        long length = endWithoutUnused();
        header.putLong(RecordLayout.HEADER_DURATION_NANOS, durationNanos);
        header.putLong(RecordLayout.HEADER_FILE_LENGTH, length);
        VarHandle.releaseFence();
        header.put(RecordLayout.HEADER_FINISHED, (byte) 1);
        try {
            storage.cut(length);
        } catch (IOException e) {
            // Windows does not cut a file that is mapped: the tail stays, and readers know from the header where it
            // begins.
        } finally {
            storage.close();
        }
    }

    private long endWithoutUnused() {
        long end = endBytes;
        boolean found = true;
        while (found) {
            found = false;
            for (Chunk chunk : unused) {
                if (chunk.position + chunk.sizeBytes() == end) {
                    end = chunk.position;
                    found = true;
                }
            }
        }
        return end;
    }
}
