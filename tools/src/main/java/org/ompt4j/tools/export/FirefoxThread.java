package org.ompt4j.tools.export;

import java.io.IOException;

/**
 * The data of one thread for the Firefox Profiler. Each marker has these numbers: kind, begin, length, name, call site, time in a queue,
 * lateness. Length, call site, time in a queue and lateness are stored plus 1, or as 0 if there is none. Each sample has: the time since the
 * previous sample, the stack.
 */
final class FirefoxThread {
    static final int NUMBERS_OF_A_MARKER = 7;

    private final long id;
    private final String name;
    private final Spill.Tape markerTape;
    private final Spill.Tape sampleTape;
    private long firstNanos = Long.MAX_VALUE;
    private long lastSampleNanos;
    private long markers;
    private long samples;

    FirefoxThread(Track track, Spill spill) {
        this.id = track.threadId();
        this.name = track.name();
        this.markerTape = spill.new Tape();
        this.sampleTape = spill.new Tape();
    }

    /** Reads back a thread that {@link #putAside} has written. */
    FirefoxThread(Spill.Numbers numbers) throws IOException {
        this.id = numbers.next();
        this.name = numbers.text();
        this.firstNanos = numbers.next();
        this.markers = numbers.next();
        this.samples = numbers.next();
        this.markerTape = numbers.tape();
        this.sampleTape = numbers.tape();
    }

    /** Writes the thread to a tape, after its last marker and sample. */
    void putAside(Spill.Tape tape) throws IOException {
        tape.add(id);
        tape.add(name);
        tape.add(firstNanos);
        tape.add(markers);
        tape.add(samples);
        tape.add(markerTape);
        tape.add(sampleTape);
    }

    /**
     * Adds an interval or an instant of the thread.
     *
     * @param endNanos the end; -1 for an instant
     * @param callSite -1 if it is not known
     * @param queuedNanos the time in a queue; -1 if there was none, or if it is not known
     * @param lateNanos the lateness; -1 if none was reported
     */
    void marker(
            FirefoxMarker kind,
            long beginNanos,
            long endNanos,
            int text,
            int callSite,
            long queuedNanos,
            long lateNanos)
            throws IOException {
        firstNanos = Math.min(firstNanos, beginNanos);
        markers++;
        markerTape.add(kind.ordinal());
        markerTape.add(beginNanos);
        markerTape.add(endNanos < 0 ? 0 : endNanos - beginNanos + 1);
        markerTape.add(text);
        markerTape.add(callSite + 1L);
        markerTape.add(queuedNanos + 1);
        markerTape.add(lateNanos + 1);
    }

    /** Adds a sample, not earlier than the last one. */
    void sample(long timeNanos, int stack) throws IOException {
        firstNanos = Math.min(firstNanos, timeNanos);
        samples++;
        sampleTape.add(timeNanos - lastSampleNanos);
        sampleTape.add(stack);
        lastSampleNanos = timeNanos;
    }

    /** Moves the data from memory to the file, since no more is expected for now. */
    void rest() throws IOException {
        markerTape.rest();
        sampleTape.rest();
    }

    long id() {
        return id;
    }

    String name() {
        return name;
    }

    /** The time of the thread's first data; 0 if there is none. */
    long firstNanos() {
        return firstNanos == Long.MAX_VALUE ? 0 : firstNanos;
    }

    long markers() {
        return markers;
    }

    long samples() {
        return samples;
    }

    /** The number of markers and samples. */
    long things() {
        return markers + samples;
    }

    Spill.Numbers markerNumbers() throws IOException {
        return markerTape.numbers();
    }

    Spill.Numbers sampleNumbers() throws IOException {
        return sampleTape.numbers();
    }
}
