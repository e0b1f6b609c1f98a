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
 * Makes the bytes of one thread's records. It decides nothing and publishes nothing: where a record goes and when it counts is up to {@link
 * ChunkWriter}.
 *
 * <p>Thread safety: none.
 */
class RecordEncoder {
    /*
     * Overview. Each record is relative to the fields below, which begin anew with every chunk, so that a chunk can be read alone.
     * ChunkReader mirrors this class. Numbers are stored as eight bytes of which the unused ones are zero.
     */
    /** What the ends of joins need not say. */
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

    /** What was last before the record that can be taken back. */
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

    /** Time of the last event, since time 0. */
    long lastTime() {
        return lastTime;
    }

    /** Whether an event at this time happened after the last one. */
    boolean isLater(long timeNanos) {
        return timeNanos - startNanos > lastTime;
    }

    /** What comes next has happened at this time since time 0, or later. */
    void passTo(long nanos) {
        lastTime = Math.max(lastTime, nanos);
    }

    /** A chunk begins at this time; answers its base, which is no earlier than the last event. */
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

    /** Notes what is to be restored if the next record, which has this tag, is taken back. */
    void save(int tag) {
        savedTag = tag;
        savedTime = lastTime;
        savedAttributes = lastAttributes[tag];
        savedPlace = lastPlaces[tag];
        savedRegion = lastRegion;
        savedWait = lastWait;
    }

    /** The record that followed {@link #save} is taken back. */
    void restore() {
        lastTime = savedTime;
        lastAttributes[savedTag] = savedAttributes;
        lastPlaces[savedTag] = savedPlace;
        lastRegion = savedRegion;
        lastWait = savedWait;
    }

    // ---------------------------------------------------------------- numbers, relative to what came before

    /** A number of an event as it is stored, by its type, see {@link EventShape#type}. */
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

    /** A task that was created. */
    long created(long id) {
        long relative = relative(id, lastCreated);
        lastCreated = id;
        lastNext = id;
        return relative;
    }

    /** The task that begins to run. */
    long next(long id) {
        long relative = relative(id, lastNext);
        lastNext = id;
        return relative;
    }

    /** The task that goes on after another one has ended. */
    long resumed(long id) {
        return relative(id, lastPrior);
    }

    /** This task is put off for another one. */
    void prior(long id) {
        lastPrior = id;
    }

    /** The thread that a sample is of. */
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

    /** Nanoseconds since the last event; 0 if this one was before. */
    long elapsed(long timeNanos) {
        long elapsed = timeNanos - startNanos - lastTime;
        if (elapsed < 0) {
            return 0;
        }
        lastTime += elapsed;
        return elapsed;
    }

    /**
     * Stores all of a record but its tag.
     *
     * @param at where its tag is to be
     * @param count how many of the following four numbers there are
     * @return where the record ends, and in the upper half the tag to be stored
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

    /** Stores everything at once if each number takes one byte, and the time one or two; else tries {@link #putShort}. */
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
     * Stores a record with other attributes than the last one of its kind in two steps, time and the lower half of the attributes first, if every other
     * number takes one byte; else answers 0.
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

    /** Stores everything at once if it takes no more than eight bytes; else answers 0. */
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
