package org.ompt4j.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;
import org.ompt4j.agent.live.LiveWindow.MutexRow;
import org.ompt4j.agent.live.LiveWindow.Seen;
import org.ompt4j.agent.live.LiveWindow.ThreadRow;
import org.ompt4j.agent.live.Tally.PoolFacts;
import org.ompt4j.agent.live.Tally.RegionPlace;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

class TallyTest {
    private static final PoolFacts POOL =
            new PoolFacts(70, "thread-pool-executor", "pool-1", 2, "Main.main(Main.java:1)");
    private static final RegionPlace PLACE = new RegionPlace("parallel-stream", "Main.sum(Main.java:9)");

    private final Tally tally = new Tally();

    @Test
    void everyThreadIsOneOfFiveThingsAtEachLookAndTheyAddUp() {
        OmptThread first = new Named(1, "first");
        OmptThread second = new Named(2, "second");
        for (State each : State.values()) {
            tally.look();
            tally.see(first, each, 0, null, 0, null);
            tally.see(second, State.IDLE, 0, null, 0, null);
        }
        LiveWindow window = end();

        assertThat(window.looks()).isEqualTo(State.values().length);
        assertThat(window.threads()).isEqualTo(2);
        assertThat(window.rows()).allSatisfy(row -> assertThat(row.seen().all()).isEqualTo(window.looks()));
        assertThat(window.total().all()).isEqualTo(2 * window.looks());
        assertThat(row(window, "first").seen().working()).isEqualTo(4);
        assertThat(row(window, "first").seen().mutex()).isEqualTo(5);
        assertThat(row(window, "second").seen()).isEqualTo(new Seen(0, 0, 0, 0, window.looks()));
    }

    @Test
    void waitsForMutexesAreThoseOfTheThreads() {
        OmptThread[] threads = {new Named(1, "a"), new Named(2, "b"), new Named(3, "c"), new Named(4, "d")};
        for (int look = 0; look < 4; look++) {
            tally.look();
            for (int i = 0; i <= look; i++) {
                tally.see(threads[i], State.WAIT_LOCK, 17, null, 0, null);
            }
            for (int i = look + 1; i < 4; i++) {
                tally.see(threads[i], i == 3 ? State.WAIT_CRITICAL : State.WORK_SERIAL, i == 3 ? 18 : 0, null, 0, null);
            }
            if (look > 0) {
                tally.holds("holder", 17);
            }
        }
        tally.holds("nobody waits for it", 19);
        LiveWindow window = end();

        assertThat(window.mutexes())
                .containsExactly(
                        new MutexRow(17, "class 17", 4, 10, 4, 4, List.of("a", "b", "c"), "holder", 3),
                        new MutexRow(18, "class 18", 3, 3, 1, 1, List.of("d"), "", 0));
        assertThat(window.mutexes().stream().mapToLong(MutexRow::waiters).sum())
                .isEqualTo(window.total().mutex());
        assertThat(window.rows()).extracting(ThreadRow::name).first().isEqualTo("a");
    }

    @Test
    void poolsAndRegionsCountTheirThreadsAndQueues() {
        OmptThread worker = new Named(1, "pool-1-thread-1");
        OmptThread member = new Named(2, "main");
        for (int look = 0; look < 3; look++) {
            tally.look();
            tally.see(worker, look == 0 ? State.IDLE : State.WAIT_SLEEP, 0, POOL, 0, null);
            tally.see(member, State.WORK_PARALLEL, 0, null, 90 + look, PLACE);
            tally.queued(POOL, look == 2 ? -1 : 4 + look);
        }
        LiveWindow window = end();

        assertThat(window.pools())
                .containsExactly(new LiveWindow.PoolRow(
                        70,
                        "thread-pool-executor",
                        "pool-1",
                        2,
                        "Main.main(Main.java:1)",
                        new Seen(0, 0, 0, 2, 1),
                        2,
                        9,
                        5));
        assertThat(window.regions())
                .containsExactly(new LiveWindow.RegionRow(
                        "parallel-stream", "Main.sum(Main.java:9)", 3, new Seen(3, 0, 0, 0, 0), 1));
        assertThat(row(window, "main").region()).isEqualTo("Main.sum(Main.java:9)");
    }

    @Test
    void threadsBeyondTheBoundCountInTheTotal() {
        int count = Tally.MOST_KEPT + 7;
        tally.look();
        for (int i = 1; i <= count; i++) {
            tally.see(new Named(i, "t"), State.WORK_SERIAL, 0, null, 0, null);
        }
        LiveWindow window = end();

        assertThat(window.threads()).isEqualTo(count);
        assertThat(window.total().working()).isEqualTo(count);
        assertThat(window.rows()).hasSize(LiveWindow.MOST_THREADS);
    }

    @Test
    void namesBreakNoLineOfTheText() {
        tally.look();
        tally.see(new Named(1, "a\tname\nof two lines"), State.WAIT_LOCK, 17, POOL, 90, PLACE);
        tally.queued(POOL, 3);
        tally.holds("", 17);
        tally.deadlocked(List.of(new DeadlockRow(1, "one", "app.Lock", "other")));
        String text = WindowText.of(end());

        assertThat(text.lines()).hasSize(6);
        LiveWindow parsed = Objects.requireNonNull(WindowText.parse(text));
        assertThat(parsed.rows()).extracting(ThreadRow::name).containsExactly("a\\tname\\nof two lines");
        assertThat(WindowText.parse("something else")).isNull();
    }

    private LiveWindow end() {
        return tally.end(1_000_000_000, 0, id -> "class " + id);
    }

    private static ThreadRow row(LiveWindow window, String name) {
        return window.rows().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static final class Named extends OmptThread {
        private final String name;

        Named(long id, String name) {
            super(id);
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public ThreadType type() {
            return ThreadType.INITIAL;
        }

        @Override
        public State state() {
            return State.UNDEFINED;
        }

        @Override
        public long waitId() {
            return 0;
        }

        @Override
        public long taskId() {
            return 0;
        }

        @Override
        public long parallelId() {
            return 0;
        }
    }
}
