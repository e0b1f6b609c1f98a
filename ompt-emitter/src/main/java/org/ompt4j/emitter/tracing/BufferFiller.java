package org.ompt4j.emitter.tracing;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptThread;

/**
 * The thread that requests buffers from a tool, moves the events from the rings of all threads into them, and hands them back.
 *
 * <p>Thread safety: any thread; only the filler thread uses the buffer itself.
 */
final class BufferFiller implements Runnable {
    /*
     * Overview. The filler empties every ring each PERIOD, or when a producer finds its ring half full. A thread that wants a flush takes a ticket
     * under the lock, wakes the filler and waits. The filler reads the last ticket before it reads the rings, so all events that were published
     * before a ticket was taken are handed over before this ticket is done. Tool code runs on the filler without the lock: a tool may flush, stop or
     * start in its callbacks; on the filler itself this only takes a ticket.
     */
    private static final String THREAD_NAME = "ompt4j-buffers";
    private static final long PERIOD_NANOS = 20_000_000L;
    private static final long TIMEOUT_NANOS = 5_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    /** How often rings of ended threads are searched for. */
    private static final long PURGE_NANOS = 1_000_000_000L;

    /** The callbacks of one start of the trace. */
    record Callbacks(OmptCallback.BufferRequest request, OmptCallback.BufferComplete complete) {}

    private record Given(ByteBuffer buffer, ByteBuffer view, int bytes, Callbacks by) {}

    private final HostTrace trace;
    private final HostTrace.Tool tool;
    private final Object lock = new Object();
    private volatile EventRing[] rings = new EventRing[0];
    private volatile @Nullable Thread thread;
    private volatile boolean starved;

    /** Whether events are being recorded, so that rings have to be emptied. */
    private volatile boolean active;

    /** Whether the tool did not take its last buffers in time: it must not be called any more. */
    private volatile boolean abandoned;

    // under the lock
    private @Nullable Callbacks callbacks;
    private long retiredDrops;
    private long discarded;
    private long requested;
    private long done;
    private boolean ending;

    // filler only
    private @Nullable Given given;
    private int position;
    private long lastPurgeNanos;

    BufferFiller(HostTrace trace, HostTrace.Tool tool) {
        this.trace = trace;
        this.tool = tool;
    }

    // ---------------------------------------------------------------- any thread

    /** Fills buffers from these callbacks from now on; starts the thread if there is none. */
    void start(OmptCallback.BufferRequest request, OmptCallback.BufferComplete complete) {
        synchronized (lock) {
            callbacks = new Callbacks(request, complete);
            starved = false;
            active = true;
            if (thread == null) {
                Thread made = new Thread(null, this, THREAD_NAME, 0, false);
                made.setDaemon(true);
                lastPurgeNanos = System.nanoTime();
                made.start();
                thread = made;
            }
        }
        wake();
    }

    /** Sets whether rings have to be emptied periodically. */
    void active(boolean recording) {
        active = recording;
        wake();
    }

    /** Whether the tool provides no buffers. */
    boolean isStarved() {
        return starved;
    }

    /** Notes that the tool provides no buffers; false if it has started the trace again since these callbacks were called. */
    boolean starve(Callbacks asked) {
        synchronized (lock) {
            starved |= asked == callbacks;
            return starved;
        }
    }

    /** A ring for a thread's events. */
    EventRing newRing(long threadId) {
        EventRing made = new EventRing(threadId, this);
        synchronized (lock) {
            EventRing[] more = Arrays.copyOf(rings, rings.length + 1);
            more[rings.length] = made;
            rings = more;
        }
        return made;
    }

    /** Called by a thread whose ring fills up. */
    void wake() {
        Thread filler = thread;
        if (filler != null) {
            Memory.UNSAFE.unpark(filler);
        }
    }

    boolean isFiller() {
        return Thread.currentThread() == thread;
    }

    /**
     * Hands over all events so far, including the present buffer.
     *
     * @return false if this took too long
     */
    boolean flush() {
        long ticket;
        synchronized (lock) {
            ticket = ++requested;
        }
        if (isFiller()) {
            return true;
        }
        wake();
        return await(ticket);
    }

