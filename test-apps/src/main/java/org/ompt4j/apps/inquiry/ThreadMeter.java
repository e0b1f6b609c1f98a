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
 * What the JVM, and a thread's own readings of the clocks, tell of the time of one thread, from its first {@link #mark} to its last one.
 *
 * <p>Thread safety: one thread's; {@link #write} once the others have ended.
 */
final class ThreadMeter {
    private static final ThreadMXBean JVM = ManagementFactory.getThreadMXBean();
    private static final ThreadLocal<ThreadMeter> CURRENT = ThreadLocal.withInitial(ThreadMeter::new);
    private static final Collection<ThreadMeter> BEGUN = new ConcurrentLinkedQueue<>();

    /** Tasks that a worker runs before it is measured: the first ones take long. */
    private static final int TASKS_BEFORE = 8;

    /** What the program knows of what a thread does. Of a worker without a task it knows nothing. */
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

    /** From now on the JVM measures how long threads wait. */
    static void enable() {
        JVM.setThreadContentionMonitoringEnabled(true);
    }

    /** The current thread's. */
    static ThreadMeter current() {
        return CURRENT.get();
    }

    /** The thread is measured from here on. */
    void begin() {
        mark();
        blockedBeforeMillis = blockedMillis;
        waitedBeforeMillis = waitedMillis;
        BEGUN.add(this);
        becomes(doing);
        Arrays.fill(nanos, 0);
        Arrays.fill(processorNanos, 0);
    }

    /** Reads what the JVM has measured so far; the trace tells when. */
    void mark() {
        becomes(doing);
        if (!isVirtual) {
            ThreadInfo info = JVM.getThreadInfo(thread.getId());
            blockedMillis = info.getBlockedTime();
            waitedMillis = info.getWaitedTime();
        }
    }

    /** The body is a task of a worker, which works in it but where it says that it waits. */
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

    /** The thread works in the body but where it says that it waits. */
    void works(Threads.Body body) throws Exception {
        does(Doing.WORK, body);
    }

    /** The thread waits in the body but where it says that it works. */
    void waits(Threads.Body body) throws Exception {
        does(Doing.WAIT, body);
    }

    /** The thread waits in the body for input, which is no wait for the JVM. */
    void waitsForInput(Threads.Body body) throws Exception {
        does(Doing.WAIT_FOR_INPUT, body);
    }

    /** It is known by construction that the thread waited for so long since it is measured. */
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
