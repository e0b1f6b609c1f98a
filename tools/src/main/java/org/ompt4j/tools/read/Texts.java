package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace.TraceThread;
import org.ompt4j.tools.read.Trace.WaitObject;
import org.ompt4j.tools.trace.RecordLayout;

/** The definitions of a trace: what the ids in events stand for. */
final class Texts {
    private static final int MAX_MESSAGES = 1 << 27;
    private static final Construct[] CONSTRUCTS = Construct.values();

    final Map<Long, TraceThread> threads = new LinkedHashMap<>();
    final Map<String, Long> failures = new LinkedHashMap<>();
    final List<String> notObserved = new ArrayList<>();
    /** When recording was paused and when it went on, in turn. */
    final List<Long> pausesAndResumes = new ArrayList<>();

    private final Map<Long, String> callSites = new HashMap<>();
    private final Map<Long, String> bodies = new HashMap<>();
    private final Map<Long, String> classes = new HashMap<>();
    /** Where each message begins in the file; messages can be many and long. */
    private long[] messagePositions = new long[16];

    private final Source source;
    private final WaitObjects waitObjects = new WaitObjects();

    @Nullable
    String callSite(int id) {
        return callSites.get(id & 0xFFFF_FFFFL);
    }

    @Nullable
    String body(int id) {
        return bodies.get(id & 0xFFFF_FFFFL);
    }

    Texts(Source source) {
        this.source = source;
    }

    String message(long id) throws IOException {
        if (id < 0 || id >= messagePositions.length || messagePositions[(int) id] == 0) {
            return "";
        }
        RecordBytes bytes = new RecordBytes(source, messagePositions[(int) id], source.lengthBytes);
        bytes.need(9);
        return new String(bytes.bytes((int) bytes.number()), StandardCharsets.UTF_8);
    }

    private void putMessage(long id, long position) {
        if (id <= 0 || id > MAX_MESSAGES) {
            return;
        }
        if (id >= messagePositions.length) {
            messagePositions = Arrays.copyOf(messagePositions, (int) Math.max(id + 1, 2L * messagePositions.length));
        }
        messagePositions[(int) id] = position;
    }

    @Nullable
    WaitObject waitObject(long id) {
        long found = waitObjects.get(id);
        if (found < 0) {
            return id < RecordSink.FIRST_VIRTUAL_THREAD
                    ? null
                    : new WaitObject(id, Construct.THREAD, RecordSink.VIRTUAL_THREAD);
        }
        String className = classes.get(found >>> 8);
        return new WaitObject(id, CONSTRUCTS[(int) (found & 0xFF)], className == null ? "" : className);
    }

    /**
     * Reads one chunk of definitions.
     *
     * @return position behind the last valid one
     */
    long read(ChunkInfo chunk) throws IOException {
        RecordBytes bytes = new RecordBytes(source, chunk.firstRecord(), chunk.endPosition());
        long validEnd = chunk.firstRecord();
        while (true) {
            bytes.need(1 + 4 * 9);
            int tag = bytes.nextByte();
            long id = bytes.number();
            long a = bytes.number();
            long b = bytes.number();
            long lengthPosition = bytes.position();
            long length = bytes.number();
            if (tag == 0 || tag >= RecordLayout.DEFINITION_TAGS || bytes.overrun() || length >>> 20 != 0) {
                return validEnd;
            }
            String text = new String(bytes.bytes((int) length), StandardCharsets.UTF_8);
            if (bytes.overrun()) {
                return validEnd;
            }
            define(tag, id, a, b, text, lengthPosition);
            validEnd = bytes.position();
        }
    }

    private void define(int tag, long id, long a, long b, String text, long lengthPosition) {
        switch (tag) {
            case RecordLayout.DEFINE_CALL_SITE -> callSites.put(id, text);
            case RecordLayout.DEFINE_BODY -> bodies.put(id, text);
            case RecordLayout.DEFINE_CLASS -> classes.put(id, text);
            case RecordLayout.DEFINE_WAIT_OBJECT -> {
                if (id != 0 && a >= 0 && a < CONSTRUCTS.length) {
                    waitObjects.put(id, b << 8 | a);
                }
            }
            case RecordLayout.DEFINE_THREAD -> threads.put(id, new TraceThread(id, text, typeOf(a)));
            case RecordLayout.DEFINE_MESSAGE -> putMessage(id, lengthPosition);
            case RecordLayout.DEFINE_NOT_OBSERVED -> notObserved.add(text);
            case RecordLayout.DEFINE_PAUSE, RecordLayout.DEFINE_RESUME -> pausesAndResumes.add(id);
            default -> failures.put(text, a);
        }
    }

    private static ThreadType typeOf(long value) {
        for (ThreadType type : ThreadType.values()) {
            if (type.value() == value) {
                return type;
            }
        }
        return ThreadType.UNKNOWN;
    }
}
