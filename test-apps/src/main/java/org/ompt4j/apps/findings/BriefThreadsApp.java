package org.ompt4j.apps.findings;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.ompt4j.apps.Scenarios;

/** Requests that are each answered by a thread of their own, by threads of a pool, or by a thread that lives longer. */
public final class BriefThreadsApp {
    public static final int REQUESTS = 1_000;
    /** Threads of {@code long}. */
    public static final int LONG_REQUESTS = 120;

    private static final long LONG_MILLIS = 5;

    private BriefThreadsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("threads", scale -> threads())
                .add("pool", scale -> pool())
                .add("long", scale -> longThreads())
                .run(args);
    }

    private static String threads() throws InterruptedException {
        int[] answers = new int[1];
        for (int i = 0; i < REQUESTS; i++) {
            Thread thread = new Thread(() -> answers[0]++, "request");
            thread.start();
            thread.join();
        }
        return answers[0] + " answers";
    }

    private static String pool() throws Exception {
        int[] answers = new int[1];
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (int i = 0; i < REQUESTS; i++) {
            pool.submit(() -> answers[0]++).get();
        }
        pool.shutdown();
        return answers[0] + " answers";
    }

    private static String longThreads() throws InterruptedException {
        int[] answers = new int[1];
        for (int i = 0; i < LONG_REQUESTS; i++) {
            Thread thread = new Thread(() -> answerLate(answers), "request");
            thread.start();
            thread.join();
        }
        return answers[0] + " answers";
    }

    private static void answerLate(int[] answers) {
        try {
            Thread.sleep(LONG_MILLIS);
            answers[0]++;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
