package org.ompt4j.emitter.tracing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.OmptRecordOmpt;

/**
 * Records as bytes of a tool's buffer, whatever its byte order, position and limit are.
 *
 * <pre>
 * 0       4       8      16          24          32        40        48   56   64   72          80
 * +-------+-------+------+-----------+-----------+---------+---------+----+----+----+-----------+-------------+
 * | bytes | event | time | thread id | target id | details | numbers:| b  | c  | d  | call site | text, UTF-8,|
 * | of it |       |      |           | 0         |         | a       |    |    |    |           | errors only |
 * +-------+-------+------+-----------+-----------+---------+---------+----+----+----+-----------+-------------+
 * </pre>
 *
 * <p>Records follow each other; four zero bytes end them where there is room for that. Details and numbers
 * are those of {@code RecordSink.record}. Thread safety: none needed but the buffer's.
 */
final class RecordCodec {
    /** Longest text in bytes; longer ones are cut, so that every buffer of a reasonable size has room for a record. */
    static final int MAX_TEXT_CHARS = 1_000;

    private static final int ARGUMENTS_AT = 32;
    private static final int TEXT_AT = ARGUMENTS_AT + EventRing.ARGUMENTS * Long.BYTES;
    private static final byte[] NO_TEXT = {};

    private RecordCodec() {}

    /** The text of the ring's oldest event as it will be written. */
    static byte[] textOf(EventRing ring) {
        String text = ring.text();
        if (text == null) {
            return NO_TEXT;
        }
        String kept = text.length() > MAX_TEXT_CHARS ? text.substring(0, MAX_TEXT_CHARS) : text;
        return kept.getBytes(StandardCharsets.UTF_8);
    }

    /** Bytes that the ring's oldest event takes. */
    static int size(byte[] text) {
        return TEXT_AT + text.length;
    }

    /** Writes the ring's oldest event at a position of a big-endian buffer with room for it. */
    static void write(ByteBuffer to, int at, EventRing ring, byte[] text) {
        to.putInt(at, size(text));
        to.putInt(at + 4, ring.event());
        to.putLong(at + 8, ring.time());
        to.putLong(at + 16, ring.threadId());
        to.putLong(at + 24, 0);
        for (int i = 0; i < EventRing.ARGUMENTS; i++) {
            to.putLong(at + ARGUMENTS_AT + i * Long.BYTES, ring.argument(i));
        }
        for (int i = 0; i < text.length; i++) {
            to.put(at + TEXT_AT + i, text[i]);
        }
    }

    /** Marks the end of the records at a position, if there is room for the mark. */
    static void writeEnd(ByteBuffer to, int at, int bytes) {
        if (bytes - at >= Integer.BYTES) {
            to.putInt(at, 0);
        }
    }

    /** The size in bytes of the record at a cursor; 0 if there is none. */
    static int sizeAt(ByteBuffer buffer, long cursor, long bytes) {
        long end = Math.min(bytes, buffer.capacity());
        if (cursor < 0 || end - cursor < TEXT_AT) {
            return 0;
        }
        int size = all(buffer).getInt((int) cursor);
        return size >= TEXT_AT && size <= end - cursor ? size : 0;
    }

    /** The record at a cursor, or null if there is none. */
    static @Nullable OmptRecordOmpt read(ByteBuffer buffer, long cursor) {
        int size = sizeAt(buffer, cursor, buffer.capacity());
        if (size == 0) {
            return null;
        }
        ByteBuffer from = all(buffer);
        int at = (int) cursor;
        try {
            Event event = Event.of(from.getInt(at + 4));
            OmptRecord record = OmptRecord.of(
                    event,
                    argument(from, at, 0),
                    argument(from, at, 1),
                    argument(from, at, 2),
                    argument(from, at, 3),
                    argument(from, at, 4),
                    (int) argument(from, at, 5),
                    text(from, at + TEXT_AT, at + size));
            return new OmptRecordOmpt(
                    event, from.getLong(at + 8), from.getLong(at + 16), from.getLong(at + 24), record);
        } catch (IllegalArgumentException noRecord) {
            return null;
        }
    }

    /** The buffer from 0 to its capacity, big-endian. */
    private static ByteBuffer all(ByteBuffer buffer) {
        return buffer.duplicate().clear();
    }

    private static long argument(ByteBuffer from, int at, int index) {
        return from.getLong(at + ARGUMENTS_AT + index * Long.BYTES);
    }

    private static String text(ByteBuffer from, int begin, int end) {
        byte[] text = new byte[end - begin];
        for (int i = 0; i < text.length; i++) {
            text[i] = from.get(begin + i);
        }
        return new String(text, StandardCharsets.UTF_8);
    }
}
