package org.ompt4j.tools.trace;

import static org.ompt4j.tools.trace.RecordLayout.encodedBelow56Bits;
import static org.ompt4j.tools.trace.RecordLayout.lengthBelow56Bits;
import static org.ompt4j.tools.trace.RecordLayout.putNumber;
import static org.ompt4j.tools.trace.RecordLayout.relative;
import static org.ompt4j.tools.trace.RecordLayout.signed;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ompt4j.ompt.EventShape;

/**
 * Encodes the records of one thread. {@link ChunkWriter} decides where a record is placed and when it is published.
 *
 * <p>Thread safety: none.
 */
class RecordEncoder {
    /*
     * Overview. Each record is relative to the fields below, which are reset at the begin of each chunk, so that a chunk can be read alone.
     * ChunkReader mirrors this class. Numbers are stored as eight bytes of which the unused ones are zero.
     */
    /** The open joins, whose end events need no members. */
    final OpenJoins joins = new OpenJoins();

    private final long startNanos;
    private long lastTime;
    private final long[] lastAttributes = new long[RecordLayout.EVENT_TAGS];
    private final long[] lastPlaces = new long[RecordLayout.EVENT_TAGS];

    private final TaskStack tasks;
    private long lastRegion;
    private long lastCreated;
    private long lastNext;
    private long lastPrior;
    private long lastWait;
    private long lastThread;

    /** The fields' values before the record that can be taken back. */
    private int savedTag;

    private long savedTime;
    private long savedAttributes;
    private long savedPlace;
    private long savedRegion;
    private long savedWait;

    /** @param startNanos time 0 */
    RecordEncoder(TaskStack tasks, long startNanos) {
        this.tasks = tasks;
        this.startNanos = startNanos;
    }

    /** The time of the last event in nanoseconds since time 0. */
    long lastTime() {
        return lastTime;
    }

    /** Whether an event at this time happened after the last one. */
    boolean isLater(long timeNanos) {
        return timeNanos - startNanos > lastTime;
    }

    /** Ensures that the next event is not earlier than this time, in nanoseconds since time 0. */
    void passTo(long nanos) {
        lastTime = Math.max(lastTime, nanos);
    }

    /** Begins a chunk at this time; returns the chunk's base time, which is not earlier than the last event. */
    long begin(long timeNanos) {
        passTo(timeNanos - startNanos);
        joins.clear();
        Arrays.fill(lastAttributes, -1);
        Arrays.fill(lastPlaces, 0);
        lastRegion = 0;
        lastCreated = 0;
        lastNext = 0;
        lastPrior = 0;
        lastWait = 0;
        lastThread = 0;
        return lastTime;
    }

    /** Saves the fields, to be restored if the next record, which has this tag, is taken back. */
    void save(int tag) {
        savedTag = tag;
        savedTime = lastTime;
        savedAttributes = lastAttributes[tag];
        savedPlace = lastPlaces[tag];
        savedRegion = lastRegion;
        savedWait = lastWait;
    }

    /** Restores the fields when the record after {@link #save} is taken back. */
    void restore() {
        lastTime = savedTime;
        lastAttributes[savedTag] = savedAttributes;
        lastPlaces[savedTag] = savedPlace;
        lastRegion = savedRegion;
        lastWait = savedWait;
    }

    // ---------------------------------------------------------------- numbers, relative to earlier ones

    /** Encodes a number of an event by its type, see {@link EventShape#type}. */
    long number(int type, long value) {
        return switch (type) {
            case EventShape.TASK -> task(value);
            case EventShape.NEW_TASK -> created(value);
            case EventShape.REGION -> region(value);
            case EventShape.WAIT -> waitId(value);
            case EventShape.SIGNED -> signed(value);
            default -> value;
        };
    }

    /** An id of a task relative to the current one. */
    long task(long id) {
        return relative(id, tasks.current());
    }

    /** An id of a region relative to the last one. */
    long region(long id) {
        long relative = relative(id, lastRegion);
        if (id != 0) {
            lastRegion = id;
        }
        return relative;
    }

