package org.ompt4j.agent.jar;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The entries of a zip file in memory, one after the other. A {@link java.util.zip.ZipInputStream} would read them in small pieces, which
 * would take premain some 10 ms, since no code is compiled at that time.
 *
 * <p>Only for jars of OMPT4J's build: fewer than 65,535 entries, less than 2 GB, no encryption.
 */
final class ZipBytes implements Closeable {

    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int END_ENTRIES = 10;
    private static final int END_DIRECTORY = 16;
    private static final int END_COMMENT_LENGTH = 20;

    private static final int ENTRY_SIGNATURE = 0x02014b50;
    private static final int ENTRY_METHOD = 10;
    private static final int ENTRY_STORED_BYTES = 20;
    private static final int ENTRY_BYTES = 24;
    private static final int ENTRY_NAME_LENGTH = 28;
    private static final int ENTRY_EXTRA_LENGTH = 30;
    private static final int ENTRY_COMMENT_LENGTH = 32;
    private static final int ENTRY_LOCAL_HEADER = 42;
    private static final int ENTRY_NAME = 46;

    private static final int LOCAL_NAME_LENGTH = 26;
    private static final int LOCAL_EXTRA_LENGTH = 28;
    private static final int LOCAL_NAME = 30;

    private static final int STORED = 0;

    private final byte[] bytes;
    private final Inflater inflater = new Inflater(true);
    private int left;
    private int next;
    private int entry;
    private byte[] found;
    private int offset;
    private int length;

    ZipBytes(byte[] bytes) throws IOException {
        this.bytes = bytes;
        this.found = bytes;
        int end = bytes.length - END_BYTES;
        while (end >= 0 && !isEnd(end)) {
            end--;
        }
        if (end < 0) {
            throw new IOException("no zip file");
        }
        this.left = shortNumber(end + END_ENTRIES);
        this.next = number(end + END_DIRECTORY);
    }

    /** Finds the end-of-central-directory record: it is followed only by the comment, and contains the length of the comment. */
    private boolean isEnd(int at) {
        return number(at) == END_SIGNATURE && at + END_BYTES + shortNumber(at + END_COMMENT_LENGTH) == bytes.length;
    }

    /** Goes to the next entry; returns false after the last one. */
    boolean next() throws IOException {
        if (left == 0) {
            return false;
        }
        left--;
        entry = next;
        if (number(entry) != ENTRY_SIGNATURE) {
            throw new IOException("damaged zip file");
        }
        next += ENTRY_NAME
                + shortNumber(entry + ENTRY_NAME_LENGTH)
                + shortNumber(entry + ENTRY_EXTRA_LENGTH)
                + shortNumber(entry + ENTRY_COMMENT_LENGTH);
        return true;
    }

    /** The name of the entry. */
    String name() {
        return new String(bytes, entry + ENTRY_NAME, shortNumber(entry + ENTRY_NAME_LENGTH), StandardCharsets.UTF_8);
    }

    /** The position of the entry, for {@link #content(int)}. */
    int position() {
        return entry;
    }

    /** The content of the entry at a position that {@link #next} has reached before. */
    byte[] content(int position) throws IOException {
        entry = position;
        return content();
    }

    /** The content of the entry. */
    byte[] content() throws IOException {
        int start = start();
        int stored = number(entry + ENTRY_STORED_BYTES);
        if (shortNumber(entry + ENTRY_METHOD) == STORED) {
            return Arrays.copyOfRange(bytes, start, start + stored);
        }
        return inflated(start, stored, new byte[number(entry + ENTRY_BYTES)]);
    }

    /** Finds the content of the entry and sets {@link #found}; content that is not compressed is not copied. */
    void find() throws IOException {
        if (shortNumber(entry + ENTRY_METHOD) == STORED) {
            found = bytes;
            offset = start();
            length = number(entry + ENTRY_STORED_BYTES);
        } else {
            found = content();
            offset = 0;
            length = found.length;
        }
    }

    /** The bytes that contain the content that was found last, from {@link #offset} on. */
    byte[] found() {
        return found;
    }

    int offset() {
        return offset;
    }

    int length() {
        return length;
    }

    private int start() {
        int header = number(entry + ENTRY_LOCAL_HEADER);
        return header + LOCAL_NAME + shortNumber(header + LOCAL_NAME_LENGTH) + shortNumber(header + LOCAL_EXTRA_LENGTH);
    }

    private byte[] inflated(int start, int stored, byte[] content) throws IOException {
        inflater.reset();
        inflater.setInput(bytes, start, stored);
        try {
            if (inflater.inflate(content) != content.length) {
                throw new IOException("damaged zip file: " + name());
            }
        } catch (DataFormatException e) {
            throw new IOException("damaged zip file: " + name(), e);
        }
        return content;
    }

    private int shortNumber(int at) {
        return bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << 8;
    }

    private int number(int at) {
        return shortNumber(at) | shortNumber(at + 2) << 16;
    }

    @Override
    public void close() {
        inflater.end();
    }
}
