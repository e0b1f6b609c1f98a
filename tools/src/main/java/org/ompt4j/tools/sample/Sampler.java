package org.ompt4j.tools.sample;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.trace.OwnThread;
import org.ompt4j.tools.trace.Recording;
import org.ompt4j.tools.trace.RecordingControl;
import org.ompt4j.tools.trace.ThreadLog;

/**
 * Takes samples of all threads.
 *
 * <p>In each period one sample of each thread is written, even if nothing has changed, so that the number of samples is a measure of time.
 */
final class Sampler implements RecordingControl.Source {
    /** How many ended threads are kept before they are searched for and removed. */
    private static final int ENDED_KEPT = 64;

    private final Ompt4jRuntime runtime;
    private final Recording recording;
    private final ThreadLog log;
    private final long periodNanos;
    private final Set<Long> defined = new HashSet<>();
    private final OwnThread thread = new Turns();
    private volatile boolean off;

    Sampler(Ompt4jRuntime runtime, Recording recording, long periodNanos) {
        this.runtime = runtime;
        this.recording = recording;
        this.log = recording.newSampleLog();
        this.periodNanos = periodNanos;
    }

    /** The thread that samples all others. */
    private final class Turns extends OwnThread {
        private long nextNanos = System.nanoTime();

        Turns() {
            super("ompt4j-sample");
        }

        @Override
        protected void turn() {
            if (!off) {
                sample();
            }
            nextNanos = Math.max(nextNanos + periodNanos, System.nanoTime());
            pauseUntil(nextNanos);
        }

        @Override
        protected void failed(Throwable failure) {
            runtime.message("no samples are taken any more: " + failure);
        }
    }

    void start() {
        thread.start();
    }

    @Override
    public void on() {
        off = false;
    }

    @Override
    public void off() {
        off = true;
    }

    private void sample() {
        try {
            sampleAll(System.nanoTime());
        } catch (OutOfMemoryError e) {
            // The application has used up the heap; the next turn tries again.
            recording.countMissedSample();
        }
    }

    private void sampleAll(long timeNanos) {
        Collection<? extends OmptThread> threads = runtime.threads();
        for (OmptThread each : threads) {
            sample(timeNanos, each);
        }
        if (defined.size() > 2 * threads.size() + ENDED_KEPT) {
            forgetEnded(threads);
        }
    }

    private void forgetEnded(Collection<? extends OmptThread> threads) {
        Set<Long> live = new HashSet<>();
        for (OmptThread each : threads) {
            live.add(each.id());
        }
        defined.retainAll(live);
    }

    private void sample(long timeNanos, OmptThread each) {
        State state;
        long waitId;
        long taskId;
        long parallelId;
        try {
            state = each.state();
            waitId = each.waitId();
            taskId = each.taskId();
            parallelId = each.parallelId();
        } catch (RuntimeException unreadable) {
            // That is this thread's alone.
            recording.countMissedSample();
            return;
        }
        if (state != State.UNDEFINED) {
            if (defined.add(each.id())) {
                recording.defineThread(each);
            }
            log.sample(timeNanos, each.id(), state, waitId, taskId, parallelId);
        }
    }

    /** Ends sampling, and waits up to two seconds until no more samples are written. */
    void end() {
        thread.end();
    }
}
