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
 * <p>It measures how long they waited for a connection. With the argument {@link #FAIR} the thread that waited longest is the next.
 */
public final class MutualWaitsApp {
    /** Threads, for which there are so many connections, which each uses so often and for so long at least. */
    public static final int USERS = 6;

    public static final int CONNECTIONS = 2;
    private static final int USES = 15;
    private static final long USE_MILLIS = 8;

    /**
     * What all users wait at least: while {@code CONNECTIONS} of them use one all others wait, but for those that are done at the end and for moments in
     * between.
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

    /** Users that wait for classes do not wait for connections. */
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