    /** A wait id relative to the last one. */
    long waitId(long id) {
        long relative = relative(id, lastWait);
        if (id != 0) {
            lastWait = id;
        }
        return relative;
    }

    /** The id of a created task relative to the last one. */
    long created(long id) {
        long relative = relative(id, lastCreated);
        lastCreated = id;
        lastNext = id;
        return relative;
    }

    /** The id of the task that begins to run, relative to the last one. */
    long next(long id) {
        long relative = relative(id, lastNext);
        lastNext = id;
        return relative;
    }

    /** The id of the task that is resumed after another one has ended, relative to the task that was suspended last. */
    long resumed(long id) {
        return relative(id, lastPrior);
    }

    /** Notes that this task is suspended for another one. */
    void prior(long id) {
        lastPrior = id;
    }

    /** The id of a sample's thread, relative to the last one. */
    long thread(long id) {
        long relative = relative(id, lastThread);
        lastThread = id;
        return relative;
    }

    long lastRegion() {
        return lastRegion;
    }

    long lastWait() {
        return lastWait;
    }

    long lastAttributes(int tag) {
        return lastAttributes[tag];
    }

    long lastPlace(int tag) {
        return lastPlaces[tag];
    }

    // ---------------------------------------------------------------- bytes

    /** Nanoseconds since the last event; 0 if this event was earlier. */
    long elapsed(long timeNanos) {
        long elapsed = timeNanos - startNanos - lastTime;
        if (elapsed < 0) {
            return 0;
        }
        lastTime += elapsed;
        return elapsed;
    }

    /**
     * Stores a record without its tag.
     *
     * @param at the position of the record's tag
     * @param count how many of the following four numbers the record has
     * @return the end of the record in the lower half, and the tag to be stored in the upper half
     */
    long encode(
            ByteBuffer bytes,
            int at,
            int tag,
            long timeNanos,
            long attributes,
            long place,
            int count,
            long a,
            long b,
            long c,
            long d) {
        long elapsed = elapsed(timeNanos);
        long lastPlace = lastPlaces[tag];
        long storedTag = place == lastPlace ? tag | RecordLayout.SAME_PLACE : tag;
        int end = 0;
        if (lastAttributes[tag] == attributes) {
            storedTag |= RecordLayout.SAME_ATTRIBUTES;
            end = putTiny(bytes, at + 1, elapsed, place, lastPlace, count, a, b, c, d);
        } else {
            end = putChanged(bytes, at + 1, elapsed, attributes, place, lastPlace, count, a, b, c, d);
        }
        if (end == 0) {
            end = putLong(bytes, at + 1, tag, elapsed, attributes, place, count, a, b, c, d);
        }
        lastAttributes[tag] = attributes;
        lastPlaces[tag] = place;
        return storedTag << 32 | end;
    }

    /** Stores everything at once if each number takes one byte and the time one or two; otherwise tries {@link #putShort}. */
    private static int putTiny(
            ByteBuffer bytes,
            int at,
            long elapsed,
            long place,
            long lastPlace,
            int count,
            long a,
            long b,
            long c,
            long d) {
        long moved = signed(place - lastPlace);
        if ((moved | a | b | c | d) >>> 7 != 0 || elapsed >>> 14 != 0) {
            return putShort(bytes, at, elapsed, place, lastPlace, count, a, b, c, d);
        }
        int more = elapsed >>> 7 == 0 ? 0 : 1;
        long word = (elapsed << 1 | 1) << more;
        int bits = 8 + 8 * more;
        if (place != lastPlace) {
            word |= (moved << 1 | 1) << bits;
            bits += 8;
        }
        bytes.putLong(at, word | ofOneByteEach(count, a, b, c, d) << bits);
        return at + (bits >> 3) + count;
    }

    private static long ofOneByteEach(int count, long a, long b, long c, long d) {
        long all = (a << 1 | 1) | (b << 1 | 1) << 8 | (c << 1 | 1) << 16 | (d << 1 | 1) << 24;
        return all & (1L << 8 * count) - 1;
    }

