package org.ompt4j.bench.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.SetResult;

class SilentToolTest {

    @Test
    void hearsEveryEventOfTheHost() {
        Set<Event> heard = EnumSet.noneOf(Event.class);
        OmptEntryPoint.SetCallback set = (event, callback) -> {
            heard.add(event);
            return SetResult.ALWAYS;
        };

        int result = new SilentTool().initialize(name -> set, 0);

        assertThat(result).isEqualTo(1);
        Set<Event> host = EnumSet.allOf(Event.class);
        host.removeIf(each -> each.name().startsWith("TARGET") || each.name().startsWith("DEVICE"));
        assertThat(heard).isEqualTo(host);
    }
}
