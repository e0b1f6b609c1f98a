package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeptTasksTest {
    private static final int MOST = 100;

    private final Set<Long> forgotten = new HashSet<>();
    private final KeptTasks<String> tasks = new KeptTasks<>(MOST, (id, value) -> {
        assertThat(value).isEqualTo("task " + id);
        forgotten.add(id);
    });

    private boolean create(long id) {
        return tasks.created(id, "task " + id);
    }

    @Test
    void whatIsOverMakesRoomAndNothingIsForgotten() {
        for (long id = 1; id <= 10 * MOST; id++) {
            create(id);
            tasks.remove(id - MOST / 2);
        }

        assertThat(forgotten).isEmpty();
        assertThat(tasks.notFollowed()).isZero();
    }

    @Test
    void eachTaskIsKnownOrSaidToBeForgotten() {
        SplittableRandom random = new SplittableRandom(7);
        Set<Long> open = new HashSet<>();
        long created = 0;
        for (int i = 0; i < 20_000; i++) {
            long id = 1 + random.nextLong(created + 1);
            switch (random.nextInt(4)) {
                case 0 -> {
                    tasks.remove(id);
                    open.remove(id);
                }
                case 1 -> tasks.keep(id);
                default -> {
                    created++;
                    if (create(created)) {
                        open.add(created);
                    }
                }
            }
        }

        for (long id = 1; id <= created; id++) {
            boolean isKnown = open.contains(id) && !forgotten.contains(id);
            assertThat(tasks.get(id)).isEqualTo(isKnown ? "task " + id : null);
        }
        open.removeAll(forgotten);
        assertThat(open).hasSize(MOST);
    }

    @Test
    void tasksThatNeverRunLeaveRoomForThoseThatDo() {
        for (long id = 1; id <= 10 * MOST; id++) {
            create(id);
        }
        int known = 0;
        for (long id = 10 * MOST + 1; id <= 20 * MOST; id++) {
            create(id);
            known += tasks.remove(id - 5) == null ? 0 : 1;
        }

        assertThat(known).isGreaterThan(9 * MOST);
        assertThat(tasks.notFollowed()).isEqualTo(forgotten.size());
    }

    @Test
    void ofAQueueThatIsLongerThanThereIsRoomForAPartIsKnown() {
        int known = 0;
        for (long id = 1; id <= 100 * MOST; id++) {
            create(id);
            known += tasks.remove(id - 3 * MOST / 2) == null ? 0 : 1;
        }

        assertThat(known).isGreaterThan(10 * MOST);
    }

    @Test
    void whatHasBegunIsNotForgotten() {
        for (long id = 1; id <= MOST; id++) {
            create(id);
            tasks.keep(id);
        }

        assertThat(create(MOST + 1)).isFalse();
        assertThat(forgotten).isEmpty();
        assertThat(tasks.notFollowed()).isEqualTo(1);
        assertThat(tasks.get(1)).isEqualTo("task 1");
        tasks.remove(1);
        assertThat(create(MOST + 2)).isTrue();
    }

    @Test
    void theSameIsForgottenEachTime() {
        Set<Long> others = new HashSet<>();
        KeptTasks<String> same = new KeptTasks<>(MOST, (id, value) -> others.add(id));
        for (long id = 1; id <= 5 * MOST; id++) {
            create(id);
            same.created(id, "task " + id);
        }

        assertThat(others).isEqualTo(forgotten).hasSize(4 * MOST);
    }
}
