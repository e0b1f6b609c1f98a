package org.ompt4j.apps.blocking;

import java.util.concurrent.TimeUnit;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Threads that sleep. */
public final class SleepApp {

    /** How often the thread {@code sleeper} sleeps by a call of {@code Thread.sleep} in this class, times the scale. */
    public static final int SLEEPS = 4;

    private static final long HOUR_MILLIS = 3_600_000;

    private SleepApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("sleeps", SleepApp::sleeps)
                .add("time-unit", scale -> timeUnit())
                .add("interrupted", scale -> interrupted())
                .add("exception", scale -> exception())
                .run(args);
    }

    private static String sleeps(int scale) throws InterruptedException {
        Threads.start("sleeper", () -> {
                    for (int i = 0; i < SLEEPS * scale; i += 2) {
                        Thread.sleep(1);
                        Thread.sleep(1, 1);
                    }
                })
                .join();
        return "slept";
    }

    /** The JDK's own code sleeps. */
    private static String timeUnit() throws InterruptedException {
        Threads.start("unit-sleeper", () -> TimeUnit.MILLISECONDS.sleep(1)).join();
        return "slept";
    }

    /** For less than no time. */
    private static String exception() throws InterruptedException {
        String[] thrown = new String[1];
        Threads.join(Threads.start(
                "wrong",
                () -> thrown[0] = Threads.thrownBy(() -> {
                    Thread.sleep(-1);
                    return null;
                })));
        return thrown[0];
    }

    private static String interrupted() throws InterruptedException {
        String[] thrown = new String[1];
        Thread sleeper = Threads.start("woken", () -> thrown[0] = Threads.traceOf(() -> Thread.sleep(HOUR_MILLIS)));
        Threads.awaitState(sleeper, Thread.State.TIMED_WAITING);
        sleeper.interrupt();
        sleeper.join();
        return thrown[0].strip();
    }
}
