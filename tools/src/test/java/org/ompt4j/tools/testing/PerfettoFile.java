package org.ompt4j.tools.testing;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file with Perfetto's track events, read by the library of Protocol Buffers and checked against Perfetto's rules: tracks are described
 * before they are used, texts are interned, and slices nest in the order of time.
 */
public final class PerfettoFile {
    private final Map<Long, Described> tracks = new HashMap<>();
    private final Map<Integer, Map<Long, String>> texts = new HashMap<>();
    private final Map<Long, Deque<Slice>> open = new HashMap<>();
    private final Map<Long, Long> times = new HashMap<>();
    private final List<Slice> slices = new ArrayList<>();
    private final List<Instant> instants = new ArrayList<>();
    private final Map<String, List<Value>> counters = new HashMap<>();
    private final Map<Long, Instant> flowBegins = new HashMap<>();
    private final List<Flow> flows = new ArrayList<>();
    private int packets;

    private record Described(String name, long parent) {}

    /** A slice from its begin to its end. */
    public static final class Slice {
        public final String track;
        public final String category;
        public final String name;
        public final int depth;
        public final long beginNanos;
        public final Map<String, Object> annotations;
        public long endNanos = -1;

        Slice(String track, String category, String name, int depth, long beginNanos, Map<String, Object> annotations) {
            this.track = track;
            this.category = category;
            this.name = name;
            this.depth = depth;
            this.beginNanos = beginNanos;
            this.annotations = annotations;
        }

        public long nanos() {
            return endNanos - beginNanos;
        }

        @Override
        public String toString() {
            return "  ".repeat(depth) + category + ": " + name;
        }
    }

    /** An event without duration. */
    public record Instant(
            String track, String category, String name, long timeNanos, Map<String, Object> annotations) {}

    /** A value of a counter. */
    public record Value(long timeNanos, long value) {}

    /** A flow from the event with which it begins to the event with which it ends. */
    public record Flow(String fromTrack, String from, long fromNanos, String toTrack, String to, long toNanos) {}

    /** @throws IllegalArgumentException if this is no such file, or the file breaks a rule */
    public PerfettoFile(byte[] bytes) {
        try {
            for (ByteString each : parse(ByteString.copyFrom(bytes)).getField(1).getLengthDelimitedList()) {
                packets++;
                packet(parse(each));
            }
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("packet " + packets, e);
        }
        open.forEach((track, slices) -> require(slices.isEmpty(), "slices are open on " + track));
    }

    public List<Slice> slices() {
        return slices;
    }

    /** The slices of tracks whose names end with this, in the order of their begins. */
    public List<Slice> slices(String track) {
        return slices.stream().filter(each -> each.track.endsWith(track)).toList();
    }

    public List<Instant> instants() {
        return instants;
    }

    public List<Flow> flows() {
        return flows;
    }

    public Map<String, List<Value>> counters() {
        return counters;
    }

