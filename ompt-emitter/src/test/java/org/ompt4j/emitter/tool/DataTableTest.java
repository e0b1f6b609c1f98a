package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.OmptData;

class DataTableTest {
    private final DataTable table = new DataTable();

    @Test
    void findsTheObjectThatWasMadeForAnId() {
        OmptData made = table.create(5);

        assertThat(table.find(5)).isSameAs(made);
        assertThat(made.id()).isEqualTo(5);
        assertThat(table.find(6)).isNull();
    }

    @Test
    void forgetsWhatWasRemovedAndBearsRemovingItAgain() {
        table.create(5);
        table.remove(5);
        table.remove(5);

        assertThat(table.find(5)).isNull();
        assertThat(table.size()).isZero();
    }

    @Test
    void agreesWithAMapAfterAnyMixOfCreatingAndRemoving() {
        Map<Long, OmptData> expected = new HashMap<>();
        Random random = new Random(42);
        for (int i = 0; i < 200_000; i++) {
            // Few ids in few stripes, so that there are collisions, also at the end of a table, and removals among
            // them.
            long id = 1 + random.nextInt(300) + 1024L * 64 * random.nextInt(3);
            if (random.nextBoolean()) {
                expected.put(id, table.create(id, (int) id));
            } else {
                expected.remove(id);
                table.remove(id);
            }
            assertThat(table.find(id)).isSameAs(expected.get(id));
            assertThat(table.flagsOf(id)).isEqualTo(expected.containsKey(id) ? (int) id : 0);
        }
        assertThat(table.size()).isEqualTo(expected.size());
        expected.forEach((id, data) -> {
            assertThat(table.find(id)).isSameAs(data);
            assertThat(table.flagsOf(id)).isEqualTo((int) (long) id);
        });
    }
}
