package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Every object has one value as long as it lives, whichever thread asks for it. */
class WeakSideTableTest {
    private final WeakSideTable<Object> table = new WeakSideTable<>();

    /** More objects than the initial tables can hold, so that these are rebuilt. */
    private static final int MANY = 20_000;

    @Test
    void objectHasNoValueUntilOneIsKept() {
        Object object = new Object();

        assertThat(table.find(object)).isNull();
        assertThat(table.findOrKeep(object, "first")).isEqualTo("first");
        assertThat(table.find(object)).isEqualTo("first");
    }

    @Test
    void valueThatIsThereIsNotReplaced() {
        Object object = new Object();
        table.findOrKeep(object, "first");

        assertThat(table.findOrKeep(object, "second")).isEqualTo("first");
    }

    @Test
    void valueIsReplacedAndForgotten() {
        Object object = new Object();
        table.put(object, "first");
        table.put(object, "second");
        assertThat(table.find(object)).isEqualTo("second");

        table.put(object, null);
        assertThat(table.find(object)).isNull();
        assertThat(table.findOrKeep(object, "third")).isEqualTo("third");
    }

    @Test
    void equalObjectsHaveValuesOfTheirOwn() {
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();
        table.findOrKeep(one, "one");

        assertThat(table.find(other)).isNull();
    }

    @Test
    void valuesStayWhileTablesGrow() {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Object());
            table.findOrKeep(objects.get(i), i);
        }

        for (int i = 0; i < MANY; i++) {
            assertThat(table.find(objects.get(i))).isEqualTo(i);
        }
    }

    @Test
    void valueIsDroppedSomeTimeAfterItsObjectIsGone() {
        WeakReference<Object> note = new WeakReference<>(new Object());
        keepForGarbage(note);

        List<Object> others = new ArrayList<>();
        while (note.get() != null) {
            System.gc();
            for (int i = 0; i < MANY; i++) {
                Object other = new Object();
                others.add(other);
                table.findOrKeep(other, "other");
            }
            assertThat(others).hasSizeLessThan(50 * MANY);
        }
    }

    private void keepForGarbage(WeakReference<Object> note) {
        Object kept = note.get();
        if (kept != null) {
            table.findOrKeep(new Object(), kept);
        }
    }

    @Test
    void threadsThatKeepAValueAtOnceGetTheSameOne() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            Object object = new Object();
            Set<Object> got = ConcurrentHashMap.newKeySet();
            CountDownLatch start = new CountDownLatch(1);
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                String mine = "of " + i;
                threads[i] = new Thread(() -> {
                    try {
                        start.await();
                        got.add(table.findOrKeep(object, mine));
                    } catch (InterruptedException e) {
                        got.add(e);
                    }
                });
                threads[i].start();
            }
            start.countDown();
            for (Thread each : threads) {
                each.join();
            }

            assertThat(got).containsExactly(table.find(object));
        }
    }
}
