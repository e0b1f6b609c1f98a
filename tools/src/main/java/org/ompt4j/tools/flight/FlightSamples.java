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
 * Has samples taken while a trace is written. The Flight Recorder is started by a thread of its own while the program begins: it takes longer to start
 * than a small program to run.
 *
 * <p>Thread safety: any thread.
 */
final class FlightSamples implements TraceCompanion, Runnable {
    private static final String TOO_LATE = "the program ended before the Flight Recorder had begun";

    private static final String WITHOUT_SAMPLES = ": the trace has no samples";

    /** What the JDK says to who wants to have something done at the end once that has begun. */
    private static final String SHUTDOWN = "Shutdown in progress";

    /** How long a detach waits for a Flight Recorder that is being started. */
    private static final long END_MILLIS = 5000;

    /** How long the end of the JVM waits: it may have been started right now. */
    private static final long JVM_END_MILLIS = 50;

    /** How long it waits for one that is being made: who makes it while the JVM is going down has the JVM print errors among what the program prints. */
    private static final long JVM_END_MAKING_MILLIS = 500;

    /** What is over so soon has nothing that samples could tell. */
    private static final long TOO_SHORT_MILLIS = 100;

    /** Guards what follows of the recording's life; apart from the threads, so that no thread of the program waits while it is started. */
    private final Object life = new Object();

    private final Thread starter = new Thread(null, this, "ompt4j-profile", 0, false);
    private @Nullable Ompt4jRuntime runtime;
    private @Nullable Recording trace;
    private @Nullable FlightRecording recording;
    private boolean beingMade;
    private @Nullable FlightRecording beingStarted;
    private boolean givenUp;
    private boolean ended;

    /** Whether stacks are taken: from when the Flight Recorder knows what they are. */
    private volatile boolean takesStacks;

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
            start(beside);
        } catch (Throwable failure) {
            // Whatever the Flight Recorder lacks here: it can be switched off, and the JVM may be about to end.
            giveUp(
                    told,
                    isForTheEnd(failure)
                            ? TOO_LATE
                            : "the Flight Recorder could not begin (" + OneLine.of(failure) + ")");
        }
    }

    /** Whether the JVM, which has begun to end, takes no more hooks for that; the Flight Recorder has one. */
    private static boolean isForTheEnd(Throwable failure) {
        return failure instanceof IllegalStateException && SHUTDOWN.equals(failure.getMessage());
    }

    private void start(Recording beside) throws IOException, InterruptedException {
        if (endsSoon()) {
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
                made.end(); // The end has not waited for it any longer.
            } else {
                recording = made;
            }
            beingStarted = null;
            life.notifyAll();
        }
    }

    /** A JVM that ends while its Flight Recorder is made takes longer to end: by 300 ms on JDK 25. */
    private boolean endsSoon() throws InterruptedException {
        synchronized (life) {
            long deadline = System.nanoTime() + MILLISECONDS.toNanos(TOO_SHORT_MILLIS);
            boolean inTime = true;
            while (!ended && inTime) {
                inTime = awaitUntil(deadline);
            }
            return ended;
        }
    }

    /** Waits until something changes, with {@link #life} held; false if it is too late for that. */
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
     * The run is over, or the agent leaves; where the JVM ends, the Flight Recorder has seen to its own end before. One that is still being made is
     * waited for only where the JVM ends, one that is being started where it goes on.
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

    /** @param made waits for one that is being made, else for one that is being started */
    private void await(boolean made, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(millis);
        boolean inTime = true;
        while ((made ? beingMade : beingStarted != null) && inTime) {
            inTime = awaitUntil(deadline);
        }
    }

    /** Whether the JVM's hooks have run, the Flight Recorder's among them. One that is being started then never will be: its start waits for ever. */
    private static boolean isJvmEnding() {
        try {
            // A name of its own: the program's threads without one are numbered.
            Runtime.getRuntime().removeShutdownHook(new Thread(null, null, "ompt4j-none", 0, false));
            return false;
        } catch (IllegalStateException isEnding) {
            return true;
        } catch (SecurityException mayNotAsk) {
            return false;
        }
    }

    /** Where the samples of a trace are. */
    static File beside(File trace) {
        return new File(trace.getPath() + FlightNames.SUFFIX);
    }
}
