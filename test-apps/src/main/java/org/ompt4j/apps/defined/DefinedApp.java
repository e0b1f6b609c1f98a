package org.ompt4j.apps.defined;

import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Constructs of the program's own: nobody who does not know them can tell that they are any. */
public final class DefinedApp {

    /** Parties {@code party-0} ... of {@code barrier}. */
    public static final int PARTIES = 3;
    /** Acquisitions of {@code lock} by each of {@code user-0} and {@code user-1}, times the scale. */
    public static final int ACQUISITIONS = 50;

    private DefinedApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("barrier", scale -> barrier())
                .add("lock", DefinedApp::lock)
                .add("try-lock", scale -> tryLock())
                .add("solver", scale -> "solved " + new Solver().solve(4, 2.0))
                .add("failing", scale -> Threads.thrownBy(() -> Solver.failingPart(0)))
                .run(args);
    }

    private static String barrier() throws InterruptedException {
        Gate gate = new Gate(PARTIES);
        Thread[] parties = new Thread[PARTIES];
        for (int i = 0; i < PARTIES; i++) {
            parties[i] = Threads.start("party-" + i, gate::await);
        }
        Threads.join(parties);
        return PARTIES + " parties";
    }

    private static String lock(int scale) throws InterruptedException {
        Latch latch = new Latch();
        int[] count = new int[1];
        Thread[] users = new Thread[2];
        for (int i = 0; i < users.length; i++) {
            users[i] = Threads.start("user-" + i, () -> count(latch, count, ACQUISITIONS * scale));
        }
        Threads.join(users);
        return "counted " + count[0];
    }

    private static void count(Latch latch, int[] count, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            latch.acquire();
            count[0]++;
            latch.release();
        }
    }

    private static String tryLock() {
        Latch latch = new Latch();
        boolean first = latch.acquireNow();
        boolean second = latch.acquireNow();
        latch.release();
        return first + " " + second;
    }
}
