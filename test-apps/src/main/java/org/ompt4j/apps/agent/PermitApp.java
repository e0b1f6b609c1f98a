package org.ompt4j.apps.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Prints, for actions that must not consume the permit of {@code LockSupport} or clear the interrupt status, whether the thread still has it. */
public final class PermitApp {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private PermitApp() {}

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (Map.Entry<String, Runnable> each : deeds(pool).entrySet()) {
            Thread permit = new Thread(() -> keepsPermit(each.getKey(), each.getValue()), each.getKey() + "-permit");
            permit.start();
            permit.join();
            Thread interrupt =
                    new Thread(() -> keepsInterrupt(each.getKey(), each.getValue()), each.getKey() + "-interrupt");
            interrupt.start();
            interrupt.join();
        }
        pool.shutdown();
    }

    private static Map<String, Runnable> deeds(ExecutorService pool) {
        Map<String, Runnable> deeds = new LinkedHashMap<>();
        Lock lock = new ReentrantLock();
        Phaser phaser = new Phaser(1);
        CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
        deeds.put("start", () -> new Thread(() -> {}, "started").start());
        deeds.put("execute", () -> pool.execute(() -> {}));
        deeds.put("thenApply", () -> done.thenApply(i -> i + 1));
        deeds.put("arrive", phaser::arrive);
        deeds.put("await", phaser::arriveAndAwaitAdvance);
        deeds.put("stream", () -> IntStream.range(0, 1).parallel().forEach(i -> {}));
        deeds.put("new lock", ReentrantLock::new);
        deeds.put("lock", () -> {
            lock.lock();
            lock.unlock();
        });
        deeds.put("monitor", () -> {
            synchronized (lock) {
                Thread.onSpinWait();
            }
        });
        deeds.put("yield", Thread::yield);
        return deeds;
    }

    private static void keepsPermit(String name, Runnable deed) {
        LockSupport.unpark(Thread.currentThread());
        deed.run();
        long begin = System.nanoTime();
        LockSupport.parkNanos(LIMIT_NANOS);
        System.out.println(name + ": permit " + (System.nanoTime() - begin < LIMIT_NANOS));
    }

    private static void keepsInterrupt(String name, Runnable deed) {
        Thread.currentThread().interrupt();
        deed.run();
        System.out.println(name + ": interrupt " + Thread.currentThread().isInterrupted());
    }
}
