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

/** A recording of the JDK's Flight Recorder. This class must be loaded only in a JVM that has a Flight Recorder. */
final class FlightRecording implements Runnable {
    /** The events that tell when the JVM stops all threads, and what for: a few for each pause. */
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

    /** Makes the JDK create its Flight Recorder if it has none yet, which takes some tenths of a second. */
    FlightRecording(FlightSamples samples, org.ompt4j.tools.trace.Recording trace) {
        this.samples = samples;
        this.trace = trace;
    }

    void start() throws IOException {
        FlightRecorder.register(ThreadEvent.class);
        FlightRecorder.register(MadeEvent.class);
        FlightRecorder.register(WaitedEvent.class);
        FlightRecorder.addPeriodicEvent(ClockEvent.class, this);
        // The Flight Recorder would create a file that other users can read.
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

    /** Whether samples of processor time are supported. The JDK has the event type also on systems that do not support it. */
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

    /** Called at the begin and the end of each chunk of the recording. */
    @Override
    public void run() {
        // In a chunk of another recording only, the event is not enabled: the threads are kept for a later chunk.
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

    /** The calling thread creates a region or task: records its stack if the recording is on. Returns whether it did. */
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

    /** The calling thread has waited: records its stack if the recording is on. Returns whether it did. */
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

    /** Closes a recording that was not started. */
    void discard() {
        recording.close();
    }

    /** Deletes the file that {@link #start} created, if the JVM ends before anything is written to it. */
    void removeEmptyFile() {
        File file = FlightSamples.beside(trace.output());
        if (hasFile && file.length() == 0 && file.delete()) {
            hasFile = false;
        }
    }

    /** Ends a recording that was started, and keeps nothing of it: the Flight Recorder must not write any more. */
    void abandon() {
        try {
            recording.setDestination(null);
            FlightSamples.beside(trace.output()).delete();
        } catch (IOException | IllegalStateException hasEnded) {
            return; // The JVM's shutdown has written the recording.
        }
        end();
    }

    /** Stops and writes the recording, unless the JVM's shutdown has done so, and unregisters everything from the Flight Recorder. */
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
