package org.ompt4j.apps.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;

/**
 * Works in a tree of forked tasks, a parallel stream, an executor and futures, each with a method of its own that does all of the work, once the Flight
 * Recorder records. With the argument {@code stay} it then prints {@link #STAYS} and works on. With {@link #PAUSES} it has garbage collected instead.
 */
public final class ProfileApp {
    public static final String STAYS = "stays";

    /** Argument: it calls {@code System.gc()} until that has taken a third of its time. */
    public static final String PAUSES = "pauses";

    /** File in its directory with two lines: how often it had garbage collected, and how many nanoseconds that took by its own clock. */
    public static final String MEASURED_PAUSES = "measured-pauses";

    private static final int PARTS = 64;
    private static final int OBJECTS = 500_000;
    private static final long START_NANOS = 60_000_000_000L;
    private static volatile double result;

    private ProfileApp() {}

    public static void main(String[] args) throws Exception {
        boolean isObserved = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(each -> each.startsWith("-javaagent:"));
        if (isObserved) {
            awaitRecording();
        }
        if (args.length > 0 && args[0].equals(PAUSES)) {
            pauses();
            return;
        }
        tree();
        stream();
        executor();
        futures();
        System.out.println("done");
        while (args.length > 0) {
            System.out.println(STAYS);
            stream();
        }
    }

    /** It begins while the program does. */
    private static void awaitRecording() throws InterruptedException {
        long begin = System.nanoTime();
        while (FlightRecorder.getFlightRecorder().getRecordings().stream()
                .noneMatch(each -> each.getState() == RecordingState.RUNNING)) {
            if (System.nanoTime() - begin > START_NANOS) {
                throw new IllegalStateException("nothing is recorded");
            }
            Thread.sleep(10);
        }
    }

    private static void pauses() throws IOException {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            objects.add(new Object[] {i});
        }
        long count = 0;
        long nanos = 0;
        while (3 * nanos
                < TimeUnit.MILLISECONDS.toNanos(
                        ManagementFactory.getRuntimeMXBean().getUptime())) {
            long begin = System.nanoTime();
            System.gc();
            nanos += System.nanoTime() - begin;
            count++;
        }
        result = objects.size();
        Files.write(Path.of(MEASURED_PAUSES), List.of(Long.toString(count), Long.toString(nanos)));
    }

    private static void tree() {
        new Tree(PARTS).invoke();
    }

    private static void stream() {
        IntStream.range(0, PARTS).parallel().forEach(i -> workOfStream());
    }

    private static void executor() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            futures.add(pool.submit(ProfileApp::workOfExecutor));
        }
        for (Future<?> each : futures) {
            each.get();
        }
        pool.shutdown();
    }

    private static void futures() {
        CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
        for (int i = 0; i < PARTS; i++) {
            last = last.thenRunAsync(ProfileApp::workOfFuture);
        }
        last.join();
    }

    private static void workOfTree() {
        work();
    }

    private static void workOfStream() {
        work();
    }

    private static void workOfExecutor() {
        work();
    }

    private static void workOfFuture() {
        work();
    }

    /** Some milliseconds. */
    private static void work() {
        double sum = result;
        for (int i = 0; i < 1_500_000; i++) {
            sum += Math.sqrt(i + sum);
        }
        result = sum;
    }

    private static final class Tree extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int parts;

        Tree(int parts) {
            this.parts = parts;
        }

        @Override
        protected void compute() {
            if (parts == 1) {
                workOfTree();
            } else {
                invokeAll(new Tree(parts / 2), new Tree(parts - parts / 2));
            }
        }
    }
}
