package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;

/** Objects have one id while they live, and a watched one is told of once when it is gone. */
class WaitIdsTest {
    private static final Construct K = Construct.REENTRANT_LOCK;

    /** More than fit into the first tables, so that these are rebuilt. */
    private static final int MANY = 20_000;

    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();

    @BeforeEach
    void forgetEarlierOnes() throws InterruptedException {
        collect();
        collect();
        while (WaitIds.takeUnreachable() != 0) {
            // Those of other tests.
        }
    }

    private static long watchedAndDropped() {
        return WaitIds.ofWatched(new Object(), K, Object.class);
    }

    private void collect() throws InterruptedException {
        WeakReference<Object> later = new WeakReference<>(new Object(), dead);
        do {
            System.gc();
        } while (dead.remove(10) != later);
    }

    @Test
    void idStaysTheSameWhileTablesGrow() {
        List<Object> objects = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Object());
            ids.add(WaitIds.of(objects.get(i), K));
        }

        for (int i = 0; i < MANY; i++) {
            assertThat(WaitIds.of(objects.get(i), K)).isEqualTo(ids.get(i));
        }
    }

    @Test
    void watchedObjectIsToldOfOnceWhenItIsGone() throws InterruptedException {
        Object kept = new Object();
        WaitIds.ofWatched(kept, K, Object.class);
        long id = watchedAndDropped();
        assertThat(id).isNotZero();

        collect();
        collect();

        assertThat(WaitIds.takeUnreachable()).isEqualTo(id);
        assertThat(WaitIds.takeUnreachable()).isZero();
        assertThat(WaitIds.ifKnown(kept)).isNotZero();
    }

    @Test
    void watchedObjectIsToldOfOnceAlsoAfterTheTablesWereRebuilt() throws InterruptedException {
        Object[] watched = {new Object()};
        long id = WaitIds.ofWatched(watched[0], K, Object.class);
        List<Object> others = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            others.add(new Object());
            WaitIds.of(others.get(i), K);
        }
        collect();
        assertThat(WaitIds.takeUnreachable()).isZero();

        watched[0] = null;
        collect();
        collect();

        assertThat(WaitIds.takeUnreachable()).isEqualTo(id);
        assertThat(WaitIds.takeUnreachable()).isZero();
        assertThat(others).hasSize(MANY);
    }

    @Test
    void objectThatNobodyWatchesIsNotToldOf() throws InterruptedException {
        long id = WaitIds.of(new Object(), K);
        assertThat(id).isNotZero();

        collect();
        collect();

        assertThat(WaitIds.takeUnreachable()).isZero();
    }
}
