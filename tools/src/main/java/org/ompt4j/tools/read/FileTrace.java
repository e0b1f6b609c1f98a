package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.trace.RecordLayout;

/** A trace in a file. Opening it reads the header, the headers of all chunks, and the definitions. */
final class FileTrace implements Trace {
    private static final int MAX_TEXT_BYTES = 64 << 20;

    private final Source source;
    private final TraceHeader header;
    private final Texts texts;
    /** The chunks of each thread in their order; samples are under the key 0. */
    private final Map<Long, List<ChunkInfo>> chunks = new LinkedHashMap<>();

    private final Counters counters = new Counters();
    private final TraceLosses losses;
    private long dropped;
    private long unreadable;

    FileTrace(Source source) throws IOException {
        this.source = source;
        this.texts = new Texts(source);
        ByteBuffer fixed = fixedHeader();
        Map<String, List<String>> text = headerText(fixed);
        readChunks(fixed.getInt(RecordLayout.HEADER_LENGTH));
        sortChunks();
        this.header = header(fixed, text);
        this.losses = losses(fixed);
    }

    private ByteBuffer fixedHeader() throws IOException {
        if (source.lengthBytes == 0) {
            throw new TraceFormatException(
                    source.path + ": is empty; the observed JVM ended before the trace began, run it again");
        }
        ByteBuffer fixed = source.read(0, RecordLayout.HEADER_TEXT);
        if (source.lengthBytes < 8 || fixed.getLong(0) != RecordLayout.MAGIC) {
            throw new TraceFormatException(source.path
                    + ": is not an OMPT4J trace; give a file that the agent wrote (by default ompt-*.ompt)");
        }
        int version = fixed.getInt(RecordLayout.HEADER_VERSION);
        if (source.lengthBytes >= RecordLayout.HEADER_LENGTH && version > RecordLayout.VERSION) {
            throw new TraceFormatException(
                    source.path + ": has format version " + version + ", this program reads up to "
                            + RecordLayout.VERSION + "; read it with the agent jar that wrote it or a newer one");
        }
        int length = fixed.getInt(RecordLayout.HEADER_LENGTH);
        int textBytes = fixed.getInt(RecordLayout.HEADER_TEXT_BYTES);
        if (source.lengthBytes < RecordLayout.HEADER_TEXT || source.lengthBytes < length) {
            throw new TraceFormatException(source.path + ": ends inside its header after " + source.lengthBytes
                    + " bytes; copy it again in full");
        }
        if (version < 1
                || textBytes < 0
                || textBytes > MAX_TEXT_BYTES
                || length < RecordLayout.HEADER_TEXT + textBytes
                || length % RecordLayout.PAGE_BYTES != 0) {
            throw damagedHeader();
        }
        return fixed;
    }

    private TraceFormatException damagedHeader() {
        return new TraceFormatException(
                source.path + ": its header is damaged; copy it again from where it was written");
    }

    private Map<String, List<String>> headerText(ByteBuffer fixed) throws IOException {
        int size = fixed.getInt(RecordLayout.HEADER_TEXT_BYTES);
        ByteBuffer bytes = source.read(RecordLayout.HEADER_TEXT, size).order(ByteOrder.LITTLE_ENDIAN);
        Map<String, List<String>> text = new LinkedHashMap<>();
        while (bytes.hasRemaining()) {
            String key = headerString(bytes);
            text.computeIfAbsent(key, unused -> new ArrayList<>()).add(headerString(bytes));
        }
        return text;
    }

    private String headerString(ByteBuffer bytes) throws TraceFormatException {
        int length = bytes.remaining() < 4 ? -1 : bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw damagedHeader();
        }
        byte[] utf8 = new byte[length];
        bytes.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private TraceHeader header(ByteBuffer fixed, Map<String, List<String>> text) throws TraceFormatException {
        Map<String, String> configuration = new LinkedHashMap<>();
        text.forEach((key, values) -> {
            if (key.startsWith("config.")) {
                configuration.put(key.substring("config.".length()), values.get(0));
            }
        });
        return new TraceHeader(
                fixed.getInt(RecordLayout.HEADER_VERSION),
                first(text, "agent"),
                first(text, "tool"),
                Instant.ofEpochMilli(fixed.getLong(RecordLayout.HEADER_WALL_MILLIS)),
                first(text, "host"),
                number(text, "pid"),
                first(text, "java"),
                first(text, "jvm"),
                (int) number(text, "processors"),
                List.copyOf(text.getOrDefault("argument", List.of())),
                Map.copyOf(configuration),
                List.copyOf(texts.notObserved));
    }

    private static String first(Map<String, List<String>> text, String key) {
        return text.getOrDefault(key, List.of("")).get(0);
    }

    private long number(Map<String, List<String>> text, String key) throws TraceFormatException {
        try {
            return Long.parseLong(first(text, key));
        } catch (NumberFormatException e) {
            throw damagedHeader();
        }
    }

    private void readChunks(long firstPosition) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(ChunkInfo.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long position = firstPosition;
        while (position < source.lengthBytes) {
            source.read(position, bytes, bytes.capacity());
            ChunkInfo chunk = ChunkInfo.of(position, bytes, source.lengthBytes);
            if (chunk.sizeBytes() == 0) {
                return;
            }
            if (chunk.sizeBytes() < 0
                    || chunk.sizeBytes() % RecordLayout.PAGE_BYTES != 0
                    || position + RecordLayout.CHUNK_OUTER_TASKS > source.lengthBytes) {
                unreadable += source.lengthBytes - position;
                return;
            }
            readChunk(chunk);
            position += chunk.sizeBytes();
        }
    }

