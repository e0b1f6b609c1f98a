package org.ompt4j.tools.trace;

import static org.ompt4j.tools.trace.RecordLayout.putNumber;
import static org.ompt4j.tools.trace.RecordLayout.sizeOfNumber;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the definitions to which events refer: call sites, threads, wait objects, texts.
 *
 * <p>Thread safety: any thread; definitions are rare and take a lock. Definitions for which there is no room are counted. The trace file reserves
 * room for definitions, so that the last ones can be written on a full disk.
 */
final class DefinitionLog {
    private static final int FIRST_CHUNK_BYTES = 4 << 10;
    private static final int CHUNK_BYTES = 16 << 10;
    private static final int MAX_TEXT_BYTES = 32 << 10;
    private static final int MAX_KNOWN_TEXTS = 4096;

    /** The most characters of all remembered messages together, since a few can be very long. */
    private static final int MAX_KNOWN_CHARS = 1 << 20;

    private final TraceFile file;
    private final Map<String, Integer> classes = new HashMap<>();
    private final Map<String, Integer> messages = new HashMap<>();

    private int knownChars;
    private @Nullable Chunk chunk;
    private int position;
    private boolean ended;
    private int nextClass = 1;
    private int nextMessage = 1;
    private long lost;

    DefinitionLog(TraceFile file) {
        this.file = file;
    }

    synchronized void define(int tag, long id, long a, long b, String text) {
        byte[] utf8 = bytesOf(text);
        int size = 1 + sizeOfNumber(id) + sizeOfNumber(a) + sizeOfNumber(b) + sizeOfNumber(utf8.length) + utf8.length;
        Chunk to = chunkFor(size + 8);
        if (to == null) {
            lost += ended ? 0 : 1;
            return;
        }
        ByteBuffer bytes = to.bytes;
        int end = putNumber(bytes, position + 1, id);
        end = putNumber(bytes, end, a);
        end = putNumber(bytes, end, b);
        end = putNumber(bytes, end, utf8.length);
        bytes.put(end, utf8);
        VarHandle.releaseFence();
        bytes.put(position, (byte) tag);
        position += size;
    }

    synchronized void defineWaitObject(long waitId, int construct, String className) {
        Integer known = classes.get(className);
        if (known == null) {
            known = nextClass++;
            classes.put(className, known);
            define(RecordLayout.DEFINE_CLASS, known, 0, 0, className);
        }
        define(RecordLayout.DEFINE_WAIT_OBJECT, waitId, construct, known, "");
    }

    /** The id of this text. A text is written once. */
    synchronized int message(String text) {
        Integer known = messages.get(text);
        if (known != null) {
            return known;
        }
        int id = nextMessage++;
        if (messages.size() < MAX_KNOWN_TEXTS && text.length() <= MAX_KNOWN_CHARS - knownChars) {
            messages.put(text, id);
            knownChars += text.length();
        }
        define(RecordLayout.DEFINE_MESSAGE, id, 0, 0, text);
        return id;
    }

    /** For how many definitions there was no room. */
    synchronized long lost() {
        return lost;
    }

    /** Ends writing: later definitions are ignored. */
    synchronized void end() {
        ended = true;
    }

    private static byte[] bytesOf(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= MAX_TEXT_BYTES) {
            return utf8;
        }
        return text.substring(0, MAX_TEXT_BYTES / 4).concat("...").getBytes(StandardCharsets.UTF_8);
    }

    private @Nullable Chunk chunkFor(int sizeBytes) {
        Chunk current = chunk;
        while (!ended && (current == null || position + sizeBytes > current.sizeBytes())) {
            current = nextChunk(Math.max(
                    current == null ? FIRST_CHUNK_BYTES : CHUNK_BYTES,
                    sizeBytes + RecordLayout.PAGE_BYTES & -RecordLayout.PAGE_BYTES));
            if (current == null) {
                return null;
            }
        }
        return ended ? null : current;
    }

    private @Nullable Chunk nextChunk(int sizeBytes) {
        Chunk next = file.cutForDefinitions(sizeBytes);
        if (next != null) {
            chunk = next;
            position = RecordLayout.CHUNK_OUTER_TASKS;
            next.publish(RecordLayout.KIND_DEFINITIONS);
        }
        return next;
    }
}
