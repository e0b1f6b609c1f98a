package org.ompt4j.emitter.tracing;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;

/**
 * The events of one thread that were recorded and not yet taken by the filler.
 *
 * <p>Thread safety: {@link #put} and {@link #drop} on the observed thread (or the one that reports on its behalf, after it); everything else on the
 * thread that fills buffers; {@link #dropped} on any.
 *
 * <p>Cost of a put: no lock, one release store, no allocation except while the ring grows.
 *
 * <p>Loss: if the ring is full and cannot grow any more, the new event is dropped and counted.
 */
final class EventRing {
    /*
     * Overview. One producer, one consumer, a chain of segments, nearly always one long. A slot is eight words: event, time,
     * and six arguments: details, four numbers, call site. The producer fills a slot and publishes it by the release store of `written`;
     * the consumer frees it by the release store of `read`. A full segment is followed by one of twice the size: the producer
     * links it with a release store after its last store to the old one, so a consumer that sees the link and then finds the old
     * one empty can leave it for good. Errors have a text: it sits in an array of its own, made for the thread's first error.
     */
    static final int ARGUMENTS = 6;

    private static final int SLOT_WORDS = 2 + ARGUMENTS;
    private static final int FIRST_CAPACITY = 256;
    private static final int LAST_CAPACITY = 16_384;

    /** The largest number of segments of a ring. */
    static final int MAX_SEGMENTS = 1 + Integer.numberOfTrailingZeros(LAST_CAPACITY / FIRST_CAPACITY);

    private static final long WRITTEN = Memory.fieldOffset(Segment.class, "written");
    private static final long READ = Memory.fieldOffset(Segment.class, "read");
    private static final long NEXT = Memory.fieldOffset(Segment.class, "next");
    private static final long DROPPED = Memory.fieldOffset(EventRing.class, "dropped");

    private final long threadId;
    private final BufferFiller filler;
    private Segment tail = new Segment(FIRST_CAPACITY);
    private Segment head = tail;
    private long dropped;

    EventRing(long threadId, BufferFiller filler) {
        this.threadId = threadId;
        this.filler = filler;
    }

    private static final class Segment {
        final long[] words;
        final int capacity;

        /** For the producer: how many events were read when it last checked. */
        long seenRead;

        /** Published by {@link #written}. */
        @Nullable
        String @Nullable [] texts;

        private long written;
        private long read;
        private @Nullable Segment next;

        Segment(int capacity) {
            this.capacity = capacity;
            this.words = new long[capacity * SLOT_WORDS];
        }

        int slot(long position) {
            return (int) (position & (capacity - 1));
        }
    }

    // ---------------------------------------------------------------- the observed thread

    /** Records an event, or counts it as dropped. */
    void put(int event, long time, long a, long b, long c, long d, long e, long f, @Nullable String text) {
        Segment segment = tail;
        if (segment.written - segment.seenRead == segment.capacity) {
            segment = room(segment);
            if (segment == null) {
                drop();
                return;
            }
        }
        long position = segment.written;
        int slot = segment.slot(position);
        int at = slot * SLOT_WORDS;
        long[] words = segment.words;
        words[at] = event;
        words[at + 1] = time;
        words[at + 2] = a;
        words[at + 3] = b;
        words[at + 4] = c;
        words[at + 5] = d;
        words[at + 6] = e;
        words[at + 7] = f;
        if (text != null) {
            putText(segment, slot, text);
        }
        Memory.UNSAFE.putLongRelease(segment, WRITTEN, position + 1);
        if ((position & (segment.capacity / 2 - 1)) == 0 && position != 0) {
            filler.wake();
        }
    }

    /** The segment to write to if the present one seems full; null if the ring is full. */
    private @Nullable Segment room(Segment full) {
        full.seenRead = Memory.UNSAFE.getLongAcquire(full, READ);
        if (full.written - full.seenRead < full.capacity) {
            return full;
        }
        if (full.capacity == LAST_CAPACITY) {
            return null;
        }
        try {
            Segment larger = new Segment(full.capacity * 2);
            tail = larger;
            Memory.UNSAFE.putReferenceRelease(full, NEXT, larger);
            return larger;
        } catch (OutOfMemoryError noRoom) {
            return null;
        }
    }

    private static void putText(Segment segment, int slot, String text) {
        @Nullable String[] texts = segment.texts;
        if (texts == null) {
            texts = new String[segment.capacity];
            segment.texts = texts;
        }
        texts[slot] = text;
    }

    /** Counts an event that is not recorded. */
    void drop() {
        Memory.UNSAFE.putLongOpaque(this, DROPPED, dropped + 1);
    }

    /** Events lost so far. */
    long dropped() {
        return Memory.UNSAFE.getLongOpaque(this, DROPPED);
    }

    long threadId() {
        return threadId;
    }

    // ---------------------------------------------------------------- the thread that fills buffers

    /** How many events can be taken now; more may have come when it returns. */
    long available() {
        Segment segment = head;
        long count = count(segment);
        while (count == 0) {
            Segment next = (Segment) Memory.UNSAFE.getReferenceAcquire(segment, NEXT);
            if (next == null || count(segment) != 0) {
                return count(segment);
            }
            head = next;
            segment = next;
            count = count(segment);
        }
        return count;
    }

    private static long count(Segment segment) {
        return Memory.UNSAFE.getLongAcquire(segment, WRITTEN) - segment.read;
    }

    /** The number of the oldest event. This and the following methods may only be called if there is one. */
    int event() {
        return (int) word(0);
    }

    long time() {
        return word(1);
    }

    long argument(int index) {
        return word(2 + index);
    }

    private long word(int index) {
        return head.words[head.slot(head.read) * SLOT_WORDS + index];
    }

    /** The text that belongs to it, or null. */
    @Nullable
    String text() {
        @Nullable String[] texts = head.texts;
        return texts == null ? null : texts[head.slot(head.read)];
    }

    /** Frees the oldest event. */
    void advance() {
        Segment segment = head;
        @Nullable String[] texts = segment.texts;
        if (texts != null) {
            texts[segment.slot(segment.read)] = null;
        }
        Memory.UNSAFE.putLongRelease(segment, READ, segment.read + 1);
    }
}
