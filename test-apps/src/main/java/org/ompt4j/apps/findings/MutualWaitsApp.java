package org.ompt4j.apps.findings;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Threads;

/**
 * Threads share too few connections.
 *
 * <p>The program measures how long they waited for a connection. With the argument {@link #FAIR} the thread that has waited longest gets the next
 * one.
 */
public final class MutualWaitsApp {
    /** The number of threads. */
    public static final int USERS = 6;

    /** The number of connections. */
    public static final int CONNECTIONS = 2;

    /** How often each thread uses a connection. */
    private static final int USES = 15;

    /** How long each use takes at least. */
    private static final long USE_MILLIS = 8;

    /**
     * The least time that all threads together wait. While all connections are used, all other threads wait, except for threads that have no use
     * left and for a tenth of the time between two uses.
     */
    public static final long LEAST_WAITED_NANOS =
            (USERS - CONNECTIONS - 1) * (USERS * USES / CONNECTIONS) * USE_MILLIS * 900_000;

    public static final String FAIR = "fair";

    private MutualWaitsApp() {}

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> connections =
                new ArrayBlockingQueue<>(CONNECTIONS, List.of(args).contains(FAIR));
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(i);
        }
        LongAdder waited = new LongAdder();
        loadClasses(waited);
        Thread[] users = new Thread[USERS];
        for (int i = 0; i < USERS; i++) {
            users[i] = Threads.start("user-" + i, () -> use(connections, waited));
        }
        Threads.join(users);
        Measured measured = new Measured();
        measured.put("waited", waited.sum());
        measured.write();
        System.out.println("done");
    }

    /** The first wait loads classes, during which threads do not wait for connections. */
    private static void loadClasses(LongAdder waited) throws InterruptedException {
        BlockingQueue<Integer> one = new ArrayBlockingQueue<>(1);
        Thread taker = Threads.start("taker", () -> waited.add(one.take()));
        Threads.awaitState(taker, Thread.State.WAITING);
        one.add(0);
        Threads.join(taker);
    }

    private static void use(BlockingQueue<Integer> connections, LongAdder waited) throws InterruptedException {
        for (int use = 0; use < USES; use++) {
            long begun = System.nanoTime();
            Integer connection = connections.take();
            waited.add(System.nanoTime() - begun);
            Thread.sleep(USE_MILLIS);
            connections.add(connection);
        }
    }
}
