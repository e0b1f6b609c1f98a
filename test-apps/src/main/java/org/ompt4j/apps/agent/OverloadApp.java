package org.ompt4j.apps.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Has more events, threads or tasks than an agent can store, or files and memory that fail.
 *
 * <p>Known by construction: the scenarios that lock make {@link #LOCKED} releases of a {@code ReentrantLock}, times the scale, and no
 * other scenario makes any.
 */
public final class OverloadApp {
    private static final int LOCKERS = 2;
    private static final int PAIRS = 100_000;

    /**
     * Releases, times the scale, in each of the scenarios {@code locks}, {@code slow-disk}, {@code heap-error}, {@code full-heap} and those that
     * change the file of the trace.
     */
    public static final int LOCKED = LOCKERS * PAIRS;

    /** Threads of the scenario {@code threads}. */
    public static final int THREADS = 10_000;

    private static final int PENDING = 200_000;
    private static final int DEPTH = 500;
    private static final int DEEP_THREADS = 200;
    private static final int DEEP_FRAMES = 500;

    /** Bytes of the heap that remain free: enough for the program and the agent to end, but not for the stacks of all deep threads. */
    private static final int ROOM_LEFT = 1_500_000;

    /** The length of each of the arrays that fill the heap. */
    private static final int FOOD = 25_000;

    private static Object filled = "";

    private OverloadApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("locks", OverloadApp::locks)
                .add("slow-disk", OverloadApp::slowDisk)
                .add("deleted", scale -> locksWhile(scale, Files::delete))
                .add("cut", scale -> locksWhile(scale, OverloadApp::cut))
                .add("renamed", scale -> locksWhile(scale, OverloadApp::rename))
                .add("replaced", scale -> locksWhile(scale, OverloadApp::replace))
                .add("heap-error", OverloadApp::heapError)
                .add("full-heap", OverloadApp::fullHeap)
                .add("threads", OverloadApp::threads)
                .add("tasks", OverloadApp::tasks)
                .add("depth", scale -> "deepest " + new ForkJoinPool(1).invoke(new Deeper(DEPTH * scale)))
                .run(args);
    }

    private static String locks(int scale) throws InterruptedException {
        long[] count = new long[LOCKERS];
        Thread[] lockers = new Thread[LOCKERS];
        for (int i = 0; i < LOCKERS; i++) {
            int number = i;
            lockers[i] = Threads.start("locker-" + i, () -> count[number] = lockAndUnlock(PAIRS * scale));
        }
        Threads.join(lockers);
        return "locked " + (count[0] + count[1]);
    }

    private static long lockAndUnlock(int times) {
        ReentrantLock lock = new ReentrantLock();
        long count = 0;
        for (int i = 0; i < times; i++) {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }
        return count;
    }

    /** At the end of the program the heap has no room for the stack traces of its threads. */
    private static String fullHeap(int scale) throws InterruptedException {
        String result = locks(scale);
        CountDownLatch begun = new CountDownLatch(DEEP_THREADS);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < DEEP_THREADS; i++) {
            Threads.start(OverloadApp::daemon, () -> waitDeep(DEEP_FRAMES, begun, never));
        }
        begun.await();
        filled = new byte[ROOM_LEFT];
        Object[] kept = null;
        try {
            while (true) {
                Object[] more = new Object[FOOD];
                more[0] = kept;
                kept = more;
            }
        } catch (OutOfMemoryError full) {
            filled = kept;
        }
        return result;
    }

    private static Thread daemon(Runnable code) {
        Thread made = new Thread(code, "deep");
        made.setDaemon(true);
        return made;
    }

    private static void waitDeep(int frames, CountDownLatch begun, CountDownLatch never) throws InterruptedException {
        if (frames > 0) {
            waitDeep(frames - 1, begun, never);
        } else {
            begun.countDown();
            never.await();
        }
    }

    /** Disk operations hang until the work is done: an agent whose hooks waited for the disk would wait forever. */
    private static String slowDisk(int scale) throws InterruptedException {
        DiskGate.close();
        String result = locks(scale);
        DiskGate.open();
        return result;
    }

    /** What another program could do to a file. */
    private interface Deed {
        void on(Path file) throws IOException;
    }

    /** Does something to the files of the trace after half of the acquisitions of locks. */
    private static String locksWhile(int scale, Deed deed) throws InterruptedException, IOException {
        long before = lockAndUnlock(PAIRS * scale);
        try (DirectoryStream<Path> traces = Files.newDirectoryStream(Path.of("."), "*.ompt*")) {
            for (Path each : traces) {
                if (Files.isRegularFile(each)) {
                    deed.on(each);
                }
            }
        }
        long[] after = new long[1];
        Threads.join(Threads.start("locker", () -> after[0] = lockAndUnlock(PAIRS * scale)));
        return "locked " + (before + after[0]);
    }

    private static void cut(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

    private static void rename(Path file) throws IOException {
        Files.move(file, file.resolveSibling(file.getFileName() + ".1"));
    }

    private static void replace(Path file) throws IOException {
        Files.delete(file);
        Files.writeString(file, "of somebody else");
    }

    /** Prints its result, then fills the heap; for JVMs with an option to end on an {@code OutOfMemoryError}. */
    private static String heapError(int scale) throws InterruptedException {
        System.out.println(locks(scale));
        List<byte[]> food = new ArrayList<>();
        try {
            while (true) {
                food.add(new byte[1 << 20]);
            }
        } catch (OutOfMemoryError e) {
            return "still here after " + food.size() / Integer.MAX_VALUE + " times";
        }
    }

    private static String threads(int scale) throws InterruptedException {
        int[] count = new int[1];
        for (int i = 0; i < THREADS * scale; i++) {
            Threads.join(Threads.start("short", () -> {
                synchronized (count) {
                    count[0]++;
                }
            }));
        }
        return "threads " + count[0];
    }

    /** Tasks that wait in the queue of a pool whose only worker is busy. */
    private static String tasks(int scale) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch gate = new CountDownLatch(1);
        pool.execute(() -> await(gate));
        List<ForkJoinTask<Integer>> pending = new ArrayList<>();
        for (int i = 0; i < PENDING * scale; i++) {
            pending.add(pool.submit(new One()));
        }
        gate.countDown();
        long sum = 0;
        for (ForkJoinTask<Integer> each : pending) {
            sum += each.join();
        }
        pool.shutdown();
        return "tasks " + sum;
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class One extends RecursiveTask<Integer> {

        @Override
        protected Integer compute() {
            return 1;
        }
    }

    /** Each task forks the next one and joins it, which runs it: so all of them are on one stack. */
    private static final class Deeper extends RecursiveTask<Integer> {
        private final int left;

        Deeper(int left) {
            this.left = left;
        }

        @Override
        protected Integer compute() {
            if (left == 0) {
                return 0;
            }
            Deeper next = new Deeper(left - 1);
            next.fork();
            return next.join() + 1;
        }
    }
}