    /**
     * Stores a record whose attributes differ from those of the last record with its tag in two steps, first the time and the lower half of the
     * attributes, if every other number takes one byte; otherwise returns 0.
     */
    private static int putChanged(
            ByteBuffer bytes,
            int at,
            long elapsed,
            long attributes,
            long place,
            long lastPlace,
            int count,
            long a,
            long b,
            long c,
            long d) {
        long lower = attributes & 0xFFFF_FFFFL;
        long upper = attributes >>> 32;
        long moved = signed(place - lastPlace);
        int upperLength = lengthBelow56Bits(upper);
        int placeLength = place == lastPlace ? 0 : 1;
        boolean isLong = (elapsed | lower) >>> 28 != 0 || upperLength + placeLength + count > 8;
        if (isLong || (moved | a | b | c | d) >>> 7 != 0) {
            return 0;
        }
        int elapsedLength = lengthBelow56Bits(elapsed);
        int lowerLength = lengthBelow56Bits(lower);
        bytes.putLong(
                at,
                encodedBelow56Bits(elapsed, elapsedLength)
                        | encodedBelow56Bits(lower, lowerLength) << 8 * elapsedLength);
        int second = at + elapsedLength + lowerLength;
        long word = encodedBelow56Bits(upper, upperLength) | (moved << 1 | placeLength) << 8 * upperLength;
        int length = upperLength + placeLength;
        bytes.putLong(second, word | ofOneByteEach(count, a, b, c, d) << 8 * length);
        return second + length + count;
    }

    /** Stores everything at once if it takes no more than eight bytes; otherwise returns 0. */
    private static int putShort(
            ByteBuffer bytes,
            int at,
            long elapsed,
            long place,
            long lastPlace,
            int count,
            long a,
            long b,
            long c,
            long d) {
        long moved = signed(place - lastPlace);
        if ((elapsed | moved | a | b | c | d) >>> 56 != 0) {
            return 0;
        }
        int length = lengthBelow56Bits(elapsed);
        long word = encodedBelow56Bits(elapsed, length);
        if (place != lastPlace) {
            int more = lengthBelow56Bits(moved);
            word |= encodedBelow56Bits(moved, more) << 8 * length;
            length += more;
        }
        if (count > 0) {
            int more = lengthBelow56Bits(a);
            word |= encodedBelow56Bits(a, more) << 8 * length;
            length += more;
        }
        if (count > 1) {
            int more = lengthBelow56Bits(b);
            word |= encodedBelow56Bits(b, more) << 8 * length;
            length += more;
        }
        if (count > 2) {
            int more = lengthBelow56Bits(c);
            word |= encodedBelow56Bits(c, more) << 8 * length;
            length += more;
        }
        if (count > 3) {
            int more = lengthBelow56Bits(d);
            word |= encodedBelow56Bits(d, more) << 8 * length;
            length += more;
        }
        if (length > 8) {
            return 0;
        }
        bytes.putLong(at, word);
        return at + length;
    }

    private int putLong(
            ByteBuffer bytes,
            int at,
            int tag,
            long elapsed,
            long attributes,
            long place,
            int count,
            long a,
            long b,
            long c,
            long d) {
        int end = putNumber(bytes, at, elapsed);
        if (lastAttributes[tag] != attributes) {
            end = putNumber(bytes, end, attributes & 0xFFFF_FFFFL);
            end = putNumber(bytes, end, attributes >>> 32);
        }
        if (lastPlaces[tag] != place) {
            end = putNumber(bytes, end, signed(place - lastPlaces[tag]));
        }
        return putNumbers(bytes, end, count, a, b, c, d);
    }

    private static int putNumbers(ByteBuffer bytes, int at, int count, long a, long b, long c, long d) {
        int end = at;
        if (count > 0) {
            end = putNumber(bytes, end, a);
        }
        if (count > 1) {
            end = putNumber(bytes, end, b);
        }
        if (count > 2) {
            end = putNumber(bytes, end, c);
        }
        if (count > 3) {
            end = putNumber(bytes, end, d);
        }
        return end;
    }
}
