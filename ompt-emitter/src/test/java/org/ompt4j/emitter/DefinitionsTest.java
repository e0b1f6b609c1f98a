package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DefinitionsTest {

    @Test
    void aKnownCallSiteIsFoundWhileAnotherThreadDefines() {
        String text = "app.Main.run(Main.java:1)";
        int known = Definitions.callSite(text);
        int[] found = new int[1];

        // The runnable runs while the lock of all definitions is held.
        Definitions.handOver(
                null,
                () -> found[0] = CompletableFuture.supplyAsync(() -> Definitions.callSite(text))
                        .orTimeout(1, TimeUnit.MINUTES)
                        .join());

        assertThat(found[0]).isEqualTo(known);
    }
}
