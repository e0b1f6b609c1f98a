package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactOfClassTest {
    private final List<Class<?>> computed = new ArrayList<>();
    private final FactOfClass<String> names = new FactOfClass<>() {
        @Override
        protected String compute(Class<?> type) {
            computed.add(type);
            return type.getName();
        }
    };

    /** There are more classes than places in the table. */
    @Test
    void eachClassHasItsOwnFactWhichIsComputedOnce() {
        List<Class<?>> types = new ArrayList<>(List.of(getClass(), FactOfClass.class));
        Class<?> array = Object.class;
        for (int i = 0; i < 200; i++) {
            types.add(array);
            array = array.arrayType();
        }
        for (int i = 0; i < 2; i++) {
            for (Class<?> each : types) {
                assertThat(names.of(each)).isEqualTo(each.getName());
            }
        }
        assertThat(computed).containsExactlyElementsOf(types);
    }
}
