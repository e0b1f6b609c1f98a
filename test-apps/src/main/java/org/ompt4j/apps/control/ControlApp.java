package org.ompt4j.apps.control;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;
import org.ompt4j.control.OmptControl;

/**
 * Sends commands with {@link OmptControl}. It writes the answers to the file {@code answers} in the working directory, one line each: they are
 * not printed, since they depend on whether there is an agent.
 */
public final class ControlApp {
    /** Regions that {@code between} runs while tracing is paused. */
    public static final int PAUSED_REGIONS = 20_000;

    private static final int ELEMENTS = 1 << 12;
    private static final int WORKERS = 4;
    private static final int ROUNDS = 25;
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Lock WRITE_LOCK = new ReentrantReadWriteLock().writeLock();

    private ControlApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("answers", scale -> answers())
                .add("between", scale -> between())
                .add("in-region", scale -> inRegion())
                .add("held", scale -> held())
                .add("everything", scale -> everything())
                .add("flush", scale -> flush())
                .add("other-loader", scale -> otherLoader())
                .add("tool-specific", scale -> toolSpecific())
                .add("managed", scale -> managed())
                .add("until-told", scale -> untilTold())
                .add("end", scale -> end())
                .run(args);
    }

    private static String answers() throws IOException {
        answered("pause", OmptControl.pause());
        answered("pause again", OmptControl.pause());
        answered("flush", OmptControl.flush());
        answered("start", OmptControl.start());
        answered("start again", OmptControl.start());
        answered("64", OmptControl.control(OmptControl.FIRST_TOOL_SPECIFIC, 1, "text"));
        return "given";
    }

    private static String between() throws IOException {
        long sum = before();
        answered("pause", OmptControl.pause());
        for (int i = 0; i < PAUSED_REGIONS; i++) {
            sum += whilePaused();
        }
        answered("start", OmptControl.start());
        return Long.toString(sum + after());
    }

    private static long before() {
        return IntStream.range(0, ELEMENTS).parallel().asLongStream().sum();
    }

    private static long whilePaused() {
        return IntStream.range(0, 64).parallel().asLongStream().sum();
    }

    private static long after() {
        return IntStream.range(0, ELEMENTS).parallel().asLongStream().sum();
    }

    private static String inRegion() {
        AtomicLong sum = new AtomicLong();
        IntStream.range(0, ELEMENTS).parallel().forEach(i -> pausingAt(i, 1000, sum));
        sum.addAndGet(new Halves(0, ELEMENTS).invoke());
        IntStream.range(0, ELEMENTS).parallel().forEach(i -> startingAt(i, 3000, sum));
        synchronized (MONITOR) {
            OmptControl.pause();
            LOCK.lock();
            OmptControl.start();
        }
        LOCK.unlock();
        return Long.toString(sum.get());
    }

    /** Locks that were acquired before a pause are released in it, and acquired again later. */
    private static String held() {
        LOCK.lock();
        WRITE_LOCK.lock();
        OmptControl.pause();
        WRITE_LOCK.unlock();
        LOCK.unlock();
        OmptControl.start();
        takeAgain();
        return "released";
    }

    private static void takeAgain() {
        LOCK.lock();
        WRITE_LOCK.lock();
        WRITE_LOCK.unlock();
        LOCK.unlock();
    }

    private static void pausingAt(int element, int where, AtomicLong sum) {
        if (element == where) {
            OmptControl.pause();
        }
        synchronized (MONITOR) {
            sum.addAndGet(element);
        }
    }

    private static void startingAt(int element, int where, AtomicLong sum) {
        if (element == where) {
            OmptControl.start();
        }
        LOCK.lock();
        try {
            sum.addAndGet(element);
        } finally {
            LOCK.unlock();
        }
    }

    private static String everything() throws Exception {
        AtomicLong sum = new AtomicLong();
        CyclicBarrier barrier = new CyclicBarrier(WORKERS);
        Phaser phaser = new Phaser(WORKERS);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(Threads.start("worker-" + i, () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    sum.addAndGet(before() + new Halves(0, 256).invoke());
                    barrier.await();
                    startingAt(round, -1, sum);
                    pausingAt(round, -1, sum);
                    phaser.arriveAndAwaitAdvance();
                    Threads.join(Threads.start("child", () -> sum.addAndGet(after())));
                }
            }));
        }
        boolean running = true;
        while (running) {
            OmptControl.pause();
            sum.addAndGet(whilePaused() - whilePaused());
            OmptControl.start();
            running = workers.stream().anyMatch(Thread::isAlive);
        }
        for (Thread each : workers) {
            Threads.join(each);
        }
        return Long.toString(sum.get());
    }

    private static String flush() throws IOException {
        long sum = before();
        answered("flush", OmptControl.flush());
        // While the program runs, its trace is in a private directory; the output file only has the path.
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(Path.of(""), ".ompt4j-*")) {
            for (Path each : spools) {
                Files.copy(each.resolve("spool"), Path.of("flushed.copy"));
            }
        }
        return Long.toString(sum + after());
    }

    private static String otherLoader() throws Exception {
        URL jar = OmptControl.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null)) {
            Class<?> second = loader.loadClass(OmptControl.class.getName());
            answered("pause", (int) second.getMethod("pause").invoke(null));
            answered("start", (int) second.getMethod("start").invoke(null));
            return second == OmptControl.class ? "the same class" : "another class";
        }
    }

    private static String toolSpecific() throws IOException {
        answered("70", OmptControl.control(70, 5, "from inside"));
        return "given";
    }

    /** Sends the commands over JMX, if the agent's bean is registered. */
    private static String managed() throws Exception {
        long sum = before();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName control = new ObjectName("org.ompt4j:type=Control");
        if (server.isRegistered(control)) {
            answered("pause", (int) server.invoke(control, "pause", null, null));
            sum += whilePaused();
            answered("start", (int) server.invoke(control, "start", null, null));
            Object[] arguments = {70, 5, "from the bean"};
            String[] types = {"int", "int", "java.lang.String"};
            answered("70", (int) server.invoke(control, "control", arguments, types));
        } else {
            sum += whilePaused();
        }
        return Long.toString(sum + after());
    }

    /** Runs up to some hundred regions a second until there is a file {@code stop}. */
    private static String untilTold() {
        Path stop = Path.of("stop");
        long sum = before();
        System.out.println("running");
        while (!Files.exists(stop)) {
            before();
            LockSupport.parkNanos(2_000_000);
        }
        return Long.toString(sum);
    }

    private static String end() throws IOException {
        long sum = before();
        answered("end", OmptControl.end());
        sum += after();
        answered("start", OmptControl.start());
        return Long.toString(sum);
    }

    private static void answered(String command, int answer) throws IOException {
        Files.writeString(
                Path.of("answers"),
                command + " " + answer + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Sums up a range by halves; each leaf has one number. */
    private static final class Halves extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;

        private final int from;
        private final int to;

        Halves(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from == 1) {
                return (long) from;
            }
            int middle = (from + to) >>> 1;
            Halves right = new Halves(middle, to);
            right.fork();
            return new Halves(from, middle).compute() + right.join();
        }
    }
}