    private boolean await(long ticket) {
        boolean interrupted = false;
        long end = System.nanoTime() + TIMEOUT_NANOS;
        boolean flushed;
        synchronized (lock) {
            long left = TIMEOUT_NANOS;
            while (done < ticket && left > 0) {
                try {
                    lock.wait(left / NANOS_PER_MILLI + 1);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
                left = end - System.nanoTime();
            }
            flushed = done >= ticket;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return flushed;
    }

    /** Hands over all events and ends the filler thread, if there is one; false if the tool did not take the events in time. */
    boolean end() {
        boolean flushed = true;
        synchronized (lock) {
            if (thread == null || ending) {
                return true;
            }
        }
        if (isFiller()) {
            drainAll();
            complete();
        } else {
            flushed = flush();
            abandoned = !flushed;
        }
        starved = true;
        synchronized (lock) {
            ending = true;
        }
        wake();
        return flushed;
    }

    /** The number of threads that have a ring. */
    int ringCount() {
        return rings.length;
    }

    /** Records lost so far. */
    long dropped() {
        synchronized (lock) {
            long sum = retiredDrops + discarded;
            for (EventRing each : rings) {
                sum += each.dropped();
            }
            return sum;
        }
    }

    // ---------------------------------------------------------------- the filler

    @Override
    public void run() {
        boolean last = false;
        while (!last) {
            long ticket;
            synchronized (lock) {
                ticket = requested;
                last = ending;
            }
            work(ticket);
            if (!last && !isAskedFor(ticket)) {
                Memory.UNSAFE.park(false, active ? PERIOD_NANOS : 0);
                // If the application interrupts all threads that it finds, this one must not spin.
                Thread.interrupted();
            }
        }
    }

    private void work(long ticket) {
        try {
            drainAll();
            boolean flushes = isOpen(ticket);
            if (flushes) {
                complete();
            }
            long now = System.nanoTime();
            if (flushes || now - lastPurgeNanos > PURGE_NANOS) {
                lastPurgeNanos = now;
                purge();
            }
        } catch (Throwable thrown) {
            tool.failed(thrown);
        }
        synchronized (lock) {
            done = Math.max(done, ticket);
            lock.notifyAll();
        }
    }

    private boolean isOpen(long ticket) {
        synchronized (lock) {
            return done < ticket;
        }
    }

    private boolean isAskedFor(long ticket) {
        synchronized (lock) {
            return ending || requested != ticket;
        }
    }

    private void drainAll() {
        for (EventRing each : rings) {
            drain(each);
        }
    }

    /** Takes only the events that are in the ring now, not those that are added meanwhile, so that no thread keeps the others waiting. */
    private void drain(EventRing ring) {
        for (int segment = 0; segment < EventRing.MAX_SEGMENTS; segment++) {
            for (long left = ring.available(); left > 0; left--) {
                take(ring);
            }
        }
    }

    /** Takes the oldest event. A callback of the tool may have emptied the ring, so the caller has to check each time. */
    private void take(EventRing ring) {
        while (ring.available() > 0) {
            byte[] text = RecordCodec.textOf(ring);
            int size = RecordCodec.size(text);
            Given to = given;
            if (to != null && position + size <= to.bytes()) {
                RecordCodec.write(to.view(), position, ring, text);
                position += size;
                ring.advance();
                return;
            }
            if (to == null && starved) {
                ring.advance();
                discard();
                return;
            }
            makeRoom(to, size);
        }
    }

    private void discard() {
        synchronized (lock) {
            discarded++;
        }
    }

    private void makeRoom(@Nullable Given full, int size) {
        if (full == null) {
            request();
            return;
        }
        boolean tooSmall = position == 0;
        complete();
        if (tooSmall) {
            starve(
                    full.by(),
                    "gave a buffer of " + full.bytes() + " bytes, too small for a record of " + size
                            + "; give 4096 or more");
        }
    }

    private void request() {
        Callbacks asked;
        synchronized (lock) {
            asked = callbacks;
        }
        if (asked == null) {
            starved = true;
            return;
        }
        @Nullable ByteBuffer[] buffer = new ByteBuffer[1];
        long[] bytes = new long[1];
        try {
            asked.request().bufferRequest(OmptDevice.HOST, buffer, bytes);
        } catch (Throwable thrown) {
            tool.bufferCallbackThrew("buffer_request", thrown);
            starve(asked, null);
            return;
        }
        ByteBuffer got = buffer[0];
        if (bytes[0] == 0) {
            starve(asked, null);
        } else if (got == null || got.isReadOnly() || bytes[0] < 0 || bytes[0] > got.capacity()) {
            starve(
                    asked,
                    "gave " + (got == null ? "no buffer" : got.toString()) + " as a buffer of " + bytes[0]
                            + " bytes; give a writable one of at least that size");
        } else if (given == null) {
            given = new Given(got, got.duplicate().clear(), (int) bytes[0], asked);
            position = 0;
        }
    }

    /** The tool provides no memory: nothing is recorded until it starts the trace again, unless it has done so meanwhile. */
    private void starve(Callbacks asked, @Nullable String problem) {
        boolean isOver = trace.starve(asked);
        if (problem != null) {
            tool.say(isOver ? problem + ". Nothing is recorded until it starts the trace again" : problem);
        }
    }

    /** Hands the buffer back, if there is one. */
    private void complete() {
        Given full = given;
        if (full == null) {
            return;
        }
        given = null;
        if (abandoned) {
            return;
        }
        RecordCodec.writeEnd(full.view(), position, full.bytes());
        try {
            full.by().complete().bufferComplete(OmptDevice.HOST, full.buffer(), full.bytes(), 0, 1);
        } catch (Throwable thrown) {
            tool.bufferCallbackThrew("buffer_complete", thrown);
        }
    }

    /** Removes the empty rings of threads that have ended. */
    private void purge() {
        // The rings are read before the threads: a ring that is added meanwhile may belong to a thread that is not in
        // the list yet.
        int known = rings.length;
        Set<Long> alive = new HashSet<>();
        for (OmptThread each : tool.threads()) {
            alive.add(each.id());
        }
        synchronized (lock) {
            List<EventRing> kept = new ArrayList<>();
            for (int i = 0; i < rings.length; i++) {
                EventRing each = rings[i];
                if (i >= known || alive.contains(each.threadId()) || each.available() > 0) {
                    kept.add(each);
                } else {
                    retiredDrops += each.dropped();
                }
            }
            rings = kept.toArray(new EventRing[0]);
        }
    }
}
