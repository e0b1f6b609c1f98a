package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.tools.trace.RecordLayout;

/** A trace in a file. Opening it reads the header, the headers of all chunks, and the definitions. */
final class FileTrace implements Trace {
    private static final int MAX_TEXT_BYTES = 64 << 20;
    /** The end of the year 9999. */
    private static final long LATEST_WALL_MILLIS = 253_402_300_799_999L;

    private static final long MOST_FILE_BYTES = 1L << 50;

    private static final int MOST_PROCESSORS = 1 << 20;

    private final Source source;
    private final UnaryOperator<String> shown;
    private final TraceHeader header;
    private final Texts texts;
    /** The chunks by thread, in the order of the threads' first events; samples have the key 0. */
    private final Map<Long, ThreadChunks> chunks;

    private final TimeRange times;
    private final Damage damage = new Damage();
    private final CounterReader counters;
    private final TraceLosses losses;
    private final int chunkAlignment;
    private final String spool;
    private final String output;
    private long dropped;
    private long truncated;

    /** @param shown converts each text that the observed program could choose, for display */
    FileTrace(Source source, UnaryOperator<String> shown) throws IOException {
        this.source = source;
        this.shown = shown;
        ByteBuffer fixed = fixedHeader();
        this.times = times(fixed);
        this.texts = new Texts(source, times, damage, shown);
        this.counters = new CounterReader(times, damage);
        Map<String, List<String>> text = headerText(fixed);
        refuseUnknownConstructs(text);
        Map<Long, List<ChunkInfo>> found = new LinkedHashMap<>();
        int version = fixed.getInt(RecordLayout.HEADER_VERSION);
        boolean hasShortChunks = version >= RecordLayout.SHORT_CHUNKS_SINCE;
        this.chunkAlignment = hasShortChunks ? RecordLayout.CHUNK_ALIGNMENT : RecordLayout.PAGE_BYTES;
        readChunks(fixed.getInt(RecordLayout.HEADER_LENGTH), found);
        this.chunks = sorted(found, version);
        this.header = header(fixed, text);
        this.spool = first(text, RecordLayout.TEXT_SPOOL);
        this.output = first(text, RecordLayout.TEXT_OUTPUT);
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

    private TimeRange times(ByteBuffer fixed) throws TraceFormatException {
        long wallMillis = fixed.getLong(RecordLayout.HEADER_WALL_MILLIS);
        long duration = fixed.getLong(RecordLayout.HEADER_DURATION_NANOS);
        if (wallMillis < 0
                || wallMillis > LATEST_WALL_MILLIS
                || !TimeRange.isLength(duration)
                || !CounterReader.isCount(fixed.getLong(RecordLayout.HEADER_DROPPED))) {
            throw damagedHeader();
        }
        boolean finished = fixed.get(RecordLayout.HEADER_FINISHED) != 0;
        return finished ? TimeRange.finished(duration) : TimeRange.unfinished();
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

    /** Refuses traces with constructs of later versions. Older traces do not tell the number of constructs and have no unknown ones. */
    private void refuseUnknownConstructs(Map<String, List<String>> text) throws TraceFormatException {
        long written = text.containsKey(RecordLayout.TEXT_CONSTRUCTS)
                ? number(text, RecordLayout.TEXT_CONSTRUCTS, Integer.MAX_VALUE)
                : 0;
        int known = Construct.values().length;
        if (written > known) {
            throw new TraceFormatException(
                    source.path + ": has events of " + written + " constructs, this program knows " + known
                            + "; read it with the agent jar that wrote it or a newer one");
        }
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
                shown(text, "agent"),
                shown(text, "tool"),
                Instant.ofEpochMilli(fixed.getLong(RecordLayout.HEADER_WALL_MILLIS)),
                shown(text, "host"),
                number(text, "pid", Integer.MAX_VALUE),
                shown(text, "java"),
                shown(text, "jvm"),
                (int) number(text, "processors", MOST_PROCESSORS),
                text.getOrDefault("argument", List.of()).stream().map(shown).toList(),
                Map.copyOf(shown(configuration)),
                settings(shown(SettingsText.of(settings(configuration)))),
                List.copyOf(texts.notObserved),
                new ClassScan(texts.classesLookedAt, List.copyOf(texts.uses.values())));
    }

    private RunSettings settings(Map<String, String> configuration) throws TraceFormatException {
        try {
            return SettingsText.parse(configuration);
        } catch (IllegalArgumentException meaningless) {
            throw damagedHeader();
        }
    }

    private Map<String, String> shown(Map<String, String> texts) {
        Map<String, String> allShown = new LinkedHashMap<>();
        texts.forEach((key, value) -> allShown.put(shown.apply(key), shown.apply(value)));
        return allShown;
    }

    private String shown(Map<String, List<String>> text, String key) {
        return shown.apply(first(text, key));
    }

    private static String first(Map<String, List<String>> text, String key) {
        return text.getOrDefault(key, List.of("")).get(0);
    }

    private long number(Map<String, List<String>> text, String key, long most) throws TraceFormatException {
        try {
            long number = Long.parseLong(first(text, key));
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw damagedHeader();
        }
        throw damagedHeader();
    }

    private void readChunks(long firstPosition, Map<Long, List<ChunkInfo>> found) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(ChunkInfo.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long position = firstPosition;
        while (position < source.lengthBytes) {
            source.read(position, bytes, bytes.capacity());
            ChunkInfo chunk = ChunkInfo.of(position, bytes, source.lengthBytes);
            if (chunk.sizeBytes() == 0) {
                return;
            }
            if (position + RecordLayout.CHUNK_OUTER_TASKS > source.lengthBytes) {
                truncated += source.lengthBytes - position;
                return;
            }
            if (chunk.sizeBytes() < 0
                    || chunk.sizeBytes() > RecordLayout.MAX_CHUNK_BYTES
                    || chunk.sizeBytes() % chunkAlignment != 0) {
                damage.add(position, source.lengthBytes - position);
                return;
            }
            readChunk(chunk, found);
            position += chunk.sizeBytes();
        }
    }

    private void readChunk(ChunkInfo chunk, Map<Long, List<ChunkInfo>> found) throws IOException {
        if (!chunk.isReadable()) {
            truncated += chunk.endPosition() - chunk.position();
            return;
        }
        switch (chunk.kind()) {
            case RecordLayout.KIND_DEFINITIONS -> countCut(chunk, texts.read(chunk));
            case RecordLayout.KIND_COUNTERS -> countCut(chunk, counters.read(source, chunk));
            case RecordLayout.KIND_EVENTS, RecordLayout.KIND_SAMPLES -> {
                if (CounterReader.isCount(chunk.dropped())) {
                    dropped += chunk.dropped();
                    found.computeIfAbsent(chunk.threadId(), unused -> new ArrayList<>())
                            .add(chunk);
                } else {
                    damage.add(chunk.position(), chunk.endPosition() - chunk.position());
                }
            }
            case RecordLayout.KIND_FREE -> {}
            default -> damage.add(chunk.position(), chunk.endPosition() - chunk.position());
        }
    }

    private void countCut(ChunkInfo chunk, long validEnd) {
        if (chunk.isCut()) {
            truncated += chunk.endPosition() - validEnd;
        }
    }

    private Map<Long, ThreadChunks> sorted(Map<Long, List<ChunkInfo>> found, int version) {
        Map<Long, ThreadChunks> byThread = new LinkedHashMap<>();
        found.forEach((thread, ofThread) ->
                byThread.put(thread, new ThreadChunks(source, texts, version, ofThread, times, damage)));
        byThread.values().removeIf(each -> each.count() == 0);
        Map<Long, ThreadChunks> sorted = new LinkedHashMap<>();
        byThread.entrySet().stream()
                .sorted(Comparator.comparingLong(
                        entry -> entry.getValue().get(0).baseTime()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    private TraceLosses losses(ByteBuffer fixed) throws IOException {
        boolean finished = fixed.get(RecordLayout.HEADER_FINISHED) != 0;
        long fileLength = fixed.getLong(RecordLayout.HEADER_FILE_LENGTH);
        long missing = finished ? missing(fileLength) : 0;
        byte reason = fixed.get(RecordLayout.HEADER_END_REASON);
        // After recording has stopped, nothing is known of the threads, not even that they continued in the same state.
        boolean stopped = reason == RecordLayout.REASON_SIZE_LIMIT || reason == RecordLayout.REASON_STORAGE;
        boolean endsWithLastEvent = !finished || missing > 0 || stopped;
        long lastTime = 0;
        for (ThreadChunks ofThread : chunks.values()) {
            int last = ofThread.count() - 1;
            lastTime = Math.max(lastTime, ofThread.get(last).baseTime());
            for (int i = 0; i <= last; i++) {
                // A truncated chunk need not be the thread's last one: in the file it can be behind later ones.
                if (ofThread.get(i).isCut() || i == last && endsWithLastEvent) {
                    lastTime = Math.max(lastTime, timeAtEndOf(ofThread, i));
                }
            }
        }
        if (!finished && truncated == 0 && !stopped && !texts.pausesAndResumes.isEmpty()) {
            // The run went on at least until then, even if it was killed in a pause.
            lastTime = Math.max(lastTime, Collections.max(texts.pausesAndResumes));
        }
        Map<String, Long> failures = new LinkedHashMap<>();
        texts.failures.forEach((what, count) -> failures.merge(shown.apply(what), count, Long::sum));
        long run = Math.max(lastTime, finished ? fixed.getLong(RecordLayout.HEADER_DURATION_NANOS) : 0);
        long duration = stopped ? lastTime : run;
        return new TraceLosses(
                dropped + fixed.getLong(RecordLayout.HEADER_DROPPED),
                Map.copyOf(failures),
                finished,
                truncated,
                missing,
                damage.bytes(),
                endReason(reason),
                duration,
                run - duration,
                missingUntil());
    }

    /** The latest time at which a chunk of a thread begins whose chunk before is not there any more. */
    private long missingUntil() {
        long latest = 0;
        for (ThreadChunks ofThread : chunks.values()) {
            for (int i = 0; i < ofThread.count(); i++) {
                int expected = i == 0 ? 0 : ofThread.get(i - 1).sequence() + 1;
                if (ofThread.get(i).sequence() != expected) {
                    latest = Math.max(latest, ofThread.get(i).baseTime());
                }
            }
        }
        return latest;
    }

    /** How many bytes are missing at the end of a file that had this length. */
    private long missing(long fileLength) {
        if (fileLength < 0 || fileLength > MOST_FILE_BYTES) {
            damage.add(RecordLayout.HEADER_FILE_LENGTH, Long.BYTES);
            return 0;
        }
        return Math.max(0, fileLength - source.lengthBytes);
    }

    private long timeAtEndOf(ThreadChunks ofThread, int index) throws IOException {
        ChunkInfo chunk = ofThread.get(index);
        ChunkReader reader = ofThread.open(index, null);
        long time = chunk.baseTime();
        for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
            time = event.timeNanos();
        }
        countCut(chunk, reader.validEnd());
        return time;
    }

    private static String endReason(byte reason) {
        return switch (reason) {
            case RecordLayout.REASON_NONE -> "";
            case RecordLayout.REASON_SIZE_LIMIT -> "the trace reached max-size";
            case RecordLayout.REASON_STORAGE ->
                "the trace file could not grow: its disk was full or failed, a limit of the size of files was reached, or the file was removed or truncated";
            case RecordLayout.REASON_COMMAND -> "a command ended it";
            default -> "unknown reason " + reason;
        };
    }

    /** The directory of the spool, if this file only reserves the name; empty if the file is a trace itself. */
    String spool() {
        return spool;
    }

    /** The intended name of this trace, if the trace does not have it yet; empty for earlier formats. */
    String output() {
        return output;
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
    public @Nullable TraceThread thread(long id) {
        TraceThread known = texts.threads.get(id);
        return known != null || id == 0 || !chunks.containsKey(id)
                ? known
                : new TraceThread(id, "", ThreadType.UNKNOWN);
    }

    @Override
    public TraceLosses losses() {
        return losses.withDamage(damage.bytes());
    }

    @Override
    public List<Pause> collections() {
        return texts.collections;
    }

    @Override
    public List<Pause> pauses() {
        List<Long> instants = texts.pausesAndResumes;
        List<Pause> pauses = new ArrayList<>();
        long end = losses.durationNanos();
        // Of a file that was cut there can be later ones.
        for (int i = 0; i < instants.size() && instants.get(i) <= end; i += 2) {
            long to = i + 1 < instants.size() ? Math.min(instants.get(i + 1), end) : end;
            pauses.add(new Pause(instants.get(i), to));
        }
        return pauses;
    }

    @Override
    public List<CountedEvents> counted() {
        return counters.found();
    }

    @Override
    public Iterator<TraceEvent> events() throws IOException {
        return merged(0, null);
    }

    @Override
    public Iterator<TraceEvent> events(StoredBytes stored) throws IOException {
        return merged(0, stored);
    }

    @Override
    public Iterator<TraceEvent> eventsSince(long nanos) throws IOException {
        return merged(nanos, null);
    }

    @Override
    public long fileBytes() {
        return source.lengthBytes;
    }

    private Iterator<TraceEvent> merged(long sinceNanos, @Nullable StoredBytes stored) {
        List<ThreadCursor> cursors = new ArrayList<>();
        for (ThreadChunks ofThread : chunks.values()) {
            cursors.add(new ThreadCursor(ofThread, cursors.size(), sinceNanos, stored));
        }
        Iterator<TraceEvent> events = new EventMerger(cursors);
        List<Pause> pauses = pauses();
        return pauses.isEmpty() ? events : new RecordedEvents(events, pauses);
    }

    @Override
    public double shareRead() {
        return Math.min(1, source.readBytes() / (double) source.lengthBytes);
    }

    @Override
    public void close() throws IOException {
        source.close();
        texts.close();
        damage.close();
    }
}
