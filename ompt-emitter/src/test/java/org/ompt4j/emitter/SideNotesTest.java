package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Every object has one note as long as it lives, whoever asks. */
class SideNotesTest {

    /** More than fit into the first tables, so that these are rebuilt. */
    private static final int MANY = 20_000;

    @Test
    void objectHasNoNoteUntilOneIsKept() {
        Object object = new Object();

        assertThat(SideNotes.find(object)).isNull();
        assertThat(SideNotes.findOrKeep(object, "first")).isEqualTo("first");
        assertThat(SideNotes.find(object)).isEqualTo("first");
    }

    @Test
    void noteThatIsThereIsNotReplaced() {
        Object object = new Object();
        SideNotes.findOrKeep(object, "first");

        assertThat(SideNotes.findOrKeep(object, "second")).isEqualTo("first");
    }

    @Test
    void equalObjectsHaveNotesOfTheirOwn() {
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();
        SideNotes.findOrKeep(one, "one");

        assertThat(SideNotes.find(other)).isNull();
    }

    @Test
    void notesStayWhileTablesGrow() {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Object());
            SideNotes.findOrKeep(objects.get(i), i);
        }

        for (int i = 0; i < MANY; i++) {
            assertThat(SideNotes.find(objects.get(i))).isEqualTo(i);
        }
    }

    @Test
    void noteIsDroppedSomeTimeAfterItsObjectIsGone() {
        WeakReference<Object> note = new WeakReference<>(new Object());
        keepForGarbage(note);

        List<Object> others = new ArrayList<>();
        while (note.get() != null) {
            System.gc();
            for (int i = 0; i < MANY; i++) {
                Object other = new Object();
                others.add(other);
                SideNotes.findOrKeep(other, "other");
            }
            assertThat(others).hasSizeLessThan(50 * MANY);
        }
    }

    private static void keepForGarbage(WeakReference<Object> note) {
        Object kept = note.get();
        if (kept != null) {
            SideNotes.findOrKeep(new Object(), kept);
        }
    }

    @Test
    void threadsThatKeepANoteAtOnceGetTheSameOne() throws InterruptedException {
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
                        got.add(SideNotes.findOrKeep(object, mine));
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

            assertThat(got).containsExactly(SideNotes.find(object));
        }
    }

    @Test
    void notesAreKeptForTheClassesThatWereNamed() {
        SideNotes.keepFor(SideNotesTest.class);

        assertThat(SideNotes.areKeptFor(SideNotesTest.class)).isTrue();
        assertThat(SideNotes.areKeptFor(Object.class)).isFalse();
    }
}
