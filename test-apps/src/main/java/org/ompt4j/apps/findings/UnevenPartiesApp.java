package org.ompt4j.apps.findings;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Threads;

/**
 * Three parties use a barrier many times; {@code slow} always arrives last.
 *
 * <p>The program measures how long the parties waited, in total.
 */
public final class UnevenPartiesApp {
    private static final int ROUNDS = 30;
    private static final long SLOW_MILLIS = 10;

    /** How long the two fast parties wait at least, if they arrive in a tenth of the time of the slow one. */
    public static final long LEAST_WAITED_NANOS = 2 * ROUNDS * SLOW_MILLIS * 900_000;

    private UnevenPartiesApp() {}

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        LongAdder waited = new LongAdder();
        Threads.join(
                Threads.start("slow", () -> meet(barrier, SLOW_MILLIS, waited)),
                Threads.start("quick-1", () -> meet(barrier, 0, waited)),
                Threads.start("quick-2", () -> meet(barrier, 0, waited)));
        Measured measured = new Measured();
        measured.put("waited", waited.sum());
        measured.write();
        System.out.println("done");
    }

    private static void meet(CyclicBarrier barrier, long millis, LongAdder waited) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Thread.sleep(millis);
            long begun = System.nanoTime();
            barrier.await();
            waited.add(System.nanoTime() - begun);
        }
    }
}
