package org.ompt4j.apps.semantics;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** The specified behaviour of {@code synchronized}, {@code wait} and {@code notify}. */
public final class MonitorSemanticsApp {
    private static final int THREADS = 4;
    private static final int ROUNDS = 2_000;

    private static int shared;

    private MonitorSemanticsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("mutual-exclusion", MonitorSemanticsApp::mutualExclusion)
                .add("static-and-class", MonitorSemanticsApp::staticAndClass)
                .add("reentrant-override", MonitorSemanticsApp::reentrantOverride)
                .add("holds", scale -> holds())
                .add("released-by-exception", scale -> releasedByException())
                .add("released-by-return", scale -> releasedByReturn())
                .add("null-monitor", scale -> nullMonitor())
                .add("blocked-state", scale -> blockedState())
                .add("wait-releases-all", scale -> waitReleasesAll())
                .add("wait-interrupt", scale -> waitInterrupt())
                .add("wait-interrupted-before", scale -> waitInterruptedBefore())
                .add("wait-timed", scale -> waitTimed())
                .add("notify-one-at-a-time", scale -> notifyOneAtATime())
                .add("ping-pong", MonitorSemanticsApp::pingPong)
                .add("illegal", scale -> illegal())
                .add("serialized", scale -> serialized())
                .add("constructor-and-initializer", scale -> initializer())
                .run(args);
    }

    private static String mutualExclusion(int scale) throws InterruptedException {
        Object monitor = new Object();
        int[] count = new int[1];
        Threads.race(THREADS, () -> {
            for (int i = 0; i < ROUNDS * scale; i++) {
                synchronized (monitor) {
                    count[0]++;
                    synchronized (monitor) {
                        count[0]++;
                    }
                }
            }
        });
        return "count " + count[0];
    }

    private static synchronized void countStatic() {
        shared++;
    }

    private static String staticAndClass(int scale) throws InterruptedException {
        shared = 0;
        Threads.race(THREADS, () -> {
            for (int i = 0; i < ROUNDS * scale; i++) {
                countStatic();
                synchronized (MonitorSemanticsApp.class) {
                    shared++;
                }
            }
        });
        return "count " + shared;
    }

    private static class Base {
        int count;

        synchronized int add(int depth) {
            count++;
            return depth == 0 ? count : add(depth - 1);
        }
    }

    private static final class Derived extends Base {
        @Override
        synchronized int add(int depth) {
            return super.add(depth) + (Thread.holdsLock(this) ? 0 : 1_000_000);
        }
    }

    private static String reentrantOverride(int scale) throws InterruptedException {
        Derived derived = new Derived();
        Threads.race(THREADS, () -> {
            for (int i = 0; i < 200 * scale; i++) {
                derived.add(5);
            }
        });
        return "count " + derived.count;
    }

    private static String holds() {
        Object monitor = new Object();
        StringBuilder result = new StringBuilder().append(Thread.holdsLock(monitor));
        synchronized (monitor) {
            result.append(' ').append(Thread.holdsLock(monitor));
        }
        return result.append(' ').append(Thread.holdsLock(monitor)).toString();
    }

    private static String releasedByException() {
        Object monitor = new Object();
        String thrown = Threads.thrownBy(() -> {
            synchronized (monitor) {
                throw new IllegalStateException("on purpose");
            }
        });
        return thrown + " " + Thread.holdsLock(monitor);
    }

    private static int leave(Object monitor, int way) {
        for (int i = 0; ; i++) {
            synchronized (monitor) {
                if (way == 0) {
                    return i;
                }
                if (way == 1 && i == 2) {
                    break;
                }
                if (way == 2 && i < 3) {
                    continue;
                }
                if (i == 5) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static String releasedByReturn() {
        Object monitor = new Object();
        return leave(monitor, 0) + " " + leave(monitor, 1) + " " + leave(monitor, 2) + " " + leave(monitor, 3) + " "
                + Thread.holdsLock(monitor);
    }

    private static String nullMonitor() {
        Object[] none = new Object[1];
        return Threads.thrownBy(() -> {
                    synchronized (none[0]) {
                        return 1;
                    }
                })
                + " " + thrown(() -> none[0].wait()) + " " + thrown(() -> none[0].notify());
    }

    private static String thrown(Threads.Body body) {
        return Threads.thrownBy(() -> {
            body.run();
            return "";
        });
    }

    private static String blockedState() throws InterruptedException {
        Object monitor = new Object();
        Thread blocked;
        synchronized (monitor) {
            blocked = Threads.start("blocked", () -> {
                synchronized (monitor) {
                    shared = 1;
                }
            });
            Threads.awaitState(blocked, Thread.State.BLOCKED);
        }
        blocked.join();
        return "seen BLOCKED";
    }

    private static String waitReleasesAll() throws InterruptedException {
        Object monitor = new Object();
        boolean[] go = new boolean[1];
        StringBuilder result = new StringBuilder();
        Thread waiter = Threads.start("nested-waiter", () -> {
            synchronized (monitor) {
                synchronized (monitor) {
                    while (!go[0]) {
                        monitor.wait();
                    }
                }
                result.append(Thread.holdsLock(monitor));
            }
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        synchronized (monitor) {
            go[0] = true;
            monitor.notifyAll();
        }
        waiter.join();
        return result.toString();
    }

    private static String waitInterrupt() throws InterruptedException {
        Object monitor = new Object();
        StringBuffer result = new StringBuffer();
        Thread waiter = Threads.start("interrupted-waiter", () -> {
            synchronized (monitor) {
                result.append(thrown(() -> monitor.wait())).append(' ').append(thrown(() -> waitOn(monitor)));
                result.append(' ').append(Thread.holdsLock(monitor)).append(Thread.interrupted());
            }
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        while (!result.toString().contains("InterruptedException")) {
            Thread.yield();
        }
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        return result.toString();
    }

    private static void waitOn(Object monitor) throws InterruptedException {
        monitor.wait();
    }

    private static String waitInterruptedBefore() {
        Object monitor = new Object();
        synchronized (monitor) {
            Thread.currentThread().interrupt();
            return thrown(() -> monitor.wait(1_000_000)) + " "
                    + Thread.currentThread().isInterrupted();
        }
    }

    private static String waitTimed() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(1);
            monitor.wait(0, 1);
            return Thread.holdsLock(monitor) + " " + thrown(() -> monitor.wait(-1)) + " "
                    + thrown(() -> monitor.wait(1, 1_000_000));
        }
    }

    private static String notifyOneAtATime() throws InterruptedException {
        Object monitor = new Object();
        int[] tickets = new int[1];
        List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
        Thread[] waiters = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            waiters[i] = Threads.start("ticket-" + i, () -> {
                synchronized (monitor) {
                    while (tickets[0] == 0) {
                        monitor.wait();
                    }
                    taken.add(tickets[0]--);
                }
            });
        }
        for (Thread each : waiters) {
            Threads.awaitState(each, Thread.State.WAITING, Thread.State.TERMINATED);
        }
        for (int i = 0; i < THREADS; i++) {
            synchronized (monitor) {
                tickets[0]++;
                monitor.notify();
            }
            while (taken.size() <= i) {
                Thread.yield();
            }
        }
        Threads.join(waiters);
        return taken.toString();
    }

    private static String pingPong(int scale) throws InterruptedException {
        Object monitor = new Object();
        int[] ball = new int[1];
        int rounds = 500 * scale;
        Thread[] players = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int side = i;
            players[i] = Threads.start("player-" + i, () -> {
                for (int k = 0; k < rounds; k++) {
                    synchronized (monitor) {
                        while (ball[0] % 2 != side) {
                            monitor.wait();
                        }
                        ball[0]++;
                        monitor.notifyAll();
                    }
                }
            });
        }
        Threads.join(players);
        return "ball " + ball[0];
    }

    private static String illegal() {
        Object monitor = new Object();
        return thrown(() -> monitor.wait()) + " " + thrown(() -> monitor.wait(1)) + " " + thrown(() -> monitor.notify())
                + " " + thrown(() -> monitor.notifyAll());
    }

    private static final class Account implements Serializable {
        private int balance = 7;

        synchronized int balance() {
            return balance;
        }

        synchronized void add(int amount) {
            balance += amount;
        }
    }

    private static String serialized() throws Exception {
        Account account = new Account();
        account.add(5);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(account);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return "balance " + ((Account) in.readObject()).balance() + " version "
                    + java.io.ObjectStreamClass.lookup(Account.class).getSerialVersionUID();
        }
    }

    private static final class Lazy {
        static final int VALUE;

        static {
            synchronized (Lazy.class) {
                VALUE = 42;
            }
        }

        final int copy;

        Lazy() {
            synchronized (this) {
                copy = VALUE;
            }
        }
    }

    private static String initializer() {
        return "value " + new Lazy().copy;
    }
}
