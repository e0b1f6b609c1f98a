package org.ompt4j.apps.findings;

import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Threads;

/**
 * One thread waits for others, one after the other. Only events of {@code unpark} and {@code interrupt} show who ends these waits. The critical
 * path goes through all these threads; there is no finding.
 *
 * <p>The program measures how long each of them worked, and how long the waiting thread took for each.
 */
public final class HandOverPathApp {
    private static final long MILLIS = 200;

    private interface Step {
        void run() throws Exception;
    }

    private final Thread waiter = Thread.currentThread();
    private final SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    private final LinkedTransferQueue<Integer> transfers = new LinkedTransferQueue<>();
    private final Phaser phaser = new Phaser(2);
    private final Exchanger<Integer> exchanger = new Exchanger<>();
    private final Measured measured = new Measured();
    private volatile boolean mayGoOn;

    private HandOverPathApp() {}

    public static void main(String[] args) throws Exception {
        FirstWaits.make();
        HandOverPathApp app = new HandOverPathApp();
        app.run();
        app.measured.write();
        System.out.println("done");
    }

    private void run() throws Exception {
        waits("unparks", this::unparks, this::parks);
        waits("puts", this::puts, queue::take);
        waits("transfers", this::transfers, transfers::take);
        waits("arrives", this::arrives, phaser::arriveAndAwaitAdvance);
        waits("exchanges", this::exchanges, () -> exchanger.exchange(1));
        waits("interrupts", this::interrupts, HandOverPathApp::sleepsUntilItIsInterrupted);
    }

    private void waits(String name, Runnable other, Step wait) throws Exception {
        long begun = System.nanoTime();
        Thread thread = new Thread(other, name);
        thread.start();
        wait.run();
        measured.put(name + " at most", System.nanoTime() - begun);
        thread.join();
    }

    private void parks() {
        while (!mayGoOn) {
            LockSupport.park();
        }
    }

    private static void sleepsUntilItIsInterrupted() {
        try {
            Thread.sleep(3_600_000);
        } catch (InterruptedException expected) {
            // This wait ends by an interrupt only.
        }
    }

    private void unparks() {
        works("unparks", () -> {
            mayGoOn = true;
            LockSupport.unpark(waiter);
        });
    }

    private void puts() {
        works("puts", () -> queue.put(1));
    }

    private void transfers() {
        works("transfers", () -> transfers.put(1));
    }

    private void arrives() {
        works("arrives", phaser::arrive);
    }

    private void exchanges() {
        works("exchanges", () -> exchanger.exchange(1));
    }

    private void interrupts() {
        works("interrupts", waiter::interrupt);
    }

    /** Works as soon as the main thread waits, and then ends its wait. */
    private void works(String name, Step step) {
        Threads.awaitState(waiter, Thread.State.WAITING, Thread.State.TIMED_WAITING);
        long begun = System.nanoTime();
        Work.spin(MILLIS);
        measured.put(name + " at least", System.nanoTime() - begun);
        try {
            step.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