    private void readChunk(ChunkInfo chunk) throws IOException {
        if (!chunk.isReadable()) {
            unreadable += chunk.endPosition() - chunk.position();
        } else if (chunk.kind() == RecordLayout.KIND_DEFINITIONS) {
            long validEnd = texts.read(chunk);
            if (chunk.isCut()) {
                unreadable += chunk.endPosition() - validEnd;
            }
        } else if (chunk.kind() == RecordLayout.KIND_COUNTERS) {
            long validEnd = counters.read(source, chunk);
            if (chunk.isCut()) {
                unreadable += chunk.endPosition() - validEnd;
            }
        } else if (chunk.kind() == RecordLayout.KIND_EVENTS || chunk.kind() == RecordLayout.KIND_SAMPLES) {
            dropped += chunk.dropped();
            chunks.computeIfAbsent(chunk.threadId(), unused -> new ArrayList<>())
                    .add(chunk);
        }
    }

    private void sortChunks() {
        for (List<ChunkInfo> ofThread : chunks.values()) {
            ofThread.sort(Comparator.comparingInt(ChunkInfo::sequence));
        }
        List<Map.Entry<Long, List<ChunkInfo>>> entries = new ArrayList<>(chunks.entrySet());
        entries.sort(Comparator.comparingLong(entry -> entry.getValue().get(0).baseTime()));
        chunks.clear();
        for (Map.Entry<Long, List<ChunkInfo>> entry : entries) {
            chunks.put(entry.getKey(), entry.getValue());
        }
    }

    private TraceLosses losses(ByteBuffer fixed) throws IOException {
        boolean finished = fixed.get(RecordLayout.HEADER_FINISHED) != 0;
        long fileLength = fixed.getLong(RecordLayout.HEADER_FILE_LENGTH);
        boolean complete = finished && source.lengthBytes >= fileLength;
        long lastTime = 0;
        for (List<ChunkInfo> ofThread : chunks.values()) {
            ChunkInfo last = ofThread.get(ofThread.size() - 1);
            lastTime = Math.max(lastTime, last.baseTime());
            for (ChunkInfo each : ofThread) {
                // What was cut off need not be a thread's latest chunk: one that found none prepared made one behind
                // later ones.
                if (each.isCut() || each == last && !complete) {
                    lastTime = Math.max(lastTime, timeAtEndOf(each));
                }
            }
        }
        long duration = finished ? fixed.getLong(RecordLayout.HEADER_DURATION_NANOS) : lastTime;
        return new TraceLosses(
                dropped + fixed.getLong(RecordLayout.HEADER_DROPPED),
                Map.copyOf(texts.failures),
                finished,
                unreadable,
                endReason(fixed.get(RecordLayout.HEADER_END_REASON)),
                Math.max(duration, lastTime));
    }

    private long timeAtEndOf(ChunkInfo chunk) throws IOException {
        ChunkReader reader = new ChunkReader(source, chunk, texts);
        long time = chunk.baseTime();
        for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
            time = event.timeNanos();
        }
        if (chunk.isCut() || reader.damaged()) {
            unreadable += chunk.endPosition() - reader.validEnd();
        }
        return time;
    }

    private static String endReason(byte reason) {
        return switch (reason) {
            case RecordLayout.REASON_NONE -> "";
            case RecordLayout.REASON_SIZE_LIMIT -> "the trace reached max-size";
            case RecordLayout.REASON_STORAGE -> "the trace file could not grow: its disk was full or failed";
            case RecordLayout.REASON_COMMAND -> "a command ended it";
            default -> "unknown reason " + reason;
        };
    }

    @Override
    public TraceHeader header() {
        return header;
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return texts.callSite(codeptrRa);
    }

    @Override
    public @Nullable String body(int body) {
        return texts.body(body);
    }

    @Override
    public @Nullable WaitObject waitObject(long waitId) {
        return texts.waitObject(waitId);
    }

    @Override
    public Collection<TraceThread> threads() {
        Map<Long, TraceThread> threads = new LinkedHashMap<>();
        for (long id : chunks.keySet()) {
            if (id != 0) {
                TraceThread known = texts.threads.get(id);
                threads.put(id, known != null ? known : new TraceThread(id, "", ThreadType.UNKNOWN));
            }
        }
        texts.threads.forEach(threads::putIfAbsent);
        return List.copyOf(threads.values());
    }

    @Override
    public TraceLosses losses() {
        return losses;
    }

    @Override
    public List<Pause> pauses() {
        List<Long> times = texts.pausesAndResumes;
        List<Pause> pauses = new ArrayList<>();
        for (int i = 0; i < times.size(); i += 2) {
            long end = i + 1 < times.size() ? times.get(i + 1) : Math.max(times.get(i), losses.durationNanos());
            pauses.add(new Pause(times.get(i), end));
        }
        return pauses;
    }

    @Override
    public List<CountedEvents> counted() {
        return counters.found();
    }

    @Override
    public Iterator<TraceEvent> events() throws IOException {
        List<ThreadCursor> cursors = new ArrayList<>();
        for (List<ChunkInfo> ofThread : chunks.values()) {
            cursors.add(new ThreadCursor(source, ofThread, texts, cursors.size()));
        }
        Iterator<TraceEvent> events = new EventMerger(cursors);
        List<Pause> pauses = pauses();
        return pauses.isEmpty() ? events : new RecordedEvents(events, pauses);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
