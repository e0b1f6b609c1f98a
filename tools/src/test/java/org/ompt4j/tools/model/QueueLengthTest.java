package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueLengthTest {
    private record Stay(long from, long to) {}

    private final Random random = new Random(7);

    private List<Stay> stays(int count, int longest) {
        List<Stay> stays = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = random.nextInt(1_000);
            stays.add(new Stay(from, from + random.nextInt(longest)));
        }
        stays.sort(Comparator.comparingLong(Stay::to));
        return stays;
    }

    private static int most(List<Stay> stays) {
        int most = 0;
        for (long time = 0; time < 3_000; time++) {
            long now = time;
            most = Math.max(most, (int) stays.stream()
                    .filter(each -> each.from <= now && now < each.to)
                    .count());
        }
        return most;
    }

    private static QueueLength length(List<Stay> stays, int mostTimes) {
        QueueLength length = new QueueLength(mostTimes);
        stays.forEach(each -> length.leaves(each.from, each.to));
        return length;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 100, 2_000})
    void isTheLargestNumberOfTasksAtOneTimeInWhateverOrderTheyLeave(int longest) {
        for (int i = 0; i < 20; i++) {
            List<Stay> stays = stays(200, longest);
            QueueLength length = length(stays, 10_000);

            assertThat(length.most()).isEqualTo(most(stays));
            assertThat(length.isExact()).isTrue();
        }
    }

    @Test
    void isNeverTooLargeAndSaysIfItMayBeTooSmall() {
        int exact = 0;
        int tooSmall = 0;
        for (int i = 0; i < 200; i++) {
            List<Stay> stays = stays(200, 300);
            QueueLength length = length(stays, 12);
            int most = most(stays);

            assertThat(length.most()).isLessThanOrEqualTo(most);
            if (length.isExact()) {
                assertThat(length.most()).isEqualTo(most);
                exact++;
            }
            tooSmall += length.most() < most ? 1 : 0;
        }
        assertThat(tooSmall).isPositive();
        assertThat(exact).isLessThan(200);
    }

    @Test
    void tasksThatCameAtOnceWereAllThere() {
        QueueLength length = new QueueLength(3);
        for (int i = 0; i < 50; i++) {
            length.leaves(i, 100 + i);
        }
        assertThat(length.most()).isEqualTo(50);
        assertThat(length.isExact()).isTrue();
    }
}
