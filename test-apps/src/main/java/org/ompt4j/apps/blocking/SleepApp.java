package org.ompt4j.apps.blocking;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
                .add("time-unit-inside", scale -> timeUnitInside())
                .add("time-unit-odd", scale -> timeUnitOdd())
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

    private static String timeUnit() throws InterruptedException {
        Threads.start("unit-sleeper", () -> TimeUnit.MILLISECONDS.sleep(1)).join();
        return "slept";
    }

    /** The sleeping method is called by reflection: the call is in no class of the application. */
    private static String timeUnitInside() throws InterruptedException {
        Threads.join(Threads.start(
                "inside-sleeper",
                () -> TimeUnit.class.getMethod("sleep", long.class).invoke(TimeUnit.MILLISECONDS, 1L)));
        return "slept";
    }

    /** Sleeps for no time, for a negative time, without a unit, and after an interrupt, in threads of their own. */
    private static String timeUnitOdd() throws InterruptedException {
        String[] thrown = new String[3];
        Threads.join(
                Threads.start("unit-no-time", () -> {
                    TimeUnit.SECONDS.sleep(0);
                    TimeUnit.SECONDS.sleep(-1);
                    Thread.currentThread().interrupt();
                    TimeUnit.SECONDS.sleep(0);
                    thrown[0] = "interrupted " + Thread.interrupted();
                }),
                Threads.start(
                        "unit-none",
                        () -> thrown[1] = Threads.thrownBy(() -> {
                            sleepIn(null);
                            return null;
                        })),
                Threads.start("unit-woken", () -> {
                    Thread.currentThread().interrupt();
                    thrown[2] = Threads.traceOf(() -> sleepIn(TimeUnit.HOURS));
                }));
        return String.join(", ", thrown).strip();
    }

    @SuppressWarnings("NullAway") // One call is without a unit, on purpose.
    private static void sleepIn(@Nullable TimeUnit unit) throws InterruptedException {
        unit.sleep(1);
    }

    /** Sleeps for a negative time. */
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
