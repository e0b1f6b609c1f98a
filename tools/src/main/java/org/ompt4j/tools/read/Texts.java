package org.ompt4j.tools.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.tools.read.Trace.TraceThread;
import org.ompt4j.tools.read.Trace.WaitObject;
import org.ompt4j.tools.trace.RecordLayout;

/** The definitions of a trace: what the ids in events stand for. */
final class Texts implements Closeable {
    /** The longest valid text. */
    private static final int MAX_TEXT_BYTES = 1 << 20;

    private static final Construct[] CONSTRUCTS = Construct.values();

    final Map<Long, TraceThread> threads = new LinkedHashMap<>();
    final Map<String, Long> failures = new LinkedHashMap<>();
    final List<String> notObserved = new ArrayList<>();
    /** Unobserved uses by reason and construct; later definitions with larger numbers replace earlier ones. */
    final Map<String, UnobservedUse> uses = new LinkedHashMap<>();

    long classesLookedAt;
    /** When garbage collections stopped all threads, in order of time. */
    final List<Pause> collections = new ArrayList<>();
    /** The times at which recording was paused and resumed, alternately. */
    final List<Long> pausesAndResumes = new ArrayList<>();

    private final StoredTexts callSites;
    private final StoredTexts bodies;
    private final StoredTexts classes;
    private final StoredTexts messages;

    private final Source source;
    private final UnaryOperator<String> shown;
    private final TimeRange times;
    private final Damage damage;
    /** The class of each wait object, and in the lowest byte its construct. */
    private final IdFile waitObjects = new IdFile();

    @Nullable
    String callSite(int id) {
        return id == 0 ? null : callSites.get(id & 0xFFFF_FFFFL);
    }

    @Nullable
    String body(int id) {
        return id == 0 ? null : bodies.get(id & 0xFFFF_FFFFL);
    }

    /**
     * @param times the possible times of the trace
     * @param damage gets bytes that are no definition
     * @param shown converts each text for display
     */
    Texts(Source source, TimeRange times, Damage damage, UnaryOperator<String> shown) {
        this.source = source;
        this.times = times;
        this.damage = damage;
        this.shown = shown;
        this.callSites = new StoredTexts(source, shown);
        this.bodies = new StoredTexts(source, shown);
        this.classes = new StoredTexts(source, shown);
        this.messages = new StoredTexts(source, shown);
    }

    String message(long id) {
        String text = messages.get(id);
        return text == null ? "" : text;
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
            if (tag == 0) {
                return validEnd;
            }
            String text = "";
            boolean isText = !bytes.overrun() && length >= 0 && length <= MAX_TEXT_BYTES;
            if (isText) {
                text = new String(bytes.bytes(length), StandardCharsets.UTF_8);
            }
            if (!isText || bytes.overrun() || tag >= RecordLayout.DEFINITION_TAGS) {
                if (!chunk.isCut()) {
                    damage.add(validEnd, chunk.endPosition() - validEnd);
                }
                return validEnd;
            }
            if (isPossible(tag, id, a, b)) {
                define(tag, id, a, b, text, lengthPosition);
            } else {
                damage.add(validEnd, bytes.position() - validEnd);
            }
            validEnd = bytes.position();
        }
    }

    /** Whether the numbers of a definition are valid. */
    private boolean isPossible(int tag, long id, long a, long b) {
        return switch (tag) {
            case RecordLayout.DEFINE_WAIT_OBJECT -> id != 0 && a >= 0 && a < CONSTRUCTS.length;
            case RecordLayout.DEFINE_PAUSE, RecordLayout.DEFINE_RESUME -> {
                int last = pausesAndResumes.size() - 1;
                yield times.has(id) && (last < 0 || pausesAndResumes.get(last) <= id);
            }
            case RecordLayout.DEFINE_COLLECTION -> {
                int last = collections.size() - 1;
                boolean follows = last < 0 || collections.get(last).toNanos() <= id;
                yield follows && a >= 0 && times.has(id) && times.has(id + a);
            }
            case RecordLayout.DEFINE_MESSAGE -> id > 0;
            case RecordLayout.DEFINE_FAILURE -> CounterReader.isCount(a);
            case RecordLayout.DEFINE_CLASSES_LOOKED_AT -> CounterReader.isCount(id);
            case RecordLayout.DEFINE_UNOBSERVED_USE ->
                CounterReader.isCount(id) && CounterReader.isCount(a) && CounterReader.isCount(b);
            default -> true;
        };
    }

    private void define(int tag, long id, long a, long b, String text, long lengthPosition) throws IOException {
        switch (tag) {
            case RecordLayout.DEFINE_CALL_SITE -> callSites.put(id, lengthPosition);
            case RecordLayout.DEFINE_BODY -> bodies.put(id, lengthPosition);
            case RecordLayout.DEFINE_CLASS -> classes.put(id, lengthPosition);
            case RecordLayout.DEFINE_WAIT_OBJECT -> waitObjects.put(id, b << 8 | a);
            case RecordLayout.DEFINE_THREAD -> threads.put(id, new TraceThread(id, shown.apply(text), typeOf(a)));
            case RecordLayout.DEFINE_MESSAGE -> messages.put(id, lengthPosition);
            case RecordLayout.DEFINE_NOT_OBSERVED -> notObserved.add(shown.apply(text));
            case RecordLayout.DEFINE_CLASSES_LOOKED_AT -> classesLookedAt = id;
            case RecordLayout.DEFINE_UNOBSERVED_USE -> putUse(text, a, b, id);
            case RecordLayout.DEFINE_PAUSE, RecordLayout.DEFINE_RESUME -> pausesAndResumes.add(id);
            case RecordLayout.DEFINE_COLLECTION -> collections.add(new Pause(id, id + a));
            default -> failures.put(text, a);
        }
    }

    private void putUse(String text, long count, long classes, long times) {
        String[] parts = text.split(" ", 3);
        for (UnobservedUse.Reason reason : UnobservedUse.Reason.values()) {
            if (parts.length == 3 && parts[0].equals(reason.id())) {
                String construct = shown.apply(parts[1]);
                String missing = shown.apply(parts[2]);
                uses.put(
                        parts[0] + ' ' + parts[1],
                        new UnobservedUse(reason, construct, missing, count, classes, times));
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Closeable each : List.of(callSites, bodies, classes, messages, waitObjects)) {
            each.close();
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
