package org.ompt4j.tools.flight;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.trace.FlightNames;
import org.ompt4j.tools.trace.Recording;
import org.ompt4j.tools.trace.TraceCompanion;

/**
 * Has samples taken while a trace is written. A thread of its own starts the Flight Recorder while the program begins, since the start can take
 * longer than a small program runs. After that the thread watches whether the Flight Recorder has room to write.
 *
 * <p>Thread safety: any thread.
 */
final class FlightSamples implements TraceCompanion, Runnable {
    private static final String TOO_LATE = "the program ended before the Flight Recorder had begun";

    private static final String WITHOUT_SAMPLES = ": the trace has no samples";

    /** The JDK's message to a caller that registers a shutdown hook after the shutdown has begun. */
    private static final String SHUTDOWN = "Shutdown in progress";

    /** How long a detach waits for a Flight Recorder that is being started. */
    private static final long END_MILLIS = 5000;

    /** How long the shutdown of the JVM waits for a Flight Recorder that is being started: its start may be about to complete. */
    private static final long JVM_END_MILLIS = 50;

    /** How long the shutdown waits for a Flight Recorder that is being created: a creation during shutdown makes the JVM print errors. */
    private static final long JVM_END_MAKING_MILLIS = 500;

    /** A run that is over within this time is too short for samples. */
    private static final long TOO_SHORT_MILLIS = 100;

    /** The time between two looks at the room that the Flight Recorder has. */
    private static final long WATCH_MILLIS = 500;

    /** Guards the fields of the recording's life cycle. It is not {@code this}, so that no thread of the program waits during the start. */
    private final Object life = new Object();

    private final Thread starter = new Thread(null, this, "ompt4j-profile", 0, false);
    private @Nullable Ompt4jRuntime runtime;
    private @Nullable Recording trace;
    private @Nullable FlightRecording recording;
    private boolean beingMade;
    private @Nullable FlightRecording beingStarted;
    private boolean givenUp;
    private boolean ended;

    /** Whether stacks are taken; true once their event types are registered with the Flight Recorder. */
    private volatile boolean takesStacks;

    /** Threads that were reported and not yet taken, two numbers each: the JVM's id and the trace's id. */
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

    /** Takes the threads that were reported since the last call, two numbers each: the JVM's id and the trace's id. */
    synchronized long[] takeThreads() {
        long[] taken = Arrays.copyOf(threads, threadNumbers);
        threadNumbers = 0;
        return taken;
    }

    @Override
    public boolean made(long id, int callSite, int body) {
        return takesStacks && FlightRecording.made(id, callSite, body);
    }

    @Override
    public boolean waited(long beginNanos, int callSite) {
        return takesStacks && FlightRecording.waited(beginNanos, callSite);
    }

    /** The recording is about to start. */
    void takeStacks() {
        takesStacks = true;
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
        if (ModuleLayer.boot().findModule(FlightNames.MODULE).isEmpty()) {
            giveUp(told, "this Java runtime has no module " + FlightNames.MODULE);
            return;
        }
        try {
            FlightRoom room = new FlightRoom(beside(beside.output()));
            start(told, beside, room);
            watch(told, room);
        } catch (Throwable failure) {
            // The Flight Recorder can fail in many ways: it can be switched off, or the JVM may be about to end.
            giveUp(
                    told,
                    isForTheEnd(failure)
                            ? TOO_LATE
                            : "the Flight Recorder could not begin (" + OneLine.of(failure) + ")");
        }
    }

    /**
     * Whether the failure means that the shutdown of the JVM has begun: then it accepts no more shutdown hooks, and the Flight Recorder
     * needs one.
     */
    private static boolean isForTheEnd(Throwable failure) {
        return failure instanceof IllegalStateException && SHUTDOWN.equals(failure.getMessage());
    }

    private void start(Ompt4jRuntime told, Recording beside, FlightRoom room) throws IOException, InterruptedException {
        if (endsWithin(TOO_SHORT_MILLIS)) {
            return;
        }
        String lack = room.lack();
        if (!lack.isEmpty()) {
            giveUp(told, lack);
            return;
        }
        FlightRecording made = make(beside);
        if (made == null) {
            return;
        }
        if (mayStart(made)) {
            made.start();
            started(made);
        } else {
            made.discard();
        }
    }

