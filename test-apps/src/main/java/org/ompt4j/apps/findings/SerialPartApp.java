package org.ompt4j.apps.findings;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.ompt4j.apps.Measured;

/**
 * First one thread works, then all, then two tasks run and a third one that depends on both; at last the main thread joins futures.
 *
 * <p>The program measures how long each part of the critical path took.
 */
public final class SerialPartApp {
    private static final int ELEMENTS = 64;
    private static final long ALONE_MILLIS = 900;
    private static final long SHARE_MILLIS = 4;
    private static final long SHORT_MILLIS = 1;
    private static final long SLOW_MILLIS = 250;
    private static final long FAST_MILLIS = 120;
    private static final long LAST_MILLIS = 150;

    private SerialPartApp() {}

    public static void main(String[] args) throws Exception {
        Measured measured = new Measured();
        measured.put("alone", alone());
        IntStream.range(0, ELEMENTS).parallel().forEach(each -> Work.spin(SHARE_MILLIS));
        CompletableFuture<Long> slow = CompletableFuture.supplyAsync(SerialPartApp::slow);
        CompletableFuture<Long> fast = CompletableFuture.supplyAsync(SerialPartApp::fast);
        measured.put("last", slow.thenCombineAsync(fast, SerialPartApp::last).join());
        measured.put("slow", slow.join());
        joined(measured);
        measured.write();
        System.out.println("done");
    }

    /** Only the work lies between the two sleeps. */
    private static long alone() throws InterruptedException {
        Thread.sleep(1);
        long nanos = Work.spin(ALONE_MILLIS);
        Thread.sleep(1);
        return nanos;
    }

    private static long slow() {
        return Work.spin(SLOW_MILLIS);
    }

    private static long fast() {
        return Work.spin(FAST_MILLIS);
    }

    private static long last(long slow, long fast) {
        return slow > fast ? Work.spin(LAST_MILLIS) : 0;
    }

    /** Joins a future that depends on two others, one that depends on one of two, and one that a function has returned, all without stages between. */
    private static void joined(Measured measured) {
        CompletableFuture<Long> slower = CompletableFuture.supplyAsync(SerialPartApp::slower);
        CompletableFuture<Void> both = CompletableFuture.allOf(CompletableFuture.runAsync(SerialPartApp::fast), slower);
        both.join();
        measured.put("slower", slower.join());
        CompletableFuture<Long> never = new CompletableFuture<>();
        CompletableFuture<Object> either =
                CompletableFuture.anyOf(never, CompletableFuture.supplyAsync(SerialPartApp::first));
        measured.put("first", (long) either.join());
        CompletableFuture<Long> composed = CompletableFuture.supplyAsync(SerialPartApp::before)
                .thenCompose(before -> CompletableFuture.supplyAsync(SerialPartApp::composed));
        measured.put("composed", composed.join());
    }

    private static long slower() {
        return Work.spin(SLOW_MILLIS);
    }

    private static long first() {
        return Work.spin(SLOW_MILLIS);
    }

    private static long before() {
        return Work.spin(SHORT_MILLIS);
    }

    private static long composed() {
        return Work.spin(SLOW_MILLIS);
    }
}
