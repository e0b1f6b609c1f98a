package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;

/** An object has one id while it lives; a watched object is reported once when it has become unreachable. */
class WaitIdsTest {
    private static final Construct K = Construct.REENTRANT_LOCK;

    /** More objects than the initial tables can hold, so that these are rebuilt. */
    private static final int MANY = 20_000;

    /** The number of sweeps that run while ids are requested. */
    private static final int SWEEPS = 200;

    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();

    @BeforeEach
    void forgetEarlierOnes() throws InterruptedException {
        collect();
        collect();
        while (WaitIds.takeUnreachable() != 0) {
            // Removes unreachable objects of other tests.
        }
    }

    private interface Holder {
        final class Inner {}
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
    void classIsShownAsWhatStandsForItInCode() {
        assertThat(Definitions.waitObjectClass(WaitIds.of(WaitIdsTest.class, K)))
                .isEqualTo("org.ompt4j.emitter.WaitIdsTest.class");
        assertThat(Definitions.waitObjectClass(WaitIds.of(Holder.Inner[].class, K)))
                .isEqualTo("org.ompt4j.emitter.WaitIdsTest$Holder$Inner[].class");
        assertThat(Definitions.waitObjectClass(WaitIds.of(new Holder.Inner(), K)))
                .isEqualTo("org.ompt4j.emitter.WaitIdsTest$Holder$Inner");
    }

    @Test
    void whoRemembersRecentOnesGetsTheSameIds() {
        WaitIds.Recent recent = new WaitIds.Recent();
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            objects.add(new Object());
        }

        // Uses more objects than it remembers, several times, and some of them twice in a row.
        for (int i = 0; i < 100; i++) {
            Object each = objects.get(i % 7 * i % 10);
            assertThat(recent.of(each, K)).isEqualTo(WaitIds.of(each, K)).isEqualTo(recent.ifKnown(each));
        }
        assertThat(recent.ifKnown(new Object())).isZero();
    }

    @Test
    void nothingIsKeptOfVirtualThreads() {
        Thread one = new Thread(() -> {});
        Thread other = new Thread(() -> {});
        int before = WaitIds.count();

        long id = WaitIds.ofVirtual(one, Construct.THREAD);

        assertThat(WaitIds.ofVirtual(one, Construct.THREAD)).isEqualTo(id);
        assertThat(WaitIds.ofVirtual(other, Construct.THREAD)).isNotEqualTo(id).isLessThan(1L << 53);
        assertThat(Definitions.waitObjectClass(id)).isEqualTo("java.lang.VirtualThread");
        assertThat(WaitIds.count()).isLessThanOrEqualTo(before);
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
    void nothingIsKeptOfObjectsThatAreGoneAlsoIfNoNewOnesCome() throws InterruptedException {
        int before = WaitIds.count();
        List<Object> objects = new ArrayList<>();
        Object kept = new Object();
        long id = WaitIds.of(kept, K);
        long last = 0;
        for (int i = 0; i < MANY; i++) {
            objects.add(new Object());
            last = WaitIds.of(objects.get(i), K);
        }
        assertThat(WaitIds.count()).isGreaterThanOrEqualTo(MANY);
        assertThat(Definitions.waitObjectClass(last)).isEqualTo("java.lang.Object");

        objects.clear();
        while (WaitIds.count() > before + 100) {
            collect();
        }

        while (Definitions.waitObjectClass(last) != null) {
            collect();
        }
        assertThat(WaitIds.of(kept, K)).isEqualTo(id);
        assertThat(WaitIds.ifKnown(kept)).isEqualTo(id);
        assertThat(Definitions.waitObjectClass(id)).isEqualTo("java.lang.Object");
    }

    @Test
    void watchedObjectsAreToldOfAlsoAfterASweep() throws InterruptedException {
        List<Object> objects = new ArrayList<>();
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < MANY; i++) {
            objects.add(new Object());
            ids.add(WaitIds.ofWatched(objects.get(i), K, Object.class));
        }
        objects.clear();

        while (!ids.isEmpty()) {
            collect();
            for (long id = WaitIds.takeUnreachable(); id != 0; id = WaitIds.takeUnreachable()) {
                assertThat(ids.remove(id)).as("told of once").isTrue();
            }
        }
    }

    @Test
    void idsStayWhileOthersAreSwept() throws InterruptedException {
        Object[] kept = new Object[200];
        long[] ids = new long[kept.length];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Object();
            ids[i] = WaitIds.of(kept[i], K);
        }
        AtomicInteger sweeps = new AtomicInteger();
        Thread collector = new Thread(() -> {
            while (sweeps.get() < SWEEPS) {
                System.gc();
                WaitIds.sweep();
                sweeps.incrementAndGet();
            }
        });
        collector.start();
        for (int i = 0; sweeps.get() < SWEEPS; i++) {
            WaitIds.of(new Object(), K);
            assertThat(WaitIds.ifKnown(kept[i % kept.length])).isEqualTo(ids[i % kept.length]);
        }
        collector.join();
    }

    @Test
    void objectThatNobodyWatchesIsNotToldOf() throws InterruptedException {
        long id = WaitIds.of(new Object(), K);
        assertThat(id).isNotZero();

        collect();
        collect();

        for (long told = WaitIds.takeUnreachable(); told != 0; told = WaitIds.takeUnreachable()) {
            assertThat(told).isNotEqualTo(id);
        }
    }
}
