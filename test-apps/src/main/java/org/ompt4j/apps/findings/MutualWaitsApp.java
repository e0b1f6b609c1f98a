package org.ompt4j.apps.findings;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Threads;

/**
 * Threads share too few connections.
 *
 * <p>The program measures how long they waited for a connection. With the argument {@link #FAIR} the thread that has waited longest gets the next
 * one. With {@link #ALONE} the connections are in no queue: each thread parks until it is given one, as in pools that make a future for each request.
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
    public static final String ALONE = "alone";

    /** Where the connections are. */
    private interface Pool {
        int take() throws InterruptedException;

        void give(int connection);
    }

    private MutualWaitsApp() {}

    public static void main(String[] args) throws Exception {
        Pool connections = List.of(args).contains(ALONE)
                ? new Requests()
                : new Shared(List.of(args).contains(FAIR));
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.give(i);
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

    private static void use(Pool connections, LongAdder waited) throws InterruptedException {
        for (int use = 0; use < USES; use++) {
            long begun = System.nanoTime();
            int connection = connections.take();
            waited.add(System.nanoTime() - begun);
            Thread.sleep(USE_MILLIS);
            connections.give(connection);
        }
    }

    /** All threads wait in one queue. */
    private static final class Shared implements Pool {
        private final BlockingQueue<Integer> free;

        Shared(boolean isFair) {
            free = new ArrayBlockingQueue<>(CONNECTIONS, isFair);
        }

        @Override
        public int take() throws InterruptedException {
            return free.take();
        }

        @Override
        public void give(int connection) {
            free.add(connection);
        }
    }

    /** Each thread waits for its own request. */
    private static final class Requests implements Pool {
        private final Queue<Integer> free = new ArrayDeque<>();
        private final Queue<Request> waiting = new ArrayDeque<>();

        @Override
        public int take() {
            Request request = new Request();
            synchronized (this) {
                Integer connection = free.poll();
                if (connection != null) {
                    return connection;
                }
                waiting.add(request);
            }
            return request.answer();
        }

        @Override
        public void give(int connection) {
            Request next;
            synchronized (this) {
                next = waiting.poll();
                if (next == null) {
                    free.add(connection);
                }
            }
            if (next != null) {
                next.answer(connection);
            }
        }
    }

    private static final class Request {
        private final Thread by = Thread.currentThread();

        @Nullable
        private volatile Integer connection;

        int answer() {
            Integer given = connection;
            while (given == null) {
                LockSupport.park(this);
                given = connection;
            }
            return given;
        }

        void answer(int given) {
            connection = given;
            LockSupport.unpark(by);
        }
    }
}
