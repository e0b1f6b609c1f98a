package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each value of an object is taken once, in order, and values do not keep their object alive. */
class WeakBacklogTest {
    /** More objects than the initial tables can hold, so that these are rebuilt. */
    private static final int MANY = 5_000;

    private final WeakBacklog<Object> backlog = new WeakBacklog<>();

    @Test
    void valuesAreTakenFromTheEndThatIsAskedFor() {
        Object object = new Object();
        for (String each : List.of("first", "second", "third")) {
            backlog.add(object, each);
        }

        assertThat(backlog.takeOldest(object)).isEqualTo("first");
        assertThat(backlog.takeYoungest(object)).isEqualTo("third");
        assertThat(backlog.takeOldest(object)).isEqualTo("second");
        assertThat(backlog.takeOldest(object)).isNull();
    }

    @Test
    void equalObjectsHaveValuesOfTheirOwn() {
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();
        backlog.add(one, "one");

        assertThat(backlog.takeOldest(other)).isNull();
        assertThat(backlog.takeOldest(one)).isEqualTo("one");
    }

    @Test
    void orderStaysWhileTablesGrow() {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Object());
        }
        for (int round = 0; round < 3; round++) {
            for (Object each : objects) {
                backlog.add(each, round);
            }
        }

        for (int round = 0; round < 3; round++) {
            for (Object each : objects) {
                assertThat(backlog.takeOldest(each)).isEqualTo(round);
            }
        }
        assertThat(backlog.count()).isZero();
    }

    /** A program can submit one object very often before it is run. If each operation took time for each pending value, this would take minutes. */
    @Test
    void oneObjectCanHaveVeryManyValues() {
        Object object = new Object();
        for (int i = 0; i < 100 * MANY; i++) {
            backlog.add(object, i);
        }

        for (int i = 0; i < 100 * MANY; i++) {
            assertThat(backlog.takeOldest(object)).isEqualTo(i);
        }
        assertThat(backlog.takeOldest(object)).isNull();
    }

    @Test
    void valueIsDroppedSomeTimeAfterItsObjectIsGone() {
        WeakReference<Object> note = new WeakReference<>(new Object());
        addForGarbage(note);

        while (note.get() != null) {
            System.gc();
            WeakSideTable.sweepAll();
        }
        assertThat(backlog.count()).isZero();
    }

    private void addForGarbage(WeakReference<Object> note) {
        Object value = note.get();
        if (value != null) {
            backlog.add(new Object(), value);
        }
    }

    @Test
    void nothingIsLeftOfAnEarlierEpoch() {
        Object object = new Object();
        backlog.add(object, "earlier");

        WeakSideTable.forgetAll();

        assertThat(backlog.takeOldest(object)).isNull();
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
        assertThat(backlog.takeOldest(shared)).isNull();
    }

    /** Adds and takes values; a thread may take a value that another thread has added. */
    private void addAndTake(Object shared, AtomicInteger taken) {
        for (int i = 0; i < MANY; i++) {
            Object own = new Object();
            backlog.add(own, i);
            backlog.add(shared, i);
            assertThat(backlog.takeOldest(own)).isEqualTo(i);
            if (backlog.takeOldest(shared) != null) {
                taken.incrementAndGet();
            }
        }
    }
}
