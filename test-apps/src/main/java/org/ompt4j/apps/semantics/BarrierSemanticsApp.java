package org.ompt4j.apps.semantics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** The specified behaviour of barriers, phasers, latches and exchangers. */
public final class BarrierSemanticsApp {
    private static final int PARTIES = 4;

    private BarrierSemanticsApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("arrival-indices", scale -> arrivalIndices())
                .add("nobody-passes-early", BarrierSemanticsApp::nobodyPassesEarly)
                .add("action-thread", scale -> actionThread())
                .add("timed-breaks-all", scale -> timedBreaksAll())
                .add("interrupt-before", scale -> interruptBefore())
                .add("reset-idle", scale -> resetIdle())
                .add("illegal", scale -> illegal())
                .add("phases", BarrierSemanticsApp::phases)
                .add("phaser-numbers", scale -> phaserNumbers())
                .add("phaser-deregister", scale -> phaserDeregister())
                .add("phaser-interrupt", scale -> phaserInterrupt())
                .add("phaser-timeout", scale -> phaserTimeout())
                .add("phaser-terminated", scale -> phaserTerminated())
                .add("phaser-tiers", BarrierSemanticsApp::phaserTiers)
                .add("phaser-failing-advance", scale -> phaserFailingAdvance())
                .add("latch", scale -> latch())
                .add("exchanger", BarrierSemanticsApp::exchanger)
                .run(args);
    }

    private static String arrivalIndices() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(PARTIES);
        List<Integer> indices = Collections.synchronizedList(new ArrayList<>());
        parties(PARTIES, () -> indices.add(barrier.await()));
        List<Integer> sorted = new ArrayList<>(indices);
        Collections.sort(sorted);
        return sorted + " left waiting " + barrier.getNumberWaiting();
    }

    private static void parties(int count, Threads.Body body) throws InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = Threads.start("party-" + i, body);
        }
        Threads.join(threads);
    }

    private static String nobodyPassesEarly(int scale) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(PARTIES);
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger early = new AtomicInteger();
        parties(PARTIES, () -> {
            for (int i = 1; i <= 100 * scale; i++) {
                arrived.incrementAndGet();
                barrier.await();
                if (arrived.get() < i * PARTIES) {
                    early.incrementAndGet();
                }
                barrier.await(1, TimeUnit.HOURS);
            }
        });
        return arrived + " early " + early;
    }

    private static String actionThread() throws InterruptedException {
        List<String> runners = Collections.synchronizedList(new ArrayList<>());
        CyclicBarrier barrier =
                new CyclicBarrier(2, () -> runners.add(Thread.currentThread().getName()));
        Thread first = Threads.start("first", barrier::await);
        while (barrier.getNumberWaiting() == 0) {
            Thread.yield();
        }
        Thread last = Threads.start("last", barrier::await);
        Threads.join(first, last);
        return runners.toString();
    }

    private static String timedBreaksAll() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(3);
        String[] thrown = new String[2];
        Thread patient = Threads.start("patient", () -> thrown[0] = Threads.thrownBy(barrier::await));
        while (barrier.getNumberWaiting() == 0) {
            Thread.yield();
        }
        Thread timed = Threads.start(
                "timed", () -> thrown[1] = Threads.thrownBy(() -> barrier.await(1, TimeUnit.MILLISECONDS)));
        Threads.join(patient, timed);
        return Arrays.toString(thrown) + " broken " + barrier.isBroken();
    }

    private static String interruptBefore() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        StringBuilder result = new StringBuilder();
        Threads.join(Threads.start("interrupted", () -> {
            Thread.currentThread().interrupt();
            result.append(Threads.thrownBy(barrier::await)).append(' ').append(Thread.interrupted());
        }));
        return result + " broken " + barrier.isBroken();
    }

    private static String resetIdle() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        barrier.reset();
        parties(2, barrier::await);
        return "parties " + barrier.getParties() + " broken " + barrier.isBroken();
    }

    private static String illegal() {
        CyclicBarrier[] none = new CyclicBarrier[1];
        return Threads.thrownBy(() -> new CyclicBarrier(0)) + " " + Threads.thrownBy(() -> none[0].await()) + " "
                + Threads.thrownBy(() -> new CyclicBarrier(1).await(1, null)) + " "
                + Threads.thrownBy(() -> new Phaser(-1)) + " " + Threads.thrownBy(() -> new Phaser(0).arrive());
    }

    private static String phases(int scale) throws InterruptedException {
        Phaser phaser = new Phaser(PARTIES);
        AtomicInteger wrong = new AtomicInteger();
        parties(PARTIES, () -> {
            for (int phase = 0; phase < 100 * scale; phase++) {
                if (phaser.arriveAndAwaitAdvance() != phase + 1) {
                    wrong.incrementAndGet();
                }
            }
        });
        return "phase " + phaser.getPhase() + " wrong " + wrong;
    }

    private static String phaserNumbers() {
        Phaser phaser = new Phaser();
        StringBuilder result = new StringBuilder();
        result.append(phaser.register()).append(phaser.bulkRegister(2)).append(phaser.arrive());
        result.append(phaser.getArrivedParties()).append(phaser.getUnarrivedParties());
        result.append(phaser.arrive()).append(phaser.arrive()).append(phaser.getPhase());
        result.append(phaser.awaitAdvance(0)).append(phaser.awaitAdvance(7));
        return result.toString();
    }

    private static String phaserDeregister() throws InterruptedException {
        Phaser phaser = new Phaser(1);
        StringBuilder order = new StringBuilder();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            phaser.register();
            int rounds = i + 1;
            threads[i] = Threads.start("rounds-" + rounds, () -> {
                for (int k = 0; k < rounds; k++) {
                    phaser.arriveAndAwaitAdvance();
                }
                phaser.arriveAndDeregister();
            });
        }
        for (int k = 0; k < 4; k++) {
            order.append(phaser.arriveAndAwaitAdvance()).append(' ');
        }
        Threads.join(threads);
        phaser.arriveAndDeregister();
        return order + "terminated " + phaser.isTerminated();
    }

    private static String phaserInterrupt() throws InterruptedException {
        Phaser phaser = new Phaser(1);
        StringBuilder result = new StringBuilder();
        Thread waiter = Threads.start("interruptible", () -> {
            result.append(Threads.thrownBy(() -> phaser.awaitAdvanceInterruptibly(0)));
            result.append(' ').append(Thread.currentThread().isInterrupted());
        });
        Threads.awaitState(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        Thread stubborn = Threads.start("stubborn", () -> {
            result.append(' ').append(phaser.awaitAdvance(0));
            result.append(' ').append(Thread.currentThread().isInterrupted());
        });
        Threads.awaitState(stubborn, Thread.State.WAITING);
        stubborn.interrupt();
        phaser.arrive();
        stubborn.join();
        return result.toString();
    }

    private static String phaserTimeout() {
        Phaser phaser = new Phaser(1);
        return Threads.thrownBy(() -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS)) + " "
                + phaser.getPhase();
    }

    private static String phaserTerminated() throws InterruptedException {
        Phaser phaser = new Phaser(2);
        int[] phase = new int[1];
        Thread waiter = Threads.start("waiter", () -> phase[0] = phaser.arriveAndAwaitAdvance());
        while (phaser.getArrivedParties() == 0) {
            Thread.yield();
        }
        phaser.forceTermination();
        waiter.join();
        return (phase[0] < 0) + " " + (phaser.arrive() < 0) + " " + (phaser.register() < 0) + " "
                + (phaser.arriveAndAwaitAdvance() < 0) + " " + (phaser.awaitAdvance(0) < 0);
    }

    private static String phaserTiers(int scale) throws InterruptedException {
        Phaser root = new Phaser();
        Phaser[] leaves = {new Phaser(root, 2), new Phaser(root, 2)};
        AtomicInteger next = new AtomicInteger();
        parties(4, () -> {
            Phaser mine = leaves[next.getAndIncrement() / 2];
            for (int i = 0; i < 50 * scale; i++) {
                mine.arriveAndAwaitAdvance();
            }
        });
        return "phases " + root.getPhase() + " " + leaves[0].getPhase() + " " + leaves[1].getPhase();
    }

    private static String phaserFailingAdvance() {
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int registeredParties) {
                if (phase == 0) {
                    throw new IllegalStateException("on purpose");
                }
                return super.onAdvance(phase, registeredParties);
            }
        };
        return Threads.thrownBy(phaser::arriveAndAwaitAdvance);
    }

    private static String latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        boolean early = latch.await(1, TimeUnit.MILLISECONDS);
        AtomicInteger passed = new AtomicInteger();
        Thread[] waiters = new Thread[3];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = Threads.start("waiter-" + i, () -> {
                latch.await();
                passed.incrementAndGet();
            });
        }
        latch.countDown();
        latch.countDown();
        latch.countDown();
        Threads.join(waiters);
        return early + " " + passed + " " + latch.getCount();
    }

    private static String exchanger(int scale) throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        long[] sums = new long[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int side = i;
            threads[i] = Threads.start("side-" + i, () -> {
                for (int k = 0; k < 50 * scale; k++) {
                    sums[side] += exchanger.exchange(side * 1_000 + k);
                }
            });
        }
        Threads.join(threads);
        return Arrays.toString(sums) + " " + Threads.thrownBy(() -> exchanger.exchange(1, 1, TimeUnit.MILLISECONDS));
    }
}
