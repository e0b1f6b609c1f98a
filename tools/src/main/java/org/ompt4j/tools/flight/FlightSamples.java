package org.ompt4j.tools.flight;

import java.io.File;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.trace.Recording;
import org.ompt4j.tools.trace.TraceCompanion;

/**
 * Has samples taken while a trace is written. The Flight Recorder is started by a thread of its own while the program begins: it takes longer to start
 * than a small program to run.
 *
 * <p>Thread safety: any thread.
 */
final class FlightSamples implements TraceCompanion, Runnable {
    private static final String MODULE = "jdk.jfr";
    private static final long END_MILLIS = 5000;

    private final Thread starter = new Thread(null, this, "ompt4j-profile", 0, false);
    private @Nullable Ompt4jRuntime runtime;
    private @Nullable Recording trace;
    private @Nullable FlightRecording recording;
    private boolean ended;

    /** The JVM's number of each thread that was told and not yet taken, and behind it the trace's. */
    private long[] threads = new long[64];

    private int threadNumbers;

    @Override
    public synchronized void thread(OmptThread thread) {
        if (threadNumbers == threads.length) {
            threads = Arrays.copyOf(threads, 2 * threads.length);
        }
        threads[threadNumbers++] = thread.javaThreadId();
        threads[threadNumbers++] = thread.id();
    }

    /** Those that were told since they were taken last, each with two numbers. */
    synchronized long[] takeThreads() {
        long[] taken = Arrays.copyOf(threads, threadNumbers);
        threadNumbers = 0;
        return taken;
    }

    @Override
    public void begin(Ompt4jRuntime ofTrace, Recording written) {
        runtime = ofTrace;
        trace = written;
        starter.setDaemon(true);
        starter.start();
    }

    @Override
    public void run() {
        Ompt4jRuntime told = runtime;
        Recording beside = trace;
        if (told == null || beside == null) {
            return;
        }
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            told.message("this Java runtime has no module " + MODULE + ": the trace has no samples");
            return;
        }
        try {
            FlightRecording started = FlightRecording.start(this, beside);
            synchronized (this) {
                recording = started;
                if (ended) {
                    started.end();
                }
            }
        } catch (Throwable failure) {
            // Whatever the Flight Recorder lacks here: it can be switched off, and the JVM may be about to end.
            told.message("the Flight Recorder could not begin (" + OneLine.of(failure) + "): the trace has no samples");
        }
    }

    /** The run is over, or the agent leaves; where the JVM ends, the Flight Recorder has seen to its own end before. */
    void end() {
        try {
            starter.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            ended = true;
            if (recording != null) {
                recording.end();
            }
        }
    }

    /** Where the samples of a trace are. */
    static File beside(File trace) {
        return new File(trace.getPath() + ".jfr");
    }
}
