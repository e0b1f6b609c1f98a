package org.ompt4j.apps.agent;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * A parallel stream of two elements, each on a thread of its own: the pool's worker computes until it has used {@link #COMPUTED_NANOS} of
 * processor time, the other thread sleeps for that long. Argument: whether the thread that runs the stream is {@code platform} or {@code virtual}.
 */
public final class ProcessorTimeApp {
    private static final long COMPUTED_MILLIS = 100;

    /** The least processor time of the thread that computes, in nanoseconds. */
    public static final long COMPUTED_NANOS = TimeUnit.MILLISECONDS.toNanos(COMPUTED_MILLIS);

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final CyclicBarrier TOGETHER = new CyclicBarrier(2);

    private static volatile double result;

    private ProcessorTimeApp() {}

    public static void main(String[] args) throws Exception {
        ThreadFactory threads = args[0].equals("virtual") ? Threads.virtual() : Thread::new;
        Threads.join(Threads.start(threads, ProcessorTimeApp::stream));
        System.out.println("done");
    }

    private static void stream() {
        IntStream.range(0, 2).parallel().forEach(ProcessorTimeApp::element);
    }

    private static void element(int number) {
        try {
            TOGETHER.await();
            boolean isWorker = Thread.currentThread().getName().startsWith("ForkJoinPool");
            if (isWorker) {
                computes();
            } else {
                Thread.sleep(COMPUTED_MILLIS);
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void computes() {
        long begin = CLOCK.getCurrentThreadCpuTime();
        double sum = result;
        while (CLOCK.getCurrentThreadCpuTime() - begin < COMPUTED_NANOS) {
            for (int i = 0; i < 10_000; i++) {
                sum += Math.sqrt(i + sum);
            }
        }
        result = sum;
    }
}
