package org.ompt4j.apps.findings;

import java.util.concurrent.CountDownLatch;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Threads;

/**
 * Three threads acquire a monitor one after the other: the first holder then does other work, the last one waits for the second holder, and the
 * main thread waits for the last one. The critical path goes from holder to holder; there is no finding.
 *
 * <p>The program measures how long each thread worked, at least and at most, until the next one had the monitor.
 */
public final class MonitorPathApp {
    private static final long HELD_MILLIS = 300;

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch secondHolds = new CountDownLatch(1);
    private final CountDownLatch secondComes = new CountDownLatch(1);
    private final CountDownLatch lastComes = new CountDownLatch(1);
    private final Measured times = new Measured();
    private final Thread first = new Thread(this::first, "first");
    private final Thread second = new Thread(this::second, "second");
    private final Thread last = new Thread(this::last, "last");

    private MonitorPathApp() {}

    public static void main(String[] args) throws Exception {
        FirstWaits.make();
        MonitorPathApp app = new MonitorPathApp();
        app.run();
        app.measured().write();
        System.out.println("done");
    }

    private void run() throws InterruptedException {
        first.start();
        held.await();
        second.start();
        secondHolds.await();
        last.start();
        Threads.join(last, second, first);
        times.now("joined");
    }

    private void first() {
        times.now("begun");
        synchronized (this) {
            times.now("first holds");
            held.countDown();
            Threads.awaitBlocked(second, secondComes);
            Work.spin(HELD_MILLIS);
            times.now("first lets go");
        }
        Work.spin(HELD_MILLIS / 2);
    }

    private void second() {
        secondComes.countDown();
        synchronized (this) {
            times.now("second holds");
            secondHolds.countDown();
            Threads.awaitBlocked(last, lastComes);
            Work.spin(HELD_MILLIS);
            times.now("second lets go");
        }
    }

    private void last() {
        lastComes.countDown();
        synchronized (this) {
            times.now("last holds");
            Work.spin(HELD_MILLIS);
            times.now("last lets go");
        }
    }

    private Measured measured() {
        Measured measured = new Measured();
        measured.put("first at least", times.between("first holds", "first lets go"));
        measured.put("first at most", times.between("begun", "second holds"));
        measured.put("second at least", times.between("second holds", "second lets go"));
        measured.put("second at most", times.between("first lets go", "last holds"));
        measured.put("last at least", times.between("last holds", "last lets go"));
        measured.put("last at most", times.between("second lets go", "joined"));
        return measured;
    }
}
