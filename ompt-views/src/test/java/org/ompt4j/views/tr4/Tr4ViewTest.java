package org.ompt4j.views.tr4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.views.FakeRuntime;

/** How a tool of TR4 is started and finalized. */
class Tr4ViewTest {
    private final FakeRuntime fake = new FakeRuntime();
    private final List<String> log = new ArrayList<>();
    private int initialized = 1;

    private @Nullable OmptFns fns = new OmptFns(
            (lookup, own) -> {
                log.add("initialize " + (own == this.fns) + " " + (lookup.lookup("ompt_set_callback") != null));
                return initialized;
            },
            own -> log.add("finalize " + (own == this.fns)));

    private @Nullable OmptStartToolResult start() {
        Tr4Tool tool = (ompVersion, runtimeVersion) -> {
            log.add("start " + ompVersion + " " + runtimeVersion);
            return fns;
        };
        return new Tr4View().apply(tool).startTool(202011, "some version");
    }

    @Test
    void aToolIsStartedInitializedAndFinalized() {
        OmptStartToolResult run = start();

        assertThat(run.initialize(fake, 0)).isOne();
        run.finalizeTool();

        assertThat(log).containsExactly("start 201611 some version", "initialize true true", "finalize true");
    }

    @Test
    void aToolThatAnswersNullDoesNotRun() {
        fns = null;

        assertThat(start()).isNull();
    }

    @Test
    void aToolWhoseInitializerAnswersZeroDoesNotRun() {
        initialized = 0;

        assertThat(start().initialize(fake, 0)).isZero();
    }

    @Test
    void initializerAndFinalizerMustBeThere() {
        assertThatThrownBy(() -> new OmptFns(null, own -> {})).hasMessageContaining("initializer");
        assertThatThrownBy(() -> new OmptFns((lookup, own) -> 1, null)).hasMessageContaining("finalizer");
    }
}
