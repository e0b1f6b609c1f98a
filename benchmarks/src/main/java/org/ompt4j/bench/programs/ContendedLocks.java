package org.ompt4j.bench.programs;

import org.ompt4j.apps.Threads;

/** Threads that acquire the same lock, hold it for about a microsecond, and work without it for as long in between. */
final class ContendedLocks implements Workload {
    private static final int THREADS = 4;
    private static final int TURNS = 6_000;
    private static final int HELD = 600;
    private static final int BETWEEN = 600;

    private final Guard guard;

    ContendedLocks(Guard guard) {
        this.guard = guard;
    }

    @Override
    public void round() throws InterruptedException {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = Threads.start("worker-" + i, this::takeTurns);
        }
        Threads.join(threads);
        System.out.println(guard.value);
    }

    private void takeTurns() {
        long value = 0;
        for (int i = 0; i < TURNS; i++) {
            value = Work.steps(BETWEEN, value);
            guard.change(HELD);
        }
        if (value == 0) {
            throw new IllegalStateException("the work was left out");
        }
    }
}
