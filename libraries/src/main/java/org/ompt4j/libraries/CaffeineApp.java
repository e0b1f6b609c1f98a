package org.ompt4j.libraries;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.ompt4j.apps.Scenarios;

/** Caffeine: a cache whose values are computed by a pool, and evicted in the common one. */
public final class CaffeineApp {
    private static final int KEYS = 500;
    private static final int KEPT = 100;

    private CaffeineApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("loads", CaffeineApp::loads).run(args);
    }

    private static String loads(int scale) throws InterruptedException {
        ExecutorService loaders = Executors.newFixedThreadPool(2, CaffeineApp::loader);
        AsyncLoadingCache<Integer, Integer> cache =
                Caffeine.newBuilder().executor(loaders).maximumSize(KEPT).buildAsync(CaffeineApp::load);
        List<CompletableFuture<Integer>> values = new ArrayList<>();
        for (int i = 0; i < KEYS * scale; i++) {
            values.add(cache.get(i));
        }
        long sum = 0;
        for (CompletableFuture<Integer> each : values) {
            sum += each.join();
        }
        Rest.pass();
        return "sum " + sum;
    }

    /** Never shut down: the cache's upkeep is handed to it at any time. */
    private static Thread loader(Runnable body) {
        Thread thread = new Thread(body, "loader");
        thread.setDaemon(true);
        return thread;
    }

    private static int load(int key) {
        return key % 7;
    }
}
