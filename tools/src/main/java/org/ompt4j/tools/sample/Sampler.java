package org.ompt4j.tools.sample;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.trace.Recording;
import org.ompt4j.tools.trace.RecordingControl;
import org.ompt4j.tools.trace.ThreadLog;

/**
 * The thread that looks at all others.
 *
 * <p>Every period one sample of each thread is written, also if nothing has changed: a reader that counts samples counts time.
 */
final class Sampler implements Runnable, RecordingControl.Source {
    private static final long END_MILLIS = 2000;

    private final Ompt4jRuntime runtime;
    private final Recording recording;
    private final ThreadLog log;
    private final long periodNanos;
    private final Set<Long> defined = new HashSet<>();
    private final Thread thread;
    private volatile boolean ended;
    private volatile boolean off;

    Sampler(Ompt4jRuntime runtime, Recording recording, long periodNanos) {
        this.runtime = runtime;
        this.recording = recording;
        this.log = recording.newSampleLog();
        this.periodNanos = periodNanos;
        this.thread = new Thread(null, this, "ompt4j-sample", 0, false);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        long next = System.nanoTime();
        while (!ended) {
            if (!off) {
                sampleAll(System.nanoTime());
            }
            long now = System.nanoTime();
            next = Math.max(next + periodNanos, now);
            while (!ended && now < next) {
                LockSupport.parkNanos(this, next - now);
                // An application that interrupts every thread it finds must not make this one spin.
                Thread.interrupted();
                now = System.nanoTime();
            }
        }
    }

    @Override
    public void on() {
        off = false;
    }

    @Override
    public void off() {
        off = true;
    }

    private void sampleAll(long timeNanos) {
        for (OmptThread thread : runtime.threads()) {
            State state = thread.state();
            if (state != State.UNDEFINED) {
                if (defined.add(thread.id())) {
                    recording.defineThread(thread);
                }
                log.sample(timeNanos, thread.id(), state, thread.waitId(), thread.taskId(), thread.parallelId());
            }
        }
    }

    /** Returns once no sample is written any more. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
