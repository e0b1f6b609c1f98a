package org.ompt4j.emitter.tracing;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/**
 * Puts every event into the ring of its thread: its details, its numbers and its call site.
 *
 * <p>Thread safety: as for every sink. Cost: no lock; an allocation only for a thread's first event, for a growing ring, and for the first error of a
 * ring.
 */
final class TracingSink implements RecordSink {
    /** Events are ignored. */
    static final int OFF = 0;

    /** Events are recorded. */
    static final int RECORDING = 1;

    /** Events are counted as dropped, since the tool has provided no buffer. */
    static final int STARVED = 2;

    private final BufferFiller filler;

    /** Read without synchronization by every thread that raises an event; a thread may see a change slightly later. */
    private int mode;

    TracingSink(BufferFiller filler) {
        this.filler = filler;
    }

    void mode(int chosen) {
        mode = chosen;
    }

    int mode() {
        return mode;
    }

    private EventRing firstEventOf(OmptThread thread) {
        EventRing made = filler.newRing(thread.id());
        thread.sinkSlot = made;
        return made;
    }

    @Override
    public void record(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place) {
        note(thread, event, timeNanos, details, a, b, c, d, place, null);
    }

    @Override
    public void recordWith(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long place,
            Object payload) {
        if (payload instanceof OmptDependence[] deps) {
            for (int i = 0; i < c; i++) {
                long type = Member.DEPENDENCE_TYPE.bits(deps[i].dependenceType().value());
                note(thread, event, timeNanos, details | type, a, deps[i].variable(), c, 0, place, null);
            }
        } else if (payload instanceof String message) {
            note(thread, event, timeNanos, details, message.length(), b, c, 0, place, message);
        }
    }

    private void note(
            OmptThread thread,
            EventShape event,
            long time,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place,
            @Nullable String text) {
        int present = mode;
        if (present == OFF) {
            return;
        }
        EventRing ring = thread.sinkSlot instanceof EventRing known ? known : firstEventOf(thread);
        if (present == RECORDING) {
            ring.put(event.number(), time, details, a, b, c, d, EventShape.codeptrRa(place), text);
        } else {
            ring.drop();
        }
    }
}
