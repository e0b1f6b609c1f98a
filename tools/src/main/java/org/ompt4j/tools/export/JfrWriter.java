package org.ompt4j.tools.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.profile.PlacedSamples;
import org.ompt4j.tools.profile.PlacedSamples.Placed;
import org.ompt4j.tools.read.TraceHeader;

/**
 * Writes a timeline as a Flight Recorder file. A file is a series of chunks, each complete in itself. Events are collected until there are enough
 * for a chunk, so that a file of any length needs the memory of one chunk.
 */
final class JfrWriter implements TimelineSink {
    private static final int ROWS_OF_A_CHUNK = 200_000;

    private final TraceHeader header;
    private final OutputStream out;
    private final PlacedSamples samples;
    private final int rowsOfAChunk;
    private int nextSample;
    /** The names of the threads that had not ended before the current chunk. */
    private final Map<Long, String> threads = new HashMap<>();

    private final List<Long> endedThreads = new ArrayList<>();
    private final List<JfrRow> rows = new ArrayList<>();
    private long chunkBeginNanos;
    private long lastNanos;

    /** @param samples the samples beside the trace, in the order of time */
    JfrWriter(TraceHeader header, PlacedSamples samples, OutputStream out) {
        this(header, samples, ROWS_OF_A_CHUNK, out);
    }

    JfrWriter(TraceHeader header, PlacedSamples samples, int rowsOfAChunk, OutputStream out) {
        this.header = header;
        this.samples = samples;
        this.rowsOfAChunk = rowsOfAChunk;
        this.out = out;
    }

    @Override
    public void thread(Track track) {
        threads.put(track.threadId(), track.name());
    }

    @Override
    public void ended(Track track) {
        endedThreads.add(track.threadId());
    }

    @Override
    public void begin(Track track, Slice slice, long fork) {}

    @Override
    public void end(Track track, Slice slice, long timeNanos) throws IOException {
        passTo(timeNanos);
        add(new JfrRow(
                JfrEvent.of(slice.kind()),
                slice.beginNanos(),
                timeNanos - slice.beginNanos(),
                track.threadId(),
                stack(slice.callSite()),
                slice.name(),
                slice.construct().id(),
                slice.id(),
                slice.queuedNanos(),
                slice.lateNanos()));
    }

    private static List<String> stack(@Nullable String callSite) {
        return callSite == null ? List.of() : List.of(callSite);
    }

    @Override
    public void mark(Track track, Mark mark) throws IOException {
        JfrEvent event = switch (mark.kind()) {
            case TASK_CREATED -> JfrEvent.TASK_CREATION;
            case RELEASED -> JfrEvent.RELEASE;
            case WAKES -> JfrEvent.WAKEUP;
            case ERROR -> JfrEvent.ERROR;
            case CANCEL -> JfrEvent.CANCELLATION;
            // There is already an event for the wait that ends here.
            case ACQUIRED, WOKEN -> null;
        };
        if (event != null) {
            passTo(mark.timeNanos());
            String name = mark.message() == null ? mark.name() : mark.message();
            add(instant(event, track, mark.timeNanos(), stack(mark.callSite()), name, mark.firstArrow()));
        }
    }

    @Override
    public void sample(Track track, State state, long timeNanos) throws IOException {
        passTo(timeNanos);
        add(instant(JfrEvent.STATE, track, timeNanos, List.of(), state.specName(), 0));
    }

    private static JfrRow instant(
            JfrEvent event, Track track, long timeNanos, List<String> stack, String name, long id) {
        return new JfrRow(event, timeNanos, 0, track.threadId(), stack, name, "", id, -1, -1);
    }

    @Override
    public void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) {}

    @Override
    public void gauge(Gauge gauge, long value, long timeNanos) {}

    @Override
    public void pause(long fromNanos, long toNanos) throws IOException {
        passTo(fromNanos);
        add(new JfrRow(JfrEvent.PAUSE, fromNanos, toNanos - fromNanos, 0, List.of(), "", "", 0, -1, -1));
    }

    @Override
    public void finish(long timeNanos) throws IOException {
        passTo(Long.MAX_VALUE);
        lastNanos = Math.max(lastNanos, timeNanos);
        writeChunk();
    }

    /** Writes the samples up to this time. */
    private void passTo(long timeNanos) throws IOException {
        while (nextSample < samples.size() && samples.get(nextSample).timeNanos() <= timeNanos) {
            Placed each = samples.get(nextSample++);
            add(new JfrRow(JfrEvent.SAMPLE, each.timeNanos(), 0, each.threadId(), each.stack(), "", "", 0, -1, -1));
        }
    }

    private void add(JfrRow row) throws IOException {
        lastNanos = Math.max(lastNanos, row.fromNanos() + row.nanos());
        rows.add(row);
        if (rows.size() == rowsOfAChunk) {
            writeChunk();
        }
    }

    private void writeChunk() throws IOException {
        try (JfrChunk chunk = new JfrChunk(header.startedAt(), chunkBeginNanos, lastNanos, out)) {
            for (JfrRow each : rows) {
                chunk.write(each, threads.getOrDefault(each.threadId(), ""));
            }
        }
        rows.clear();
        endedThreads.forEach(threads::remove);
        endedThreads.clear();
        chunkBeginNanos = lastNanos;
    }
}
