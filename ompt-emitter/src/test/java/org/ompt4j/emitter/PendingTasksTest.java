package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each task of an object is taken once, in order, and tasks do not keep their object alive. */
class PendingTasksTest {
    /** More objects than the initial tables can hold, so that these are rebuilt. */
    private static final int MANY = 5_000;

    private final PendingTasks backlog = new PendingTasks();

    @Test
    void tasksAreTakenFromTheEndThatIsAskedFor() {
        Object object = new Object();
        for (int id = 1; id <= 3; id++) {
            backlog.add(object, id, null);
        }

        assertThat(oldest(object)).isEqualTo(1);
        assertThat(youngest(object)).isEqualTo(3);
        assertThat(oldest(object)).isEqualTo(2);
        assertThat(oldest(object)).isZero();
    }

    @Test
    void onlyTaskIsTheYoungestToo() {
        Object object = new Object();
        backlog.add(object, 1, null);

        assertThat(youngest(object)).isEqualTo(1);
        assertThat(youngest(object)).isZero();
    }

    @Test
    void taskThatIsAddedOnceOthersAreTakenIsTheYoungest() {
        Object object = new Object();
        backlog.add(object, 1, null);
        backlog.add(object, 2, null);
        assertThat(oldest(object)).isEqualTo(1);
        backlog.add(object, 3, null);

        assertThat(oldest(object)).isEqualTo(2);
        assertThat(oldest(object)).isEqualTo(3);
    }

    @Test
    void taskHasTheRegionThatItWasAddedWith() {
        Object object = new Object();
        String region = "region";
        backlog.add(object, 1, region);
        backlog.add(object, 2, null);

        assertThat(backlog.takeOldest(object)).isEqualTo(new PendingTask(1, region));
        assertThat(backlog.takeOldest(object)).isEqualTo(new PendingTask(2, null));
    }

    @Test
    void equalObjectsHaveTasksOfTheirOwn() {
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();
        backlog.add(one, 1, null);

        assertThat(oldest(other)).isZero();
        assertThat(oldest(one)).isEqualTo(1);
    }

    @Test
    void orderStaysWhileTablesGrow() {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Object());
        }
        for (int round = 1; round <= 3; round++) {
            for (Object each : objects) {
                backlog.add(each, round, null);
            }
        }

        for (int round = 1; round <= 3; round++) {
            for (Object each : objects) {
                assertThat(oldest(each)).isEqualTo(round);
            }
        }
        assertThat(backlog.count()).isZero();
    }

    /** A program can submit one object very often before it is run. If each operation took time for each pending task, this would take minutes. */
    @Test
    void oneObjectCanHaveVeryManyTasks() {
        Object object = new Object();
        for (int i = 1; i <= 100 * MANY; i++) {
            backlog.add(object, i, null);
        }

        for (int i = 1; i <= 100 * MANY; i++) {
            assertThat(oldest(object)).isEqualTo(i);
        }
        assertThat(oldest(object)).isZero();
    }

    @Test
    void taskIsDroppedSomeTimeAfterItsObjectIsGone() {
        WeakReference<Object> region = new WeakReference<>(new Object());
        addForGarbage(region);

        while (region.get() != null) {
            System.gc();
            Swept.sweepAll();
        }
        assertThat(backlog.count()).isZero();
    }

    /** One object with one task, and one with two. */
    private void addForGarbage(WeakReference<Object> note) {
        Object region = note.get();
        Object twice = new Object();
        backlog.add(new Object(), 1, region);
        backlog.add(twice, 2, region);
        backlog.add(twice, 3, region);
    }

    @Test
    void placeOfAnObjectThatIsGoneIsTakenAgain() {
        for (int i = 0; i < 100 * MANY; i++) {
            backlog.add(new Object(), 1, null);
        }
        System.gc();
        Swept.sweepAll();
        Object object = new Object();
        backlog.add(object, 2, null);

        assertThat(oldest(object)).isEqualTo(2);
    }

    @Test
    void nothingIsLeftOfAnEarlierEpoch() {
        Object object = new Object();
        backlog.add(object, 1, null);
        backlog.add(object, 2, null);

        Swept.clearAll();

        assertThat(oldest(object)).isZero();
    }

    @Test
    void threadsThatAddAndTakeAtOnceLoseNothing() throws InterruptedException {
        Object shared = new Object();
        AtomicInteger taken = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> addAndTake(shared, taken));
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }

        assertThat(taken).hasValue(threads.length * MANY);
        assertThat(oldest(shared)).isZero();
    }

    /** Adds and takes tasks; a thread may take a task that another thread has added. */
    private void addAndTake(Object shared, AtomicInteger taken) {
        for (int i = 1; i <= MANY; i++) {
            Object own = new Object();
            backlog.add(own, i, null);
            backlog.add(shared, i, null);
            assertThat(oldest(own)).isEqualTo(i);
            if (oldest(shared) != 0) {
                taken.incrementAndGet();
            }
        }
    }

    private long oldest(Object object) {
        PendingTask taken = backlog.takeOldest(object);
        return taken == null ? 0 : taken.id();
    }

    private long youngest(Object object) {
        PendingTask taken = backlog.takeYoungest(object);
        return taken == null ? 0 : taken.id();
    }
}
