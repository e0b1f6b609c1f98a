package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackTableTest {
    private final StackTable table = new StackTable();

    @Test
    void sameFramesAreTheSameStack() {
        List<String> frames = List.of("inner", "middle", "outer");

        int stack = table.of(frames);

        assertThat(table.of(List.of("inner", "middle", "outer"))).isEqualTo(stack);
        assertThat(table.of(List.of("middle", "inner", "outer"))).isNotEqualTo(stack);
        assertThat(table.frames(stack)).isEqualTo(frames);
        assertThat(table.frames(table.of(List.of()))).isEmpty();
    }

    @Test
    void whatTwoStacksBeginWithIsAStack() {
        int one = table.of(List.of("a", "b", "main"));
        int other = table.of(List.of("a", "c", "b", "main"));

        assertThat(table.frames(table.common(one, other))).containsExactly("b", "main");
        assertThat(table.common(one, one)).isEqualTo(one);
        assertThat(table.common(one, table.of(List.of("b", "main")))).isEqualTo(table.of(List.of("b", "main")));
        assertThat(table.common(one, table.of(List.of("run")))).isEqualTo(StackTable.EMPTY);
    }

    @Test
    void stacksThatThereIsNoRoomForAreOne() {
        StackTable small = new StackTable(10);
        int first = small.of(List.of("a", "b", "c"));
        for (int i = 0; i < 20; i++) {
            small.of(List.of("frame " + i));
        }

        int stack = small.of(List.of("another one", "main"));

        assertThat(stack).isEqualTo(StackTable.OF_TOO_MANY);
        assertThat(small.frames(stack)).isEqualTo(StackTable.TOO_MANY);
        assertThat(small.of(List.of("a", "b", "c"))).isEqualTo(first);
    }
}