    /** Null if the run is over. */
    private @Nullable FlightRecording make(Recording beside) throws IOException {
        synchronized (life) {
            if (ended) {
                return null;
            }
            beingMade = true;
        }
        try {
            return new FlightRecording(this, beside);
        } finally {
            synchronized (life) {
                beingMade = false;
                life.notifyAll();
            }
        }
    }

    private boolean mayStart(FlightRecording made) {
        synchronized (life) {
            beingStarted = ended ? null : made;
            return !ended;
        }
    }

    private void started(FlightRecording made) {
        synchronized (life) {
            if (givenUp) {
                made.end(); // The end of the run has stopped waiting for this recording.
            } else {
                recording = made;
            }
            beingStarted = null;
            life.notifyAll();
        }
    }

    /** Ends the recording before the Flight Recorder runs out of room. */
    private void watch(Ompt4jRuntime told, FlightRoom room) throws InterruptedException {
        while (isRecording() && !endsWithin(WATCH_MILLIS)) {
            String lack = room.lack();
            if (!lack.isEmpty()) {
                abandon(told, lack);
            }
        }
    }

    private boolean isRecording() {
        synchronized (life) {
            return recording != null;
        }
    }

    private void abandon(Ompt4jRuntime told, String why) {
        synchronized (life) {
            if (!ended && recording != null) {
                takesStacks = false;
                recording.abandon();
                recording = null;
                givenUp = true;
                told.message(why + WITHOUT_SAMPLES);
            }
        }
    }

    /**
     * Waits; returns whether the run is over by then. The Flight Recorder is not started at once, since a JVM that ends while it creates its
     * Flight Recorder takes longer: 300 ms on JDK 25.
     */
    private boolean endsWithin(long millis) throws InterruptedException {
        synchronized (life) {
            long deadline = System.nanoTime() + MILLISECONDS.toNanos(millis);
            boolean inTime = true;
            while (!ended && inTime) {
                inTime = awaitUntil(deadline);
            }
            return ended;
        }
    }

    /** Waits until a state changes, with {@link #life} held; returns false if the deadline has passed. */
    private boolean awaitUntil(long deadline) throws InterruptedException {
        long left = NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            return false;
        }
        life.wait(left);
        return true;
    }

    private void giveUp(Ompt4jRuntime told, String why) {
        synchronized (life) {
            if (!ended) {
                givenUp = true;
                told.message(why + WITHOUT_SAMPLES);
            }
            beingStarted = null;
            life.notifyAll();
        }
    }

    /**
     * The run is over, or the agent is detached. If the JVM ends, the Flight Recorder's own shutdown hook has run before. A Flight Recorder that
     * is still being created is waited for only if the JVM ends. One that is being started is waited for in both cases, but only briefly if the
     * JVM ends.
     */
    void end() {
        synchronized (life) {
            ended = true;
            takesStacks = false;
            life.notifyAll();
            boolean isJvmEnding = (beingMade || beingStarted != null) && isJvmEnding();
            try {
                if (isJvmEnding) {
                    await(true, JVM_END_MAKING_MILLIS);
                }
                await(false, isJvmEnding ? JVM_END_MILLIS : END_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (recording != null) {
                recording.end();
            } else if (runtime != null && !givenUp) {
                givenUp = true;
                runtime.message(TOO_LATE + WITHOUT_SAMPLES);
                if (beingStarted != null && isJvmEnding) {
                    beingStarted.removeEmptyFile();
                }
            }
        }
    }

    /** @param made whether to wait for a recording that is being created, instead of one that is being started */
    private void await(boolean made, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(millis);
        boolean inTime = true;
        while ((made ? beingMade : beingStarted != null) && inTime) {
            inTime = awaitUntil(deadline);
        }
    }

    /** Whether the JVM is shutting down. A Flight Recorder that is being started then never completes: its start waits forever. */
    private static boolean isJvmEnding() {
        try {
            // The thread gets a name, since an unnamed one would use up a number of the program's unnamed threads.
            Runtime.getRuntime().removeShutdownHook(new Thread(null, null, "ompt4j-none", 0, false));
            return false;
        } catch (IllegalStateException isEnding) {
            return true;
        } catch (SecurityException mayNotAsk) {
            return false;
        }
    }

    /** The file of the samples of a trace. */
    static File beside(File trace) {
        return new File(trace.getPath() + FlightNames.SUFFIX);
    }
}
