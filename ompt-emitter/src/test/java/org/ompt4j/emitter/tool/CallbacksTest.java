package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;

class CallbacksTest {

    @Test
    void everyEventHasATypeOfItsOwnWithTheEventsName() {
        Set<Class<?>> types = new HashSet<>();
        for (Event each : Event.values()) {
            Class<? extends OmptCallback> type = CallbackKey.typeOf(each);
            assertThat(type).isNotNull();
            String name = each == Event.ERROR ? "RuntimeError" : camelCase(each.specName());
            assertThat(type.getSimpleName()).isEqualTo(name);
            assertThat(types.add(type)).isTrue();
        }
    }

    @Test
    void formsOfATargetEventNameEachOther() {
        int pairs = 0;
        for (Event each : Event.values()) {
            Event other = Callbacks.otherForm(each);
            if (other != null) {
                assertThat(Callbacks.otherForm(other)).isEqualTo(each);
                assertThat(each.specName().replace("_emi", ""))
                        .isEqualTo(other.specName().replace("_emi", ""));
                pairs++;
            }
        }
        assertThat(pairs).isEqualTo(8);
    }

    private static String camelCase(String specName) {
        StringBuilder name = new StringBuilder();
        for (String word : specName.split("_")) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }
}
