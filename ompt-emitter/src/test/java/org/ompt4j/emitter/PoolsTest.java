package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/** Events of pools, and what samplers see of them. */
class PoolsTest {
    private static final Construct K = Construct.THREAD_POOL_EXECUTOR;

    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void stop() {
        events.close();
    }

    /** A pool class with the fields that the mapping adds. */
    private static final class Own {
        @SuppressWarnings("unused")
        private Object ompt4j$pool;

        @SuppressWarnings("unused")
        private int ompt4j$site;
    }

    private static final class OwnPools extends Pools<Own> {
        static final OwnPools ALL = new OwnPools();
        static boolean areVirtual;

        OwnPools() {
            super(K, Own.class);
        }

        @Override
        protected String nameOf(Own pool) {
            return "own";
        }

        @Override
        protected int parallelismOf(Own pool) {
            return 1;
        }

        @Override
        protected boolean hasToDoWithVirtualThreads(Own pool) {
            return areVirtual;
        }

        @Override
        protected long queuedIn(Own pool) {
            return 0;
        }
    }

    private static long waitId(ThreadContext t, Own pool) {
        OwnPools.ALL.beginWait(t, pool);
        OwnPools.ALL.park(t, true);
        assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_IMPLEMENTATION);
        long waitId = t.waitId();
        OwnPools.ALL.park(t, false);
        OwnPools.ALL.endWait(t);
        return waitId;
    }

    /** On JDK 21 {@code ForkJoinPool.close} calls {@code awaitTermination}. */
    @Test
    void waitWithinAWaitForTheSamePoolIsPartOfIt() throws InterruptedException {
        Own pool = new Own();
        ObservedThread.run(t -> {
            assertThat(OwnPools.ALL.beginWait(t, pool)).isTrue();
            assertThat(OwnPools.ALL.beginWait(t, pool)).isFalse();
            OwnPools.ALL.endWait(t);
            assertThat(OwnPools.ALL.beginWait(t, pool)).isTrue();
            OwnPools.ALL.endWait(t);
        });

        assertThat(events.all())
                .filteredOn(each -> each.event().equals("syncRegion"))
                .hasSize(4);
    }

    @Test
    void poolIsToldUnderTheIdByWhichItWasWaitedForBefore() throws InterruptedException {
        Own pool = new Own();
        ObservedThread.run(t -> {
            long before = waitId(t, pool);
            assertThat(before).isNotZero();
            assertThat(waitId(t, pool)).isEqualTo(before);
            assertThat(OwnPools.ALL.ifBegun(pool)).isNull();
            Pool told = OwnPools.ALL.of(t, pool);
            assertThat(told.id()).isEqualTo(before);
            assertThat(OwnPools.ALL.of(t, pool)).isSameAs(told);
            assertThat(waitId(t, pool)).isEqualTo(before);
        });

        assertThat(events.all()).filteredOn(each -> each.event().equals("pool")).hasSize(1);
    }

    @Test
    void poolThatIsNotReportedHasNoId() throws InterruptedException {
        OwnPools.areVirtual = true;
        try {
            ObservedThread.run(t -> assertThat(waitId(t, new Own())).isZero());
        } finally {
            OwnPools.areVirtual = false;
        }
    }

    @Test
    void oneOfManyThatFirstWaitAndThenJoinTellsOfAPool() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            Own pool = new Own();
            long[] ids = new long[4];
            Thread[] threads = new Thread[ids.length];
            for (int j = 0; j < ids.length; j++) {
                int number = j;
                threads[j] = new Thread(() -> ids[number] = waitsOrJoins(pool, number % 2 == 0));
                threads[j].start();
            }
            for (Thread each : threads) {
                each.join();
            }
            assertThat(ids).containsOnly(ids[0]).doesNotContain(0);
        }
        assertThat(events.all())
                .filteredOn(each -> each.is("pool", ScopeEndpoint.BEGIN))
                .hasSize(100);
    }

    /** There are so many pools that each search for collected ones finds some, whenever the garbage collector runs. */
    @Test
    void poolsThatNobodyShutsDownAreNotKeptAndHideNoOtherOne() throws InterruptedException {
        Own last = new Own();
        ObservedThread.run(t -> {
            for (int i = 0; i < 300; i++) {
                OwnPools.ALL.of(t, new Own());
            }
            awaitCollection(new WeakReference<>(new Own()));
            Pool told = OwnPools.ALL.of(t, last);

            assertThat(Pools.sampled(20)).extracting(Pools.Queued::pool).contains(told);
            // The begin of the next pool reports the ends of pools that were found to be collected.
            OwnPools.ALL.of(t, new Own());
            assertThat(OwnPools.ALL.kept()).isLessThan(50);
            OwnPools.ALL.end(t, told);
        });

        assertThat(events.all())
                .filteredOn(each -> each.is("pool", ScopeEndpoint.END))
                .hasSizeGreaterThan(250)
                .doesNotHaveDuplicates();
        Reference.reachabilityFence(last);
    }

    @Test
    void poolsThatAreCollectedDoNotPileUpWithoutAnybodyWhoWatches() throws InterruptedException {
        ObservedThread.run(t -> {
            for (int i = 0; i < 1000; i++) {
                OwnPools.ALL.of(t, new Own());
                if (i % 100 == 0) {
                    awaitCollection(new WeakReference<>(new Own()));
                }
            }
            assertThat(OwnPools.ALL.kept()).isLessThan(500);
        });
    }

    private static void awaitCollection(WeakReference<Object> made) {
        while (!made.refersTo(null)) {
            System.gc();
        }
    }

    private static long waitsOrJoins(Own pool, boolean waits) {
        long[] id = new long[1];
        try {
            ObservedThread.run(
                    ThreadType.INITIAL,
                    t -> id[0] =
                            waits ? waitId(t, pool) : OwnPools.ALL.of(t, pool).id());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return id[0];
    }
}
