package org.ompt4j.tools.export;

import java.io.IOException;

/**
 * What is told of one thread for the Firefox Profiler. Of each marker: its kind, its begin, its length and one more or 0 if it has none, its name, its
 * call site and one more or 0, the time in a queue and one more or 0, how late it began and one more or 0. Of each sample: the time since the one before, its stack.
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

    /** One that was put aside. */
    FirefoxThread(Spill.Numbers numbers) throws IOException {
        this.id = numbers.next();
        this.name = numbers.text();
        this.firstNanos = numbers.next();
        this.markers = numbers.next();
        this.samples = numbers.next();
        this.markerTape = numbers.tape();
        this.sampleTape = numbers.tape();
    }

    /** Nothing more is told of the thread. */
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
     * Something that the thread was in, or that happened there.
     *
     * @param endNanos -1 for what takes no time
     * @param callSite -1 if it is not known
     * @param queuedNanos -1 if it was in no queue, or if that is not known
     * @param lateNanos -1 if it was not told to be late
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

    /** A sample, not before the last one. */
    void sample(long timeNanos, int stack) throws IOException {
        firstNanos = Math.min(firstNanos, timeNanos);
        samples++;
        sampleTape.add(timeNanos - lastSampleNanos);
        sampleTape.add(stack);
        lastSampleNanos = timeNanos;
    }

    /** No more comes for now. */
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

    /** When it was first heard of; 0 if nothing is known of it. */
    long firstNanos() {
        return firstNanos == Long.MAX_VALUE ? 0 : firstNanos;
    }

    long markers() {
        return markers;
    }

    long samples() {
        return samples;
    }

    /** How many things are to be seen. */
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
