package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace.TraceThread;
import org.ompt4j.tools.read.Trace.WaitObject;
import org.ompt4j.tools.trace.RecordLayout;

/** The definitions of a trace: what the ids in events stand for. */
final class Texts {
    private static final Construct[] CONSTRUCTS = Construct.values();

    final Map<Long, TraceThread> threads = new LinkedHashMap<>();
    final Map<String, Long> failures = new LinkedHashMap<>();
    final List<String> notObserved = new ArrayList<>();
    private final Map<Long, String> callSites = new HashMap<>();
    private final Map<Long, String> bodies = new HashMap<>();
    private final Map<Long, String> classes = new HashMap<>();
    private final Map<Long, String> messages = new HashMap<>();
    private final WaitObjects waitObjects = new WaitObjects();

    @Nullable
    String callSite(int id) {
        return callSites.get(id & 0xFFFF_FFFFL);
    }

    @Nullable
    String body(int id) {
        return bodies.get(id & 0xFFFF_FFFFL);
    }

    String message(long id) {
        return messages.getOrDefault(id, "");
    }

    @Nullable
    WaitObject waitObject(long id) {
        long found = waitObjects.get(id);
        if (found < 0) {
            return null;
        }
        String className = classes.get(found >>> 8);
        return new WaitObject(id, CONSTRUCTS[(int) (found & 0xFF)], className == null ? "" : className);
    }

    /**
     * Reads one chunk of definitions.
     *
     * @return position behind the last valid one
     */
    long read(Source source, ChunkInfo chunk) throws IOException {
        RecordBytes bytes = new RecordBytes(source, chunk);
        long validEnd = chunk.firstRecord();
        while (true) {
            bytes.need(1 + 4 * 9);
            int tag = bytes.nextByte();
            long id = bytes.number();
            long a = bytes.number();
            long b = bytes.number();
            long length = bytes.number();
            if (tag == 0 || tag >= RecordLayout.DEFINITION_TAGS || bytes.overrun() || length >>> 20 != 0) {
                return validEnd;
            }
            String text = new String(bytes.bytes((int) length), StandardCharsets.UTF_8);
            if (bytes.overrun()) {
                return validEnd;
            }
            define(tag, id, a, b, text);
            validEnd = bytes.position();
        }
    }

    private void define(int tag, long id, long a, long b, String text) {
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
            case RecordLayout.DEFINE_MESSAGE -> messages.put(id, text);
            case RecordLayout.DEFINE_NOT_OBSERVED -> notObserved.add(text);
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
