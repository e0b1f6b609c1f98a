package org.ompt4j.tools.flight;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.ompt4j.tools.trace.FlightNames;
import org.ompt4j.tools.trace.OwnerOnly;

/** A recording of the JDK's Flight Recorder. Only to be loaded where there is one. */
final class FlightRecording implements Runnable {
    /** When the JVM stops all threads, and what for: a few events for each time. */
    private static final List<String> PAUSES = List.of(
            FlightNames.SAFEPOINT_BEGIN,
            FlightNames.SAFEPOINT_END,
            FlightNames.VM_OPERATION,
            FlightNames.COLLECTION,
            FlightNames.COLLECTION_PAUSE);

    private static final Duration PERIOD_OF_NATIVE_CODE = Duration.ofMillis(20);

    private final FlightSamples samples;
    private final org.ompt4j.tools.trace.Recording trace;
    private final Recording recording = new Recording();
    private volatile boolean hasFile;

    /** Has the JDK make its Flight Recorder where it has none yet, which takes some tenths of a second. */
    FlightRecording(FlightSamples samples, org.ompt4j.tools.trace.Recording trace) {
        this.samples = samples;
        this.trace = trace;
    }

    void start() throws IOException {
        FlightRecorder.register(ThreadEvent.class);
        FlightRecorder.register(MadeEvent.class);
        FlightRecorder.register(WaitedEvent.class);
        FlightRecorder.addPeriodicEvent(ClockEvent.class, this);
        // The Flight Recorder would let others read it.
        File file = FlightSamples.beside(trace.output());
        OwnerOnly.createFile(file).close();
        hasFile = true;
        recording.setName("ompt4j");
        recording.setDestination(file.toPath());
        recording.setDumpOnExit(true);
        recording.enable(FlightNames.THREAD);
        recording.enable(FlightNames.MADE).withStackTrace();
        recording.enable(FlightNames.WAITED).withStackTrace();
        recording.enable(FlightNames.CLOCK).with("period", "everyChunk");
        if (takesProcessorTime()) {
            recording.enable(FlightNames.CPU_TIME_SAMPLE).with("throttle", FlightNames.PERIOD_MILLIS + "ms");
            recording.enable(FlightNames.LOST_SAMPLES);
        } else {
            recording.enable(FlightNames.EXECUTION_SAMPLE).withPeriod(Duration.ofMillis(FlightNames.PERIOD_MILLIS));
            recording.enable(FlightNames.NATIVE_SAMPLE).withPeriod(PERIOD_OF_NATIVE_CODE);
        }
        PAUSES.forEach(each -> recording.enable(each).withoutThreshold());
        samples.takeStacks();
        recording.start();
    }

    /** JDKs have that event where it is not supported, too. */
    private static boolean takesProcessorTime() {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux")) {
            return false;
        }
        for (EventType each : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (each.getName().equals(FlightNames.CPU_TIME_SAMPLE)) {
                return true;
            }
        }
        return false;
    }

    /** At the begin and the end of each chunk of the recording. */
    @Override
    public void run() {
        // Whoever records has not asked for ours, at the begin of a chunk that is not of this recording.
        long[] threads = new ThreadEvent().isEnabled() ? samples.takeThreads() : new long[0];
        for (int i = 0; i < threads.length; i += 2) {
            ThreadEvent event = new ThreadEvent();
            event.javaThread = threads[i];
            event.traceThread = threads[i + 1];
            event.commit();
        }
        ClockEvent clock = new ClockEvent();
        clock.startedAtMillis = trace.startedAtMillis();
        clock.traceNanos = trace.nanosNow();
        clock.commit();
    }

    /** The calling thread makes a region or task: takes its stack if the recording is on. */
    static boolean made(long id, int callSite, int body) {
        MadeEvent event = new MadeEvent();
        if (!event.isEnabled()) {
            return false;
        }
        event.made = id;
        event.callSite = callSite;
        event.body = body;
        event.commit();
        return true;
    }

    /** The calling thread has waited: takes its stack if the recording is on. */
    static boolean waited(long beginNanos, int callSite) {
        WaitedEvent event = new WaitedEvent();
        if (!event.isEnabled()) {
            return false;
        }
        event.began = beginNanos;
        event.callSite = callSite;
        event.commit();
        return true;
    }

    /** Instead of {@link #start}. */
    void discard() {
        recording.close();
    }

    /** What its start has made, if the JVM ends before anything is written. */
    void removeEmptyFile() {
        File file = FlightSamples.beside(trace.output());
        if (hasFile && file.length() == 0 && file.delete()) {
            hasFile = false;
        }
    }

    /** Writes what there is, unless the JVM's end has, and leaves nothing of ours with the Flight Recorder. */
    void end() {
        try {
            recording.stop();
        } catch (IllegalStateException hasEnded) {
            return;
        } finally {
            recording.close();
            FlightRecorder.removePeriodicEvent(this);
            FlightRecorder.unregister(ClockEvent.class);
            FlightRecorder.unregister(ThreadEvent.class);
            FlightRecorder.unregister(MadeEvent.class);
            FlightRecorder.unregister(WaitedEvent.class);
        }
    }
}