    private static UnknownFieldSet parse(ByteString bytes) throws InvalidProtocolBufferException {
        return UnknownFieldSet.parseFrom(bytes);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    private static long number(UnknownFieldSet message, int field) {
        List<Long> values = message.getField(field).getVarintList();
        require(values.size() <= 1, "field " + field + " has " + values);
        return values.isEmpty() ? 0 : values.get(0);
    }

    private static @Nullable UnknownFieldSet message(UnknownFieldSet message, int field)
            throws InvalidProtocolBufferException {
        List<ByteString> values = message.getField(field).getLengthDelimitedList();
        require(values.size() <= 1, "field " + field + " comes again");
        return values.isEmpty() ? null : parse(values.get(0));
    }

    private static String text(UnknownFieldSet message, int field) {
        List<ByteString> values = message.getField(field).getLengthDelimitedList();
        return values.isEmpty() ? "" : values.get(0).toStringUtf8();
    }

    private void packet(UnknownFieldSet packet) throws InvalidProtocolBufferException {
        require(number(packet, 10) != 0, "a packet of no sequence");
        require((number(packet, 13) & 1) != 0 == (packets == 1), "only the first packet begins a sequence");
        UnknownFieldSet interned = message(packet, 12);
        if (interned != null) {
            for (int kind : new int[] {1, 2, 3, 29}) {
                for (ByteString each : interned.getField(kind).getLengthDelimitedList()) {
                    UnknownFieldSet entry = parse(each);
                    String before =
                            texts.computeIfAbsent(kind, key -> new HashMap<>()).put(number(entry, 1), text(entry, 2));
                    require(before == null, "a number stands for two texts");
                }
            }
        }
        UnknownFieldSet track = message(packet, 60);
        if (track != null) {
            describe(track);
        }
        UnknownFieldSet event = message(packet, 11);
        if (event != null) {
            require((number(packet, 13) & 2) != 0, "an event does not say that it needs interned texts");
            event(event, number(packet, 8));
        }
    }

    private void describe(UnknownFieldSet track) throws InvalidProtocolBufferException {
        long uuid = number(track, 1);
        long parent = number(track, 5);
        require(parent == 0 || tracks.containsKey(parent), "a track before its parent");
        UnknownFieldSet thread = message(track, 4);
        String name = thread == null ? text(track, 2) : text(thread, 5);
        Described above = tracks.get(parent);
        boolean isBelowThread = above != null && !above.name.isEmpty();
        Described before = tracks.put(uuid, new Described(isBelowThread ? above.name + " / " + name : name, parent));
        require(before == null, "two tracks have one number");
    }

    private void event(UnknownFieldSet event, long timeNanos) throws InvalidProtocolBufferException {
        long uuid = number(event, 11);
        Described track = tracks.get(uuid);
        if (track == null) {
            throw new IllegalArgumentException("a track that was not described");
        }
        Long before = times.put(uuid, timeNanos);
        require(before == null || before <= timeNanos, "times of " + track.name + " go back");
        Deque<Slice> nested = open.computeIfAbsent(uuid, key -> new ArrayDeque<>());
        String name = number(event, 10) == 0 ? text(event, 23) : known(2, number(event, 10));
        List<Long> categories = event.getField(3).getVarintList();
        String category = categories.isEmpty() ? "" : known(1, categories.get(0));
        switch ((int) number(event, 9)) {
            case 1 -> {
                require(!name.isEmpty(), "a slice without a name");
                Slice slice = new Slice(track.name, category, name, nested.size(), timeNanos, annotations(event));
                nested.push(slice);
                slices.add(slice);
            }
            case 2 -> {
                Slice ended = nested.pop();
                ended.endNanos = timeNanos;
                ended.annotations.putAll(annotations(event));
            }
            case 3 -> instants.add(new Instant(track.name, category, name, timeNanos, annotations(event)));
            case 4 ->
                counters.computeIfAbsent(track.name, key -> new ArrayList<>())
                        .add(new Value(timeNanos, number(event, 30)));
            default -> throw new IllegalArgumentException("type " + number(event, 9));
        }
        flows(event, new Instant(track.name, category, name, timeNanos, Map.of()));
    }

    private void flows(UnknownFieldSet event, Instant here) {
        for (long each : event.getField(47).getFixed64List()) {
            require(flowBegins.put(each, here) == null, "a flow begins twice");
        }
        for (long each : event.getField(48).getFixed64List()) {
            Instant from = flowBegins.get(each);
            if (from == null) {
                throw new IllegalArgumentException("a flow from nowhere");
            }
            require(from.timeNanos <= here.timeNanos, "a flow against time");
            flows.add(new Flow(from.track, from.name, from.timeNanos, here.track, here.name, here.timeNanos));
        }
    }

    private Map<String, Object> annotations(UnknownFieldSet event) throws InvalidProtocolBufferException {
        Map<String, Object> found = new HashMap<>();
        for (ByteString each : event.getField(4).getLengthDelimitedList()) {
            UnknownFieldSet annotation = parse(each);
            Object value = annotation.hasField(17)
                    ? known(29, number(annotation, 17))
                    : annotation.hasField(6) ? text(annotation, 6) : (Object) number(annotation, 4);
            found.put(known(3, number(annotation, 1)), value);
        }
        return found;
    }

    private String known(int kind, long number) {
        String text = texts.getOrDefault(kind, Map.of()).get(number);
        if (text == null) {
            throw new IllegalArgumentException("a text that was not interned");
        }
        return text;
    }
}
