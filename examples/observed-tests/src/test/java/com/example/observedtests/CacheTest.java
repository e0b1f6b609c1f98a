package com.example.observedtests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.ompt4j.junit.Observed;

class CacheTest {
    private static final long LOADS_MILLIS = 1_000;

    private final CountDownLatch isLoading = new CountDownLatch(1);
    private final Cache<String, Integer> cache = new Cache<>(this::load);

    private int load(String key) {
        if (key.equals("slow")) {
            isLoading.countDown();
            try {
                Thread.sleep(LOADS_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return key.length();
    }

    @Test
    @Observed(lockHeldAtMost = "500ms", lockWaitAtMost = "500ms", noLockInversion = true)
    void nobodyWaitsForWhoLoads() throws InterruptedException {
        Thread slow = new Thread(() -> cache.get("slow"), "slow");
        slow.start();
        isLoading.await();

        assertEquals(5, cache.get("other"));

        slow.join();
    }
}
