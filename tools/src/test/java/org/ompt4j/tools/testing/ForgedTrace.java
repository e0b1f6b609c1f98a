package org.ompt4j.tools.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * A trace that no agent writes: a valid trace with random changes.
 *
 * @param how describes the changes
 */
public record ForgedTrace(byte[] bytes, String how) {
    private static final long[] EXTREMES = {
        -1,
        0,
        1,
        127,
        1L << 20,
        1L << 27,
        Integer.MAX_VALUE,
        1L << 31,
        1L << 40,
        1L << 56,
        1L << 57,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final byte[] CONTROLS = {0x1b, 0x07, '\n', '\r', 0x7f, (byte) 0xc2, (byte) 0x9b, '\t'};
    private static final int[] HEADER_INTS = {
        RecordLayout.HEADER_VERSION,
        RecordLayout.HEADER_LENGTH,
        RecordLayout.HEADER_TEXT_BYTES,
        RecordLayout.HEADER_TEXT
    };
    private static final int[] HEADER_LONGS = {
        RecordLayout.HEADER_WALL_MILLIS,
        RecordLayout.HEADER_START_NANOS,
        RecordLayout.HEADER_DROPPED,
        RecordLayout.HEADER_DURATION_NANOS,
        RecordLayout.HEADER_FILE_LENGTH
    };
    private static final int[] CHUNK_INTS = {
        RecordLayout.CHUNK_BYTES, RecordLayout.CHUNK_KIND, RecordLayout.CHUNK_SEQUENCE, RecordLayout.CHUNK_COUNT
    };
    private static final int[] CHUNK_LONGS = {
        RecordLayout.CHUNK_THREAD, RecordLayout.CHUNK_BASE_TIME, RecordLayout.CHUNK_TASK, RecordLayout.CHUNK_DROPPED
    };
    private static final int[] COUNTER_LONGS = {
        RecordLayout.COUNTER_EVENTS,
        RecordLayout.COUNTER_TOTAL_NANOS,
        RecordLayout.COUNTER_MAX_NANOS,
        RecordLayout.COUNTER_FIRST_TIME,
        RecordLayout.COUNTER_LATEST_TIME
    };

    /** Changes a copy of the trace at random. */
    public static ForgedTrace of(byte[] good, Random random) {
        byte[] bytes = good.clone();
        String how = switch (random.nextInt(8)) {
            case 0 -> {
                bytes = Arrays.copyOf(good, random.nextInt(good.length));
                yield "cut to " + bytes.length;
            }
            case 1 -> flipped(bytes, random);
            case 2 -> number(bytes, random);
            case 3 -> forged(bytes, 0, HEADER_INTS, HEADER_LONGS, random);
            case 4, 5 -> forged(bytes, one(chunks(good), random), CHUNK_INTS, CHUNK_LONGS, random);
            case 6 -> random.nextBoolean() ? swapped(bytes, random) : counter(bytes, random);
            default -> controls(bytes, random);
        };
        return new ForgedTrace(bytes, how);
    }

    /** The offsets of the chunks. */
    private static List<Integer> chunks(byte[] trace) {
        ByteBuffer bytes = buffer(trace);
        List<Integer> chunks = new ArrayList<>();
        int position = bytes.getInt(RecordLayout.HEADER_LENGTH);
        while (position < trace.length && bytes.getInt(position) > 0) {
            chunks.add(position);
            position += bytes.getInt(position);
        }
        return chunks;
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static <T> T one(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }

    /** The offset of a byte that is in use, since most of a small trace is not used. */
    private static int used(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        for (int tries = 0; bytes[at] == 0 && tries < 100; tries++) {
            at = random.nextInt(bytes.length);
        }
        return at;
    }

    private static String flipped(byte[] bytes, Random random) {
        StringBuilder how = new StringBuilder("flipped bits of");
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = used(bytes, random);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            how.append(' ').append(at);
        }
        return how.toString();
    }

    /** Changes a number somewhere in the trace: a length, a time or an id of a record. */
    private static String number(byte[] bytes, Random random) {
        int at = Math.min(used(bytes, random), bytes.length - 9);
        long value = EXTREMES[random.nextInt(EXTREMES.length)];
        bytes[at] = 0;
        buffer(bytes).putLong(at + 1, value);
        return "number " + value + " at " + at;
    }

    private static String forged(byte[] bytes, int base, int[] ints, int[] longs, Random random) {
        long value = EXTREMES[random.nextInt(EXTREMES.length)];
        int which = random.nextInt(ints.length + longs.length);
        int at = base + (which < ints.length ? ints[which] : longs[which - ints.length]);
        if (which < ints.length) {
            buffer(bytes).putInt(at, (int) value);
        } else {
            buffer(bytes).putLong(at, value);
        }
        return "field " + (at - base) + " at " + at + " is " + value;
    }

    private static String swapped(byte[] bytes, Random random) {
        List<Integer> chunks = chunks(bytes);
        int one = one(chunks, random);
        int other = one(chunks, random);
        int size = Math.min(buffer(bytes).getInt(one), buffer(bytes).getInt(other));
        byte[] kept = Arrays.copyOfRange(bytes, one, one + size);
        System.arraycopy(bytes, other, bytes, one, size);
        System.arraycopy(kept, 0, bytes, other, size);
        return "swapped " + one + " and " + other;
    }

    private static String counter(byte[] bytes, Random random) {
        List<Integer> counters = chunks(bytes).stream()
                .filter(each -> bytes[each + RecordLayout.CHUNK_KIND] == RecordLayout.KIND_COUNTERS)
                .toList();
        if (counters.isEmpty()) {
            return number(bytes, random);
        }
        int at = one(counters, random) + RecordLayout.CHUNK_OUTER_TASKS;
        return "counter: " + forged(bytes, at, new int[] {RecordLayout.COUNTER_CALL_SITE}, COUNTER_LONGS, random);
    }

    private static String controls(byte[] bytes, Random random) {
        StringBuilder how = new StringBuilder("controls at");
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
            int at = used(bytes, random);
            bytes[at] = CONTROLS[random.nextInt(CONTROLS.length)];
            how.append(' ').append(at);
        }
        return how.toString();
    }
}
