package org.ompt4j.apps.barrier;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** {@code Exchanger}: exchanges, and every way in which an exchange can fail. Known by construction: the number of calls. */
public final class ExchangerApp {

    /** Exchanges of each of {@code left} and {@code right} of {@code pairs}, times the scale. */
    public static final int PAIRS = 20;
    /** Threads {@code crowd-0} ... of {@code crowd}. */
    public static final int CROWD = 4;
    /** Exchanges of each thread of {@code crowd}, times the scale. */
    public static final int CROWD_EXCHANGES = 200;

    private ExchangerApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("pairs", ExchangerApp::pairs)
                .add("crowd", ExchangerApp::crowd)
                .add("timeout", scale -> timeout())
                .add("interrupt", scale -> interrupt())
                .add("wrong", scale -> wrong())
                .add("nested", scale -> nested())
                .add("by-reference", scale -> byReference())
                .run(args);
    }

    private static String pairs(int scale) throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        AtomicInteger sum = new AtomicInteger();
        Threads.join(
                partner("left", exchanger, 1, PAIRS * scale, sum), partner("right", exchanger, 2, PAIRS * scale, sum));
        return "sum " + sum;
    }

    private static Thread partner(String name, Exchanger<Integer> exchanger, int item, int times, AtomicInteger sum) {
        return Threads.start(name, () -> {
            for (int i = 0; i < times; i++) {
                sum.addAndGet(exchanger.exchange(item));
            }
        });
    }

    /** Any two threads can form a pair; the number of exchanges in each round is even, so that every exchange has a partner. */
    private static String crowd(int scale) throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        CyclicBarrier round = new CyclicBarrier(CROWD);
        AtomicInteger sum = new AtomicInteger();
        Thread[] threads = new Thread[CROWD];
        for (int i = 0; i < CROWD; i++) {
            int item = i;
            threads[i] = Threads.start("crowd-" + i, () -> {
                for (int exchange = 0; exchange < CROWD_EXCHANGES * scale; exchange++) {
                    sum.addAndGet(exchanger.exchange(item));
                    round.await();
                }
            });
        }
        Threads.join(threads);
        return "sum " + sum;
    }

    private static String timeout() throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        StringBuilder thrown = new StringBuilder();
        Threads.join(Threads.start(
                "timed", () -> thrown.append(Threads.thrownBy(() -> exchanger.exchange(1, 1, TimeUnit.MILLISECONDS)))));
        return thrown.toString();
    }

    private static String interrupt() throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        StringBuilder thrown = new StringBuilder();
        Thread waiter =
                Threads.start("interrupted", () -> thrown.append(Threads.thrownBy(() -> exchanger.exchange(1))));
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        Threads.join(Threads.start("interrupted-before", () -> {
            Thread.currentThread().interrupt();
            thrown.append(' ').append(Threads.thrownBy(() -> exchanger.exchange(1)));
        }));
        return thrown.toString();
    }

    private static String wrong() {
        Exchanger<Integer> exchanger = new Exchanger<>();
        return Threads.thrownBy(() -> exchanger.exchange(1, 1, null));
    }

    /** A thread exchanges what it has got from another exchange. */
    private static String nested() throws InterruptedException {
        Exchanger<Integer> outer = new Exchanger<>();
        Exchanger<Integer> inner = new Exchanger<>();
        AtomicInteger got = new AtomicInteger();
        Thread middle = Threads.start("middle", () -> outer.exchange(inner.exchange(1)));
        Thread last = Threads.start("last", () -> got.addAndGet(outer.exchange(2)));
        Threads.join(partner("first", inner, 3, 1, got), middle, last);
        return "got " + got;
    }

    private static String byReference() throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        java.util.function.Consumer<Exchange> calls = ExchangerApp::call;
        Exchange reference = exchanger::exchange;
        Thread one = Threads.start("reference", () -> calls.accept(reference));
        AtomicInteger sum = new AtomicInteger();
        Threads.join(partner("direct", exchanger, 5, 1, sum), one);
        return "sum " + sum;
    }

    private interface Exchange {
        Integer with(Integer item) throws InterruptedException;
    }

    private static void call(Exchange exchange) {
        try {
            exchange.with(7);
        } catch (InterruptedException never) {
            throw new IllegalStateException(never);
        }
    }
}
