package org.ompt4j.tools.export;

import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValueBuilder;

/** One chunk of a Flight Recorder file. A tick of its clock is a nanosecond of the trace. */
final class JfrChunk implements Closeable {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** The tick of time 0. It is not 0, which the writer treats as a missing time. */
    private static final long FIRST_TICK = 1;

    /** The value that the Flight Recorder uses for an unknown time. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private static final String UNKNOWN_PLACE = "<unknown call site>";

    private final Recording recording;
    private final JfrTypes types;
    /** One builder for each type, which is reused for each event, since creating one takes longer than writing an event. */
    private final Map<JfrEvent, TypedValueBuilder> events = new EnumMap<>(JfrEvent.class);

    private final Map<Long, TypedValue> threads = new HashMap<>();
    private final Map<List<String>, TypedValue> stacks = new HashMap<>();

    /**
     * Begins a chunk.
     *
     * @param startedAt the wall-clock time of time 0
     * @param out stays open
     */
    JfrChunk(Instant startedAt, long fromNanos, long toNanos, OutputStream out) {
        long epochNanos = startedAt.getEpochSecond() * NANOS_PER_SECOND + startedAt.getNano();
        recording = Recordings.newRecording(
                new Kept(out),
                settings -> settings.withTimestamp(epochNanos + fromNanos)
                        .withStartTicks(FIRST_TICK + fromNanos)
                        .withDuration(Math.max(1, toNanos - fromNanos)));
        types = new JfrTypes(recording.getTypes());
        for (JfrEvent each : JfrEvent.values()) {
            events.put(each, types.register(each).valueBuilder());
        }
    }

    /** Keeps the stream open, since other chunks follow. */
    private static final class Kept extends FilterOutputStream {
        Kept(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    // ---------------------------------------------------------------- events

    /** @param thread the name of the thread */
    void write(JfrRow row, String thread) {
        TypedValueBuilder value = events.get(row.event());
        if (value == null) {
            throw new IllegalArgumentException("an event without a type: " + row);
        }
        put(row, thread, value);
        recording.writeEvent(value.getType().asValue(value.build()));
    }

    private void put(JfrRow row, String thread, TypedValueBuilder value) {
        JfrEvent event = row.event();
        value.putField("startTime", FIRST_TICK + row.fromNanos());
        if (event.hasDuration()) {
            value.putField("duration", row.nanos());
        }
        if (event.hasThread()) {
            value.putField("eventThread", threads.computeIfAbsent(row.threadId(), id -> types.thread(id, thread)));
            value.putField("stackTrace", stacks.computeIfAbsent(row.stack(), this::stack));
        }
        if (event.hasName()) {
            value.putField("name", row.name());
        }
        if (event.hasConstruct()) {
            value.putField("construct", row.construct());
        }
        if (!event.idField().isEmpty()) {
            value.putField(event.idField(), row.id());
        }
        if (event.hasTimesBefore()) {
            value.putField("queued", row.queuedNanos() < 0 ? UNKNOWN : row.queuedNanos());
            value.putField("late", row.lateNanos() < 0 ? UNKNOWN : row.lateNanos());
        }
    }

    /** A stack with at least one frame, since the writer cannot write an empty one. */
    private TypedValue stack(List<String> outermostFirst) {
        return types.stack(outermostFirst.isEmpty() ? List.of(UNKNOWN_PLACE) : outermostFirst);
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
