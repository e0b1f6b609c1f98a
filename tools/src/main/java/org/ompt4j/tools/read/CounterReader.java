package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.trace.EventTags;
import org.ompt4j.tools.trace.RecordLayout;

/** Reads the counters of throttled call sites. */
final class CounterReader {
    private static final Construct[] CONSTRUCTS = Construct.values();

    /** The largest number that counts as valid. No thread raises more events in a run. */
    private static final long MOST_EVENTS = 1L << 48;

    private final TimeRange times;
    private final Damage damage;
    private final List<CountedEvents> found = new ArrayList<>();

    /**
     * @param times the possible times of the trace
     * @param damage gets bytes that are no counter
     */
    CounterReader(TimeRange times, Damage damage) {
        this.times = times;
        this.damage = damage;
    }

    /** Whether this is a possible number of events or failures. */
    static boolean isCount(long number) {
        return number >= 0 && number <= MOST_EVENTS;
    }

    /** The counted events, in the order of their first events. */
    List<CountedEvents> found() {
        List<CountedEvents> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingLong(CountedEvents::fromNanos).thenComparingLong(CountedEvents::threadId));
        return List.copyOf(sorted);
    }

    /** Reads one chunk of counters; returns the position behind the last valid one. */
    long read(Source source, ChunkInfo chunk) throws IOException {
        long at = chunk.position() + RecordLayout.CHUNK_OUTER_TASKS;
        while (at + RecordLayout.COUNTER_BYTES <= chunk.endPosition()) {
            ByteBuffer bytes = source.read(at, RecordLayout.COUNTER_BYTES);
            if (bytes.get(RecordLayout.COUNTER_TAG) == 0) {
                return at;
            }
            CountedEvents counted = counted(bytes);
            if (counted != null) {
                found.add(counted);
            } else if (bytes.getLong(RecordLayout.COUNTER_EVENTS) != 0) {
                damage.add(at, RecordLayout.COUNTER_BYTES);
            }
            at += RecordLayout.COUNTER_BYTES;
        }
        return at;
    }

    /** Null if nothing was counted yet, or if this is no counter. */
    private @Nullable CountedEvents counted(ByteBuffer bytes) {
        int tag = bytes.get(RecordLayout.COUNTER_TAG);
        Event event = EventTags.counted(tag);
        int construct = bytes.get(RecordLayout.COUNTER_CONSTRUCT) & 0xFF;
        long count = bytes.getLong(RecordLayout.COUNTER_EVENTS);
        long total = bytes.getLong(RecordLayout.COUNTER_TOTAL_NANOS);
        long max = bytes.getLong(RecordLayout.COUNTER_MAX_NANOS);
        long from = bytes.getLong(RecordLayout.COUNTER_FIRST_TIME);
        long to = bytes.getLong(RecordLayout.COUNTER_LATEST_TIME);
        boolean possible =
                isCount(count) && times.has(total) && max >= 0 && max <= total && times.has(from) && times.has(to);
        if (event == null || construct >= CONSTRUCTS.length || count == 0 || !possible) {
            return null;
        }
        return new CountedEvents(
                bytes.getLong(RecordLayout.COUNTER_THREAD),
                event,
                event.has(Member.ENDPOINT) ? ScopeEndpoint.of(Member.ENDPOINT.in(EventTags.details(tag, 0))) : null,
                CONSTRUCTS[construct],
                bytes.getInt(RecordLayout.COUNTER_CALL_SITE),
                count,
                total,
                max,
                from,
                Math.max(from, to));
    }
}
