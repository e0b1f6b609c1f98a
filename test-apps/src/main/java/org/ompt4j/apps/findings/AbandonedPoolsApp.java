package org.ompt4j.apps.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.ompt4j.apps.Scenarios;

/** Requests that create a pool each, which they shut down or not, and pools that are used by all requests. */
public final class AbandonedPoolsApp {
    public static final int REQUESTS = 15;
    public static final int WORKERS = 2;

    private static final long REQUEST_MILLIS = 20;

    private AbandonedPoolsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("left", scale -> each(false))
                .add("ended", scale -> each(true))
                .add("kept", scale -> kept())
                .run(args);
    }

    private static String each(boolean ends) throws Exception {
        List<ExecutorService> pools = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            pools.add(answer(ends));
        }
        return pools.size() + " pools";
    }

    private static ExecutorService answer(boolean ends) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS, AbandonedPoolsApp::daemon);
        request(pool);
        if (ends) {
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.HOURS);
        }
        return pool;
    }

    /** A request submits a task for each worker, so that the pool then has all of its workers. */
    private static void request(ExecutorService pool) throws Exception {
        List<Future<?>> parts = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            parts.add(pool.submit(() -> {
                Thread.sleep(REQUEST_MILLIS);
                return null;
            }));
        }
        for (Future<?> each : parts) {
            each.get();
        }
    }

    private static String kept() throws Exception {
        List<ExecutorService> pools = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            pools.add(Executors.newFixedThreadPool(WORKERS, AbandonedPoolsApp::daemon));
        }
        for (int i = 0; i < 2; i++) {
            for (ExecutorService each : pools) {
                request(each);
            }
        }
        return pools.size() + " pools";
    }

    /** Daemon threads let the JVM end although the pools were not shut down. */
    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        return thread;
    }
}
