package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.trace.FlightNames;

/**
 * Combines the Flight Recorder's events about each pause in which the JVM stopped all threads: when, and what for. Times are those of the Flight
 * Recorder. This class must be loaded only in a JVM that has a Flight Recorder.
 */
final class Safepoints {
    private static final String UNKNOWN = "unknown";

    /* By the safepoint's number. */
    private final Map<Long, Long> begins = new HashMap<>();
    private final Map<Long, Long> ends = new HashMap<>();
    private final Map<Long, String> operations = new HashMap<>();

    /** Why each collection took place, by its number. */
    private final Map<Long, String> collections = new HashMap<>();
    /** The numbers of collections, by the times at which they did something in a pause. */
    private final TreeMap<Long, Long> phases = new TreeMap<>();

    /** Takes an event, if it is about a safepoint or a collection. */
    void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case FlightNames.SAFEPOINT_BEGIN ->
                begins.put(event.getLong("safepointId"), FlightFile.nanos(event.getStartTime()));
            case FlightNames.SAFEPOINT_END ->
                ends.put(event.getLong("safepointId"), FlightFile.nanos(event.getEndTime()));
            case FlightNames.VM_OPERATION -> {
                if (event.getBoolean("safepoint")) {
                    operations.putIfAbsent(event.getLong("safepointId"), event.getString("operation"));
                }
            }
            case FlightNames.COLLECTION ->
                collections.put(event.getLong("gcId"), event.getString("cause") + " (" + event.getString("name") + ")");
            case FlightNames.COLLECTION_PAUSE ->
                phases.put(FlightFile.nanos(event.getStartTime()), event.getLong("gcId"));
            default -> {}
        }
    }

    /**
     * The pauses whose begin and end are known.
     *
     * @param clock converts a time of the Flight Recorder to a time in the trace
     */
    List<JvmPause> pauses(LongUnaryOperator clock) {
        List<JvmPause> pauses = new ArrayList<>();
        begins.forEach((safepoint, from) -> {
            Long to = ends.get(safepoint);
            if (to != null) {
                Long collection = collectionBetween(from, to);
                String operation = operations.getOrDefault(safepoint, UNKNOWN);
                pauses.add(new JvmPause(
                        clock.applyAsLong(from),
                        clock.applyAsLong(to),
                        collection != null,
                        collection == null ? operation : collections.getOrDefault(collection, operation)));
            }
        });
        return pauses;
    }

    private @Nullable Long collectionBetween(long from, long to) {
        Map.Entry<Long, Long> phase = phases.ceilingEntry(from);
        return phase == null || phase.getKey() > to ? null : phase.getValue();
    }
}
