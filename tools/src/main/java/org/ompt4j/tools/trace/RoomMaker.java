package org.ompt4j.tools.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes room at the end of a file, piece by piece: maps it, fills it with zeros by an ordinary write, and touches each page.
 *
 * <p>Thread safety: one thread at a time, except that any thread may call {@link #isInStorage}.
 */
final class RoomMaker {
    private static final int WINDOW_BYTES = 4 << 20;
    private static final int SMALLEST_WINDOW_BYTES = 64 << 10;
    static final byte[] ZEROS = new byte[64 << 10];

    private final Storage storage;
    /** The window in which room was made last. */
    private @Nullable FileWindow window;

    private volatile boolean inStorage;

    RoomMaker(Storage storage) {
        this.storage = storage;
    }

    /**
     * Makes room.
     *
     * @param from where the room begins: the end of the previous room
     * @return the length of the room, at most {@code askedBytes}; the room is in {@link #window}
     */
    int make(long from, int askedBytes) throws IOException {
        FileWindow to = window;
        inStorage = true;
        if (to == null || from == to.end()) {
            to = new FileWindow(map(from), from);
            window = to;
        }
        int size = (int) Math.min(askedBytes, to.end() - from) & -RecordLayout.PAGE_BYTES;
        for (int done = 0; done < size; done += ZEROS.length) {
            storage.write(from + done, ZEROS, Math.min(ZEROS.length, size - done));
        }
        touchPages(to, (int) (from - to.start), size);
        return size;
    }

    /** The window in which room was made last, or null. */
    @Nullable
    FileWindow window() {
        return window;
    }

    /** Whether this object waits for the disk, or {@link #leavesStorage} has not been called since. */
    boolean isInStorage() {
        return inStorage;
    }

    /** Has to be called after new room has been announced, or could not be made. */
    void leavesStorage() {
        inStorage = false;
    }

    private ByteBuffer map(long from) throws IOException {
        try {
            return storage.map(from, WINDOW_BYTES);
        } catch (IOException e) {
            // A limit on the size of files may leave room for less.
            return storage.map(from, SMALLEST_WINDOW_BYTES);
        }
    }

    /** Makes the operating system provide every page now, so that no event has to wait for a page. */
    private static void touchPages(FileWindow to, int first, int size) {
        for (int at = first; at < first + size; at += RecordLayout.PAGE_BYTES) {
            to.bytes.put(at, (byte) 0);
        }
    }
}
