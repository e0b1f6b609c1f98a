package org.ompt4j.apps.attach;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Does nothing until the file {@code stop} is in the working directory, and then prints the number of threads of the agent. With an argument it
 * sets the version of Java to that value. Needs no other class.
 */
public final class WaitingApp {
    private static final Path STOP = Path.of("stop");
    private static final long LOOK_NANOS = 10_000_000;

    private WaitingApp() {}

    public static void main(String[] args) {
        if (args.length > 0) {
            System.setProperty("java.specification.version", args[0]);
        }
        System.out.println("running");
        while (!Files.exists(STOP)) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().toLowerCase(Locale.ROOT).startsWith("ompt4j"))
                .count();
        System.out.println(threads + " threads of the agent");
    }
}
