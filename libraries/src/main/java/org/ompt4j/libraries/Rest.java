package org.ompt4j.libraries;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ompt4j.apps.Threads;

/**
 * A time in which nothing is asked of a library, and what the JVM has measured of its threads by the end of it. It is that of a thread of its own, by
 * whose begin and end a trace knows it.
 *
 * <p>Thread safety: the main thread's.
 */
public final class Rest {
    /** How the names of those threads begin; the number of the rest follows, from 0 on. */
    public static final String NAME = "rest-";

    /**
     * File in the program's directory: for each rest and each thread of the program that lives at its end a line with the number of the rest, for how many
     * milliseconds the thread was blocked and waited since it began, what it {@link Does} now, and its name, apart by spaces.
     */
    public static final String MEASURED = "measured-threads";

    /** What a thread is seen in. */
    public enum Does {
        /** It waits, as the JVM says. */
        WAITS,
        /** It is in a selector, or in one that a library has instead, of which the JVM says that it runs. */
        SELECTS,
        SOMETHING
    }

    /** Long beside what it takes to begin and end a thread. */
    private static final int MILLIS = 200;

    private static final ThreadMXBean JVM = ManagementFactory.getThreadMXBean();

    private static final ThreadGroup PROGRAM = Thread.currentThread().getThreadGroup();
    private static int rests;

    private Rest() {}

    /** From now on the JVM measures how long threads wait. */
    static void measureThreads() {
        JVM.setThreadContentionMonitoringEnabled(true);
    }

    /** Returns when the rest is over. */
    static void pass() throws InterruptedException {
        int number = rests++;
        Threads.join(Threads.start(NAME + number, () -> {
            Thread.sleep(MILLIS);
            write(number);
        }));
    }

    /** All threads are seen at the same moment. */
    private static void write(int number) throws IOException {
        long[] program = Thread.getAllStackTraces().keySet().stream()
                .filter(each -> isOfProgram(each.getThreadGroup()))
                .mapToLong(Thread::getId)
                .toArray();
        List<String> lines = new ArrayList<>();
        for (ThreadInfo each : JVM.getThreadInfo(program, Integer.MAX_VALUE)) {
            if (each != null) {
                lines.add(number + " " + each.getBlockedTime() + " " + each.getWaitedTime() + " " + does(each) + " "
                        + each.getThreadName());
            }
        }
        Files.write(Path.of(MEASURED), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Others are the JVM's. A thread that ends has none. */
    private static boolean isOfProgram(ThreadGroup group) {
        return group != null && PROGRAM.parentOf(group);
    }

    private static Does does(ThreadInfo thread) {
        Thread.State state = thread.getThreadState();
        if (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) {
            return Does.WAITS;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        boolean isInSystem = stack.length > 0 && stack[0].isNativeMethod();
        return isInSystem && Stream.of(stack).anyMatch(Rest::isSelect) ? Does.SELECTS : Does.SOMETHING;
    }

    private static boolean isSelect(StackTraceElement frame) {
        return isMethod(frame, "sun.nio.ch.SelectorImpl", "select")
                || isMethod(frame, "io.netty.channel.epoll.Native", "epollWait");
    }

    private static boolean isMethod(StackTraceElement frame, String className, String method) {
        return frame.getClassName().equals(className) && frame.getMethodName().equals(method);
    }
}
