package org.ompt4j.apps.findings;

import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.ompt4j.apps.Measured;

/**
 * First one thread works, then all, then two tasks run and a third one that depends on both; at last the main thread joins futures.
 *
 * <p>The program measures how long each part of the critical path took, at least and at most: a task runs between its creation and the end of the
 * join with it.
 */
public final class SerialPartApp {
    private static final int ELEMENTS = 64;
    private static final long ALONE_MILLIS = 900;
    private static final long SHARE_MILLIS = 4;
    private static final long SHORT_MILLIS = 1;
    private static final long SLOW_MILLIS = 250;
    private static final long FAST_MILLIS = 120;
    private static final long LAST_MILLIS = 150;

    private static final Measured TIMES = new Measured();
    private static final Measured LIMITS = new Measured();

    private SerialPartApp() {}

    public static void main(String[] args) throws Exception {
        alone();
        IntStream.range(0, ELEMENTS).parallel().forEach(each -> Work.spin(SHARE_MILLIS));
        combined();
        all();
        any();
        composes();
        LIMITS.write();
        System.out.println("done");
    }

    /** Only the work lies between the two sleeps. */
    private static void alone() throws InterruptedException {
        TIMES.now("begun");
        Thread.sleep(1);
        spin("alone", ALONE_MILLIS);
        Thread.sleep(1);
        TIMES.now("over");
        limits("alone", "begun", "over");
    }

    /** A stage that depends on two tasks. */
    private static void combined() {
        TIMES.now("begun");
        CompletableFuture<Void> slow = CompletableFuture.runAsync(SerialPartApp::slow);
        CompletableFuture<Void> fast = CompletableFuture.runAsync(SerialPartApp::fast);
        slow.thenCombineAsync(fast, SerialPartApp::last).join();
        TIMES.now("over");
        limits("slow", "begun", "last begins");
        limits("last", "slow ends", "over");
    }

    /** The join with a future that depends on two others, without stages between. */
    private static void all() {
        TIMES.now("begun");
        CompletableFuture<Void> slower = CompletableFuture.runAsync(SerialPartApp::slower);
        CompletableFuture.allOf(CompletableFuture.runAsync(SerialPartApp::fast), slower)
                .join();
        TIMES.now("over");
        limits("slower", "begun", "over");
    }

    /** The join with a future that depends on one of two, without stages between. */
    private static void any() {
        TIMES.now("begun");
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture.anyOf(never, CompletableFuture.runAsync(SerialPartApp::first))
                .join();
        TIMES.now("over");
        limits("first", "begun", "over");
    }

    /** The join with a future that a function has returned, without stages between. */
    private static void composes() {
        CompletableFuture.runAsync(SerialPartApp::before)
                .thenCompose(before -> {
                    TIMES.now("begun");
                    return CompletableFuture.runAsync(SerialPartApp::composed);
                })
                .join();
        TIMES.now("over");
        limits("composed", "begun", "over");
    }

    private static void slow() {
        spin("slow", SLOW_MILLIS);
    }

    private static void fast() {
        Work.spin(FAST_MILLIS);
    }

    private static Void last(Void slow, Void fast) {
        spin("last", LAST_MILLIS);
        return null;
    }

    private static void slower() {
        spin("slower", SLOW_MILLIS);
    }

    private static void first() {
        spin("first", SLOW_MILLIS);
    }

    private static void before() {
        Work.spin(SHORT_MILLIS);
    }

    private static void composed() {
        spin("composed", SLOW_MILLIS);
    }

    private static void spin(String name, long millis) {
        TIMES.now(name + " begins");
        Work.spin(millis);
        TIMES.now(name + " ends");
    }

    /** The part took at least as long as its work, and at most from one reading of the clock to another. */
    private static void limits(String name, String from, String to) {
        LIMITS.put(name + " at least", TIMES.between(name + " begins", name + " ends"));
        LIMITS.put(name + " at most", TIMES.between(from, to));
    }
}
