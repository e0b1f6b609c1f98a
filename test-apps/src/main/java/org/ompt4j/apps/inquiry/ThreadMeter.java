package org.ompt4j.apps.inquiry;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.apps.Threads;

/**
 * Measures what one thread does from {@link #begin} to its last {@link #mark}, by the JVM's times of waits, the thread's processor time and its
 * own readings of the clock.
 *
 * <p>Thread safety: the measured thread only; call {@link #write} after all measured threads have ended.
 */
final class ThreadMeter {
    private static final ThreadMXBean JVM = ManagementFactory.getThreadMXBean();
    private static final ThreadLocal<ThreadMeter> CURRENT = ThreadLocal.withInitial(ThreadMeter::new);
    private static final Collection<ThreadMeter> BEGUN = new ConcurrentLinkedQueue<>();

    /** The task with which the measurement of a worker begins, counted from 1: the first ones load classes. */
    private static final int TASKS_BEFORE = 8;

    /** What a thread does; unknown for a worker without a task. */
    private enum Doing {
        WORK,
        WAIT,
        WAIT_FOR_INPUT,
        UNKNOWN
    }

    private final Thread thread = Thread.currentThread();
    private final boolean isVirtual = JVM.getThreadInfo(thread.getId()) == null;
    private final long[] nanos = new long[Doing.values().length];
    private final long[] processorNanos = new long[Doing.values().length];
    private Doing doing = Doing.UNKNOWN;
    private long sinceNanos;
    private long sinceProcessorNanos;
    private int tasks;
    private long blockedMillis;
    private long waitedMillis;
    private long blockedBeforeMillis;
    private long waitedBeforeMillis;
    private long leastNanos;

    private ThreadMeter() {}

    /** Switches on the JVM's measurement of waits. */
    static void enable() {
        JVM.setThreadContentionMonitoringEnabled(true);
    }

    /** The meter of the current thread. */
    static ThreadMeter current() {
        return CURRENT.get();
    }

    /** Begins the measurement of the current thread. */
    void begin() {
        mark();
        blockedBeforeMillis = blockedMillis;
        waitedBeforeMillis = waitedMillis;
        BEGUN.add(this);
        becomes(doing);
        Arrays.fill(nanos, 0);
        Arrays.fill(processorNanos, 0);
    }

    /** Reads what the JVM has measured so far. The trace has the time, see {@link WaitTimesApp#MARK}. */
    void mark() {
        becomes(doing);
        if (!isVirtual) {
            ThreadInfo info = JVM.getThreadInfo(thread.getId());
            blockedMillis = info.getBlockedTime();
            waitedMillis = info.getWaitedTime();
        }
    }

    /** Runs the body as a task of a worker, and as work except for the waits inside. */
    static void task(Threads.Body body) throws Exception {
        ThreadMeter meter = current();
        if (++meter.tasks == TASKS_BEFORE) {
            meter.begin();
        }
        meter.works(body);
        if (meter.tasks >= TASKS_BEFORE) {
            meter.mark();
        }
    }

    /** Runs the body as work, except for the waits inside. */
    void works(Threads.Body body) throws Exception {
        does(Doing.WORK, body);
    }

    /** Runs the body as a wait, except for the work inside. */
    void waits(Threads.Body body) throws Exception {
        does(Doing.WAIT, body);
    }

    /** Runs the body as a wait for input, which the JVM does not measure. */
    void waitsForInput(Threads.Body body) throws Exception {
        does(Doing.WAIT_FOR_INPUT, body);
    }

    /** Sets the least time, in nanoseconds, that the thread has waited in its measurement. */
    void waitedAtLeast(long nanos) {
        leastNanos = nanos;
    }

    private void does(Doing what, Threads.Body body) throws Exception {
        Doing before = doing;
        becomes(what);
        body.run();
        becomes(before);
    }

    private void becomes(Doing what) {
        long now = System.nanoTime();
        long processorNow = isVirtual ? 0 : JVM.getCurrentThreadCpuTime();
        nanos[doing.ordinal()] += now - sinceNanos;
        processorNanos[doing.ordinal()] += processorNow - sinceProcessorNanos;
        sinceNanos = now;
        sinceProcessorNanos = processorNow;
        doing = what;
    }

    /** Writes a line for each thread that was measured, see {@link WaitTimesApp#COLUMNS}. */
    static void write(Path file) throws IOException {
        List<String> lines = BEGUN.stream().map(ThreadMeter::line).sorted().collect(Collectors.toList());
        Files.write(file, lines);
    }

    private String line() {
        Stream<Object> values = Stream.of(
                thread.getName(),
                isVirtual ? thread.getId() : 0,
                1_000_000 * (blockedMillis - blockedBeforeMillis),
                1_000_000 * (waitedMillis - waitedBeforeMillis),
                Arrays.stream(processorNanos).sum(),
                processorNanos[Doing.WORK.ordinal()],
                nanos[Doing.WAIT.ordinal()] + nanos[Doing.UNKNOWN.ordinal()],
                nanos[Doing.WAIT_FOR_INPUT.ordinal()],
                leastNanos);
        return values.map(Object::toString).collect(Collectors.joining(";"));
    }
}
