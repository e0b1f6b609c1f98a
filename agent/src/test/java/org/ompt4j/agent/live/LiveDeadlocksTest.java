package org.ompt4j.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.agent.live.LiveDeadlocks.Waiting;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;

class LiveDeadlocksTest {
    private final Map<Long, Waiting> threads = new HashMap<>();

    private void waits(long thread, long waits, long owner) {
        threads.put(thread, new Waiting(thread, "t" + thread, waits, "app.Lock" + thread, owner));
    }

    private List<DeadlockRow> find() {
        return LiveDeadlocks.find(threads.keySet().stream().sorted().toList(), threads::get);
    }

    @Test
    void circleOfWaitsIsADeadlock() {
        waits(1, 7, 3);
        waits(2, 1, 1); // This thread waits for a thread of the deadlock, but is not part of it.
        waits(3, 4, 1);

        assertThat(find())
                .containsExactly(
                        new DeadlockRow(1, "t1", "app.Lock1", "t3"), new DeadlockRow(1, "t3", "app.Lock3", "t1"));
    }

    @Test
    void circleOfWhichAThreadHasWaitedAnewMeanwhileIsNone() {
        waits(1, 7, 2);
        waits(2, 4, 1);

        assertThat(LiveDeadlocks.find(List.of(1L, 2L), this::askAndWaitAnew)).isEmpty();
    }

    private @Nullable Waiting askAndWaitAnew(long thread) {
        Waiting answer = threads.get(thread);
        if (thread == 2) {
            waits(2, 5, 1);
        }
        return answer;
    }

    @Test
    void waitForARunningThreadIsNoDeadlock() {
        waits(1, 7, 2);
        waits(2, 1, 9);

        assertThat(find()).isEmpty();
    }

    @Test
    void circlesAreToldApart() {
        waits(1, 1, 1);
        waits(2, 1, 3);
        waits(3, 1, 4);
        waits(4, 1, 2);

        assertThat(find()).extracting(DeadlockRow::deadlock).containsExactly(1L, 2L, 2L, 2L);
    }
}
