package org.ompt4j.apps.findings;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.ompt4j.apps.Scenarios;

/** Tasks are submitted to a pool whose worker is busy and whose queue is full. */
public final class RejectedTasksApp {
    public static final int QUEUE = 3;

    /** Tasks that are rejected. */
    public static final int TOO_MANY = 5;

    /** All tasks: one runs, and the queue is full. */
    public static final int TASKS = 1 + QUEUE + TOO_MANY;

    public static final long RUN_MILLIS = 50;

    private RejectedTasksApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("abort", scale -> submit(new ThreadPoolExecutor.AbortPolicy()))
                .add("caller-runs", scale -> submit(new ThreadPoolExecutor.CallerRunsPolicy()))
                .add("discard", scale -> submit(new ThreadPoolExecutor.DiscardPolicy()))
                .add("discard-oldest", scale -> submit(new ThreadPoolExecutor.DiscardOldestPolicy()))
                .run(args);
    }

    private static String submit(RejectedExecutionHandler policy) throws InterruptedException {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), policy);
        Thread submitter = Thread.currentThread();
        CountDownLatch goOn = new CountDownLatch(1);
        int rejected = 0;
        for (int i = 0; i < TASKS; i++) {
            try {
                pool.execute(() -> run(submitter, goOn));
            } catch (RejectedExecutionException e) {
                rejected++;
            }
        }
        goOn.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        return rejected + " rejected";
    }

    /** A worker waits until all tasks are submitted; the submitter, if it has to run a task itself, sleeps. */
    private static void run(Thread submitter, CountDownLatch goOn) {
        try {
            if (Thread.currentThread() == submitter) {
                Thread.sleep(RUN_MILLIS);
            } else {
                goOn.await();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
