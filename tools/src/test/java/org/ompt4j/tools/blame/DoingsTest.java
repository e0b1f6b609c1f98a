package org.ompt4j.tools.blame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.ompt4j.tools.testing.Retained;

/** The history of what a thread did is bounded, and results from it are certain. */
class DoingsTest {
    private static final int WORKED = 10;
    private static final int WAITED = 11;
    private static final int MANY = 20_000;

    private final Doings doings = new Doings();
    private final NavigableSet<Long> begins = new TreeSet<>();
    private final Supplier<NavigableSet<Long>> open = () -> begins;
    private final CauseTimes parts = new CauseTimes();

    /** One cause has nine tenths of the time, another one the rest; at each change a thread begins to wait. */
    private void alternate(long from, int times) {
        for (int i = 0; i < times; i++) {
            long at = from + 10L * i;
            doings.add(at, at + 9, WAITED, at, open);
            doings.add(at + 9, at + 10, WORKED, at + 9, open);
        }
    }

    private long of(int cause) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.cause(i) == cause) {
                return parts.nanos(i);
            }
        }
        return 0;
    }

    @Test
    void ofAPartOfWhatIsNoLongerKeptApartOnlyWhatIsCertainIsSaid() {
        begins.add(0L);
        alternate(0, MANY);

        // The interval begins shortly after a change, which the bounded history no longer has.
        doings.during(50, 10L * MANY, parts);

        assertThat(parts.total()).isEqualTo(10L * MANY - 50);
        assertThat(of(WAITED)).isBetween(9L * MANY - 50, 9L * MANY);
        assertThat(of(WORKED)).isBetween(MANY - 50L, (long) MANY);
        assertThat(of(Causes.NOT_KEPT)).isLessThanOrEqualTo(100);
    }

    @Test
    void wherePartsCouldLieAnywhereNothingIsSaidOfThem() {
        begins.add(0L);
        doings.add(0, 10, WAITED, 0, open);
        doings.add(10, 20, WORKED, 0, open);

        doings.during(10, 20, parts);

        assertThat(of(Causes.NOT_KEPT)).isEqualTo(10);
        assertThat(parts.total()).isEqualTo(10);
    }

    @Test
    void waitThatBeganLongAgoIsKeptApartWhereVeryManyOthersAreOpen() {
        begins.add(5L);
        for (long i = 0; i < MANY; i++) {
            begins.add(10 * i + 3);
            begins.add(10 * i + 9);
        }
        alternate(0, MANY);

        doings.during(5, 10L * MANY, parts);

        assertThat(parts.total()).isEqualTo(10L * MANY - 5);
        assertThat(of(Causes.NOT_KEPT)).isLessThan(20);
        assertThat(of(WORKED)).isBetween(MANY - 20L, (long) MANY);
    }

    @Test
    void stretchesWithGapsBetweenThemAreBoundedToo() {
        begins.add(0L);
        for (long i = 0; i < MANY; i++) {
            doings.add(10 * i, 10 * i + 4, WAITED, 10 * i, open);
        }

        assertThat(Retained.by(doings).get("Doings.stretches")).isLessThan(1_000);
        doings.during(0, 10L * MANY - 6, parts);
        assertThat(of(WAITED)).isEqualTo(4L * MANY);
        assertThat(of(Causes.UNKNOWN)).isEqualTo(6L * MANY - 6);
    }
}
