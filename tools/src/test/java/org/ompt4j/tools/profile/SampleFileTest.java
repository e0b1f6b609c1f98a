package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleFileTest {
    /** More samples than fit into two segments. */
    private static final int MANY = 300_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8})
    void theSameSamplesAreThereInOrderWhereverTheyLie(int segmentsInMemory) throws IOException {
        SampleFile file = new SampleFile(segmentsInMemory);
        List<List<Long>> expected = new ArrayList<>();
        Random random = new Random(7);
        for (long i = 0; i < MANY; i++) {
            long thread = random.nextInt(5);
            long time = random.nextInt(1_000_000) - 1_000L;
            file.add(thread, time, i, 2 * i);
            expected.add(List.of(thread, time, i, 2 * i));
        }

        file.sort();

        Comparator<List<Long>> inOrder = Comparator.comparing((List<Long> each) -> each.get(0))
                .thenComparing(each -> each.get(1))
                .thenComparing(each -> each.get(2));
        List<List<Long>> found = new ArrayList<>();
        for (int i = 0; i < file.size(); i++) {
            found.add(List.of(file.get(i, 0), file.get(i, 1), file.get(i, 2), file.get(i, 3)));
            assertThat(i == 0 || isInOrder(found.get(i - 1), found.get(i))).isTrue();
        }
        found.sort(inOrder);
        expected.sort(inOrder);
        assertThat(found.equals(expected)).isTrue();
    }

    private static boolean isInOrder(List<Long> before, List<Long> after) {
        int threads = before.get(0).compareTo(after.get(0));
        return threads < 0 || threads == 0 && before.get(1) <= after.get(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void thoseOfAThreadAreFound(int segmentsInMemory) throws IOException {
        SampleFile file = new SampleFile(segmentsInMemory);
        for (int i = 0; i < 100; i++) {
            file.add(2L * (i % 10), 99 - i, 0, 0);
        }
        file.sort();

        assertThat(file.find(0, Long.MIN_VALUE)).isZero();
        assertThat(file.find(6, Long.MIN_VALUE)).isEqualTo(30);
        assertThat(file.find(5, Long.MIN_VALUE)).isEqualTo(30);
        assertThat(file.find(6, 7)).isEqualTo(31);
        assertThat(file.find(18, 1_000)).isEqualTo(100);
    }
}
